"""Sessions at games: what clients send to a game is read and answered here, whatever brings it."""
