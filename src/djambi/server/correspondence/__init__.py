"""Slow games: conditional turns, private notes, holidays."""
