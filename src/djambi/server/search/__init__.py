"""Finding players, tables and games, also by a position that occurred."""
