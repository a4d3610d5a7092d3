"""What happened in a turn, as events and in words."""

from __future__ import annotations

import pytest
from tests.positions import DIPLOMAT_EXIT, LAST_KILL

from djambi import Position
from djambi.game import Game
from djambi.position.outcome import (
    Happening,
    HappeningKind,
    outcome,
    outcome_of_resignation,
    outcome_of_return,
    told,
)
from djambi.texts import LANGUAGES


def happened(text: str, turn: str) -> tuple[Happening, ...]:
    before = Position.parse(text)
    played = before.turn(turn)
    return outcome(before, played, before.play(played))


def whats(happenings: tuple[Happening, ...]) -> list[str]:
    return [str(each.what) for each in happenings]


QUIET = "9/9/9/9/9/9"


def test_a_move() -> None:
    (event,) = happened(str(Position.start()), "c3-e3")
    assert event == Happening(HappeningKind.MOVED, "r", "N", "c3", "e3", by="r")


def test_a_vassal_is_sent() -> None:
    (event,) = happened(
        "square-4 original 8yC/9/9/9/9/9/2bM6/9/rC7gC r,b>r,y,g rbyg r 0 0", "c3-c4"
    )
    assert event.sentence("en") == "Red sends the blue Militant from c3 to c4."
    assert event.sentence("fr") == "Rouge envoie le Militant bleu de c3 en c4."


@pytest.mark.parametrize(
    ("placement", "turn", "sentence"),
    [
        ("2rM6/9/rC7gC", "c3-d4>a9", ("The red Militant kills the blue Militant on d4; the corpse "
         "goes to a9.")),
        ("2rA6/9/rC7gC", "c3-d4", ("The red Assassin kills the blue Militant on d4; the corpse "
         "goes to c3.")),
        ("2rD6/9/rC7gC", "c3-d4>a9", "The red Diplomat carries the blue Militant from d4 to a9."),
        ("3rR5/9/rC7gC", "d3-c4*d4", ("The red Reporter goes from d3 to c4. The red Reporter kills "
         "the blue Militant on d4.")),
    ],
)  # fmt: skip
def test_acts(placement: str, turn: str, sentence: str) -> None:
    text = f"square-4 original 8yC/9/9/9/9/3bM5/{placement} r,b>g,y,g rbyg r 0 0"
    assert told(happened(text, turn), "en") == sentence


def test_a_corpse_is_carried() -> None:
    events = happened(
        "square-4 original 8yC/9/9/9/9/3x5/2rN6/9/rC7gC r,b>g,y,g rbyg r 0 0", "c3-d4>a9"
    )
    assert whats(events) == ["moved", "exhumed"]
    assert events[1] == Happening(HappeningKind.EXHUMED, None, None, "d4", "a9", "r", "N")
    assert told(events, "fr") == "Le Nécromobile rouge emporte le cadavre de d4 en a9."


def test_a_corpse_is_carried_on_when_the_maze_is_left() -> None:
    text = "square-4 wikipedia gC7yC/9/9/9/4x4/9/9/4rN4/rC7bC r,b,y,g rbyg r 0 0"
    events = happened(text, "e2-e5>e8/e8>a5")
    assert whats(events) == ["moved", "exhumed", "left", "exhumed"]
    assert [(each.cell, each.target) for each in events[1::2]] == [("e5", "e8"), ("e8", "a5")]


def test_the_exit_and_the_fall_of_the_ruler() -> None:
    text = "square-4 original 8yC/9/9/9/4gC4/9/9/1rA7/rC7bM r,b>g,y,g rbyg r 0 0"
    events = happened(text, "b2-e5/e9>b2")
    assert whats(events) == ["moved", "killed", "left", "vassal", "passed_on", "power_lost"]
    killed, left = events[1], events[2]
    assert (killed.party, killed.kind, killed.cell, killed.target) == ("g", "C", "e5", "b2")
    assert (left.cell, left.target) == ("e5", "e9")
    fell = {each.party: each.by for each in events[3:5]}
    assert fell == {"g": "r", "b": "r"}


def test_the_diplomat_carries_the_ruler_off_and_leaves_first() -> None:
    assert Position.parse(DIPLOMAT_EXIT).rules.exit_before_placement
    events = happened(DIPLOMAT_EXIT, "b2-e5/e9>a5")
    assert whats(events) == ["moved", "displaced", "left", "power_lost"]
    assert events[1].target == "a5"


