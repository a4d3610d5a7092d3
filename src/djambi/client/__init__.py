"""Play at a server's tables from Python.

This needs the `client` extra (`pip install "djambi[client]"`). See docs/online/api.md for examples.
"""

from typing import TYPE_CHECKING

from djambi.extras import missing_package
from djambi.forwarding import renamed

try:
    from djambi.client.errors import Lost, OnlineError, Refused, Stale
    from djambi.client.playing import play
    from djambi.client.server import Server
    from djambi.client.table import Table, TableSnapshot
except ModuleNotFoundError as error:
    raise missing_package("djambi.client", error, "client") from None

__all__ = ["Lost", "OnlineError", "Refused", "Server", "Stale", "Table", "TableSnapshot", "play"]

if not TYPE_CHECKING:
    __getattr__ = renamed(__name__, Seen="djambi.client.table.TableSnapshot")
