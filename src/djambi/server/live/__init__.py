"""The games being played: the room of each, all of them in memory, and what happens there."""