def test_power_is_taken_and_left() -> None:
    text = "square-4 original 8yC/9/9/9/9/3rC5/9/9/8bC r,b,y,g>b rbyg r 0 0"
    events = happened(text, "d4-e5")
    assert whats(events) == ["moved", "power"]
    position = Position.parse(text).play("d4-e5").play("i1-i2")
    assert whats(happened(str(position), "e5-e6")) == ["moved", "power_left"]


def test_encirclement() -> None:
    text = "square-4 original 8yC/9/9/9/9/9/2x6/x8/rCx7 r,b,y,g>b rbyg b 0 0"
    text = text.replace("rCx7", "rCx6bC").replace("2x6/x8", "2xbN5/x8")
    events = happened(text, "d3-c3>b2")
    assert whats(events) == ["moved", "exhumed", "encircled"]
    assert events[-1].sentence("fr") == "Rouge est hors jeu\u00a0: son Chef est encerclé."


def test_whoever_kills_a_chief_and_walls_their_own_in_gains_nothing() -> None:
    text = "square-4 original 8yC/9/9/9/9/9/2rM6/xx7/rC1bC4gC1 r,b,y,g rbyg r 0 9"
    events = happened(text, "c3-c1>b1")
    assert whats(events) == ["moved", "killed", "encircled", "frozen"]
    assert events[2].party == "r"
    assert events[3].sentence("en") == "Nobody commands Blue any more."


def test_inheritance_and_its_end_with_power() -> None:
    text = "square-4 wikipedia 8yC/9/9/9/9/3rC5/9/9/gM7bC r,b,y,g!* rbyg r 0 0"
    assert whats(happened(text, "d4-e5")) == ["moved", "power", "held"]
    position = Position.parse(text).play("d4-e5").play("i1-i2")
    assert whats(happened(str(position), "e5-e6")) == ["moved", "power_left", "freed"]
    permanent = text.replace("wikipedia", "original")
    assert whats(happened(permanent, "d4-e5")) == ["moved", "power", "inherited"]
    inherited = Position.parse(permanent).play("d4-e5")
    assert whats(happened(str(inherited), "i1-i2")) == ["moved"], "it is told once"


HELD = "square-4 wikipedia 8yC/9/9/9/4rC4/4bC4/9/9/gC2bA5 r,b,y,g!r rbyg b 0 0"


def test_who_kills_the_ruler_holds_what_they_held() -> None:
    events = happened(HELD, "e4-e5>a9")
    assert whats(events) == ["moved", "killed", "vassal", "power_lost", "power", "held"]
    assert (events[-1].party, events[-1].by) == ("g", "b")


def test_a_held_party_whose_chief_is_killed_is_not_freed() -> None:
    assert whats(happened(HELD, "d1-a1")) == ["moved", "killed", "vassal"]


@pytest.mark.parametrize(("lord", "vassal"), ["ry", "yr"])
def test_whom_encirclement_brings_down_is_told_before_their_vassals(lord: str, vassal: str) -> None:
    states = ",".join({lord: lord, vassal: f"{vassal}>{lord}"}.get(each, each) for each in "rbyg")
    text = f"square-4 wikipedia 9/9/9/9/4gC4/9/9/xxbN6/{lord}Cx3{vassal}M2bC {states} rbyg b 0 0"
    events = happened(text, "c2-d2")
    assert whats(events)[:2] == ["moved", "encircled"]
    told = {(str(each.what), each.party) for each in events[1:]}
    assert told == {("encircled", lord), ("held", lord), ("frozen", vassal), ("held", vassal)}


def test_a_sleeper_wakes() -> None:
    text = "square-4 djambinet 8yC/9/9/9/9/9/9/xxN6/gCx6bC r,b,y,g! rbyg r 0 0"
    text = text.replace("9/xxN6/gCx6bC", "rC8/xxrN6/gCx6bC")
    events = happened(text, "c2-b2>i5")
    assert "woken" in whats(events)


def test_the_purge() -> None:
    text = (
        "hex-6 harcourt-advanced 6yC/8/9/10/11/6bM5/5rC7/12/11/10/9/8/bC6 "
        "r,b,y,g>b,p>b,o>b rbygpo r 0 0"
    )
    events = happened(text, "f7-g7")
    assert whats(events)[:3] == ["moved", "power", "purged"]
    assert (events[2].party, events[2].cell, events[2].by) == ("b", "g8", "r")


def test_a_purged_chief_is_a_killed_one() -> None:
    text = (
        "hex-6 harcourt-advanced 6yC/8/9/10/11/6bC5/5rC7/12/11/10/9/8/7 "
        "r,b,y,g>y,p>y,o>y rbygpo r 0 0"
    )
    fell = [each for each in happened(text, "f7-g7") if each.party == "b"]
    assert whats(tuple(fell)) == ["vassal", "purged"] and fell[0].by == "r"


