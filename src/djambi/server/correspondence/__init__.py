"""Slow games: conditional turns, private notes, vacations."""
