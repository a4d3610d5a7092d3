"""One game as a log of events: its state, its room, the registry of all games, its socket."""
