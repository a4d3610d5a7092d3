"""The server of the browser game: tables, storage, live events (DESIGN 7, 8)."""
