"""Lessons, the rulebook and puzzles over HTTP."""
