"""What the kernel keeps up as it plays, against the same worked out afresh."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from tests.properties.strategies import positions, seeds, unshrunk, variants, walk
from tests.rules.strategies import some_rules

from djambi import EDITIONS, VARIANT_NAMES, Position, Rules, Setup, Variant
from djambi.kernel import turns
from djambi.kernel.rules import codes
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.turns import PASS


def start(variant: Variant, rules: Rules) -> Position:
    return Position.from_setup(Setup.start(variant, rules))


def random_event(position: Position, kernel: Kernel, chance: random.Random) -> str:
    """Play a random legal turn on a kernel, or resign once in a while; say which it was."""
    active = [
        party
        for party in range(len(position.variant.parties))
        if kernel.entry(codes.STATUS + party) == codes.ACTIVE
    ]
    if chance.random() < 0.05:
        party = chance.choice(active)
        kernel.give_up(party)
        return f"{position.variant.parties[party]} resigns"
    movers = kernel.movers()
    if not movers:
        kernel.play(PASS)
        return "--"
    cell, many = chance.choice(movers)
    turn = kernel.window(cell, codes.NO_CELL, chance.randrange(many), 1)[0]
    kernel.play(turn)
    return hex(turn)


def observed(kernel: Kernel) -> tuple[object, ...]:
    return kernel.contents(), kernel.entries(), kernel.zobrist_hash, sorted(kernel.movers())


@unshrunk
@given(position=positions, seed=seeds)
def test_taking_back_restores_all(position: Position, seed: int) -> None:
    note(str(position))
    chance = random.Random(seed)
    kernel = position.kernel()
    seen: list[tuple[object, ...]] = []
    while len(seen) < 40 and not kernel.entry(codes.WINNERS):
        seen.append(observed(kernel))
        note(random_event(position, kernel, chance))
    for before in reversed(seen):
        kernel.take_back()
        assert observed(kernel) == before


@unshrunk
@given(position=positions, seed=seeds)
def test_what_is_kept_is_what_is_worked_out_afresh(position: Position, seed: int) -> None:
    note(str(position))
    chance = random.Random(seed)
    kernel = position.kernel()
    for _ in range(25):
        if kernel.entry(codes.WINNERS):
            break
        note(random_event(position, kernel, chance))
        now = position.reached(kernel)
        fresh = now.kernel()
        read = Position.parse(str(now))
        assert kernel.zobrist_hash == fresh.zobrist_hash == read.kernel().zobrist_hash
        assert now.key == read.key
        assert now == read
        # Reading numbers the Militants anew, so their order may differ.
        assert sorted(kernel.movers()) == sorted(fresh.movers()) == sorted(read.kernel().movers())


@unshrunk
@given(position=positions, seed=seeds)
def test_nothing_leaves_the_board(position: Position, seed: int) -> None:
    note(str(position))
    kernel = position.kernel()
    chance = random.Random(seed)
    total = len(position.pieces) + len(position.corpses)
    living = Counter(map(str, position.pieces.values()))
    for _ in range(30):
        if kernel.entry(codes.WINNERS):
            break
        note(random_event(position, kernel, chance))
        now = position.reached(kernel)
        assert len(now.pieces) + len(now.corpses) == total
        still = Counter(map(str, now.pieces.values()))
        assert still <= living
        living = still
        assert not now.setup().faults()


@unshrunk
@given(position=positions)
def test_turns_are_counted_as_they_are_listed(position: Position) -> None:
    turns = list(position.legal_turns())
    assert len(position.legal_turns()) == len(turns) == len(set(turns))
    assert len(set(map(str, turns))) == len(turns)
    assert bool(position.legal_turns()) == bool(turns)
    assert position.is_over == (not turns)
    if position.kernel().movers():
        assert not any(turn.is_pass for turn in turns)


@unshrunk
@given(position=positions, seed=seeds)
def test_windows_are_parts_of_the_whole_list(position: Position, seed: int) -> None:
    chance = random.Random(seed)
    kernel = position.kernel()
    for cell, many in kernel.movers()[:6]:
        whole = [
            turn
            for low in range(0, many, 1024)
            for turn in kernel.window(cell, codes.NO_CELL, low, 1024)
        ]
        assert len(whole) == many
        low = chance.randrange(many)
        size = chance.randint(1, 1024)
        assert kernel.window(cell, codes.NO_CELL, low, size) == whole[low : low + size]
        assert kernel.window(cell, codes.NO_CELL, many, 10) == []
        want = turns.target(chance.choice(whole))
        there = [turn for turn in whole if turns.target(turn) == want]
        assert kernel.count_to(cell, want) == len(there)
        assert kernel.window(cell, want, 0, 1024) == there[:1024]


@unshrunk
@given(position=positions)
def test_perft_is_the_sum_of_its_parts(position: Position) -> None:
    kernel = position.kernel()
    assert kernel.perft(0) == 1
    assert kernel.perft(1) == len(position.legal_turns())
    if kernel.perft(1) > 300:
        return
    after = [position.play(turn) for turn in position.legal_turns()]
    assert kernel.perft(2) == sum(len(one.legal_turns()) for one in after)
    if kernel.perft(2) < 6000:
        assert kernel.perft(3) == sum(one.kernel().perft(2) for one in after)


@unshrunk
@given(position=positions, seed=seeds)
def test_perft_and_random_play_leave_or_end(position: Position, seed: int) -> None:
    kernel = position.kernel()
    before = observed(kernel)
    kernel.perft(1)
    assert observed(kernel) == before
    played = kernel.random_play(10, seed)
    assert kernel.entry(codes.PLY) == position.ply + played
    assert played == 10 or kernel.entry(codes.WINNERS)
    again = position.kernel()
    assert again.random_play(10, seed) == played
    assert observed(again) == observed(kernel)


@pytest.mark.parametrize(
    "placement",
    [
        pytest.param("8bC/9/9/9/9/9/9/9/rC3rM4", id="turns to empty cells"),
        pytest.param("8bC/9/9/9/9/9/9/bMx7/rCx7", id="nothing but the places of a corpse"),
    ],
)
def test_random_turns_are_drawn_evenly(placement: str, compiled: bool) -> None:
    position = Position.parse(f"square-4 original,quiet_rounds=0 {placement} r,b,y!,g! rbyg r 0 7")
    legal = {position.play(turn).kernel().contents() for turn in position.legal_turns()}
    each = 100 if compiled else 20
    seen: Counter[bytes] = Counter()
    for seed in range(each * len(legal)):
        kernel = position.kernel()
        kernel.random_play(1, seed)
        seen[kernel.contents()] += 1
    assert seen.keys() == legal
    # Six standard deviations.
    assert all(abs(many - each) < 6 * each**0.5 for many in seen.values())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_random_games_end(variant: str, edition: str, compiled: bool) -> None:
    position = Position.start(variant, edition)
    if not compiled:
        # The limit of RULES 7.4 comes sooner.
        position = Position.start(variant, edition, quiet_rounds=2)
    for seed in range(10 if compiled else 1):
        kernel = position.kernel()
        played = kernel.random_play(1_000_000, seed)
        end = position.reached(kernel)
        assert end.ply == played < 1_000_000
        assert end.is_over
        assert end.result is not None
        assert sum(end.result.values()) == pytest.approx(1)
        assert set(end.result) == set(position.variant.parties)
        assert Position.parse(str(end)) == end


@unshrunk
@given(variant=variants, rules=some_rules, quiet=st.integers(1, 3), seed=seeds)
def test_games_under_any_rules_end(variant: Variant, rules: Rules, quiet: int, seed: int) -> None:
    text = str(rules).split(",quiet_rounds")[0]
    position = start(variant, Rules.parse(f"{text},quiet_rounds={quiet}"))
    assert walk(position, 100_000, seed).is_over
