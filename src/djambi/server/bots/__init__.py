"""Bots at tables: their levels, their turns, what they negotiate."""
