"""Djambi: the game for three to eight players, as a library."""
