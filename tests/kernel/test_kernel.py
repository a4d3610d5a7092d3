"""What random play seldom or never comes to: the kernel's own borders, and rare positions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests import judge
from tests.positions import SHUT

from djambi import DjambiError, Party, Piece, Position, Rules, Setup
from djambi.geometry import Board, square_board
from djambi.kernel.baselines.published import Published
from djambi.kernel.baselines.uct import Uct
from djambi.kernel.rules import codes
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.rules.options import option_numbers
from djambi.kernel.rules.tables import Tables, tables_of
from djambi.kernel.search.features import FeatureExtractor
from djambi.kernel.search.forced_win import ForcedWinSolver
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.kernel.turns import PASS


def played_as_judged(position: Position) -> None:
    """Turns are those that the judge knows, and lead where he says; all of few, some of many."""
    text = str(position)
    turns = sorted(map(str, position.legal_turns()))
    assert turns == sorted(judge.legal_turns(text))
    # Counting is another way than listing.
    assert len(position.legal_turns()) == len(turns)
    for turn in turns[:: max(1, len(turns) // 60)]:
        assert str(position.play(turn)) == judge.play(text, turn)


def test_a_pass_is_a_turn_to_perft_and_to_random_play() -> None:
    position = Position.parse(SHUT)
    assert [str(turn) for turn in position.legal_turns()] == ["--"]
    after = position.play("--")
    kernel = position.kernel()
    assert kernel.perft(2) == len(after.legal_turns())
    assert kernel.perft(3) == after.kernel().perft(2)
    assert kernel.random_play(1, 3) == 1
    assert position.reached(kernel) == after


@pytest.mark.parametrize("number", [-1, 0, 1 << 57, 1 << 63, 1 << 64])
def test_numbers_that_are_no_turn_are_not_legal(number: int) -> None:
    assert not Position.start().kernel().is_legal(number)


def test_perft_takes_more_turns_of_a_piece_than_one_window_holds(compiled: bool) -> None:
    start = Position.start("hex-6", "original")
    board = start.board
    cells = [""] * len(board.cells)
    cells[board.corners[0]], cells[board.corners[3]] = "rC", "bC"
    among = board.index("d8")
    cells[among] = "rD"
    for ray, piece in zip(board.rays[among], ["bM"] * 4 + ["yM"] * 4 + ["gM"] * 4, strict=True):
        cells[ray[0]] = piece
    parties = (Party("r"), Party("b"), *(Party(letter, "vassal", "b") for letter in "ygpo"))
    setup = Setup(start.variant, start.rules, tuple(cells), parties, "rbygpo", "r")
    position = Position.from_setup(setup)
    assert len(position.legal_turns("d8")) > 1024
    turns = position.legal_turns() if compiled else position.legal_turns("a9")
    counts = [len(position.play(turn).legal_turns()) for turn in turns]
    many = position.kernel().perft(2)
    assert many == sum(counts) if compiled else many > sum(counts)


@pytest.mark.parametrize("depth", [-1, 17, 10**9])
def test_perft_refuses_other_depths(depth: int) -> None:
    with pytest.raises(ValueError, match="perft depth"):
        Position.start().kernel().perft(depth)


def test_only_so_many_turns_are_open_at_once() -> None:
    position = Position.parse(SHUT)
    kernel = position.kernel()
    before = kernel.contents(), kernel.entries(), kernel.zobrist_hash
    for _ in range(512):
        kernel.play(PASS)
    with pytest.raises(OverflowError):
        kernel.play(PASS)
    with pytest.raises(OverflowError):
        kernel.give_up(0)
    with pytest.raises(OverflowError):
        kernel.random_play(1, seed=1)
    with pytest.raises(OverflowError):
        kernel.random_games(1, seed=1)
    with pytest.raises(OverflowError):
        MultiplayerMcts(kernel).think(nodes=10, seconds=60, depth=2, seed=1)
    with pytest.raises(OverflowError):
        ForcedWinSolver(kernel).forced_win(max_turns=10)
    with pytest.raises(OverflowError):
        Published(kernel).choose(seed=1)
    # What is counted needs no room here.
    assert kernel.perft(3) == position.kernel().perft(3)
    for _ in range(512):
        kernel.take_back()
    assert (kernel.contents(), kernel.entries(), kernel.zobrist_hash) == before


def test_random_games_need_no_room_for_turns() -> None:
    kernel = Position.parse(SHUT).kernel()
    for _ in range(512):
        kernel.play(PASS)
    assert Uct(kernel).think(nodes=1, seconds=60, seed=1) == PASS
    with pytest.raises(IndexError):
        kernel.take_back()


def test_room_for_many_turns_is_there_once_it_is_promised() -> None:
    # Red comes to power and holds six parties; Blue's Diplomat puts him back and goes home.
    position = Position.parse(
        "polygon-8 harcourt,diplomat_enthrones=chiefs,encircled_chief=sleeps,"
        "vassalage=while_in_power,quiet_rounds=0 1/15rC4/20/19bC/15bD4/20/19rM/19bM/20 "
        "r,b,y!,g!,p!,o!,w!,k! rbygpowk r 0 0"
    )
    ruled = position.play("a40-o")
    round_trip = position.turn("a40-o").packed, ruled.turn("d40-o>a40/d40").packed
    kernel = position.kernel()
    played = 0
    while True:
        try:
            kernel.check_room(128)
        except OverflowError:
            break
        kernel.play(round_trip[played % 2])
        played += 1
    assert played > 128
    kernel.take_back()
    for number in range(played - 1, played + 127):
        kernel.play(round_trip[number % 2])


def test_what_nobody_controls_may_do_nothing_whoever_asked_before() -> None:
    board = (
        "gCgAgM3yMyAyC/gRgDgM3yMyDyR/gMgMgN3yNyMyM/9/9/9/rMrMrN3bNbMbM/rRrDrM3bMbDbR/rCrArM3bMbAbC"
    )
    active = Position.parse(f"square-4 original {board} r,b,y,g rbyg r 0 0")
    asleep = Position.parse(f"square-4 original {board.replace('yC', '1')} r,b,y!*,g rbyg r 0 0")
    militant, other = Piece("y", "M"), Piece("r", "M")
    for _ in range(2):
        assert not asleep.may_act(militant, other)
        assert active.may_act(militant, other)


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        (Piece("p", "C"), "'p' is not a party of square-4"),
        (Piece("r", "Q"), "'Q' is not a kind of piece"),
        (Piece("", "x"), "'' is not a party of square-4"),
    ],
)
def test_pieces_that_the_game_lacks_act_on_nothing(piece: Piece, said: str) -> None:
    start = Position.start()
    with pytest.raises(DjambiError, match=said):
        start.may_act(Piece("r", "M"), piece)
    with pytest.raises(DjambiError, match=said):
        start.may_act(piece, Piece("b", "M"))


def test_random_games_leave_the_position() -> None:
    kernel = Position.start("hex-3", quiet_rounds=1).kernel()
    before = kernel.contents(), kernel.entries(), kernel.zobrist_hash
    movers = sorted(kernel.movers())
    played = kernel.random_games(2, seed=5)
    assert played >= 6
    assert (kernel.contents(), kernel.entries(), kernel.zobrist_hash) == before
    assert sorted(kernel.movers()) == movers
    assert kernel.random_games(2, seed=5) == played


@pytest.mark.parametrize(
    "position",
    [
        pytest.param(Position.start("hex-3", quiet_rounds=1), id="nothing comes of the games"),
        pytest.param(
            Position.parse(
                "square-4 original,quiet_rounds=5 8bC/8bA/6xyM1/7yC1/4rC4/9/bM8/2x6/rM8 "
                "r,b,y!,g>b rbyg b 0 7"
            ),
            id="power, a vassal by inheritance, deaths and ends",
        ),
    ],
)
def test_random_games_leave_what_follows_from_the_position(position: Position) -> None:
    # Nobody has asked the kernel anything before.
    kernel, fresh = position.kernel(), position.kernel()
    kernel.random_games(20, seed=5)
    assert kernel.movers() == fresh.movers()
    extractor = FeatureExtractor(kernel.tables)
    assert extractor.features(kernel) == extractor.features(fresh)
    assert kernel.random_play(12, seed=7) == fresh.random_play(12, seed=7)
    assert kernel.entries() == fresh.entries()


def test_what_was_played_at_random_cannot_be_taken_back() -> None:
    kernel = Position.start().kernel()
    kernel.random_play(3, seed=5)
    with pytest.raises(IndexError):
        kernel.take_back()


def test_random_play_leaves_room_for_turns() -> None:
    # Red and yellow are shut in and pass for ever, while green's Necromobile lives.
    kernel = Position.parse(
        "square-4 original,quiet_rounds=0 6xxyC/6xyMx/6xxx/9/gN8/9/xxx6/xrMx6/rCxx6 "
        "r,b>y,y,g! rbyg r 0 7"
    ).kernel()
    assert kernel.random_play(2700, seed=5) == 2700
    kernel.play(PASS)


def test_a_turn_is_played_on_a_kernel_that_was_asked_nothing_before() -> None:
    position = Position.parse("square-4 original 8gC/9/9/9/9/9/9/1bC7/rC8 r,b,y!,g rbyg r 0 7")
    turn = position.turn("a1-b2>c3")
    kernel = position.kernel()
    kernel.play(turn.packed)
    assert str(position.reached(kernel)) == str(position.play(turn))


def test_vassals_may_be_displaced_once_their_lord_is_in_power() -> None:
    position = Position.parse(
        "square-4 hallepee,vassal_turns=merged 8bC/9/9/9/9/4rC4/9/9/8gM r,b,y>b,g>r rbyg r 0 7"
    )
    kernel = position.kernel()
    green_militant = codes.PIECE + 3 * codes.SLOTS + codes.MILITANT
    assert kernel.acts_permitted(0, green_militant) == codes.KILL
    kernel.play(position.turn("e4-e5").packed)
    assert kernel.acts_permitted(0, green_militant) == codes.KILL | codes.DISPLACE


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param(
            "square-4 original bCbMx6/xxx6/9/9/9/9/4rC4/9/8yC r,b,y!,g>r rbyg r 0 7",
            "e3-e4 -- e4-e5",
            id="red inherits in the maze the only pieces that it meets",
        ),
        pytest.param(
            "square-4 original bCbMx6/xxx6/9/9/9/9/4rC4/9/rR7bM r,b,y>b,g>r rbyg r 0 7",
            "e3-e4 i1-i2 a1-i1*i2",
            id="a Reporter kills the only piece that red meets",
        ),
    ],
)
def test_contact_is_looked_for_again_when_it_may_be_lost(text: str, line: str) -> None:
    # Blue is shut in.
    position = Position.parse(text)
    for turn in line.split():
        assert not position.is_over
        position = position.play(turn)
    assert position.winners == "rb"


def test_a_position_that_is_loaded_has_no_turn_before_it() -> None:
    kernel = Position.start().kernel()
    kernel.random_play(1, seed=1)
    kernel.play(kernel.window(kernel.movers()[0][0], codes.NO_CELL, 0, 1)[0])
    kernel.load(kernel.contents(), kernel.entries())
    with pytest.raises(IndexError):
        kernel.take_back()


@pytest.mark.parametrize("number", [-1, -(10**9), 4, 8, 10**6, 10**9])
def test_numbers_of_no_party_no_entry_and_no_code_are_refused(number: int) -> None:
    """The compiled kernel reads its arrays without a check."""
    kernel = Position.start().kernel()
    with pytest.raises(IndexError, match=f"no party number {number}"):
        kernel.may_rejoin(number)
    with pytest.raises(IndexError, match=f"no party number {number}"):
        kernel.acts_permitted(number, codes.PIECE)
    with pytest.raises(IndexError, match=f"no party number {number}"):
        kernel.give_up(number)
    with pytest.raises(IndexError, match=f"no party number {number}"):
        kernel.rejoin(number)
    code = number if number < 0 else codes.PIECE + codes.SLOTS * number
    with pytest.raises(IndexError, match=f"no code {code}"):
        kernel.acts_permitted(0, code)
    entry = number if number < 0 else codes.HEADER + number - 4
    with pytest.raises(IndexError, match=f"no entry number {entry}"):
        kernel.entry(entry)


def test_a_kernel_has_room_for_so_many_parties_and_wants_all_options() -> None:
    tables, options = tables_of(square_board()), option_numbers(Rules.of())
    for parties in (-1, 0, 9, 10**9):
        with pytest.raises(ValueError, match=f"{parties} parties"):
            Kernel(tables, parties, options)
    del options["fortress"]
    with pytest.raises(ValueError, match="options are missing: fortress"):
        Kernel(tables, 4, options)


SQUARE = square_board()


@pytest.mark.parametrize(
    "board",
    [
        pytest.param(replace(SQUARE, lines=(*SQUARE.lines, *[SQUARE.lines[0]] * 5)), id="lines"),
        pytest.param(replace(SQUARE, neighbours=(tuple(range(17)),)), id="neighbours"),
        pytest.param(replace(SQUARE, sides=(tuple(range(9)),)), id="sides"),
    ],
)
def test_a_board_beyond_the_tables_is_refused(board: Board) -> None:
    with pytest.raises(ValueError, match="larger than the kernel's tables"):
        Tables(board)


def test_relations_are_known_before_any_turn_is_asked_for() -> None:
    kernel = Position.start().kernel()
    assert kernel.acts_permitted(0, codes.PIECE + codes.SLOTS) == codes.KILL | codes.DISPLACE
    assert kernel.acts_permitted(0, codes.PIECE) == 0


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "square-4 original,necromobile_saves=own 8bC/9/9/9/4x4/3rN5/9/9/rC8 "
            "r,b,y>b,g>b rbyg r 0 7",
            id="a Necromobile lifts a corpse from the maze and leaves before it lays it down",
        ),
        pytest.param(
            "square-4 original,frozen_pieces=vulnerable,comeback=if_free,encircled_chief=sleeps "
            "8bC/9/9/9/4yC4/9/9/7M/rC8 r,b,y!,g>b rbyg r 0 7".replace("7M", "7bM1"),
            id="one who sleeps in the maze wakes",
        ),
        pytest.param(
            "square-4 original 8bC/9/9/9/4yC4/9/9/9/rC3rA4 r,b,y!,g>b rbyg r 0 7",
            id="one who sleeps in the maze is killed, untouchable elsewhere",
        ),
        pytest.param(
            "square-4 original,corpse_on_maze=fresh_chief 8bC/9/9/9/9/9/9/yC1rM6/rC8 "
            "r,b,y,g>b rbyg r 0 7",
            id="a Chief's corpse has one place more than others, the maze",
        ),
        pytest.param(
            "square-4 hallepee,vassal_turns=merged yC8/9/9/9/xxxxxxxxx/9/9/bMgM7/rD7rC "
            "r,b>r,y,g>r rbyg r 0 7",
            id="others are in contact than the first piece of a region",
        ),
        pytest.param(
            "square-4 harcourt 8bC/9/9/9/4rC4/9/9/9/yC8 r,b,y,g>y rbyg r 0 7",
            id="a ruler leaves in a turn of his own",
        ),
        pytest.param(
            "square-4 harcourt,comeback=if_free,encircled_chief=sleeps "
            "yC8/9/9/9/9/9/xxx6/bCxx6/rCxx4rA1 r,b>r~,y,g>y rbyg r 0 7",
            id="a sleeping Chief in the group around another",
        ),
        pytest.param(
            "hex-6 harcourt-advanced 7/8/9/10/11/6bA5/5rAyC6/12/11/10/9/8/rC5bC "
            "r,b,y,g>r,p>r,o>r rbygpo b 0 8",
            id="exits from a closed fortress beside its ruler",
        ),
        pytest.param(
            "hex-6 harcourt-advanced,mover_exit=chiefs 7/8/9/5rC4/11/12/4bDrMyC6/12/11/10/9/8/6bC "
            "r,b,y,g>r,p>r,o>r rbygpo b 0 8",
            id="on its way out of the fortress a Diplomat finds the maze taken",
        ),
        pytest.param(
            "hex-6 harcourt,fortress=yes 5gC1/8/9/10/11/12/6yC6/12/11/10/9/8/1bDgM2bC1 "
            "r>y,b,y,g,p>y,o>y rbygpo b 0 8",
            id="a Diplomat displaces nobody into a closed fortress",
        ),
        pytest.param(
            "hex-6 harcourt-advanced bCbM5/8/9/10/3x7/8x3/6yC1xxx2/7xgCx2/6xxxx1/7x2/9/8/7 "
            "r>y,b,y,g,p>y,o>y rbygpo b 0 8",
            id="a closed fortress is no way out of encirclement",
        ),
        pytest.param(
            "hex-6 harcourt-advanced 6bC/8/x8/1x4x3/2x1x1x3x/x2x2x2x2/2x1xx2x4/3xxxx5/xxxxrNxxxxxx/"
            "2xxxx4/xrRxxx1x1rD/1xrA1x2x/xrCx1x2 r,b,y!,g!,p!,o! rbygpo r 0 7",
            id="a Necromobile passes more corpses than others meet pieces",
        ),
    ],
)
def test_rare_positions(text: str) -> None:
    played_as_judged(Position.parse(text))


def test_a_return_has_its_old_names_too() -> None:
    kernel = Position.start("square-4", "hallepee").resign("b").kernel()
    with pytest.warns(DeprecationWarning, match="may_return is now called may_rejoin"):
        assert kernel.may_return(1) and not kernel.may_return(0)
    with pytest.warns(DeprecationWarning, match="come_back is now called rejoin"):
        kernel.come_back(1)
    expected = Position.start("square-4", "hallepee").resign("b").kernel()
    expected.rejoin(1)
    assert kernel.entries() == expected.entries()
