"""Routes of a server with a page build: what visitors' browsers compute for themselves with."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from djambi.server.api.static_files import BuiltPage
from djambi.server.page_build import PAGE_PATH
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest


@get(
    [PAGE_PATH.rstrip("/"), f"{PAGE_PATH}{{path:path}}"],
    include_in_schema=False,
    sync_to_thread=False,
    endpoint=Endpoint(),
)
def get_page_file(request: HttpRequest, path: FromPath[str] = "") -> Response[bytes]:
    """Return a file of the page build; it finds its files beside it, so below a slash."""
    if not request.scope["raw_path"].startswith(PAGE_PATH.encode()):
        return Response(b"", status_code=308, headers={"location": PAGE_PATH, **NO_STORE})
    files: BuiltPage = request.app.state.page_files
    headers = request.headers
    return files.answer(
        path.removeprefix("/"),
        headers.get("accept-encoding", ""),
        headers.get("if-none-match", ""),
    )
