"""The codes with which a socket is closed; clients go by them, so they stay."""

from __future__ import annotations

from typing import Final

COME_BACK: Final = 1013
"""The client did not keep up, or there are too many: come back."""

FORBIDDEN: Final = 4403
"""Whoever asks may not be here."""

NO_GAME: Final = 4404
"""There is no such game, or it is not for whoever asks."""

OTHER_PROTOCOL: Final = 4426
"""The client is too old or too new for this server."""
