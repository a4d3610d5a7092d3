"""The game as an environment: turns chosen cell by cell, observations, many games stepped at once."""
