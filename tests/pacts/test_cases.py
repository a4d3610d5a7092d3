"""The numbered cases of docs/pacts.md, and its table of kinds."""

from __future__ import annotations

import re

import pytest
from tests.paths import ROOT

from djambi import Position
from djambi.nodes import agreed_draw
from djambi.pacts import (
    KINDS,
    Finding,
    GameLine,
    Pact,
    Precondition,
    Promise,
    PromiseSubject,
    Verdict,
    judge,
    kind_of,
)

PAGE = (ROOT / "docs" / "pacts.md").read_text(encoding="utf-8")
CASES = re.findall(r"### (\d+)\. ([^\n]+)\n\n```text\n(.+?)```", PAGE, re.DOTALL)


def promises_of(text: str) -> tuple[Promise, ...]:
    found: list[Promise] = []
    for each in text.split("; "):
        by, kind, *about, rounds = each.split()
        named = about[0] if about else None
        piece = kind_of(kind).about is PromiseSubject.PIECE
        found.append(
            Promise(by, kind, int(rounds), None if piece else named, named if piece else None)
        )
    return tuple(found)


def lines_of(position: Position, turns: str) -> list[GameLine]:
    lines: list[GameLine] = []
    for text in turns.split("; "):
        played = text.removesuffix(" (bot)")
        if played == "draw":
            line = GameLine(position, "", None, agreed_draw(position))
        elif played.endswith(" resigns"):
            line = GameLine(position, played[0], None, position.resign(played[0]))
        else:
            turn = position.turn(played)
            by = position.mover or ""
            line = GameLine(position, by, turn, position.play(turn), played != text)
        lines.append(line)
        position = line.after
    return lines


def written(finding: Finding) -> str:
    if finding.verdict is Verdict.RUNNING:
        return f"running, {finding.left} left"
    by = "" if finding.line is None else f" by turn {finding.line + 1}"
    assert finding.reason is not None
    return f"{finding.verdict.value}{by}: {finding.reason.value}"


def test_every_case_is_read_and_numbered() -> None:
    assert [int(number) for number, _, _ in CASES] == list(range(1, PAGE.count("\n### ") + 1))
    assert len(CASES) >= 46


@pytest.mark.parametrize(
    "block", [pytest.param(block, id=f"{n}. {title}") for n, title, block in CASES]
)
def test_case(block: str) -> None:
    fields = [line.split(": ", 1) for line in block.strip().splitlines()]
    given = dict(fields)
    found = [value for name, value in fields if name == "found"]
    notice = re.match(r"(.) after (\d+)", given.get("notice", ""))
    replaced = re.match(r"after (\d+)", given.get("replaced", ""))
    pact = Pact(
        promises_of(given["pact"]),
        start=int(given.get("after", 0)),
        notices=((notice[1], int(notice[2])),) if notice else (),
        replaced=int(replaced[1]) if replaced else None,
    )
    lines = lines_of(Position.parse(given["position"]), given["turns"])
    assert [written(finding) for finding in judge(pact, lines)] == found


def test_the_table_of_the_page_is_the_table_of_the_program() -> None:
    rows = re.findall(
        r"^\| `(\w+)`(.*?) \| (.+?) \| (\w+) \| (\w+) \| (\w+) \| (.+?) \|$", PAGE, re.MULTILINE
    )
    assert [row[0] for row in rows] == [kind.name for kind in KINDS]
    for kind, (_, about, _, deed, term, end, void) in zip(KINDS, rows, strict=True):
        assert (kind.by_deed, kind.by_term, kind.by_end) == (deed, term, end)
        assert (kind.about is PromiseSubject.PARTY) == about.endswith("party")
        assert (kind.about is PromiseSubject.PIECE) == about.endswith("piece")
        needs = {
            Precondition.SELF: "promising party" in void,
            Precondition.OTHER: "other is out" in void,
            Precondition.PIECE: "piece is dead" in void,
            Precondition.POWER: "loses power" in void,
        }
        assert {need for need, said in needs.items() if said} == set(kind.needs)
