"""What a server is without a network: its store in a browser, its addresses as functions."""
