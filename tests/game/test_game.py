"""Games: history, undo and redo, variations, the ends that players choose, ranking, records."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from djambi import Position
from djambi.bots import make
from djambi.errors import AmbiguousTurn, BadRecord, DjambiError, IllegalTurn, UnreadableTurn
from djambi.game import Game
from djambi.nodes import Step, to_play
from djambi.rules import EDITIONS, VARIANT_NAMES


def played(*turns: str, variant: str = "square-4") -> Game:
    game = Game.start(variant)
    for turn in turns:
        game.play(turn)
    return game


def bot_game(variant: str, edition: str | None = None, seed: int = 1, most: int = 400) -> Game:
    game = Game.start(variant, edition)
    bot = make("greedy", seed)
    while game.result is None and len(game.history) < most:
        game.play(bot.choose(game.position))
    return game


def read(text: str) -> Game:
    (game,) = Game.read(text)
    return game


def faults_of(text: str) -> list[BadRecord]:
    faults: list[BadRecord] = []
    list(Game.read(text, faults))
    return faults


# History


def test_a_game_starts_at_the_start() -> None:
    game = Game()
    assert game.position == Position.start()
    assert game.history == ()
    assert game.result is None


def test_turns_are_played_one_after_another() -> None:
    game = played("c3-e3", "g3-g5")
    assert [(event.actor, str(event)) for event in game.history] == [("r", "c3-e3"), ("b", "g3-g5")]
    assert game.position.seat == "y"


@pytest.mark.parametrize(
    ("text", "error"),
    [("c3-e5", IllegalTurn), ("c3e3", UnreadableTurn), ("c1-e3", AmbiguousTurn)],
)
def test_a_turn_that_cannot_be_played_changes_nothing(text: str, error: type[DjambiError]) -> None:
    game = played("c3-c5", "g3-e3", "g7-g5", "c7-c6")
    before = game.position
    with pytest.raises(error):
        game.play(text)
    assert game.position is before


def test_undo_and_redo() -> None:
    game = played("c3-e3", "g3-g5")
    assert str(game.undo()) == "g3-g5"
    assert game.position.seat == "b"
    assert str(game.redo()) == "g3-g5"
    assert game.position.seat == "y"
    with pytest.raises(DjambiError, match="redo"):
        game.redo()
    game.to_start()
    with pytest.raises(DjambiError, match="undo"):
        game.undo()
    game.to_end()
    assert len(game.history) == 2


def test_another_turn_after_an_undo_leaves_a_variation() -> None:
    game = played("c3-e3", "g3-g5")
    game.undo()
    game.play("g3-g6")
    first, second = game.root.children[0].children
    assert (str(first.event), str(second.event)) == ("g3-g6", "g3-g5")
    assert [str(node.event) for node in game.main_line()][1:] == ["c3-e3", "g3-g6"]


def test_the_same_turn_after_an_undo_leaves_none() -> None:
    game = played("c3-e3", "g3-g5")
    game.undo()
    game.play("g3-g5")
    assert len(game.root.children[0].children) == 1


def test_another_turn_can_drop_what_was_taken_back_but_keeps_other_variations() -> None:
    game = played("c3-e3")
    game.undo()
    game.play("c3-c5")
    game.undo()
    game.play("c3-d3", forget=True)
    assert [str(node.event) for node in game.root.children] == ["c3-d3", "c3-e3"]
    game.undo()
    game.play("c3-d3", forget=True)
    assert len(game.root.children) == 2


def test_a_variation_that_is_played_while_others_are_dropped_becomes_the_game() -> None:
    (game,) = Game.read("1. r c3-e3 (r c3-d3) (r c3-c4) b g3-g5")
    game.undo()
    game.undo()
    game.play("c3-c4", forget=True)
    game.play("g3-g5", forget=True)
    (again,) = Game.read(str(game))
    assert [str(event) for event in again.history] == ["c3-c4", "g3-g5"]
    assert [str(node.event) for node in again.root.children] == ["c3-c4", "c3-d3"]


@pytest.mark.parametrize("step", [Step.RESIGNS, Step.FLAGS, Step.RETURNS, Step.DRAW])
@pytest.mark.parametrize("forget", [False, True])
def test_what_stood_there_can_be_forgotten_whatever_comes_instead(
    step: Step, *, forget: bool
) -> None:
    game = Game.start("square-4", "hallepee")
    game.resign("b")
    game.play("c3-e3")
    game.undo()
    match step:
        case Step.RESIGNS:
            game.resign(forget=forget)
        case Step.FLAGS:
            game.flag(forget=forget)
        case Step.RETURNS:
            game.rejoin("b", forget=forget)
        case _:
            game.agree_draw(forget=forget)
    assert [event.step for event in game.history] == [Step.RESIGNS, step]
    (again,) = Game.read(str(game))
    assert [event.step for event in again.history] == [Step.RESIGNS, step]
    assert ("c3-e3" in str(game)) is not forget


def test_what_is_done_once_more_forgets_nothing() -> None:
    game = Game()
    game.resign("b")
    game.play("c3-e3")
    game.undo()
    game.undo()
    game.resign("b", forget=True)
    assert str(game.redo()) == "c3-e3"


def test_undo_can_forget() -> None:
    game = played("c3-e3", "g3-g5")
    game.undo(forget=True)
    assert game.node.children == []
    assert "g3-g5" not in str(game)


# Ends that players choose


def test_resignation_of_whoever_is_to_play_or_of_another() -> None:
    game = played("c3-e3")
    game.resign()
    game.resign("y")
    assert [(e.actor, e.step) for e in game.history[1:]] == [
        ("b", Step.RESIGNS),
        ("y", Step.RESIGNS),
    ]
    assert game.position.seat == "g"


def test_a_fallen_flag_is_a_resignation_that_says_so() -> None:
    game = Game()
    assert game.flag("g") == Position.start().resign("g")
    assert "g flags" in str(game)


@pytest.mark.parametrize("party", ["p", "x", "", "rb", "r" * 10_000])
def test_only_a_party_resigns(party: str) -> None:
    with pytest.raises(DjambiError, match="is not a party of square-4") as caught:
        Game().resign(party)
    assert len(str(caught.value)) < 200


def test_a_hostage_cannot_resign() -> None:
    with pytest.raises(DjambiError, match="active"):
        Game.start("square-3").resign("g")


def test_an_agreed_draw_is_shared_by_the_active_parties() -> None:
    game = played("c3-e3")
    game.resign("y")
    position = game.agree_draw()
    assert position.result == {"r": 1 / 3, "b": 1 / 3, "y": 0.0, "g": 1 / 3}
    assert str(position).split(" ")[5] == "=rbg"
    assert game.ranking() == (("r", "b", "g"), ("y",))


def test_nothing_is_done_in_a_finished_game() -> None:
    game = Game()
    game.agree_draw()
    acts: list[Callable[[], object]] = [
        *(game.agree_draw, game.resign, game.flag),
        lambda: game.play("c3-e3"),
    ]
    for act in acts:
        with pytest.raises(DjambiError, match="over"):
            act()


# Ranking (RULES 7)


def test_the_later_out_the_better() -> None:
    game = Game()
    for party in "ybg":
        game.resign(party)
    assert game.result == {"r": 1.0, "b": 0.0, "y": 0.0, "g": 0.0}
    assert game.ranking() == (("r",), ("g",), ("b",), ("y",))


def test_while_the_game_goes_on_those_still_in_it_come_first() -> None:
    game = Game()
    game.resign("b")
    assert game.ranking() == (("r", "y", "g"), ("b",))


def test_parties_without_a_player_are_not_ranked() -> None:
    assert Game.start("square-2").ranking() == (("r", "y"),)
    assert Game.start("square-3").ranking() == (("r", "b", "y"),)
    assert Game.start("hex-5").ranking() == (("r", "b", "y", "g", "p"),)


# Rounds (NOTATION 3)


def test_rounds_follow_the_order() -> None:
    game = played("c3-e3", "g3-g5", "g7-e7", "c7-c6", "e3-e4")
    assert [(n.round, n.begins) for n in game.path()][1:] == [
        (1, True), (1, False), (1, False), (1, False), (2, True),
    ]  # fmt: skip


def test_bonus_turns_begin_no_round_and_are_written_with_the_ruler_s_letter() -> None:
    text = "square-4 original 8yC/9/9/9/3rC5/9/9/9/8bC r,b,y,g! rbyg r 0 0"
    game = Game(Position.parse(text))
    game.play("d5-e5")
    game.play("i1-i2")
    assert game.position.bonus
    assert to_play(game.position) == "r+"
    game.play("e5-e6")
    assert "1. r d5-e5 b i1-i2 r+ e5-e6\n" in str(game)
    assert read(str(game)).position == game.position


# Records


def test_a_game_is_written_as_the_notation_shows() -> None:
    game = played("c3-e3", "g3-g5", "g7-e7", "c7-c6")
    game.comment("a comment")
    game.play("e3-e4")
    game.tags.update(Event="Casual", Red="Anne", Result="never mind")
    assert str(game) == (
        '[Event "Casual"]\n[Variant "square-4"]\n[Rules "original"]\n[Red "Anne"]\n[Result "*"]\n'
        "\n1. r c3-e3 b g3-g5 y g7-e7 g c7-c6 {a comment}\n2. r e3-e4\n"
    )


def test_variations_and_comments_are_kept() -> None:
    text = (
        '[Variant "square-4"]\n[Rules "original"]\n[Result "*"]\n\n'
        "{before} 1. r c3-e3 {why} (r c3-c5 {or} b g3-g5 (b g3-g6)) ({open} r c3-d3) b g3-e1 "
        "(b resigns y\ng7-g5) y g7-g5\n"
    )
    game = read(text)
    assert str(read(str(game))) == str(game)
    # A round that begins in a variation is numbered there as well.
    plain = str(game).replace("(1. r", "(r").replace("1. r c3-d3", "r c3-d3")
    assert plain.split() == text.split()


def test_variations_of_the_first_turn_of_a_variation_come_beside_it() -> None:
    game = read("r c3-e3 (r c3-c5 (r c3-d3))")
    assert [str(node.event) for node in game.root.children] == ["c3-e3", "c3-c5", "c3-d3"]
    assert str(read(str(game))) == str(game)


def test_the_long_form_is_read_and_the_short_one_written() -> None:
    assert "r c3-e3" in str(read("r Nc3-e3"))


def test_a_start_of_its_own_is_written() -> None:
    text = "square-4 original 8yC/9/9/9/3rC5/9/9/9/8bC r,b,y,g! rbyg r 0 7"
    game = Game(Position.parse(text))
    assert f'[Position "{text}"]' in str(game)
    assert read(str(game)).root.position == game.root.position


def test_the_result_is_written() -> None:
    game = Game()
    for party in "ybg":
        game.resign(party)
    assert '[Result "r"]' in str(game)
    again = read(str(game))
    assert again.result == game.result
    assert again.ranking() == game.ranking()


def test_a_game_that_stopped_for_another_reason_keeps_what_its_record_says() -> None:
    text = '[Result "y"]\n[Termination "adjudicated"]\n\n1. r c3-e3\n'
    assert '[Result "y"]' in str(read(text))


@pytest.mark.parametrize(
    ("text", "line", "column", "word"),
    [
        ("r c3-e3 b g3-g5 y c7-c6", 1, 17, "another player"),
        ("r c3-e3\ng c7-c6", 2, 1, "turn of b"),
        ("r c3-e3 (r c3-e5) b g3-g5", 1, 10, "blocked|Chief|way"),
        ("r+ c3-e3", 1, 1, "turn of r"),
        ("p resigns", 1, 1, "not a party"),
        ("draw agreed\nr c3-e3", 2, 1, "over"),
        ('[Variant "square-9"]\n\nr c3-e3', 1, 1, "square-9"),
        ('[Rules "bga,own_kills=maybe"]\n\nr c3-e3', 1, 1, "own_kills"),
        ('[Position "nonsense"]\n\nr c3-e3', 1, 1, "field"),
        ('[Result "b"]\n\nr c3-e3', 1, 1, "Result"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, line: int, column: int, word: str) -> None:
    (fault,) = faults_of(text)
    assert (fault.line, fault.column) == (line, column)
    with pytest.raises(BadRecord, match=word):
        list(Game.read(text))


def test_a_file_s_name_is_told_from_a_game() -> None:
    for name in ("games.djambi", "/tmp/games.txt\n"):
        (fault,) = faults_of(name)
        assert 'open(name, "rb")' in fault.message
    (fault,) = faults_of("games")
    assert "open" not in fault.message


@pytest.mark.parametrize("tag", ['[Variant "square-3"]', '[Rules "bga"]'])
def test_tags_that_contradict_the_position_are_a_fault(tag: str) -> None:
    (fault,) = faults_of(f'{tag}\n[Position "{Position.start()}"]\n\nr c3-e3\n')
    assert "Position says otherwise" in fault.message


def test_a_fault_in_a_variation_leaves_the_game_whole() -> None:
    faults: list[BadRecord] = []
    (game,) = Game.read("r c3-e3 (r c3-c9 b g3-g5) b g3-g5", faults)
    assert len(game.history) == 2
    assert len(faults) == 1


def test_the_first_fault_is_the_first_in_the_text() -> None:
    text = "1. r c3-e3 (r c3-c9) b g3-g9\ny g7-e7 {never closed"
    assert [(fault.line, fault.column) for fault in faults_of(text)] == [(1, 13), (1, 22), (2, 9)]
    with pytest.raises(BadRecord, match="line 1, column 13"):
        read(text)
    (game,) = Game.read(text, [])
    assert [fault.line for fault in game.errors] == [1, 1, 2]


def test_a_variation_of_a_faulty_turn_does_not_become_the_game() -> None:
    faults: list[BadRecord] = []
    (game,) = Game.read("1. r c3-e3 b g3-g9 (b g3-g5 y g7-e7) y g7-e7", faults)
    assert [str(event) for event in game.history] == ["c3-e3"]
    assert [(fault.line, fault.column) for fault in faults] == [(1, 12)]


def test_files_are_read_and_written_game_by_game() -> None:
    games = [played("c3-e3"), Game.start("hex-3"), bot_game("square-2")]
    stream = io.StringIO()
    Game.write(stream, games)
    stream.seek(0)
    again = list(Game.read(stream))
    assert [str(game) for game in again] == [str(game) for game in games]
    assert [game.position for game in again] == [game.position for game in games]


@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_games_of_every_variant_come_back_from_their_records(variant: str, compiled: bool) -> None:
    game = bot_game(variant, most=60 if compiled else 12)
    again = read(str(game))
    assert again.position == game.position
    assert again.history == game.history
    assert str(again) == str(game)


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_of_every_edition_come_back_from_their_records(edition: str, compiled: bool) -> None:
    game = bot_game("square-4", edition, seed=3, most=400 if compiled else 30)
    again = read(str(game))
    assert again.position == game.position
    assert again.ranking() == game.ranking()


def test_long_records_are_no_burden_for_the_stack(compiled: bool) -> None:
    game = Game.start("hex-3", quiet_rounds=0)
    for _ in range(1500 if compiled else 300):
        turns = game.position.legal_turns()
        quiet = (turn for turn in turns if turn.place is None and not turn.victims)
        game.play(next(quiet, next(iter(turns))))
        if game.result is not None:
            break
    assert len(read(str(game)).history) == len(game.history)


GOOD = (
    '[Variant "square-4"]\n[Rules "bga,quiet_rounds=3"]\n[Red "x"]\n\n'
    "1. r c3-e3 {so} (r c3-c5 b resigns) b g3-g5 y g7-e7 g flags\n2. r a2-a5 draw agreed\n"
)


@given(st.data())
def test_damaged_records_are_read_without_a_crash(data: st.DataObject) -> None:
    text = list(GOOD)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] = data.draw(
            st.sampled_from(["", " ", "\n", "(", ")", "{", "}", "[", '"', "x", "r"])
        )
    faults: list[BadRecord] = []
    for game in Game.read("".join(text), faults):
        again = read(str(game))
        assert str(again) == str(game)
        assert again.position == game.position


@given(st.text(alphabet='[]"{}()r1. +bc3-e3draw agreedVariantRulesPosition\n', max_size=150))
def test_any_text_is_read_without_a_crash(text: str) -> None:
    for game in Game.read(text, []):
        assert game.position


def test_a_comment_comes_back_as_it_was_kept() -> None:
    game = played("c3-e3")
    game.comment("one\r\ntwo\rthree } \\")
    assert game.node.comments == ["one\ntwo\nthree } \\"]
    assert read(str(game)).node.comments == game.node.comments
