"""What is said and promised beside a game: rooms, emotes, pacts, and who may see what of it."""
