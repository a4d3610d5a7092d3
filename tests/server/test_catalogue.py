"""What there is to play, as the first screen is told; the app's files; the types of messages."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import get_args

import pytest
from tests.server.people import Served

from djambi.bots import LEVELS
from djambi.position.position import Position
from djambi.position.stages import Act
from djambi.rules import EDITIONS, OPTIONS, VARIANT_NAMES, Rules, Variant
from djambi.server.api.static_files import StaticFiles
from djambi.server.apps.openapi import whole_document
from djambi.server.schemas import messages


def test_the_catalogue_has_everything(shared: Served) -> None:
    with shared.http() as http:
        found = http.get("/api/catalogue").json()
    assert [v["name"] for v in found["variants"]] == list(VARIANT_NAMES)
    assert [e["name"] for e in found["editions"]] == list(EDITIONS)
    assert [o["name"] for o in found["options"]] == [o.name for o in OPTIONS]
    assert [b["level"] for b in found["bots"]] == [level.name for level in LEVELS]
    assert all(b["words"]["fr"] and b["name"]["en"] for b in found["bots"])
    players = {v["name"]: v["players"] for v in found["variants"]}
    assert players["square-2"] == "ry" and players["square-3"] == "rby"
    assert players["hex-5"] == "rbygp" and players["polygon-8"] == "rbygpowk"
    for edition in found["editions"]:
        assert Rules.of(edition["name"], **edition["options"]) == Rules.of(edition["name"])


@pytest.mark.parametrize("name", VARIANT_NAMES)
def test_boards_are_told_whole(shared: Served, name: str) -> None:
    with shared.http() as http:
        answer = http.get(f"/api/boards/{name}")
    found, board = answer.json(), Variant.get(name).board
    assert "max-age" in answer.headers["cache-control"]
    assert [c["name"] for c in found["cells"]] == list(board.cells)
    maze = next(c for c in found["cells"] if c["name"] == found["maze"])
    assert (maze["x"], maze["y"]) == (0, 0)
    assert all(len(c["outline"]) >= 3 and c["sides"] for c in found["cells"])
    assert {c["party"] for c in found["corners"]} == set(Variant.get(name).parties)
    assert len(found["fortress"]) == len(board.fortress)
    start = Position.start(name).pieces
    for piece in found["setup"]:
        if piece["cell"] in start:
            there = start[piece["cell"]]
            assert (there.party, there.kind) == (piece["party"], piece["kind"])


def test_rules_are_looked_at(shared: Served) -> None:
    asked = {"variant": "square-4", "edition": "bga", "options": {"fortress": "yes"}}
    with shared.http() as http:
        report = http.post("/api/rules", json=asked).json()
        assert report["rules"] == "bga,fortress=yes" and report["edition"] == "bga"
        assert report["options"]["fortress"] == "yes"
        remarks = {r["option"]: r["words"] for r in report["remarks"]}
        assert remarks["fortress"]["en"] != remarks["fortress"]["fr"]
        default = http.post("/api/rules", json={"variant": "hex-6"}).json()
        assert default["edition"] == "harcourt-advanced"
        for wrong in (
            {"variant": "none"},
            {"variant": "square-4", "options": {"fortress": "x"}},
            {"variant": "square-4", "options": {str(i): "x" for i in range(99)}},
        ):
            assert http.post("/api/rules", json=wrong).status_code == 400
        assert http.get("/api/boards/none").status_code == 400


@pytest.fixture
def app(tmp_path: Path) -> StaticFiles:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>the app</p>" * 100)
    (tmp_path / "assets" / "app-1.js").write_text("run()")
    (tmp_path / "sound.ogg").write_bytes(b"OggS")
    (tmp_path / "secret.py").write_text("import os")
    (tmp_path.parent / "outside.js").write_text("no")
    return StaticFiles(tmp_path)


def test_every_page_is_the_one_page(app: StaticFiles) -> None:
    for path in ("", "/", "/g/abc", "/new"):
        answer = app.answer(path, "gzip, br")
        assert answer.media_type == "text/html"
        assert gzip.decompress(answer.content) == b"<p>the app</p>" * 100
        assert answer.headers["cache-control"] == "no-cache"
    assert app.answer("/", "").content == b"<p>the app</p>" * 100


def test_files_have_types_and_are_kept_by_the_browser(app: StaticFiles) -> None:
    answer = app.answer("/assets/app-1.js", "")
    assert answer.content == b"run()" and answer.media_type == "text/javascript"
    assert "immutable" in answer.headers["cache-control"]
    assert "content-encoding" not in app.answer("/sound.ogg", "gzip").headers


def test_a_file_is_kept_once_whatever_its_path(app: StaticFiles) -> None:
    kept = app.answer("/assets/app-1.js", "").content
    assert app.answer("/none/.././assets/./app-1.js", "").content is kept


def test_a_rebuilt_file_is_read_anew(app: StaticFiles, tmp_path: Path) -> None:
    app.answer("/", "")
    page = tmp_path / "index.html"
    page.write_text("new")
    assert app.answer("/", "").content == b"new"


@pytest.mark.parametrize(
    "path",
    [
        "/none.js",
        "/secret.py",
        "/../outside.js",
        "/assets/../../outside.js",
        "/\0.js",
        "/.",
        "x" * 300 + ".js",
    ],
)
def test_other_files_are_not_there(app: StaticFiles, path: str) -> None:
    assert app.answer(path, "").status_code == 404


@pytest.mark.parametrize("path", [r"/\\evil.example\share\x.js", "/C:/x.js", "/x.js:y.js"])
def test_names_of_other_computers_and_drives_are_never_looked_up(
    app: StaticFiles, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Windows would log in at the other computer to find out."""

    def looked_up(self: Path, strict: bool = False) -> Path:
        raise AssertionError(self)

    monkeypatch.setattr(Path, "resolve", looked_up)
    assert app.answer(path, "").status_code == 404


def test_without_the_app_the_page_says_what_to_run(tmp_path: Path) -> None:
    answer = StaticFiles(tmp_path / "none").answer("/", "")
    assert answer.status_code == 503 and b"make play" in answer.content


def test_the_document_for_the_app_has_every_message() -> None:
    schemas = whole_document()["components"]["schemas"]
    for union in (messages.AnyClientMessage, messages.AnyServerMessage):
        assert {kind.__name__ for kind in get_args(union)} <= set(schemas)
    acts = get_args(Act)
    assert acts and set(schemas["Choice"]["properties"]["act"]["enum"]) == set(acts)


def test_what_is_read_and_written_is_two_schemas() -> None:
    schemas = whole_document()["components"]["schemas"]
    written, read = schemas["Terms"], schemas["TermsInput"]
    assert written["required"] == list(written["properties"])
    assert read["required"] == [] and read["properties"].keys() == written["properties"].keys()
    assert schemas["NewTableBody"]["properties"]["terms"]["$ref"].endswith("/TermsInput")
    assert "NewTableBodyInput" not in schemas and "WordsInput" not in schemas
