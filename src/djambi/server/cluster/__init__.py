"""Several processes that serve the same games: the bus, replicas, heartbeats."""
