"""Positions and turns as values: equal, hashable, copied, pickled, asked from several threads."""

from __future__ import annotations

import copy
import pickle
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest

import pytest
from hypothesis import given, note
from tests.properties.strategies import positions, seeds, unshrunk

from djambi import OPTIONS, Position, Rules

NAMES = [option.name for option in OPTIONS]

# The key is the same on every machine, in every version, compiled and interpreted.
KEYS = {
    "square-4 original gCgAgM3yMyAyC/gRgDgM3yMyDyR/gMgMgN3yNyMyM/9/9/9/rMrMrN3bNbMbM/"
    "rRrDrM3bMbDbR/rCrArM3bMbAbC r,b,y,g rbyg r 0 0": 0x456900A52BADE93B,
    "square-4 bga,own_kills=none 9/4x4/9/4bC4/4rC4/9/9/9/7gMyC "
    "r,b,y,g!* yrbg r+b 12 340": 0x148C4BF731EB8C1E,
    "hex-3 harcourt rC4/6/7/8/9/6bCyC/x6/6/5 r,b,y rby b 0 0": 0xE04916468C4C40E0,
}


@unshrunk
@given(position=positions)
def test_positions_are_values(position: Position) -> None:
    text = str(position)
    note(text)
    for same in (
        Position.parse(text),
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
        Position.from_setup(position.setup()),
    ):
        assert same == position
        assert hash(same) == hash(position)
        assert str(same) == text
        assert same.key == position.key
        assert {same: 1}[position] == 1
    assert eval(repr(position), {"Position": Position}) == position
    assert position != text
    assert not position == text  # noqa: SIM201


@unshrunk
@given(position=positions, seed=seeds)
def test_another_position_is_not_equal(position: Position, seed: int) -> None:
    note(str(position))
    turns = list(position.legal_turns())
    before, key = str(position), position.key
    for turn in random.Random(seed).sample(turns, min(10, len(turns))):
        note(str(turn))
        after = position.play(turn)
        assert after != position
        assert after.ply == position.ply + 1
        if (after.pieces, after.corpses) != (position.pieces, position.corpses):
            assert after.key != key
    assert str(position) == before
    assert position.key == key


@unshrunk
@given(position=positions)
def test_the_edition_is_only_a_name(position: Position) -> None:
    """The same rules written from another edition make an equal position with an equal key."""
    options = {name: getattr(position.rules, name) for name in NAMES}
    text = str(position).replace(str(position.rules), str(Rules.of("wikipedia", **options)), 1)
    other = Position.parse(text)
    assert other == position
    assert hash(other) == hash(position)
    assert other.key == position.key


@unshrunk
@given(position=positions, seed=seeds)
def test_turns_are_values(position: Position, seed: int) -> None:
    note(str(position))
    turns = list(position.legal_turns())
    for turn in random.Random(seed).sample(turns, min(10, len(turns))):
        for same in (copy.copy(turn), copy.deepcopy(turn), pickle.loads(pickle.dumps(turn))):
            assert same == turn
            assert hash(same) == hash(turn)
            assert same in position.legal_turns()
        assert turn != str(turn)
        assert turn.parts.readings()
        assert position.turn(str(turn)).parts == turn.parts


@unshrunk
@given(position=positions, seed=seeds)
def test_a_view_is_the_same_from_every_side(position: Position, seed: int) -> None:
    note(str(position))
    chance = random.Random(seed)
    view = position.legal_turns()
    turns = list(view)
    assert list(position.legal_turns()) == turns
    for number in chance.sample(range(len(turns)), min(10, len(turns))):
        assert view[number] == turns[number]
        assert view[number - len(turns)] == turns[number]
    for number in (len(turns), -len(turns) - 1):
        with pytest.raises(IndexError):
            view[number]
    if not turns or turns[0].is_pass:
        return
    one = chance.choice(turns)
    origin, target = one.origin or "", one.target or ""
    for some, wanted in (
        (position.legal_turns(origin), [t for t in turns if t.origin == origin]),
        (position.legal_turns(target=target), [t for t in turns if t.target == target]),
        (
            position.legal_turns(origin, target),
            [t for t in turns if (t.origin, t.target) == (origin, target)],
        ),
    ):
        assert list(some) == wanted
        assert len(some) == len(wanted)
        assert some[len(wanted) - 1] == wanted[-1]
        for turn in chance.sample(turns, min(10, len(turns))):
            assert (turn in some) == (turn in wanted)


@unshrunk
@given(position=positions, other=positions)
def test_listing_is_not_disturbed_by_other_questions(position: Position, other: Position) -> None:
    note(str(position))
    turns = list(position.legal_turns())
    others = list(other.legal_turns())
    cells = other.board.cells
    both = zip_longest(position.legal_turns(), other.legal_turns())
    for number, (turn, second) in enumerate(both):
        assert turn == (turns[number] if number < len(turns) else None)
        assert second == (others[number] if number < len(others) else None)
        if number % 150 == 0:
            if turn is not None:
                assert position.play(turn).ply == position.ply + 1
            other.why_not(cells[0], cells[1])
        if number > 4000:
            break


def everything(position: Position, seed: int) -> list[object]:
    """Many answers of one position."""
    chance = random.Random(seed)
    found: list[object] = [str(position), position.key, position.upcoming(5)]
    cells = position.board.cells
    turns = list(position.legal_turns())
    found += [len(position.legal_turns()), [str(turn) for turn in turns[:200]]]
    for turn in chance.sample(turns, min(8, len(turns))):
        found.append(str(position.play(turn)))
        found.append(turn.long(position))
        found.append(position.why_not(chance.choice(cells), chance.choice(cells)))
        found.append(position.stage(turn.origin or "").choices)
    return found


@pytest.mark.parametrize(("variant", "edition"), [("square-4", "bga"), ("hex-6", "hallepee")])
def test_threads_may_ask_one_position_at_once(variant: str, edition: str, compiled: bool) -> None:
    start = Position.start(variant, edition)
    kernel = start.kernel()
    kernel.random_play(60, 5)
    position = start.reached(kernel)
    rounds = 12 if compiled else 2
    wanted = [everything(position, seed) for seed in range(rounds)]
    ready = threading.Barrier(4)

    def ask(first: int) -> list[list[object]]:
        ready.wait()
        return [everything(position, (first + seed) % rounds) for seed in range(rounds)]

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(ask, range(4)))
    for first, found in enumerate(answers):
        for seed in range(rounds):
            assert found[seed] == wanted[(first + seed) % rounds]


@pytest.mark.parametrize(("text", "key"), KEYS.items())
def test_keys_never_change(text: str, key: int) -> None:
    assert Position.parse(text).key == key
