"""The rules of the game: positions, legal turns, and what follows from a turn."""
