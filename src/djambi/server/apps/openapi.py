"""The OpenAPI document of both applications together, for the browser app's types.

`python -m djambi.server.apps.openapi` prints it as JSON; `web/scripts/types.mjs` makes TypeScript
of it, so that neither side keeps a list of types by hand. A server's own document is at
`/api/openapi.json`.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar

from djambi.server.api.document import Json, document
from djambi.server.apps import local, online


def whole_document() -> Json:
    """Return what either application offers, in one document.

    An operation that both have, with different answers, answers with one or the other.

    >>> "/api/lan" in whole_document()["paths"] and "/api/lobby" in whole_document()["paths"]
    True
    """
    whole, more = (document(Litestar(app.HANDLERS, openapi_config=None)) for app in (online, local))
    for path, methods in more["paths"].items():
        known = whole["paths"].setdefault(path, {})
        for method, operation in methods.items():
            if method in known and known[method] != operation:
                _join(known[method]["responses"], operation["responses"])
            else:
                known[method] = operation
    for name, schema in more["components"]["schemas"].items():
        if whole["components"]["schemas"].setdefault(name, schema) != schema:
            raise TypeError(f"{name} differs between the two applications")
    return whole


def _join(answers: dict[str, Any], others: dict[str, Any]) -> None:
    """Add the answers of the same operation in the other application."""
    for code, other in others.items():
        answer = answers.setdefault(code, other)
        for kind, body in answer.get("content", {}).items():
            schemas = [body["schema"], other["content"][kind]["schema"]]
            if schemas[0] != schemas[1]:
                body["schema"] = {"anyOf": schemas}


if __name__ == "__main__":
    print(msgspec.json.encode(whole_document()).decode())
