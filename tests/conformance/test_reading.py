"""A case that is not written as README.md says is refused, not passed over."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conformance.reading import BadCaseError, Case, clauses, read_file
from tests.conformance.running import JUDGE, LIBRARY, WrongError, run

CLAUSE = next(clause for clause in clauses() if clause.id == "3.2-militant")
HEADING = f"== {CLAUSE.id}  {CLAUSE.title}\n   {CLAUSE.sentence}\n"
GOOD = """\
[3.2-militant-1] A Militant kills
rules: square-4 original
board:
    4   .  bM
    3  rM   .
        c   d
away: rC a1,
        bC i9
parties: y>r g>r
legal: c3-d4>c3
illegal: c3-c5
play: c3-d4>h2
  then: empty c3, rM d4, x h2
  next: b
"""


def read(tmp_path: Path, text: str) -> list[Case]:
    path = tmp_path / "case.txt"
    path.write_text(HEADING + text, "ascii")
    return list(read_file(path))


def test_drawing(tmp_path: Path) -> None:
    (case,) = read(tmp_path, GOOD)
    assert case.cells == {"d4": "bM", "c3": "rM", "a1": "rC", "i9": "bC"}
    assert case.turn == "r" and case.order == "rbyg"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[3.2-militant-1]", "[3.2-militant-2]"),
        ("[3.2-militant-1]", "[3.2-assassin-1]"),
        ("away:", "pieces"),
        ("away:", "far:"),
        ("rC a1", "rC d4"),
        ("rC a1", "rC a10"),
        ("rC a1", "rQ a1"),
        ("    3  rM   .\n", "    3  rM\n"),
        ("y>r", "o>r"),
        ("  next: b\n", ""),
        ("  next: b\n", "  next: b\n  next: b\n"),
        ("legal: c3-d4>c3\n", "legal: c3-d4>c3\n  next: b\n"),
        ("rules: square-4 original", "rules: square-4"),
        ("rules: square-4 original", "rules: square-9 original"),
        ("rules: square-4 original", "rules: square-4 original, fortress=perhaps"),
    ],
)
def test_refused(tmp_path: Path, old: str, new: str) -> None:
    assert old in GOOD
    with pytest.raises(BadCaseError, match="case.txt"):
        read(tmp_path, GOOD.replace(old, new, 1))


def test_a_clause_says_something(tmp_path: Path) -> None:
    path = tmp_path / "case.txt"
    path.write_text(HEADING.partition("\n")[0] + "\n\n" + GOOD, "ascii")
    with pytest.raises(BadCaseError, match=r"case.txt:1: clause 3\.2-militant says nothing"):
        list(read_file(path))


@pytest.mark.parametrize("referee", [LIBRARY, JUDGE], ids=["library", "judge"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("legal: c3-d4>c3", "legal: c3-d4>d4"),
        ("illegal: c3-c5", "illegal: c3-d4>c3"),
        ("illegal: c3-c5", "goes: c3 to c4 c5"),
        ("illegal: c3-c5", "stands: rM c4"),
        ("play: c3-d4>h2", "play: c3-d4>h3"),
        ("play: c3-d4>h2", "play: c3-c4>h2"),
        ("x h2\n", "x h2 h3\n"),
        ("x h2\n", "x h2, empty h4\n"),
        ("  next: b", "  next: r"),
        ("  next: b", "  states: y!\n  next: b"),
        ("  next: b", "  states: y>r\n  next: b"),
        ("  next: b", "  order: bryg\n  next: b"),
        ("  next: b", "  quiet: 1\n  next: b"),
        ("  next: b", "  next: =r"),
    ],
)
def test_wrong(tmp_path: Path, old: str, new: str, referee: object) -> None:
    """A wrong expectation is noticed by library and judge alike."""
    assert old in GOOD
    (case,) = read(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(WrongError, match="case.txt"):
        run(case, LIBRARY if referee is LIBRARY else JUDGE)


def test_right(tmp_path: Path) -> None:
    (case,) = read(tmp_path, GOOD.replace("illegal: c3-c5", "illegal: c3-c6 (too_far)"))
    run(case, LIBRARY)
    run(case, JUDGE)
    (case,) = read(tmp_path, GOOD.replace("illegal: c3-c5", "illegal: c3-c6 (way_blocked)"))
    with pytest.raises(WrongError, match="reason"):
        run(case, LIBRARY)
