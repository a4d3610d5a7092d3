"""Djambi over the network: the tables of a server, from Python.

It needs the extra `client` (`pip install "djambi[client]"`). See docs/online/api.md for examples.
"""

from djambi.client.errors import Lost, OnlineError, Refused, Stale
from djambi.client.playing import play
from djambi.client.server import Server
from djambi.client.table import Seen, Table

__all__ = ["Lost", "OnlineError", "Refused", "Seen", "Server", "Stale", "Table", "play"]
