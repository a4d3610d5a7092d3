"""One game as a log of events: what they make of it, and what is told of that; nothing waits."""
