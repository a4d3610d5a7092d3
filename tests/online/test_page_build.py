"""A server that leaves local games and analysis to its visitors' browsers (setting `page`)."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from tests.online.page_builds import FILES, page_build
from tests.online.people import OnlineServed, serving_online
from tests.server.people import Json

from djambi.cli.app import app
from djambi.errors import DjambiError
from djambi.position.position import Position
from djambi.server.api.static_files import BuiltPage, StaticFiles
from djambi.server.apps.backends import page_build_of
from djambi.server.apps.online import HANDLERS
from djambi.server.page_build import read_page_build
from djambi.server.security.endpoints import endpoint_of
from djambi.server.settings import load

START = str(Position.start())
STUDY: Json = {"start": START}

LEFT = {
    "/api/study/think": {"position": START},
    "/api/study/game": STUDY,
    "/api/study/commentary": {"position": START},
    "/api/study/figures": STUDY,
    "/api/picture/game": STUDY,
    "/api/puzzles/{name:str}/try": {"turn": "a1-a2"},
}
"""What is left to browsers, and a body for it."""


@pytest.fixture(scope="module")
def with_page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServed]:
    """An online server with a page build; what it read, it has: the folder is gone meanwhile."""
    folder = page_build(tmp_path_factory.mktemp("build"))
    with serving_online(tmp_path_factory.mktemp("online"), page=str(folder)) as server:
        shutil.rmtree(folder)
        yield server


# --- the setting --------------------------------------------------------------------------------


def damage(folder: Path) -> None:
    (folder / "engine" / "core-Hx3.wasm").write_bytes(b"\0bsm" * 1_000)


def cut(folder: Path) -> None:
    (folder / "index.html").write_bytes(b"<!doctype")


def lose(folder: Path) -> None:
    (folder / "assets" / "app-Hx1.js").unlink()


def link(folder: Path) -> None:
    """Put a link in a file's place: what it leads to is not part of the build."""
    file = folder / "assets" / "app-Hx1.js"
    file.rename(folder.parent / "app-Hx1.js")
    file.symlink_to(folder.parent / "app-Hx1.js")


def unlist(folder: Path) -> None:
    (folder / "sw.js").unlink()


def spoil(folder: Path) -> None:
    file = folder / "sw.js"
    file.write_text(file.read_text().replace("const FILES = [[", "const FILES = [[1, [["))


def misread(folder: Path) -> None:
    (folder / "sw.js").write_text("const ALONE = true;\nconst FILES = [[]];\n")


def nest(folder: Path) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    (folder / "sw.js").write_text(f"const ALONE = true;\nconst FILES = {deep};\n")


def of_a_server(folder: Path) -> None:
    page_build(folder, alone=False)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (shutil.rmtree, "is not a folder"),
        (damage, "core-Hx3.wasm is not as it was built"),
        (cut, "index.html is not as it was built"),
        (lose, "app-Hx1.js is missing"),
        (link, "app-Hx1.js is missing"),
        (unlist, "it has no sw.js"),
        (spoil, "sw.js is damaged"),
        (misread, "sw.js is damaged"),
        (nest, "sw.js is damaged"),
        (of_a_server, "sw.js is another one's"),
    ],
)
def test_a_folder_that_is_no_whole_build_is_told_at_the_start(
    tmp_path: Path, change: Callable[[Path], None], told: str
) -> None:
    folder = page_build(tmp_path / "build")
    settings = load(environment={"DJAMBI_PAGE": str(folder)})
    assert set(FILES) < set(page_build_of(settings))
    change(folder)
    with pytest.raises(DjambiError, match=told) as error:
        page_build_of(settings)
    assert str(error.value).startswith(f"page: {folder}")
    # Backups need no page: only who serves it reads it.
    assert load(environment={"DJAMBI_PAGE": str(folder)}) == settings


def test_the_command_checks_the_page_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = page_build(tmp_path / "build")
    monkeypatch.setenv("DJAMBI_PAGE", str(folder))
    done = CliRunner().invoke(app, ["serve", "--check"])
    assert done.exit_code == 0 and f"page = '{folder}'" in done.output
    damage(folder)
    for command in (["serve", "--check"], ["serve"]):
        done = CliRunner().invoke(app, command)
        assert isinstance(done.exception, DjambiError)
        assert "core-Hx3.wasm is not as it was built" in str(done.exception)


def test_the_app_of_a_server_is_no_page_build() -> None:
    static = StaticFiles()._folder
    if not (static / "sw.js").is_file():
        pytest.fail("the browser app is not built: make play")
    with pytest.raises(DjambiError, match="not a build of make page"):
        read_page_build(static)


# --- its files ----------------------------------------------------------------------------------


def test_the_page_comes_with_a_policy_of_its_own(with_page: OnlineServed) -> None:
    http = with_page.browser()
    answer = http.get("/here/")
    assert answer.status_code == 200 and answer.content == FILES["index.html"]
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy and "unsafe-inline" not in policy
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
    # The rest of the server keeps its own.
    assert "wasm" not in http.get("/").headers["content-security-policy"]
    assert http.get("/here/index.html").content == FILES["index.html"]


def test_a_missing_slash_is_put_there(with_page: OnlineServed) -> None:
    answer = with_page.browser().get("/here")
    assert (answer.status_code, answer.headers["location"]) == (308, "/here/")


