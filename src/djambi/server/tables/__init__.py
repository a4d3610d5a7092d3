"""Tables online: what they agree on, who sits there, clocks, votes, the lobby, the end."""
