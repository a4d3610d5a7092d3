"""What the paper says of a game: always the same, in both languages, and always true."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from djambi.bots import GreedyBot, RandomBot
from djambi.game import Game
from djambi.position.outcome import HappeningKind
from djambi.position.position import Position
from djambi.press import FallCause, Moment, PaperFacts, PaperSentence, edition_of, facts_of
from djambi.texts import LANGUAGES, catalogue
from djambi.views.games import SeatView
from djambi.views.outcomes import happenings_words, result_view
from djambi.views.positions import piece_views
from djambi.views.press import GrudgeView, MomentView, ObituaryView, front_page_view
from djambi.views.words import Words, both, words

HERE = Path(__file__).parent
GAMES = sorted((HERE / "games").glob("*.txt"))


def told(record: str) -> str:
    """The front page of a recorded game in both languages, as plain text."""
    facts = facts_of(next(Game.read(record)).path())
    edition = edition_of(facts)
    lines: list[str] = []
    for lang in LANGUAGES:
        lines.append(edition.headline.say(lang))
        lines.extend(f"- {each.say(lang)}" for each in edition.decks)
        lines.append(" ".join(each.say(lang) for each in edition.article))
        lines.extend(f"† {each.say(lang)}" for each in edition.obituaries)
        lines.extend(f"$ {each.say(lang)}" for each in edition.ads)
        lines.append("")
    return "\n".join(lines)


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_recorded_games_are_told_as_ever(file: Path) -> None:
    expected = file.with_suffix(".told").read_text(encoding="utf-8")
    assert told(file.read_text(encoding="utf-8")) == expected


def test_the_front_page_shows_what_the_paper_says() -> None:
    board = "gC8/1rM4gM2/9/9/9/9/9/8yM/rC7yC"
    game = Game(Position.parse(f"square-4 original {board} r,b!,y,g rbyg r 0 0"))
    game.play("b8-a9>a8")
    game.resign("y")
    seats = [SeatView("r", "me", "", None, "table")]
    view = front_page_view(game, "name", "2026-11-27", seats, "r")
    page, path = edition_of(facts_of(game.path())), game.path()
    assert (view.id, view.created, view.seats, view.mine) == ("name", "2026-11-27", seats, "r")
    assert (view.variant, view.edition, view.lines, view.owner) == ("square-4", "original", 2, "r")
    assert (view.paper, view.motto) == (words("press.paper.r"), words("press.motto.r"))
    assert view.result == result_view(game)
    shown = [view.price, view.weather, view.kicker, view.headline, *view.decks, *view.article]
    said = [page.price, page.weather, page.kicker, page.headline, *page.decks, *page.article]
    assert [*shown, *view.ads] == [both(each.say) for each in (*said, *page.ads)]
    dead, left = (both(each.say) for each in page.obituaries)
    assert view.obituaries == [
        ObituaryView("g", 1, "r", Words("the green Chief", "le Chef vert"), dead),
        ObituaryView("y", 2, None, Words("the yellow Chief", "le Chef jaune"), left),
    ]
    assert view.grudges == [GrudgeView("r", "g", 1, True)]
    kill = view.best["r"]
    assert (kill.line, kill.party, kill.seats) == (1, "r", "rbyg")
    assert (kill.before, kill.after) == tuple(str(node.position) for node in path[:2])
    assert (kill.cells, kill.corpses) == (["b8", "a9", "a8"], ["a8"])
    assert kill.pieces == piece_views(path[1].position)
    assert kill.words == happenings_words(path[1].happenings())
    assert (view.lead.line, view.lead.party, view.lead.cells) == (2, "", [])


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_the_front_page_has_the_turns_and_shares_of_the_facts(file: Path) -> None:
    game = next(Game.read(file.read_text(encoding="utf-8")))
    facts = facts_of(game.path())
    view = front_page_view(game, "name", "", [], "")
    for party, shares in view.shares.items():
        assert shares == [round(each[party], 3) for each in facts.shares]

    def shown(moment: MomentView | None) -> tuple[int, float] | None:
        return None if moment is None else (moment.line, moment.gain)

    def found(moment: Moment | None) -> tuple[int, float] | None:
        return None if moment is None else (moment.line, round(moment.gain, 3))

    assert [*map(shown, view.turning_points)] == [*map(found, facts.turning_points)]
    for party in facts.players:
        assert shown(view.best.get(party)) == found(facts.best_turn(party))
        assert shown(view.worst.get(party)) == found(facts.worst_turn(party))


def game_of_bots(variant: str, edition: str | None, seed: int) -> Game:
    """A game between greedy and random bots, with a resignation now and then."""
    random = Random(seed)
    game = Game(Position.start(variant, edition) if edition else Position.start(variant))
    letters = game.position.variant.parties
    bots = {p: random.choice([GreedyBot, GreedyBot, RandomBot])(seed + ord(p)) for p in letters}
    while game.result is None and game.position.ply < 120:
        mover = game.position.mover or ""
        if random.random() < 0.005:
            game.resign(mover)
        else:
            game.play(bots[mover].choose(game.position))
    if game.result is None:
        game.agree_draw()
    return game


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "edition"),
    [
        ("square-4", "original"),
        ("square-4", "hallepee"),
        ("square-4", "wikipedia"),
        ("square-2", None),
        ("square-3", "djambinet"),
        ("hex-3", None),
        ("hex-5", None),
        ("hex-6", None),
        ("polygon-5", "bga"),
    ],
)
def test_every_statement_is_true(variant: str, edition: str | None) -> None:
    for seed in range(2):
        game = game_of_bots(variant, edition, seed)
        facts = facts_of(game.path())
        _check_falls(facts)
        page = edition_of(facts)
        winners = game.position.winners
        assert page.owner == (winners if len(winners) == 1 else "none")
        said = [page.kicker, page.headline, *page.decks, *page.article, *page.obituaries, *page.ads]
        for sentence in said:
            _check(sentence, facts)
            for lang in LANGUAGES:
                text = sentence.say(lang)
                assert "{" not in text and text[0] == text[0].upper()
        view = front_page_view(game, "game", "", [], winners)
        assert all(len(curve) == facts.lines + 1 for curve in view.shares.values())


def _check_falls(facts: PaperFacts) -> None:
    for fall in facts.falls:
        before, after = (facts.path[line].position for line in (fall.line - 1, fall.line))
        assert fall.left == len(after.pieces_of(fall.party))
        assert fall.heir is None or after.party(fall.party).lord == fall.heir
        if fall.cause is FallCause.KILLED:
            assert before.chief_of(fall.party) is not None and after.chief_of(fall.party) is None
            assert fall.by == before.mover
            assert fall.weapon[0] in before.controlled_by(fall.by or "")
            assert fall.weapon in {str(piece) for piece in before.pieces.values()}
        else:
            assert before.party(fall.party).is_active or fall.cause is FallCause.PURGED
            assert not after.party(fall.party).is_active
        if fall.cause is FallCause.ENCIRCLED:
            assert fall.cell in {after.chief_of(fall.party), *after.corpses}


def _check(sentence: PaperSentence, facts: PaperFacts) -> None:
    """Check what a sentence states against the positions of the game."""
    values, (_, column, name, *_) = sentence.values, sentence.key.split(".")
    # The columns whose sentences have a topic; of the others the column is the topic.
    topic = name if column in ("headline", "deck", "ad") else column
    winner, last = facts.winners, facts.path[-1].position
    assert set(str(values.get("party", ""))) <= set(facts.statistics.parties)
    line = values.get("line", 1)
    assert isinstance(line, int) and 1 <= line <= facts.lines
    n = values.get("n", 0)
    assert isinstance(n, int)
    kills = facts.statistics.kills
    dead = [
        f"{one.party}{one.kind}"
        for happened in facts.happenings
        for one in happened
        if one.what is HappeningKind.KILLED
    ]
    if "parties" in values:
        assert values["parties"] in (facts.players, winner)
    match topic:
        case "killed" if "victim" in values:
            victim = str(values["victim"])
            assert victim in facts.path[-2].position.active and victim not in last.active
            assert set(facts.path[-2].position.active) - set(last.active) == {victim}
            assert values["party"] == winner and n == facts.lines
        case "bloodless":
            assert not any(kills[winner].values())
        case "bystander":
            assert n == sum(kills[winner].values())
            assert all(fall.by != winner for fall in facts.falls)
        case "sweep":
            felled = {fall.party for fall in facts.falls if fall.by == winner}
            assert felled >= set(facts.players) - {winner}
        case "comeback":
            percent = values["percent"]
            assert isinstance(percent, int)
            assert 100 * facts.shares[line][winner] < percent
        case "reign" if "first" in values:
            span = range(int(values["first"]), int(values["last"]) + 1)
            assert len(span) == n
            assert all(facts.path[each].position.ruler == values["party"] for each in span)
        case "slaughter":
            assert n == len(last.corpses)
        case "heir":
            assert any(
                fall.heir == values["heir"] and fall.left == n and fall.party == values["party"]
                for fall in facts.falls
            )
        case "lost":
            assert values["piece"] in dead
        case "vacancy":
            assert f"{values['party']}C" in dead
        case _:
            pass


def test_every_ending_and_angle_has_its_headline_and_its_deck() -> None:
    for lang in LANGUAGES:
        keys = catalogue(lang, "press")
        headlines = {key.split(".")[2] for key in keys if key.startswith("press.headline.")}
        decks = {key.split(".")[2] for key in keys if key.startswith("press.deck.")}
        assert headlines == decks
        assert {f"press.headline.killed.{kind}.1" for kind in "CARDNMX"} <= set(keys)


def test_a_draw_belongs_to_nobody_s_paper() -> None:
    game = Game()
    game.agree_draw()
    page = edition_of(facts_of(game.path()))
    assert page.owner == "none"
    assert page.headline.key.startswith(("press.headline.drawn", "press.headline.blitz"))


def test_a_game_that_was_over_from_the_start_has_a_paper() -> None:
    won = Position.start()
    for party in "byg":
        won = won.resign(party)
    assert won.winners == "r"
    paper = edition_of(facts_of(Game(Position.parse(str(won))).path()))
    assert paper.owner == "r"
    told = [each.say(lang) for each in (paper.kicker, paper.article[0]) for lang in ("en", "fr")]
    assert [sentence for sentence in told if re.search(r"\b(none|one|un|aucune)\b", sentence)] == []
    assert all(re.search(r"first turn|nobody|premier coup", sentence) for sentence in told)


def test_a_game_of_one_turn_had_one_turn() -> None:
    values: dict[str, str | int] = {"n": 1, "parties": "rb", "board": "square-4"}
    for key in ("press.lead.1", "press.lead.2", "press.kicker.1"):
        for lang, wrong in (("en", "turns"), ("fr", "coups")):
            assert wrong not in PaperSentence(key, values).say(lang)


@pytest.mark.parametrize(
    ("key", "n", "lang", "said"),
    [
        ("press.ad.let.2", 2, "en", "FURNITURE: one throne, two layers of upholstery."),
        ("press.ad.let.2", 12, "fr", "MOBILIER\u00a0: un trône, retapissé douze fois."),
        ("press.headline.blitz.1", 13, "en", "Coup in 13 turns"),
        ("press.deck.last", 9, "en", "Red wins at turn 9: no other party is left."),
        ("press.heir.3", 5, "fr", "Cinq pièces de Bleu saluent désormais Rouge."),
    ],
)
def test_what_is_counted_is_in_words_up_to_twelve(key: str, n: int, lang: str, said: str) -> None:
    party = "b" if "heir" in key else "r"
    assert PaperSentence(key, {"n": n, "party": party, "heir": "r"}).say(lang) == said


def test_a_party_that_came_back_has_no_obituary() -> None:
    game = Game(Position.start("square-4", "hallepee"))
    game.resign("b")
    game.rejoin("b")
    game.agree_draw()
    assert facts_of(game.path()).falls == ()


def test_the_worst_turn_is_the_one_after_which_the_share_fell() -> None:
    """Red looks elsewhere while an Assassin stands beside its Chief."""
    game = Game(Position.parse("square-4 original gC8/9/9/9/9/9/9/gA8/rC1rM6 r,b!,y!,g rbyg r 0 0"))
    game.play("c1-c2")
    game.play("a2-a1")
    facts = facts_of(game.path())
    worst = facts.worst_turn("r")
    assert worst is not None and worst.line == 1 and worst.gain < -0.2
    assert facts.winners == "g"
