"""The words that a player at the terminal can type instead of a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from djambi.bots import CHARACTERS, HINT_LEVEL, LEVELS, make
from djambi.bots.opinions import opinion_of
from djambi.cli.play.bot_progress import choose_with_progress
from djambi.cli.play.entry import InvalidInput, TurnEntry
from djambi.cli.play.session import PlayerLeft, TerminalSession
from djambi.files import typed_path
from djambi.position.reasons import reason_against_return
from djambi.texts import LANGUAGES, say


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its words in both languages, its action, and the text key of its help.

    ``takes`` says whether it takes an argument.
    """

    words: tuple[str, ...]
    key: str
    act: Callable[[TerminalSession, str], None]
    takes: bool = False


def obey(session: TerminalSession, typed: str) -> None:
    """Execute what was typed: a command, a turn, or part of one.

    Raises:
        DjambiError: it cannot be done; the text says why.
        PlayerLeft: the player leaves the game.
    """
    words = typed.split(maxsplit=1)
    if not words:
        if not session.entry.back():
            session.screen.say("cli.play.hint_empty")
        return
    if words[0] in (".", ",") and session.entry.prefix:
        session.type_turn("")
        return
    word = words[0].lower()
    for command in COMMANDS:
        if word in command.words and (command.takes or len(words) == 1):
            command.act(session, words[1].strip() if len(words) > 1 else "")
            return
    session.type_turn(typed.strip())


def _help(session: TerminalSession, rest: str) -> None:
    del rest
    lang = session.lang
    session.screen.say("cli.help.turns")
    session.screen.line()
    for command in COMMANDS:
        # The first words are English, the last French.
        word = command.words[0] if lang == "en" else command.words[-1]
        takes = f" {say(f'{command.key}.takes', lang)}" if command.takes else ""
        session.screen.line(f"  {word + takes:<22} {say(command.key, lang)}")


def _board(session: TerminalSession, rest: str) -> None:
    del rest
    session.screen.board(session.game)


def _moves(session: TerminalSession, rest: str) -> None:
    if rest:
        _going_on(session)
        entry = TurnEntry(session.game.position, session.lang)
        if (turn := entry.feed(rest)) is not None:
            # Who asks plays nothing.
            raise InvalidInput(say("cli.play.too_much", session.lang, turn=turn))
        session.entry = entry
    session.screen.choices(session.entry)


def _why(session: TerminalSession, rest: str) -> None:
    cells = rest.replace("-", " ").split()
    if len(cells) != 2:
        raise InvalidInput(say("cli.play.why_usage", session.lang))
    reason = session.game.position.why_not(cells[0], cells[1])
    if reason is None:
        session.screen.say("cli.play.why_legal", origin=cells[0], target=cells[1])
    else:
        session.screen.say_text(reason.sentence(session.lang))


def _hint(session: TerminalSession, rest: str) -> None:
    del rest
    _going_on(session)
    position = session.game.position
    words = say("cli.play.advises", session.lang)
    adviser = make(HINT_LEVEL, position.key)
    turn = choose_with_progress(adviser, position, words, shown=not session.screen.plain)
    session.screen.say("cli.play.hint", turn=turn.long(position), short=turn)


def _ask(session: TerminalSession, rest: str) -> None:
    _going_on(session)
    position, players = session.game.position, session.players
    asked = [party for party in position.active if not players.is_person(party)]
    if not asked:
        raise InvalidInput(say("cli.play.ask_nobody", session.lang))
    if rest:
        if rest not in asked:
            known = ", ".join(asked)
            raise InvalidInput(say("cli.play.ask_usage", session.lang, parties=known))
        asked = [rest]
    for party in asked:
        words = opinion_of(players.bot(party), position, party).sentence(session.lang)
        name = players.name(party, session.lang)
        session.screen.say_text(session.screen.labelled(name, words))


def _seat(session: TerminalSession, rest: str) -> None:
    if rest:
        session.players.seat(rest)
        session.save()
    screen, lang = session.screen, session.lang
    for party in session.players.seats:
        name = session.players.name(party, lang)
        screen.say_text(f"{party}={session.players.seats[party]}: {name}", "  ")
    if not rest:
        levels = ", ".join(each.name for each in LEVELS)
        characters = ", ".join(each.name for each in CHARACTERS)
        screen.say("cli.play.seat_usage", levels=levels, characters=characters)


def _pieces(session: TerminalSession, rest: str) -> None:
    del rest
    session.screen.pieces(session.game)


def _rules(session: TerminalSession, rest: str) -> None:
    del rest
    rules = session.game.position.rules
    line = say(f"edition.{rules.edition}.line", session.lang)
    session.screen.say_text(session.screen.labelled(str(rules), line))
    session.screen.say("cli.play.rules_more", rules=rules)


