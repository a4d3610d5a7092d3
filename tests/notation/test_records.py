"""Game records as text (NOTATION 3): reading, faults and their places, writing."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from djambi.errors import DjambiError
from djambi.notation import records
from djambi.notation.reading import read_records
from djambi.notation.records import Entry, Record, Variation
from djambi.notation.writing import write_record, write_records

EXAMPLE = """\
[Event "Casual"]
[Date "2026.11.20"]
[Variant "square-4"]
[Rules "original"]
[Red "Anne \\"la rouge\\" \\\\"]
[Result "*"]

1. r c3-e3 b g3-g5 y g7-e7 g c7-c6 {a comment}
2. r e3-e5 (r e3-e4 {slow} b g5-g6 (b resigns)) r+ draw agreed
"""


def read_one(text: str) -> Record:
    (record,) = read_records(text)
    return record


def test_the_example_is_read() -> None:
    record = read_one(EXAMPLE.replace("r+ draw", "r+ b1-b2 draw"))
    assert not record.faults
    assert record.tags["Red"] == 'Anne "la rouge" \\'
    entries = record.main.entries
    assert [entry.actor for entry in entries] == ["r", "b", "y", "g", "r", "r+", ""]
    assert entries[3].comments == ["a comment"]
    assert entries[4].round == 2
    assert entries[-1].text == "draw agreed"
    variation = entries[4].variations[0]
    assert [entry.text for entry in variation.entries] == ["e3-e4", "g5-g6"]
    assert variation.entries[0].comments == ["slow"]
    assert variation.entries[1].variations[0].entries[0].text == "resigns"


def test_what_is_canonical_is_written_as_it_was_read() -> None:
    text = EXAMPLE.replace("r+ draw", "r+ b1-b2 draw")
    assert write_record(read_one(text)) == text


def test_places_are_known() -> None:
    entry = read_one(EXAMPLE).main.entries[4]
    assert (entry.line, entry.column) == (9, 4)


def test_several_games_follow_one_another() -> None:
    games = [Record({"Event": str(n)}, Variation([], [Entry("r", "c3-e3")])) for n in range(3)]
    games.insert(1, Record({"Event": "without a turn"}))
    stream = io.StringIO()
    write_records(stream, games)
    assert list(read_records(stream.getvalue())) == games
    stream.seek(0)
    assert list(read_records(stream)) == games


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    text = "\ufeff" + EXAMPLE.replace("r+ draw", "draw").replace("\n", "\r\n")
    assert read_one(text) == read_one(EXAMPLE.replace("r+ draw", "draw"))


def test_nothing_is_no_game() -> None:
    assert list(read_records("")) == []
    assert list(read_records("\n \n\n")) == []


@pytest.mark.parametrize(
    ("text", "line", "column", "word"),
    [
        ("1. r", 1, 5, "turn"),
        ("1. r c3-e3 3.", 1, 14, "turn"),
        ("1. {x} r c3-e3", 1, 4, "turn"),
        ("rr c3-e3", 1, 1, "'rr'"),
        ("1. r c3+e3", 1, 6, "'c3+e3'"),
        ("r c3-e3 )", 1, 9, "closes nothing"),
        ("r c3-e3 }", 1, 9, "closes nothing"),
        ("r c3-e3\n(r c3-e4", 2, 9, "not closed"),
        ("(r c3-e4)", 1, 1, "replaces"),
        ("r c3-e3 ()", 1, 10, "without a turn"),
        ("r c3-e3 {no end\n\n", 1, 9, "not closed"),
        ("draw offered", 1, 1, "draw agreed"),
        ("draw", 1, 5, "agreed"),
        ("[Event]\n", 1, 1, "tag"),
        ('[Event "x]\n', 1, 1, "tag"),
        ('[Event "x"] r c3-e3\n', 1, 1, "alone"),
        ('[Event "a\tb"]\n', 1, 10, "control"),
        ('[Event "a\u2028b"]\n', 1, 10, "control"),
        ('[Event "x"]\n[Event "y"]\n', 2, 2, "second"),
        ("r c3-e3 " + "a" * 200, 1, 9, "letter"),
        ("r " + "a" * 200, 1, 3, "turn"),
        # A byte order mark is one at the beginning only.
        ("r c3-e3\n\ufeffb g3-g5", 2, 1, "ufeff"),
    ],
)
def test_faults_and_their_places(text: str, line: int, column: int, word: str) -> None:
    (fault,) = read_one(text).faults
    assert (fault.line, fault.column) == (line, column)
    assert word in fault.message


def test_after_a_fault_the_next_game_is_read_and_what_was_read_is_kept() -> None:
    text = EXAMPLE.replace("g c7-c6", "g ???") + "\n\n" + EXAMPLE.replace("r+ draw", "draw")
    first, second = read_records(text)
    assert [entry.actor for entry in first.main.entries] == ["r", "b", "y"]
    assert (first.faults[0].line, first.faults[0].column) == (8, 30)
    assert not second.faults
    assert second.line == 12


def test_a_stream_that_is_not_utf8_is_a_fault() -> None:
    stream = io.TextIOWrapper(io.BytesIO(b'[Event "\xff"]\n\n1. r c3-e3\n'), encoding="utf-8")
    (record,) = read_records(stream)
    assert "UTF-8" in record.faults[0].message


class _Endless(io.TextIOBase):
    """A stream that goes on for ever, or nearly: it counts what is taken from it."""

    def __init__(self, head: str, pattern: str, limit: int) -> None:
        self.head, self.pattern, self.limit = head, pattern, limit
        self.taken = 0

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        if self.head:
            text, self.head = self.head, ""
        elif self.taken < self.limit:
            text = self.pattern
        else:
            text = ""
        self.taken += len(text)
        return text


@pytest.mark.parametrize(
    ("head", "pattern", "word"),
    [
        ("r c3-e3 {", "x" * 1000 + "\n", "comment is longer"),
        ("r c3-e3\n", "{" + "x" * 15000 + "}\n", "comments come to"),
        ("r c3-e3\n", "(r c3-e4\n", "inside one another"),
        ("r c3-e3\n", "(r c3-e4)\n" * 50, "turns, comments and variations"),
        ("r c3-e3\n", "b c3-e3 " * 100 + "\n", "turns, comments and variations"),
        ("", "x" * (records.MAX_LINE_CHARS + 1), "expected a turn"),
        ("r c3-e3\n", ";" * records.MAX_LINE_CHARS, "comment is longer"),
        ('[Event "', "x" * records.MAX_LINE_CHARS, "tag"),
        ('[Event "' + "never closed, " * 5_000, "\n", "tag"),
        ('[Event "' + '\\"' * 30_000, "\n", "tag"),
        ('[Event "' + "\\" * 60_000, "\n", "tag"),
        ('[Event "' + '" ' * 30_000, "\n", "tag"),
        ('[Event "' + '"' * 60_000, "\n", "tag"),
    ],
)
def test_hostile_text_is_bounded(head: str, pattern: str, word: str) -> None:
    # Enough to pass every bound: comments have the widest.
    limit = 4_500_000 if "comments come to" in word else 1_500_000
    stream = _Endless(head, pattern, limit)
    (record,) = read_records(stream)
    assert word in record.faults[0].message


def test_many_tags_and_long_tags_are_refused() -> None:
    text = "".join(f'[T{n} "x"]\n' for n in range(200))
    assert "tags" in read_one(text).faults[0].message
    assert "longer" in read_one(f'[Event "{"x" * 3000}"]\n').faults[0].message


@pytest.mark.parametrize(
    "record",
    [
        Record({"Event": "a\nb"}),
        Record({"Event": "\x1b[31m"}),
        Record({"No name": "x"}),
        Record({"Event": '"' * 1500}),
        Record({}, Variation(["x" * 30_000], [])),
        Record({}, Variation(["\ud800"], [])),
        Record({}, Variation([], [Entry("r", "what?")])),
        Record({}, Variation([], [Entry("R", "c3-e3")])),
        Record({}, Variation([], [Entry("r", "c3-e3", [], [Variation()])])),
    ],
)
def test_what_no_record_can_hold_is_not_written(record: Record) -> None:
    with pytest.raises(DjambiError):
        write_record(record)


def turns_with(comments: list[str], turns: int = 1) -> Variation:
    return Variation([], [Entry("r", "c3-e3", comments), *[Entry("r", "c3-e3")] * (turns - 1)])


@pytest.mark.parametrize("character", ["x", "}", "\n"])
def test_the_longest_comment_is_read_as_it_was_written(character: str) -> None:
    longest = turns_with([character * records.MAX_COMMENT_CHARS])
    again = read_one(write_record(Record({}, longest)))
    assert again.main == longest and not again.faults


def many_tags(number: int) -> dict[str, str]:
    return {f"T{each}": "x" for each in range(number)}


@pytest.mark.parametrize(
    ("most", "beyond", "word"),
    [
        (Record(many_tags(records.MAX_TAGS)), Record(many_tags(records.MAX_TAGS + 1)), "tags"),
        (
            Record({}, turns_with(["x" * 20_000] * 200)),
            Record({}, turns_with([*["x" * 20_000] * 200, "x"])),
            "comments come to",
        ),
        (
            Record({}, turns_with([""], records.MAX_ITEMS - 1)),
            Record({}, turns_with([""], records.MAX_ITEMS)),
            "turns, comments and variations",
        ),
    ],
    ids=["tags", "comments", "items"],
)
def test_what_is_too_much_to_be_read_back_is_not_written(
    most: Record, beyond: Record, word: str
) -> None:
    again = read_one(write_record(most))
    assert again == most and not again.faults
    with pytest.raises(DjambiError, match=word):
        write_record(beyond)


def test_variations_too_deep_are_not_written() -> None:
    line = Variation([], [Entry("r", "c3-e3")])
    for _ in range(records.MAX_NESTING + 1):
        line = Variation([], [Entry("r", "c3-e3", [], [line])])
    with pytest.raises(DjambiError, match="inside one another"):
        write_record(Record({}, line))
    deepest = line.entries[0].variations[0]
    assert read_one(write_record(Record({}, deepest))).main == deepest


def test_lines_are_broken_before_100_columns() -> None:
    entries = [Entry("r", "c3-e3") for _ in range(100)]
    text = write_record(Record({}, Variation([], entries)))
    *full, _ = text.splitlines()[1:]
    assert all(92 < len(line) <= 100 for line in full)
    assert read_one(text).main.entries == entries


@pytest.mark.parametrize(("size", "lines"), [(90, [100]), (91, [7, 93])])
def test_a_line_may_have_100_columns_and_no_more(size: int, lines: list[int]) -> None:
    text = write_record(Record({}, Variation([], [Entry("r", "c3-e3", ["w" * size])])))
    assert [len(line) for line in text.splitlines()[1:]] == lines


def test_a_comment_of_several_lines_counts_where_it_begins_and_where_it_ends() -> None:
    entries = [Entry("r", "c3-e3", ["w" * 90 + "\nend"]), Entry("b", "g3-g5")]
    text = write_record(Record({}, Variation([], entries)))
    assert text == "\nr c3-e3 {" + "w" * 90 + "\nend} b g3-g5\n"


def test_rounds_begin_lines_in_the_game_only() -> None:
    variation = Variation([], [Entry("r", "c3-c4", round=1), Entry("r", "c4-c5", round=2)])
    entries = [Entry("r", "c3-e3", variations=[variation], round=1), Entry("r", "e3-e4", round=2)]
    text = write_record(Record({}, Variation([], entries)))
    assert text == "\n1. r c3-e3 (1. r c3-c4 2. r c4-c5)\n2. r e3-e4\n"


COMMENTS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=12), max_size=2)
PLAIN = COMMENTS.map(lambda found: [each.replace("\r", "") for each in found])
TEXTS = st.sampled_from(["c3-e3", "b2-e5/e8>e5>a5", "a2-e4*d4*e5", "--", "resigns", "flags"])


def lines(variations: st.SearchStrategy[list[Variation]]) -> st.SearchStrategy[Variation]:
    entry = st.builds(
        Entry,
        actor=st.sampled_from(["r", "b", "k", "r+"]),
        text=TEXTS,
        comments=PLAIN,
        variations=variations,
        round=st.none() | st.integers(1, 999),
    )
    return st.builds(Variation, comments=PLAIN, entries=st.lists(entry, min_size=1, max_size=4))


TREES = st.recursive(
    lines(st.just([])), lambda inner: lines(st.lists(inner, max_size=2)), max_leaves=6
)
TAGS = st.dictionaries(
    st.sampled_from([*records.TAG_ORDER, "Other", "Zed_9"]),
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=20),
)


@given(st.builds(Record, tags=TAGS, main=TREES))
def test_every_record_is_read_as_it_was_written(record: Record) -> None:
    text = write_record(record)
    again = read_one(text)
    assert again == record
    assert not again.faults
    assert write_record(again) == text


@given(
    st.text(alphabet='[]"\\{}()r+ 1.c3-e3draw agreed\n', max_size=120)
    | st.text(max_size=60)
    | st.binary(max_size=60).map(lambda data: data.decode("latin-1"))
)
def test_any_text_is_read_without_a_crash(text: str) -> None:
    for record in read_records(text):
        if not record.faults:
            assert read_one(write_record(record)) == record
