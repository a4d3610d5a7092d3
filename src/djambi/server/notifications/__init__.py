"""Telling people that it is their turn: a feed, and e-mails with the queue that sends them."""
