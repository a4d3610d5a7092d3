"""Politics: what pacts are worth, who can be trusted, and what a bot has to say about it."""
