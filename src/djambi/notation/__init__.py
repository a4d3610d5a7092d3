"""Text forms of turns and of whole games (NOTATION 2 and 3)."""
