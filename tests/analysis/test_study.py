"""Analysis of positions: what is found is legal, shared fairly, told alike, and can be stopped."""

from __future__ import annotations

import pytest
from tests.positions import IN_SIX, LAST_KILL_BGA

from djambi import Position
from djambi.analysis import Analyser, Study, analyse, study
from djambi.analysis.analyser import Assessment
from djambi.errors import DjambiError

# From a game of bots: Yellow wins, and the turn that its proof plays is not the search's own.
TWO_WINS = (
    "polygon-4 wikipedia yC/x2xxxxrM6xrMx2x/rR1x1bA2xbR3xrA3xbM1/3xx2x1x1x2yMxgMx2/x1x5xx3x4xgC"
    " r>y,b>y,y,g rbyg y+g 5 79"
)


class Recording(Analyser):
    """Remembers what it searched."""

    def __init__(self) -> None:
        super().__init__()
        self.searched: list[Position] = []

    def assess(self, position: Position, nodes: int) -> Assessment:
        self.searched.append(position)
        return super().assess(position, nodes)


@pytest.mark.parametrize("variant", ["square-4", "square-2", "hex-3", "polygon-3"])
def test_lines_are_legal_and_shares_are_of_one_game(variant: str) -> None:
    start = Position.start(variant)
    found = analyse(start, lines=3, nodes=3_000)
    assert len(found.lines) == 3
    for line in found.lines:
        assert sum(line.shares.values()) == pytest.approx(1.0)
        assert set(line.shares) == set(start.variant.parties)
        here = start
        for turn in line.turns:
            here = here.play(turn)
    assert found.shares == found.lines[0].shares


@pytest.mark.parametrize("lines", [0, -1])
def test_no_lines_and_no_nodes_are_refused(lines: int) -> None:
    with pytest.raises(DjambiError, match=f"lines must be at least 1, not {lines}"):
        analyse(Position.start(), lines=lines, nodes=100)
    with pytest.raises(DjambiError, match=f"nodes must be at least 1, not {lines}"):
        analyse(Position.start(), lines=1, nodes=lines)


def test_the_best_turn_comes_first_for_whoever_plays() -> None:
    found = analyse(Position.start("hex-3"), lines=5, nodes=5_000)
    own = [line.shares["r"] for line in found.lines]
    assert own == sorted(own, reverse=True)


def test_a_turn_that_wins_is_found() -> None:
    position = Position.parse(LAST_KILL_BGA)
    found = analyse(position, lines=2, nodes=3_000)
    best = found.lines[0]
    assert position.play(best.turns[0]).result == {"r": 1.0, "b": 0.0, "y": 0.0, "g": 0.0}
    assert best.shares["r"] == 1.0
    assert len(best.turns) == 1


@pytest.mark.slow
def test_a_forced_win_is_found_that_is_too_far_for_a_round_s_search() -> None:
    position = Position.parse(IN_SIX)
    assert analyse(position, nodes=100_000).proof is None
    for nodes in (400_000, 1_000_000):
        found = analyse(position, nodes=nodes)
        assert found.nodes <= nodes
        assert found.proof is not None and found.proof.winner == "b"
        assert (str(found.lines[0].turns[0]), found.lines[0].proved) == ("e4-g6", True)
        assert found.lines[0].shares["b"] == 1.0 and len(found.lines[0].turns) > 4


def test_every_line_that_is_shown_was_searched_however_many_there_are(compiled: bool) -> None:
    position, analyser = Position.parse(TWO_WINS), Recording()
    nodes = 30_000 if compiled else 3_000
    *_, found = study(position, lines=24, nodes=nodes, analyser=analyser)
    assert len(found.lines) == 24 and (found.proof is not None or not compiled)
    # The first is the proof's.
    for line in found.lines[1:]:
        assert position.play(line.turns[0]) in analyser.searched


def test_turns_of_one_sort_are_shown_once() -> None:
    # The Militant on c3 kills d3, and may put the corpse on any empty cell.
    position = Position.parse("square-4 original yC7gC/9/9/9/9/9/2rMbM5/9/rC7bC r,b,y,g rbyg r 0 0")
    found = analyse(position, lines=99, nodes=3_000)
    steps = [(line.turns[0].origin, line.turns[0].target) for line in found.lines]
    assert len(steps) == len(set(steps))
    assert ("c3", "d3") in steps


def test_the_same_is_told_every_time() -> None:
    start = Position.start("hex-3")
    assert list(study(start, 2, 4_000)) == list(study(start, 2, 4_000))


def test_an_ended_game_has_its_result_and_nothing_to_play() -> None:
    ended = Position.parse(LAST_KILL_BGA).play("b2-i2")
    assert list(study(ended)) == [Study((), ended.result or {}, 0, 0)]


def test_more_nodes_are_more_answers() -> None:
    nodes = [found.nodes for found in study(Position.start("hex-3"), 1, 20_000)]
    assert nodes == sorted(nodes)
    assert nodes[-1] > nodes[0]


@pytest.mark.parametrize("variant", ["square-4", "hex-3"])
@pytest.mark.parametrize("lines", [1, 3, 9])
def test_nodes_are_a_limit(variant: str, lines: int, compiled: bool) -> None:
    start = Position.start(variant)
    glance = next(study(start, lines)).nodes
    assert glance < 100
    for nodes in (1, 100, 500, 2_000, 20_000):
        found = analyse(start, lines, nodes)
        assert found.nodes <= max(nodes, glance)
        # And it makes use of them, but for what would be no full round.
        assert not compiled or nodes < 500 or found.nodes > nodes // 2


def test_whoever_stops_the_thinker_ends_the_study() -> None:
    thinker = Analyser()
    answers = study(Position.start("hex-3"), 1, 10**12, thinker)
    first = next(answers)
    thinker.stop()
    assert list(answers) == []
    assert first.lines


def test_a_pass_is_the_only_line_where_nothing_can_be_played() -> None:
    # Red's Chief is shut in by his own pieces, none of which can move, and blue's corpses.
    position = Position.parse("square-4 wikipedia 8bC/9/9/9/9/9/9/xx7/rCx7 r,b,y!*,g!* rbyg r 0 0")
    assert position.legal_turns()[0].origin is None
    found = analyse(position, nodes=500)
    assert [str(line.turns[0]) for line in found.lines] == ["--"]
