"""The commands that pages name can be typed as they stand there: names, options, values."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from tests.docs.test_site import PAGES
from tests.paths import ROOT

from djambi.cli.app import COMMANDS, app
from djambi.cli.endings import tables_folder
from djambi.cli.play.saved_games import default_file
from djambi.client.session_store import store_path
from djambi.server.apps.paths import data_path

_FENCE = re.compile(r"^\s*```(\w*)\s*$")
_INLINE = re.compile(r"`([^`]+)`")
_COMMAND = re.compile(r"(?:^|\| )(?:[A-Z_]+=\S+ )*(?:/[\w/.]+/)?djambi(?= |$)")
_COMMENT = re.compile(r"\s+#.*$|\s{2,}[^\s\"'-].*$|\s*\\$")
_SHELL = re.compile(r"[|<>;&]+|\d>")
# What stands for something: NAME, 'NAME=VALUE', …
_PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b|…|\bN\b")


def lines(page: Path) -> Iterator[str]:
    """Yield what can be typed on a page: inline code, and the lines of blocks that are commands."""
    language: str | None = None
    prose: list[str] = []
    for line in page.read_text(encoding="utf-8").splitlines():
        if fence := _FENCE.match(line):
            language = fence[1] if language is None else None
        elif language in ("", "sh", "console") or (language is None and line.startswith("    ")):
            yield line.strip().removeprefix("$ ")
        elif language is None:
            prose.append(line.strip())
    yield from _INLINE.findall(" ".join(prose))


def commands(page: Path) -> Iterator[str]:
    """Yield the calls of `djambi` on a page, without what a shell does with them."""
    for line in lines(page):
        if found := _COMMAND.search(line):
            yield _COMMENT.sub("", line[found.end() :]).strip()


def parse(typed: str) -> None:
    """Parse what follows `djambi`; raise `click.UsageError` for what the command would not take."""
    words: list[str] = []
    for word in shlex.split(re.sub(r"[][…]", "", typed)):
        if _SHELL.fullmatch(word):
            break
        words.append(word)
    command: click.Command = app
    context = click.Context(command, info_name="djambi")
    while isinstance(command, click.Group):
        with context.scope():
            _, words, _ = command.make_parser(context).parse_args(words)
        if not words or words[0] == "COMMAND":
            return
        name, found, words = command.resolve_command(context, words)
        assert found is not None
        command, context = found, click.Context(found, context, name)
    with context.scope():
        command.parse_args(context, words)


def fault(typed: str) -> str:
    """Return what is wrong with a command; "" if it can be typed."""
    try:
        parse(typed)
    except (click.exceptions.Exit, click.MissingParameter):
        return ""  # the version, or help; and a page may say less than has to be typed
    except click.BadParameter as error:
        of_a_file = error.param is not None and isinstance(error.param.type, click.Path)
        return "" if of_a_file or _PLACEHOLDER.search(typed) else error.format_message()
    except click.BadOptionUsage as error:
        return "" if typed.endswith((error.option_name, "…")) else error.format_message()
    except click.UsageError as error:
        return error.format_message()
    return ""


NAMED = {page: list(commands(page)) for page in PAGES if page.name != "CHANGELOG.md"}


@pytest.mark.parametrize(
    "page",
    [page for page, typed in NAMED.items() if typed],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_commands_that_a_page_names_can_be_typed(page: Path) -> None:
    faults = {typed: wrong for typed in NAMED[page] if (wrong := fault(typed))}
    assert not faults


def test_the_page_of_the_command_line_names_every_command() -> None:
    typed = NAMED[ROOT / "docs" / "command-line.md"]
    assert set(COMMANDS) <= {line.partition(" ")[0] for line in typed}


def test_wrong_commands_are_found() -> None:
    assert not fault("play --seat r=me hex-3") and not fault("admin bar NAME 7")
    for wrong in ("plya", "play --seats r=me", "rules shw bga", "admin bar NAME 7 8",
                  "play hex-9", "render hex-3 --theme blue"):  # fmt: skip
        assert fault(wrong), wrong


@pytest.mark.skipif(sys.platform != "linux", reason="the column of Linux is compared")
def test_things_are_kept_where_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    section = text.partition("## Where things are kept\n")[2].partition("\n## ")[0]
    named = re.findall(r"^\|[^|]*\| `~/([^`]*)` \|", section, re.MULTILINE)
    for name in ("DJAMBI_DATA", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    used = [data_path(), default_file().parent, tables_folder(), store_path().parent]
    assert [tmp_path / each for each in named] == used
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path / "one"))
    used = [data_path(), default_file().parent, tables_folder().parent, store_path().parent]
    assert set(used) == {tmp_path / "one"}
