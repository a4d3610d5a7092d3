"""Play at a server's tables from Python.

This needs the `client` extra (`pip install "djambi[client]"`). See docs/online/api.md for examples.
"""

from djambi.client.errors import Lost, OnlineError, Refused, Stale
from djambi.client.playing import play
from djambi.client.server import Server
from djambi.client.table import Seen, Table

__all__ = ["Lost", "OnlineError", "Refused", "Seen", "Server", "Stale", "Table", "play"]
