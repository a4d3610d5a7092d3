"""Positions, turns and legal turns as values: equal, hashable, immutable, small, threads or not."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import cast

import pytest
from tests.library.playing import SEEDED, sampled, some_play
from tests.positions import MUST_PASS

from djambi import OPTIONS, VARIANT_NAMES, DjambiError, Position, Rules, UnknownCell, Variant
from djambi.geometry import board_named
from djambi.position.rules_context import key_salt
from djambi.rules import EDITIONS, Option

# Keys stand in files: they never change.
KEYS = {
    "square-4": 0x456900A52BADE93B,
    "square-3": 0x0087E5CD7F15D2E7,
    "square-2": 0x8DD5CCA490F8270A,
    "hex-3": 0x3849E59DF0D783E6,
    "hex-6": 0x859F72DA9AE17EA4,
    "hex-5": 0xEEF2CF0C4C80CC33,
    "polygon-3": 0x6D73D4E3D9353175,
    "polygon-4": 0x85E1007FE784A9F6,
    "polygon-5": 0x5997FDD3B82558B8,
    "polygon-6": 0x632F4894A28F71CA,
    "polygon-7": 0x362D0610931FBB79,
    "polygon-8": 0xB2110FA11F6CD941,
}


@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_keys_never_change(variant: str) -> None:
    assert Position.start(variant).key == KEYS[variant]


def test_a_new_option_changes_no_key() -> None:
    """Positions kept under their keys are found again once there is one more option."""
    extra = Option("moonlight", bool, ("no", "yes"), (False,) * len(EDITIONS), False, ())
    for variant, edition in (("square-4", "original"), ("hex-6", "harcourt-advanced")):
        found = Variant.get(variant)
        rules = Rules.of(edition)
        values = {option.name: getattr(rules, option.name) for option in OPTIONS}
        for moonlight in (False, True):
            longer = cast("Rules", SimpleNamespace(**values, moonlight=moonlight))
            salt = key_salt(found, longer, (extra, *OPTIONS))
            assert (salt == key_salt(found, rules)) == (not moonlight)


def test_every_option_has_its_share_in_the_key() -> None:
    variant = Variant.get("square-4")
    seen = {key_salt(variant, Rules.of("original"))}
    for option in OPTIONS:
        for text in option.values or ("0", "1"):
            if option.parse(text) != option.default("original"):
                salt = key_salt(variant, Rules.of("original", **{option.name: text}))
                assert salt not in seen
                seen.add(salt)


def test_equal_whatever_edition_the_rules_were_written_from() -> None:
    bga = Position.start("square-4", "bga")
    values = {option.name: getattr(bga.rules, option.name) for option in OPTIONS}
    same = Position.start("square-4", "original", **values)
    assert (same, hash(same), same.key) == (bga, hash(bga), bga.key)
    # Each is written as it was made, whichever came first.
    for position, edition in ((bga, "bga"), (same, "original"), (bga, "bga")):
        again = Position.parse(str(position))
        assert again.rules.edition == position.rules.edition == edition
        assert str(position.play("c3-e3")).split(" ")[1] == str(position.rules)


def test_what_differs_is_not_equal() -> None:
    start = Position.start()
    setup = start.setup()
    others = [
        Position.start("square-3"),
        Position.start("polygon-4", "original"),
        Position.start("square-4", "bga"),
        *map(
            Position.from_setup,
            (
                setup.with_cell("d4", "x").with_cell("c3", ""),
                setup.with_turn("b"),
                setup.replace(order="rybg"),
                setup.replace(quiet=1),
                setup.replace(ply=1),
                setup.with_party("g", "frozen"),
                setup.with_party("g", "frozen", gone=True),
                setup.replace(winners="r", seat=""),
            ),
        ),
    ]
    assert len({start, *others}) == len(others) + 1
    assert start not in others
    assert start != str(start)


def test_militants_of_a_party_are_the_same() -> None:
    # Two ways to the same placement: the Militants on c1 and a3 change places.
    here = Position.start()
    one = here.setup().with_cells({"c1": "", "a3": "", "d4": "rM", "e4": "rM"})
    two = one.with_cells({"d4": "", "e4": ""}).with_cells({"e4": "rM", "d4": "rM"})
    assert Position.from_setup(one) == Position.from_setup(two)
    first = Position.from_setup(one)
    for text in ("d4-d6", "e4-e6"):
        after = first.play(text)
        read = Position.parse(str(after))
        assert (read, hash(read), read.key) == (after, hash(after), after.key)


def test_nothing_can_be_assigned() -> None:
    position = Position.start()
    turn = position.turn("c3-e3")
    for thing, name in (
        (position, "ply"),
        (position, "pieces"),
        (position, "note"),
        (turn, "packed"),
        (turn, "origin"),
        (turn, "note"),
        (position.legal_turns(), "note"),
        (position.setup(), "ply"),
        (position.pieces["a1"], "kind"),
        (position.parties[0], "status"),
        (position.stage(), "kind"),
    ):
        with pytest.raises((AttributeError, TypeError)):
            setattr(thing, name, 1)
    with pytest.raises(TypeError):
        position.pieces["e5"] = position.pieces["a1"]  # type: ignore[index]


@pytest.mark.parametrize(("variant", "edition", "seed"), SEEDED)
def test_texts_pickles_and_copies_are_the_same_position(
    variant: str, edition: str, seed: int, compiled: bool
) -> None:
    for position in sampled(some_play(variant, edition, seed, 150 if compiled else 20), 5, seed):
        read = Position.parse(str(position))
        assert (read, str(read), hash(read)) == (position, str(position), hash(position))
        assert Position.from_setup(position.setup()) == position
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again: Position = pickle.loads(pickle.dumps(position, protocol))
            assert (again, again.key, str(again)) == (position, position.key, str(position))
        assert copy.copy(position) is position
        assert copy.deepcopy([position])[0] is position
        assert eval(repr(position)) == position


def test_pickles_and_positions_are_small() -> None:
    position = Position.start("polygon-8")
    turn = position.legal_turns()[0]
    assert len(pickle.dumps(position)) < 500
    assert len(pickle.dumps(turn)) < 150
    assert len(pickle.dumps(position.setup())) < 3000
    assert pickle.loads(pickle.dumps(turn)) == turn
    assert copy.deepcopy(turn) is turn
    parts = (position, position._contents, position._header)
    assert sum(map(sys.getsizeof, parts)) < 600


@pytest.mark.parametrize("name", VARIANT_NAMES)
def test_boards_are_pickled_by_name(name: str) -> None:
    board = Variant.get(name).board
    assert pickle.loads(pickle.dumps(board)) is board
    assert board_named(board.name) is board


@pytest.mark.parametrize(
    "name", ["", "square-4", "hex", "hex-6", "polygon-9", "polygon-", "hexagon-61"]
)
def test_there_is_no_other_board(name: str) -> None:
    with pytest.raises(DjambiError, match="there is no board"):
        board_named(name)


def test_keys_are_the_same_in_every_process() -> None:
    program = "from djambi import Position; print(Position.start('hex-3').play('{}').key)"
    start = Position.start("hex-3")
    turn = str(start.legal_turns()[0])
    done = subprocess.run(
        [sys.executable, "-c", program.format(turn)], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) == start.play(turn).key
    assert 0 <= start.key < 2**64


@pytest.mark.parametrize(("variant", "edition", "seed"), SEEDED)
def test_legal_turns_are_a_view(variant: str, edition: str, seed: int, compiled: bool) -> None:
    plies, many = (150, 4) if compiled else (25, 1)
    for position in sampled(some_play(variant, edition, seed, plies), many, seed):
        view = position.legal_turns()
        turns = list(view)
        assert len(view) == view.count() == len(turns) == len(set(turns))
        assert bool(view) == bool(turns) == (not position.is_over)
        assert repr(view) == f"<LegalTurns: {len(turns)}>"
        chance = random.Random(seed)
        for number in chance.sample(range(len(turns)), min(10, len(turns))):
            assert view[number] == turns[number]
            assert view[number - len(turns)] == turns[number]
            assert turns[number] in view
        for number in (len(turns), -len(turns) - 1):
            with pytest.raises(IndexError):
                view[number]
        for cell in {turn.origin for turn in turns if turn.origin}:
            here = [turn for turn in turns if turn.origin == cell]
            own = position.legal_turns(cell)
            assert list(own) == here
            assert len(own) == len(here)
            assert own[-1] == here[-1]
            assert here[0] in own
            target = here[-1].target
            there = position.legal_turns(cell, target)
            assert set(there) == {turn for turn in here if turn.target == target}
            assert all(turn in there for turn in there)
            others = [turn for turn in turns if turn.origin != cell]
            assert not others or others[0] not in own


def test_legal_turns_of_cells_without_any() -> None:
    start = Position.start()
    for view in (start.legal_turns("e5"), start.legal_turns("i9"), start.legal_turns("a1", "i9")):
        assert (list(view), len(view), bool(view)) == ([], 0, False)
        assert "c3-e3" not in view
        with pytest.raises(IndexError):
            view[0]
    for origin, target in (("z1", None), (None, "z1")):
        with pytest.raises(UnknownCell):
            start.legal_turns(origin, target)
    stuck = Position.parse(MUST_PASS)
    assert [str(turn) for turn in stuck.legal_turns()] == ["--"]
    assert str(stuck.legal_turns()[0]) == str(stuck.legal_turns()[-1]) == "--"
    assert list(stuck.legal_turns("a1")) == []
    assert 17 not in start.legal_turns()


def test_turns_can_be_asked_while_others_are_listed(compiled: bool) -> None:
    # The Diplomat before the maze: more turns than are asked of the kernel at once.
    position = Position.parse(
        "square-4 wikipedia yC7gC/9/9/6bM2/4bC4/9/9/1rD7/rC1x4xrR r,b,y,g rbyg r 0 0"
    )
    turns = list(position.legal_turns())
    assert len(turns) > 8192
    other = Position.start()
    seen = 0
    for number, turn in enumerate(position.legal_turns()):
        assert turn == turns[number]
        if number % (97 if compiled else 5000) == 0:
            assert len(other.legal_turns()) == 30
            assert position.play(turn).ply == 1
        seen += 1
    assert seen == len(turns)


def test_a_thread_may_play_for_ever(compiled: bool) -> None:
    start = Position.start()
    texts = [str(turn) for turn in start.legal_turns()]
    after = {text: start.play(text) for text in texts}
    for number in range(2000 if compiled else 700):
        text = texts[number % len(texts)]
        assert start.play(text) == after[text]
    assert start.resign("r") == start.resign("r")
    assert len(start.upcoming(1200)) == 200


def test_threads_do_not_disturb_each_other(compiled: bool) -> None:
    cases = SEEDED[:8] if compiled else SEEDED[:3]

    def game(case: tuple[str, str, int]) -> list[Position]:
        return some_play(*case, plies=40)

    alone = list(map(game, cases))
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(game, cases))
    assert together == alone


def test_numbers_stop_where_they_can_still_be_read() -> None:
    last = Position.from_setup(
        Position.start("square-4", quiet_rounds=0)
        .setup()
        .replace(quiet=999_999_999, ply=999_999_999)
    )
    after = last.play("c3-e3")
    assert (after.quiet, after.ply) == (999_999_999, 999_999_999)
    assert Position.parse(str(after)) == after


def test_who_plays_is_asked_of_known_parties() -> None:
    start = Position.start("square-3")
    for letter in ("p", "", "rb", "R"):
        for ask in (start.party, start.controller, start.resign):
            with pytest.raises(DjambiError, match="is not a party of square-3"):
                ask(letter)
    with pytest.raises(DjambiError, match="g cannot resign: it is not active but hostage"):
        start.resign("g")
    over = start.resign("r").resign("b")
    assert over.result == {"r": 0.0, "b": 0.0, "y": 1.0, "g": 0.0}
    with pytest.raises(DjambiError, match="the game is over"):
        over.resign("y")
    assert (over.seat, over.mover, over.bonus, over.upcoming(3)) == ("", None, False, ())
    for cell in ("z9", "", "A1"):
        for look in (start.piece_at, start.legal_turns):
            with pytest.raises(UnknownCell):
                look(cell)


def test_the_only_active_party_cannot_resign() -> None:
    # No game gets here: it would be over. A position that was written down may say so.
    alone = Position.parse("square-4 original 9/9/9/9/9/9/9/9/rC8 r,b>r,y>r,g>r rbyg r 0 20")
    with pytest.raises(DjambiError, match="r cannot resign: no other party is active"):
        alone.resign("r")
    assert alone.play("a1-a2").winners == "r"
