"""What a release promises to open for good, and the list of the stable interface.

python -m tests.releases.make        write api.txt anew: the stable names and signatures of today
python -m tests.releases.make 1.0    make the fixtures of release 1.0, once, when it is released

A release's folder holds its `api.txt`; `positions.txt` (key, number of legal turns, position);
`games.djambi` and what each game comes to in `games.json`; `online.backup` and `local.backup`, the
databases of an online server and of a player's own, and what their tables and games say in
`online.json` and `local.json`; and an example of every stored event and
aside (`stored.jsonl`), of every message of a client (`asked.jsonl`) and of a server (`told.jsonl`),
with every field. Once it is released, nothing in the folder is changed.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from tests.golden.make import GAMES as GOLDEN_GAMES
from tests.online.people import OnlineServed, serving_online
from tests.online.test_pacts import PEACE, agree, playing, propose
from tests.online.test_talk import caught_up
from tests.releases.api import interface
from tests.releases.examples import examples
from tests.server.fixtures.make import play, told
from tests.server.people import serving

from djambi import EDITIONS, VARIANT_NAMES, Game, Position
from djambi._version import __version__
from djambi.server.game.asides import StoredAsides
from djambi.server.game.events import LogEvent
from djambi.server.schemas.messages import AnyClientMessage, AnyServerMessage
from djambi.server.storage.archive import back_up

FOLDER = Path(__file__).resolve().parent
API = FOLDER / "api.txt"
TURNS_OF_A_GAME = 60
TOLD = ("seats", "lines")
Json = dict[str, Any]


def numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, to compare it by."""
    return tuple(map(int, re.findall(r"\d+", version)))


def releases() -> list[Path]:
    """The folders of all releases, the oldest first."""
    found = (each for each in FOLDER.iterdir() if each.is_dir() and each.name[0].isdigit())
    return sorted(found, key=lambda folder: numbers(folder.name))


def write_api() -> None:
    API.write_text("".join(f"{line}\n" for line in interface()), "utf-8", newline="\n")


# --- positions and games ------------------------------------------------------------------------


