"""Tests of what the press makes of a game."""
