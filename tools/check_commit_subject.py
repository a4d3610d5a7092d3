"""Refuse a commit whose subject does not fit: `check_commit_subject.py FILE`.

The file holds the message, as git gives it to a commit-msg hook. Exit status 1, with the reason on
stderr, if its subject is empty or has `SUBJECT_LIMIT` characters or more.
"""

from __future__ import annotations

import sys
from pathlib import Path

SUBJECT_LIMIT = 72
"""Characters: `git log --oneline` shows shorter subjects whole in a terminal of 80 columns."""

SQUASHED = ("fixup! ", "squash! ", "amend! ")
"""Commits named so repeat another's subject, and disappear before they are published."""


def complaint(message: str) -> str:
    """Return what is wrong with a commit message's subject, or an empty text.

    >>> complaint("Kernels are shared by thread, not by position"), complaint("")
    ('', 'the commit has no subject')
    >>> complaint("x" * 72)
    "the commit's subject has 72 characters: make it shorter than 72"
    """
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    subject = next((line.strip() for line in lines if line.strip()), "")
    if not subject:
        return "the commit has no subject"
    if len(subject) >= SUBJECT_LIMIT and not subject.startswith(SQUASHED):
        count = len(subject)
        return f"the commit's subject has {count} characters: make it shorter than {SUBJECT_LIMIT}"
    return ""


def main(arguments: list[str]) -> int:
    """Check the message in the file that is named first, and return the exit status."""
    wrong = complaint(Path(arguments[0]).read_text("utf-8"))
    if wrong:
        print(wrong, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
