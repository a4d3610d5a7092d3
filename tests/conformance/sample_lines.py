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
    _same(text, str(position), text)
    _same(text, position.result, line["result"])
    _same(text, (len(position.legal_turns()), len(turns)), (line["n_turns"],) * 2)
    _same(text, hashlib.sha256("\n".join(turns).encode()).hexdigest(), line["turns_sha256"])
    _same(text, turns, line.get("turns", turns))
    for one in line["sample"]:
        _same(f"{text} {one['turn']}", str(position.play(one["turn"])), one["next"])
    if "resign" in line:
        _same(text, str(position.resign(line["resign"]["party"])), line["resign"]["next"])
    if "return" in line:
        party = line["return"]["party"]
        _same(text, position.may_rejoin(party), True)
        _same(text, str(position.rejoin(party)), line["return"]["next"])


def _same(where: str, found: object, claimed: object) -> None:
    if found != claimed:
        raise WrongLineError(f"{where}: {found} instead of {claimed}")
