"""What every release wrote is opened by this version, and the stable interface is announced."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast, get_args

import msgspec
import pytest
from tests.online.people import serving_online
from tests.releases.api import REFERENCE, STABLE_PAGES, interface
from tests.releases.examples import examples
from tests.releases.make import API, FOLDER, comes_to, numbers, releases, told_online
from tests.server.fixtures.make import told
from tests.server.people import serving
from tests.server.test_old_games import within

from djambi import Game, Position
from djambi._version import __version__
from djambi.client import wire
from djambi.server.game import asides, events
from djambi.server.schemas.messages import AnyClientMessage, AnyServerMessage
from djambi.server.storage.archive import restore

ROOT = FOLDER.parents[1]
RELEASES = releases()
every_release = pytest.mark.parametrize("release", RELEASES, ids=lambda folder: folder.name)


def lines(file: Path) -> list[str]:
    return file.read_text("utf-8").splitlines()


# --- the interface ------------------------------------------------------------------------------


def test_the_list_of_the_stable_interface_is_up_to_date() -> None:
    now, listed = interface(), lines(API)
    gone, new = sorted(set(listed) - set(now)), sorted(set(now) - set(listed))
    assert now == listed, (
        "The stable interface has changed. If that is meant, tell it in CHANGELOG.md (and let old "
        "names work on: docs/versions.md), then run: python -m tests.releases.make\n"
        + "\n".join([*(f"- {line}" for line in gone), *(f"+ {line}" for line in new)])
    )


@every_release
def test_what_has_gone_since_a_release_is_in_the_changelog(release: Path) -> None:
    if numbers(release.name) > numbers(__version__):
        return  # not released yet
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    for line in set(lines(release / "api.txt")) - set(lines(API)):
        name = re.split(r"[(:]", line)[0].rpartition(" ")[2].rpartition(".")[2]
        assert re.search(rf"\b{name}\b", changes), f"{line}: not in CHANGELOG.md"


def test_every_page_of_the_reference_says_what_it_promises() -> None:
    for page in REFERENCE.glob("*.md"):
        is_provisional = "\n*Provisional: [" in page.read_text("utf-8")
        assert is_provisional != (page.name in STABLE_PAGES), page.name


def test_there_are_fixtures_of_every_release() -> None:
    names = [folder.name for folder in RELEASES]
    assert "1.0" in names
    minor = ".".join(__version__.split(".")[:2])
    assert numbers(minor) < (1, 0) or minor in names


# --- what is stored -----------------------------------------------------------------------------


@every_release
def test_positions_are_read_and_keep_their_keys(release: Path) -> None:
    for line in lines(release / "positions.txt"):
        key, count, text = line.split(" ", 2)
        position = Position.parse(text)
        assert (f"{position.key:016x}", len(position.legal_turns())) == (key, int(count)), text


@every_release
def test_games_are_read_and_come_to_the_same(release: Path) -> None:
    with (release / "games.djambi").open("rb") as file:
        found = [comes_to(game) for game in Game.read(file)]
    assert within(json.loads((release / "games.json").read_text("utf-8")), found)


@every_release
def test_a_servers_backup_is_restored_and_tells_the_same(release: Path, tmp_path: Path) -> None:
    restore(tmp_path / "djambi.sqlite3", release / "online.backup")
    told = json.loads((release / "online.json").read_text("utf-8"))
    with serving_online(tmp_path) as served:
        assert within(told, told_online(served, told))


@every_release
def test_a_players_games_are_restored_and_tell_the_same(release: Path, tmp_path: Path) -> None:
    restore(tmp_path / "djambi.sqlite3", release / "local.backup")
    then = json.loads((release / "local.json").read_text("utf-8"))
    with serving(tmp_path) as served:
        assert within(then, told(served, list(then["games"])))


@every_release
def test_every_stored_event_is_read(release: Path) -> None:
    kinds = {msgspec.json.decode(line)["kind"]: line for line in lines(release / "stored.jsonl")}
    logged = {_tag(each) for each in get_args(events.LogEvent)}
    for kind, line in kinds.items():
        if kind in logged:
            read, version = events.encode(events.decode(line, events.EVENT_VERSION)), "event"
        else:
            read, version = asides.encode(asides.decode(line, asides.ASIDE_VERSION)), "aside"
        assert within(json.loads(line), json.loads(read)), f"{version} {kind}"


# --- the network --------------------------------------------------------------------------------


def _tag(kind: type) -> str:
    tag = cast("Any", kind).__struct_config__.tag
    assert isinstance(tag, str)
    return tag


@every_release
def test_a_server_understands_the_clients_of_a_release(release: Path) -> None:
    for line in lines(release / "asked.jsonl"):
        read = msgspec.json.decode(line, type=AnyClientMessage)
        assert within(json.loads(line), msgspec.to_builtins(read)), line


@every_release
def test_clients_of_a_release_find_what_they_know_in_every_message(release: Path) -> None:
    now = {_tag(kind): _shape(examples(kind)) for kind in get_args(AnyServerMessage)}
    for line in lines(release / "told.jsonl"):
        then = json.loads(line)
        assert _has_shape(now[then["type"]], then), then["type"]


@every_release
def test_this_client_reads_the_messages_of_a_release(release: Path) -> None:
    for line in lines(release / "told.jsonl"):
        is_known = json.loads(line)["type"] in ("state", "update", "presence", "failed")
        assert (type(wire.read(line)) is not wire.ReceivedOther) is is_known, line


def _shape(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _has_shape(now: Any, then: Any) -> bool:
    """Whether every field that was told is told still, and is the same kind of thing."""
    if type(now) is not type(then):
        return False
    if isinstance(then, dict):
        known, told = cast("dict[str, Any]", then), cast("dict[str, Any]", now)
        return all(key in told and _has_shape(told[key], known[key]) for key in known)
    if isinstance(then, list):
        parts = list(cast("Iterable[object]", then))
        return all(map(_has_shape, cast("Iterable[object]", now), parts))
    return True