def _turns(session: TerminalSession, rest: str) -> None:
    del rest
    session.screen.turns(session.game)


def _undo(session: TerminalSession, rest: str) -> None:
    del rest
    if not session.game.history:
        raise InvalidInput(say("cli.play.no_undo", session.lang))
    session.take_back()
    session.screen.board(session.game)


def _redo(session: TerminalSession, rest: str) -> None:
    del rest
    if not session.game.node.children:
        raise InvalidInput(say("cli.play.no_redo", session.lang))
    session.take_again()


def _resign(session: TerminalSession, rest: str) -> None:
    del rest
    _going_on(session)
    party = session.game.position.mover or ""
    question = say("cli.play.resign_sure", session.lang, party=say(f"party.{party}", session.lang))
    if session.ask(question):
        session.game.resign(party, forget=True)
        session.changed()


def _draw(session: TerminalSession, rest: str) -> None:
    del rest
    _going_on(session)
    session.offer_draw(session.game.position.mover or "")


def _return(session: TerminalSession, rest: str) -> None:
    position = session.game.position
    possible = position.rejoinable
    if not rest and len(possible) == 1:
        rest = possible[0]
    if not rest:
        raise InvalidInput(say("cli.play.return_usage", session.lang))
    if rest not in possible:
        reason = reason_against_return(position, position.party(rest).letter)
        raise InvalidInput(reason.sentence(session.lang))
    returning = say(f"party.{rest}", session.lang)
    against = session.players.bot_against_return(position, rest)
    for party in position.active:
        name = session.players.name(party, session.lang)
        if session.players.is_person(party):
            question = say("cli.play.return_ask", session.lang, party=name, returning=returning)
            agrees = session.ask(question)
        else:
            agrees = party != against
        if not agrees:
            session.screen.say("cli.play.return_refused", party=name, returning=returning)
            return
    session.game.rejoin(rest, forget=True)
    session.changed()


def _comment(session: TerminalSession, rest: str) -> None:
    if not rest:
        raise InvalidInput(say("cli.play.comment_usage", session.lang))
    session.game.comment(rest)
    session.save()


def _save(session: TerminalSession, rest: str) -> None:
    target = typed_path(rest) if rest else session.file
    if target is None:
        raise InvalidInput(say("cli.play.save_usage", session.lang))
    if rest and target.is_file() and target != session.file:
        question = say("cli.play.overwrite", session.lang, file=target)
        if not session.ask(question):
            return
    session.save(target if rest else None)
    session.screen.say("cli.play.saved", file=target)


def _lang(session: TerminalSession, rest: str) -> None:
    if rest not in LANGUAGES:
        raise InvalidInput(say("cli.play.lang_usage", session.lang))
    session.screen.lang = rest
    session.entry.lang = rest
    session.screen.say("cli.play.lang_now")


def _quit(session: TerminalSession, rest: str) -> None:
    del session, rest
    raise PlayerLeft


def _going_on(session: TerminalSession) -> None:
    if session.game.position.is_over:
        raise InvalidInput(say("reason.game_over", session.lang))


COMMANDS: Final = (
    Command(("help", "?", "h", "aide"), "cli.help.help", _help),
    Command(("board", "b", "plateau"), "cli.help.board", _board),
    Command(("moves", "m", "possibles"), "cli.help.moves", _moves, takes=True),
    Command(("why", "pourquoi"), "cli.help.why", _why, takes=True),
    Command(("hint", "conseil"), "cli.help.hint", _hint),
    Command(("ask", "demander"), "cli.help.ask", _ask, takes=True),
    Command(("seat", "siege", "siège"), "cli.help.seat", _seat, takes=True),
    Command(("pieces", "pièces"), "cli.help.pieces", _pieces),
    Command(("rules", "regles", "règles"), "cli.help.rules", _rules),
    Command(("turns", "coups"), "cli.help.turns_list", _turns),
    Command(("undo", "u", "annuler"), "cli.help.undo", _undo),
    Command(("redo", "refaire"), "cli.help.redo", _redo),
    Command(("resign", "abandonner"), "cli.help.resign", _resign),
    Command(("draw", "nulle"), "cli.help.draw", _draw),
    Command(("return", "revenir"), "cli.help.return", _return, takes=True),
    Command(("comment", "commenter"), "cli.help.comment", _comment, takes=True),
    Command(("save", "sauver"), "cli.help.save", _save, takes=True),
    Command(("lang", "langue"), "cli.help.lang", _lang, takes=True),
    Command(("quit", "q", "exit", "quitter"), "cli.help.quit", _quit),
)
"""Every command, in the order in which the help lists them."""