@pytest.mark.parametrize(
    ("name", "kind", "is_packed"),
    [
        ("assets/app-Hx1.js", "text/javascript", True),
        ("assets/font-Hx2.woff2", "font/woff2", False),
        ("engine/core-Hx3.wasm", "application/wasm", True),
        ("engine/stdlib-Hx4.bin", "application/octet-stream", False),
        ("prepared/Hx5/start.json", "application/json", True),
    ],
)
def test_files_have_types_are_compressed_and_stay(
    with_page: OnlineServed, name: str, kind: str, is_packed: bool
) -> None:
    http = with_page.browser()
    answer = http.get(f"/here/{name}", headers={"accept-encoding": "gzip"})
    assert answer.content == FILES[name]
    assert answer.headers["content-type"].partition(";")[0] == kind
    assert ("content-encoding" in answer.headers) == is_packed
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    plain = http.get(f"/here/{name}", headers={"accept-encoding": "identity"})
    assert plain.content == FILES[name] and "content-encoding" not in plain.headers


def test_who_has_a_file_is_told_so(with_page: OnlineServed) -> None:
    http = with_page.browser()
    tag = http.get("/here/sw.js").headers["etag"]
    answer = http.get("/here/sw.js", headers={"if-none-match": tag})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["etag"] == tag and "content-security-policy" in answer.headers
    other = http.get("/here/sw.js", headers={"if-none-match": '"other"'})
    assert other.status_code == 200 and other.headers["cache-control"] == "no-cache"
    # So it is with the app's own page.
    tag = http.get("/").headers["etag"]
    assert http.get("/", headers={"if-none-match": tag}).status_code == 304


def test_head_and_ranges_are_answered(with_page: OnlineServed) -> None:
    http = with_page.browser()
    answer = http.head("/here/engine/core-Hx3.wasm", headers={"accept-encoding": "identity"})
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == str(len(FILES["engine/core-Hx3.wasm"]))
    # Parts are not served: who asks for one gets the whole, as RFC 9110 allows.
    whole = http.get("/here/index.html", headers={"range": "bytes=0-3"})
    assert (whole.status_code, whole.content) == (200, FILES["index.html"])
    assert http.post("/here/").status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        "none.js", "g/abc", "assets", "assets/", "../djambi.sqlite3", "..%2f..%2fetc%2fpasswd",
        "assets/../../none.js", "%2e%2e/", "/etc/passwd", "..\\index.html", "start-linux.sh",
        "index.html%00.js", "C:/index.html",
    ],
)  # fmt: skip
def test_nothing_else_is_there(with_page: OnlineServed, path: str) -> None:
    http = with_page.browser()
    # httpx would tidy the path up: it is sent as it stands.
    url = httpx.URL(with_page.url).copy_with(raw_path=f"/here/{path}".encode())
    answer = http.send(http.build_request("GET", url))
    assert answer.status_code == 404 and answer.content == b"Not found"
    assert BuiltPage({"index.html": b""}).answer(path, "").status_code == 404


# --- what is left to browsers -------------------------------------------------------------------


def test_costly_questions_are_left_to_browsers(with_page: OnlineServed) -> None:
    """Every handler that declares it refuses, before anything is read or computed."""
    declared = {
        path for handler in HANDLERS if endpoint_of(handler).in_browser for path in handler.paths
    }
    assert declared == set(LEFT)
    page = f"{with_page.url}/here/"
    clients = [with_page.browser(), with_page.player().http]
    clients.append(with_page.bot(with_page.player().token()))
    for path, body in LEFT.items():
        for http in clients:
            answer = http.post(path.replace("{name:str}", "x"), json=body)
            assert (answer.status_code, answer.json()["code"]) == (403, "in_browser"), path
            assert all(page in answer.json()["words"][lang] for lang in ("en", "fr"))
            assert http.post(path.replace("{name:str}", "x"), content=b"{").status_code == 403


def test_what_takes_moments_is_answered_still(with_page: OnlineServed) -> None:
    """The rulebook's boards and online games need it."""
    http = with_page.browser()
    assert http.post("/api/study/look", json={"position": START}).status_code == 200
    assert http.get("/api/puzzles").status_code == 200


def test_clients_are_told_where_the_page_is(with_page: OnlineServed, online: OnlineServed) -> None:
    assert with_page.browser().get("/api/me").json()["page"] == "/here/"
    assert with_page.guest().http.get("/api/me").json()["page"] == "/here/"
    assert online.browser().get("/api/me").json()["page"] == ""


def test_without_the_setting_nothing_changes(online: OnlineServed) -> None:
    http = online.browser()
    for path in ("/here", "/here/"):
        assert http.get(path).content == http.get("/").content
    answer = http.post("/api/study/think", json={"position": START, "nodes": 1_000})
    assert answer.status_code == 200 and answer.text.endswith("\n")


def test_bots_play_at_online_tables_as_before(with_page: OnlineServed) -> None:
    owner = with_page.player()
    seats = [
        {"party": "r", "player": "bot", "level": "casual"},
        {"party": "y", "player": "me"},
    ]
    made = owner.http.post("/api/tables", json={"variant": "square-2", "seats": seats}).json()
    with owner.sit(made["id"]) as person:
        shown = person.until("state")
        while shown["view"] is None or shown["view"]["mover"] != "y":
            shown = person.until("update")


def test_a_packed_file_is_packed_once() -> None:
    files = BuiltPage({"assets/a-1.js": b"run();" * 100})
    first, second = (files.answer("assets/a-1.js", "gzip").content for _ in range(2))
    assert first is second and gzip.decompress(first) == b"run();" * 100