def golden(variant: str) -> Iterator[list[str]]:
    """The golden games of a variant, as their lines."""
    lines = (GOLDEN_GAMES / f"{variant}.txt").read_text("ascii").splitlines()
    starts = [n for n, line in enumerate(lines) if line.startswith("@") and line.endswith(" 0 0")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield lines[start:end]


def position_lines() -> Iterator[str]:
    for variant in VARIANT_NAMES:
        for lines in golden(variant):
            texts = [line[2:] for line in lines if line.startswith("@")]
            for text in texts[1:4:2]:
                position = Position.parse(text)
                yield f"{position.key:016x} {len(position.legal_turns())} {text}"


def games() -> Iterator[Game]:
    """A game of each variant, the editions in turn, and one with all that a record can have."""
    for number, variant in enumerate(VARIANT_NAMES):
        lines = list(golden(variant))[number % len(EDITIONS)]
        game = Game(Position.parse(lines[0][2:]), {"Event": f"Golden {variant}"})
        for line in lines[1 : TURNS_OF_A_GAME + 1]:
            if line[0] not in "@#":
                what = line.rsplit(" ", 3)[0]
                party, _, verb = what.partition(" ")
                _ = game.resign(party) if verb else game.play(what)
        yield game
    game = Game(Position.parse(position_text()), {"Event": "Tout", "Place": "Zürich 🂡"})
    game.comment("At the start.")
    _ = game.play("c4-e4>a2")
    game.comment("{Brackets} and a \\ backslash.")
    game.root.add_variation("c4-c5").comments.append("Quieter.")
    game.root.children[1].add_variation("d8-d7")
    _ = game.flag("y"), game.resign("b"), game.agree_draw()
    yield game


def position_text() -> str:
    return "square-4 original 7yC1/3bC5/9/9/9/2rM1bA4/9/4rN4/rC7gC r,b,y,g rbyg r 0 0"


def comes_to(game: Game) -> Json:
    """What every later version must find in a record."""
    nodes = list(game.main_line())
    count, work = 0, [game.root]
    while work:
        count, here = count + 1, work.pop()
        work += here.children
    last = nodes[-1]
    return {
        "start": str(nodes[0].position),
        "end": str(last.position),
        "key": f"{last.position.key:016x}",
        "result": last.position.result,
        "ending": last.ending(),
        "events": [f"{each.event.actor} {each.event}" for each in nodes if each.event is not None],
        "nodes": count,
        "comments": [each.comments for each in nodes],
        "tags": game.tags,
    }


# --- databases --------------------------------------------------------------------------------


def play_online(served: OnlineServed) -> list[str]:
    """Two tables: one with talk and a pact that goes on, one that is over; their names."""
    members = [served.player(name) for name in ("Red", "Bleue", "Ÿellow", "Green")]
    with playing(members, publish=True, watch="all") as (talking, people):
        red, blue, *_ = people
        agree(blue, propose(red, PEACE))
        for person, text in ((red, "To the table."), (blue, "«À table», 🂡")):
            assert person.ask("talk", room="", text=text)["type"] == "noted"
        assert red.ask("talk", room="rb", text="In secret.")["type"] == "noted"
        caught_up(red)
        red.change("turn", text="c4-c5")
    with playing(members, watch="all") as (over, people):
        for person, party in zip(people[1:], "byg", strict=True):
            caught_up(person)
            person.change("resign", party=party)
    return [talking, over]


def told_online(served: OnlineServed, games: Iterable[str]) -> Json:
    """What every later version must tell of the tables in the database."""
    found: Json = {}
    watching = served.guest("Watcher")
    for game in games:
        with watching.sit(game) as person:
            state = person.until("state")
            asides = person.until("asides")
        for line in state["lines"]:
            del line["words"]  # sentences may be put better
        said = [each for each in asides["entries"] if "text" in each]
        found[game] = {
            **{key: state[key] for key in TOLD},
            "position": state["view"]["position"],
            "said": [each["text"] for each in said],
        }
    return found


def make_online(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as where:
        with serving_online(Path(where)) as served:
            told = told_online(served, play_online(served))
        back_up(Path(where) / "djambi.sqlite3", folder / "online.backup")
    write_json(folder / "online.json", told)


def make_local(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as where:
        with serving(Path(where)) as served:
            games = play(served)
            with served.http() as http:
                http.put("/api/settings", json={"lang": "fr", "theme": "dark", "sounds": False})
            write_json(folder / "local.json", told(served, games))
        back_up(Path(where) / "djambi.sqlite3", folder / "local.backup")


# --- the whole folder ---------------------------------------------------------------------------


def write_json(file: Path, value: object) -> None:
    text = json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True)
    file.write_text(text + "\n", "utf-8", newline="\n")


def write_lines(file: Path, lines: Iterator[str]) -> None:
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")


def stored_lines() -> Iterator[str]:
    """An example of everything that logs hold."""
    for kind in (*get_args(LogEvent), *get_args(StoredAsides)):
        yield msgspec.json.encode(examples(kind)).decode()


def message_lines(kinds: object) -> Iterator[str]:
    for kind in get_args(kinds):
        yield msgspec.json.encode(examples(kind)).decode()


def make(name: str) -> None:
    folder = FOLDER / name
    if folder.exists() and numbers(__version__) >= numbers(name):
        raise SystemExit(f"{name} has been released: its fixtures are never changed")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    write_api()
    shutil.copy(API, folder)
    write_lines(folder / "positions.txt", position_lines())
    played = list(games())
    with (folder / "games.djambi").open("w", encoding="utf-8", newline="\n") as file:
        Game.write(file, played)
    write_json(folder / "games.json", [comes_to(game) for game in played])
    make_online(folder)
    make_local(folder)
    write_lines(folder / "stored.jsonl", stored_lines())
    write_lines(folder / "asked.jsonl", message_lines(AnyClientMessage))
    write_lines(folder / "told.jsonl", message_lines(AnyServerMessage))


if __name__ == "__main__":
    if len(sys.argv) == 1:
        write_api()
    elif re.fullmatch(r"\d+\.\d+", sys.argv[1]):
        make(sys.argv[1])
    else:
        sys.exit(__doc__)
