"""The game as an environment: turns cell by cell, observations, many games stepped at once."""
