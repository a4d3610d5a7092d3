"""What a line of the conformance sample claims, held against the library; browsers run this too.

It needs djambi and the standard library only.
"""

from __future__ import annotations

import hashlib
from typing import Any

from djambi import Position


class WrongLineError(Exception):
    """A claim of the sample is not so."""


def check_line(line: dict[str, Any]) -> None:
    """Hold a line's claims against the library.

    Raises:
        WrongLineError: one of them is not so.
    """
    text = line["position"]
    position = Position.parse(text)
    turns = sorted(map(str, position.legal_turns()))
    _same(text, "position", str(position), text)
    _same(text, "result", position.result, line["result"])
    _same(text, "count of legal turns", len(position.legal_turns()), line["n_turns"])
    _same(text, "list of legal turns", len(turns), line["n_turns"])
    _same(text, "legal turns", turns, line.get("turns", turns))
    digest = hashlib.sha256("\n".join(turns).encode()).hexdigest()
    _same(text, "digest of the legal turns", digest, line["turns_sha256"])
    for one in line["sample"]:
        _same(text, f"after {one['turn']}", str(position.play(one["turn"])), one["next"])
    if "resign" in line:
        party = line["resign"]["party"]
        _same(text, f"after {party} resigns", str(position.resign(party)), line["resign"]["next"])
    if "return" in line:
        party = line["return"]["party"]
        _same(text, f"may {party} return", position.may_rejoin(party), True)
        _same(text, f"after {party} returns", str(position.rejoin(party)), line["return"]["next"])


def _same(position: str, what: str, found: object, claimed: object) -> None:
    if found != claimed:
        raise WrongLineError(f"{position}: {what}: {found} instead of {claimed}")
