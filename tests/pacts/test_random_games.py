"""Pacts in random games, against what can be seen on the board without the judge."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from djambi import Position
from djambi.pacts import (
    KINDS,
    MAX_ROUNDS,
    GameLine,
    Pact,
    PactMonitor,
    Promise,
    PromiseSubject,
    Verdict,
    VerdictReason,
    judge,
)

VARIANTS = (
    ("square-4", "original"),
    ("square-4", "hallepee"),
    ("square-4", "bga"),
    ("square-4", "djambinet"),
    ("square-3", "wikipedia"),
    ("square-2", "original"),
    ("hex-3", "harcourt"),
    ("hex-6", "harcourt-advanced"),
    ("polygon-5", "harcourt"),
)


def random_game(
    position: Position, lines: int, seed: int, *, resigning: bool
) -> tuple[list[GameLine], random.Random]:
    dice = random.Random(seed)
    found: list[GameLine] = []
    while len(found) < lines and not position.is_over:
        by = position.mover or ""
        if resigning and dice.random() < 0.02:
            found.append(GameLine(position, by, None, position.resign(by)))
        else:
            turns = position.legal_turns()
            # Half of the turns are deeds, where there are any: else little would happen.
            some = [turns[dice.randrange(len(turns))] for _ in range(8)]
            acts = [turn for turn in some if turn.target and turn.target in position.pieces]
            turn = dice.choice(acts or some) if dice.random() < 0.5 else some[0]
            found.append(GameLine(position, by, turn, position.play(turn), dice.random() < 0.1))
        position = found[-1].after
    return found, dice


def random_pact(lines: list[GameLine], dice: random.Random) -> Pact:
    start = dice.randrange(len(lines))
    here = lines[start].before
    letters = here.variant.parties
    promises: list[Promise] = []
    for _ in range(dice.randint(1, 5)):
        kind = dice.choice(KINDS)
        by = dice.choice(letters)
        other = dice.choice([x for x in letters if x != by])
        promises.append(
            Promise(
                by,
                kind.name,
                dice.randint(1, 4),
                other if kind.about is PromiseSubject.PARTY else None,
                dice.choice(list(here.pieces)) if kind.about is PromiseSubject.PIECE else None,
            )
        )
    notices = tuple(
        (dice.choice(letters), dice.randint(start, len(lines)))
        for _ in range(dice.choice((0, 0, 1)))
    )
    replaced = dice.randint(start, len(lines)) if dice.random() < 0.1 else None
    return Pact(tuple(promises), start, notices, replaced)


@given(st.sampled_from(VARIANTS), st.integers(0, 2**32), st.integers(4, 50), st.booleans())
def test_verdicts_hold_together(
    rules: tuple[str, str], seed: int, length: int, resigning: bool
) -> None:
    lines, dice = random_game(Position.start(*rules), length, seed, resigning=resigning)
    pact = random_pact(lines, dice)
    watch = PactMonitor.of(pact, lines[pact.start].before)
    for number, line in enumerate(lines[pact.start :], pact.start):
        before = watch
        watch = watch.after(line)
        # Line by line and all at once is the same.
        if number == len(lines) - 1 or dice.random() < 0.1:
            assert judge(pact, lines[: number + 1]) == watch.findings
        for promise, old, new in zip(pact.promises, before.findings, watch.findings, strict=True):
            if not old.open:
                assert new == old, "what was found once stays"
                continue
            check(promise, old.cell, new.verdict, new.reason, line)
            if not new.open:
                assert new.line == number
            elif old.cell is not None and new.cell is not None:
                assert line.after.piece_at(new.cell) == line.before.piece_at(old.cell)
            assert 0 <= new.left <= old.left <= MAX_ROUNDS
    if lines[-1].after.is_over:
        assert not any(finding.open for finding in watch.findings)


def owned(position: Position, player: str) -> dict[str, str]:
    return {
        cell: str(piece)
        for cell, piece in position.pieces.items()
        if position.controller(piece.party) == player
    }


def check(
    promise: Promise,
    cell: str | None,
    verdict: Verdict,
    reason: VerdictReason | None,
    line: GameLine,
) -> None:
    """What a person sees who only compares the boards before and after a line."""
    mine = line.party == promise.by and line.turn is not None
    ruled, rules = line.before.ruler == promise.by, line.after.ruler == promise.by
    if promise.kind in ("peace", "attack"):
        if mine and line.turn is not None:
            deed = Verdict.BROKEN if promise.kind == "peace" else Verdict.KEPT
            gone = {
                c: p
                for c, p in owned(line.before, promise.other or "").items()
                if str(line.after.piece_at(c) or "") != p and c != line.turn.origin
            }
            favour = line.after.ruler == promise.other and line.before.ruler != promise.other
            fell = not line.after.party(promise.other or "").is_active
            if (gone and not favour) or fell:
                assert verdict is (Verdict.VOID if line.proxy else deed)
            elif not gone and not favour:
                assert reason not in (VerdictReason.ATTACKED, VerdictReason.ENCIRCLED)
        else:
            assert reason not in (VerdictReason.ATTACKED, VerdictReason.ENCIRCLED)
    if promise.kind == "no_power":
        took = mine and rules and not ruled
        assert (verdict is Verdict.BROKEN) == (took and not line.proxy)
    if promise.kind == "leave" and ruled and rules:
        assert reason is not VerdictReason.LEFT_POWER
    if promise.kind == "spare" and cell is not None and line.turn is not None:
        assert not (verdict is Verdict.BROKEN and line.party != promise.by)
        # A piece that came here itself may look like the one that stood here.
        stays = cell not in (line.turn.origin, line.turn.target, line.turn.exit)
        same = line.after.piece_at(cell) == line.before.piece_at(cell)
        if stays and same:
            assert reason not in (VerdictReason.TOUCHED, VerdictReason.PIECE_GONE)
        elif mine and cell != line.turn.origin and (stays or cell == line.turn.target):
            touched = Verdict.VOID if line.proxy else Verdict.BROKEN
            encircled = line.before.pieces[cell].kind == "C" and reason is not VerdictReason.TOUCHED
            assert verdict is touched or encircled


@pytest.mark.parametrize("rules", VARIANTS)
def test_rounds_give_everybody_the_same_turns(rules: tuple[str, str]) -> None:
    """In a game where nobody falls and nobody rules, n rounds are n turns of every seat."""
    position = Position.start(*rules)
    promise = Promise(position.mover or "", "no_power", 3)
    seats: list[str] = []
    lines: list[GameLine] = []
    dice = random.Random(7)
    while judge(Pact((promise,)), lines)[0].open:
        quiet = [
            t
            for t in position.legal_turns()
            if t.target not in (*position.pieces, *position.corpses) and not t.victims
        ]
        turn = dice.choice(quiet)
        while (after := position.play(turn)).ruler is not None:
            turn = dice.choice(quiet)
        seats.append(position.seat)
        lines.append(GameLine(position, position.mover or "", turn, after))
        position = after
    counts = {seats.count(seat) for seat in set(seats)}
    assert counts == {3}