def test_whoever_wakes_in_the_maze_purges_nothing() -> None:
    board = "7/8/9/10/11/6yC5/6gC6/12/11/10/9/8/rC5bC"
    before = Position.parse(
        f"hex-6 harcourt-advanced,comeback=always {board} r,b,y,g!,p!*,o!* rbygpo r 0 0"
    )
    events = outcome_of_resignation(before, "y", before.resign("y"))
    # Yellow's Chief, a corpse on the fortress now, died of the resignation.
    assert whats(events)[:2] == ["resigned", "power"]
    assert "purged" not in whats(events)


def test_a_resignation_and_a_flag() -> None:
    before = Position.start()
    events = outcome_of_resignation(before, "r", before.resign("r"))
    assert whats(events) == ["resigned"]
    events = outcome_of_resignation(before, "r", before.resign("r"), flagged=True)
    assert whats(events) == ["flagged"]


def test_a_return() -> None:
    before = Position.start("square-4", "hallepee").resign("r")
    assert whats(outcome_of_return(before, "r", before.rejoin("r"))) == ["returned"]


def test_vassals_of_one_who_resigns_are_left_alone() -> None:
    before = Position.start("square-2")
    events = outcome_of_resignation(before, "y", before.resign("y"))
    assert whats(events) == ["resigned", "frozen", "ended"]
    assert events[1].party == "g"
    assert (events[-1].party, events[-1].why) == ("r", "last")


def test_a_draw_is_agreed() -> None:
    game = Game.start("hex-3")
    game.agree_draw()
    events = game.node.happenings()
    assert whats(events) == ["drawn", "ended"]
    told = "Red, Blue and Yellow share the game: the players agreed to it."
    assert events[-1].sentence("en") == told


@pytest.mark.parametrize(
    ("text", "turn", "why", "winners"),
    [
        (LAST_KILL, "b1-i1", "last", "r"),
        (
            "square-4 original,quiet_rounds=1 8bC/9/9/9/9/9/9/9/rCrN7 r,b,y>b,g>b rbyg r 3 9",
            "b1-b2", "quiet", "rb",
        ),
        (
            "square-4 harcourt 8bC/9/9/9/9/3rC5/9/9/rM7bN r,b,y>b,g>b rbyg r 0 0",
            "d4-e5", "power", "r",
        ),
        # A dead position comes before the quiet limit, also where both are reached (RULES 7).
        ("square-4 original xxxxxxxxx/9/7yC1/xxxxxxxxx/9/9/9/9/rC8 r,b>r,y,g>y rbyg r 199 0",
         "a1-b1", "dead", "ry"),
        # Whoever set the pieces up went past the limit.
        ("square-4 original 8yC/9/9/9/9/9/9/1rA7/rC7gC r,b>r,y,g rbyg r 300 9", "b2-c2", "quiet",
         "ryg"),
    ],
)  # fmt: skip
def test_why_it_ended(text: str, turn: str, why: str, winners: str) -> None:
    text = text.replace("rCrN7", "rCrN6x") if "rCrN7" in text else text
    end = happened(text, turn)[-1]
    assert (end.what, end.why, end.party) == (HappeningKind.ENDED, why, winners)


@pytest.mark.parametrize("variant", ["square-4", "hex-3", "hex-6"])
@pytest.mark.parametrize("edition", ["original", "wikipedia", "harcourt-advanced", "hallepee"])
def test_every_happening_of_whole_games_can_be_told(
    variant: str, edition: str, compiled: bool
) -> None:
    from djambi.bots import make

    game = Game.start(variant, edition)
    bot = make("greedy", 11)
    while game.result is None and len(game.history) < (150 if compiled else 25):
        game.play(bot.choose(game.position))
        happenings = game.node.happenings()
        for lang in LANGUAGES:
            words = told(happenings, lang)
            assert words[0].isupper()
            assert words.endswith(".")
            assert "None" not in words
        # Every death is told once.
        before = game.node.parent
        assert before is not None
        dead = len(game.position.corpses) - len(before.position.corpses)
        encircled = sum(
            each.what is HappeningKind.ENCIRCLED and f"{each.party}C" not in _living(game.position)
            for each in happenings
        )
        told_dead = sum(
            each.what in (HappeningKind.KILLED, HappeningKind.PURGED) for each in happenings
        )
        assert dead == told_dead + encircled


def _living(position: Position) -> set[str]:
    return {str(piece) for piece in position.pieces.values()}
