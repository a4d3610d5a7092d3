"""Records from files as they are: bytes that are not UTF-8, other encodings, very long lines."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from djambi import BadRecord, Game
from djambi.notation.lines import Source
from djambi.notation.reading import read_records
from djambi.notation.records import MAX_LINE_CHARS

GAME = '[Event "{}"]\n\n1. r c3-e3 b g3-g5\n\n'
# Eleven games; the sixth has a letter of Latin-1 in a comment, after two turns.
FILE = "".join(GAME.format(number) for number in range(1, 12)).encode().replace(
    b'"6"]\n\n1. r c3-e3 b g3-g5', b'"6"]\n\n1. r c3-e3 b g3-g5 {caf\xe9} y g7-e7'
)  # fmt: skip


def text_file(content: bytes) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")


def packed_file(content: bytes) -> gzip.GzipFile:
    return gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(content)))


DOORS: list[Callable[[bytes], Source]] = [
    bytes, io.BytesIO, text_file, packed_file,
]  # fmt: skip


@pytest.mark.parametrize("door", DOORS)
def test_a_byte_that_is_not_utf8_costs_the_rest_of_its_own_game(
    door: Callable[[bytes], Source],
) -> None:
    faults: list[BadRecord] = []
    games = list(Game.read(door(FILE), faults))
    assert [game.tags["Event"] for game in games] == [str(number) for number in range(1, 12)]
    assert [len(game.history) for game in games] == [2] * 11
    (fault,) = faults
    assert (fault.line, fault.column, fault.game) == (23, 24, 6)
    assert str(fault) == "game 6, line 23, column 24: the byte E9 is not UTF-8"
    assert [bool(game.errors) for game in games] == [number == 6 for number in range(1, 12)]


def test_a_bad_byte_in_a_tag_or_in_a_turn_keeps_what_stands_before_it() -> None:
    tag, turn = read_records(b'[Event "caf\xe9"]\n\n\n[Event "b"]\n\n1. r c3-e3 b g3-g\xff5 y\n')
    assert (tag.tags, tag.faults[0].line, tag.faults[0].column) == ({}, 1, 12)
    assert [entry.text for entry in turn.main.entries] == ["c3-e3"]
    assert (turn.faults[0].line, turn.faults[0].column) == (6, 18)
    assert "FF" in turn.faults[0].message


def test_a_lone_surrogate_in_a_text_is_a_fault_where_it_stands() -> None:
    (record,) = read_records("1. r c3-e3 {\ud800}")
    assert str(record.faults[0]) == "line 1, column 13: a lone surrogate, U+D800"


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_recognised(codec: str) -> None:
    text = GAME.format("a") * 3
    (record,) = read_records(text.encode(codec))
    assert str(record.faults[0]) == "line 1, column 1: this looks like UTF-16: save it as UTF-8"
    assert not record.tags


def test_a_stream_stays_open_and_one_that_was_begun_is_read_on() -> None:
    stream = io.BytesIO(FILE)
    assert len(list(Game.read(stream, []))) == 11
    assert not stream.closed
    begun = io.TextIOWrapper(io.BytesIO(b"; once\n" + b"1. r c3-e3 *\n" * 2000 + b"\xe9"), "utf-8")
    assert begun.readline() == "; once\n"
    *good, bad = read_records(begun)
    assert len(good) > 1000
    assert not any(record.faults for record in good)
    assert "not UTF-8" in bad.faults[0].message


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("made", [str, str.encode])
def test_every_kind_of_line_end_is_read(end: str, made: Callable[[str], str | bytes]) -> None:
    games = list(Game.read(made((GAME.format("a") * 2).replace("\n", end))))
    assert [len(game.history) for game in games] == [2, 2]


def test_a_game_on_one_very_long_line_is_read() -> None:
    round_of_all = "r c3-e3 b g3-g5 y g7-e7 g c7-c5 r e3-c3 b g5-g3 y e7-g7 g c5-c7 "
    many = 5 * MAX_LINE_CHARS // len(round_of_all)
    (record,) = read_records(round_of_all * many + "{a comment} z ???")
    entries = record.main.entries
    assert [entry.text for entry in entries[:2]] == ["c3-e3", "g3-g5"]
    assert len(entries) == 8 * many
    assert all(entry.column == 1 + 8 * number for number, entry in enumerate(entries))
    assert entries[-1].comments == ["a comment"]
    assert (record.faults[0].line, record.faults[0].column) == (1, 64 * many + 15)


@pytest.mark.parametrize("comment", ["{{{}}}", ";{}"])
def test_a_comment_across_two_pieces_of_a_line_is_whole(comment: str) -> None:
    words = " ".join(f"word-{number}" for number in range(1000))
    before = "r c3-e3 " * ((MAX_LINE_CHARS - 5000) // 8)
    (record,) = read_records(before + comment.format(words) + "\n")
    assert record.main.entries[-1].comments == [words]
    assert not record.faults


def test_what_is_no_source_is_a_type_error_at_once() -> None:
    for source in (Path("games.djambi"), None, 5):
        with pytest.raises(TypeError, match="source must be text, bytes or an open file"):
            Game.read(source)  # type: ignore[arg-type] # pyright: ignore
