"""The commands: what they write, their exit status, and what they do with bad input."""

from __future__ import annotations

import builtins
import errno
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest
from tests.paths import ROOT

from djambi import OPTIONS, Position, __version__
from djambi.cli import main
from djambi.cli.app import app
from djambi.game import Game

START = str(Position.start())
RECORD = '[Variant "square-4"]\n[Rules "original"]\n[Result "*"]\n\n1. r c3-e3 b g3-g5 {so}\n'

BARE = """
import sys
from importlib.abc import MetaPathFinder

REQUIRED = {"djambi", "click", "rich", "markdown_it", "mdurl", "pygments"}


class NoExtras(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if path is None and name not in REQUIRED | sys.stdlib_module_names and name[0] != "_":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, NoExtras())
"""
"""Python that finds only what the package requires, as if no extra were installed."""

ALL_HELP = """
import click
from djambi.cli.app import app


def ask(command, parent, name):
    context = click.Context(command, parent, name)
    assert command.get_help(context)
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            ask(command.get_command(context, each), context, each)


ask(app, None, "djambi")
"""
"""Python that asks every command for its help, and those in it."""

Run = tuple[int, str, str]


class Command:
    """Runs the command in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *arguments: str, typed: str | bytes = "") -> Run:
        data = typed.encode() if isinstance(typed, str) else typed
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "ascii"))
        status = main(list(arguments))
        out, err = self.capsys.readouterr()
        return status, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.setenv("COLUMNS", "100")
    return Command(capsys, monkeypatch)


# The command itself


def test_version_says_whether_the_kernel_is_compiled(run: Command, compiled: bool) -> None:
    status, out, _ = run("--version")
    assert status == 0
    assert out == f"djambi {__version__} ({'compiled' if compiled else 'interpreted'})\n"


def test_help_lists_the_commands(run: Command) -> None:
    status, out, _ = run("--help")
    assert status == 0
    for name in ("play", "render", "rules", "validate", "convert", "perft", "bench"):
        assert f"  {name}" in out
        assert run(name, "--help")[0] == 0


@pytest.mark.parametrize("name", ["rules", "admin", "puzzles", "research"])
def test_help_cuts_no_sentence_off(name: str, run: Command) -> None:
    _, out, _ = run(name, "--help")
    assert "..." not in out.partition("Commands:")[2]


def options(command: click.Command) -> Iterator[click.Option]:
    yield from (each for each in command.params if isinstance(each, click.Option))
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if (found := command.get_command(context, name)) is not None:
                yield from options(found)


def test_the_help_says_of_every_option_what_it_does() -> None:
    found = list(options(app))
    assert len(found) > 100
    assert [each.opts for each in found if not each.help] == []


def test_help_needs_no_extra() -> None:
    code = BARE + ALL_HELP
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "package"),
    [
        (["ppo", "network.npz"], "numpy"),
        (["baselines", "games"], "numpy"),
        (["train", "network", "."], "numpy"),
        (["figures", "."], "numpy"),
        (["games", "games", "--level", "novice"], "pyarrow"),
    ],
)
def test_a_command_that_lacks_its_extra_says_so(
    arguments: list[str], package: str, tmp_path: Path
) -> None:
    code = f"{BARE}\nfrom djambi.cli import main\nsys.exit(main(['research', *sys.argv[1:]]))"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.endswith(f' needs {package}: pip install "djambi[research]"\n')


def test_an_edition_is_named_in_the_help_and_not_listed(run: Command) -> None:
    for name in ("leaflet", "readings"):
        assert f"rules {name} [OPTIONS] [EDITION]" in run("rules", name, "--help")[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["--nonsense"],
        ["perft"],
        ["perft", START],
        ["perft", START, "-1"],
        ["perft", START, "17"],
        ["perft", START, "many"],
        ["perft", "nonsense", "1"],
        ["perft", "square-4 nonsense", "1"],
        ["perft", "x" * 10_000, "1"],
        ["perft", "-", "1"],
        ["rules", "show", "nonsense"],
        ["rules", "check", "original,fortress=maybe"],
        ["rules", "check", "original", "square-9"],
        ["render", "nonsense"],
        ["render", START, "--turn", "c3-e5"],
        ["render", START, "--turn", "nonsense"],
        ["render", START, "--size", "0"],
        ["validate"],
        ["convert", "no/such/file"],
        ["play", "square-9"],
        ["play", "--seat", "p=me"],
        ["play", "--seat", "r=nobody"],
        ["play", "--seat", "r"],
        ["play", "--seat", "r=me", "--people", "2"],
        ["play", "--load", "no/such/file"],
        ["play", "--rules", "nonsense"],
        ["--port", "1", "rules", "list"],
    ],
)
def test_bad_usage_and_bad_input_have_status_2_and_no_traceback(
    run: Command, arguments: list[str]
) -> None:
    status, out, err = run(*arguments)
    assert status == 2
    assert out == ""
    assert err.strip()
    assert "Traceback" not in err
    assert len(err) < 2_000


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["plya"], "no command 'plya'; did you mean play?"),
        (["validat", "x"], "did you mean validate?"),
        (["xyz"], "known: play, serve"),
        (["perft", "squre-4", "1"], "unknown variant 'squre-4'; did you mean square-4?"),
        (["play", "squre-4"], "unknown variant 'squre-4'; did you mean square-4?"),
        (["match", "club", "novice", "--variant", "hx-3"], "did you mean hex-3?"),
        (
            ["rules", "check", "square-4", "bga"],
            "square-4 is a board, not rules; its",
        ),
        (["rules", "show", "hex-3"], "hex-3 is a board, not rules"),
        (["rules", "diff", "bga", "hex-3"], "hex-3 is a board, not rules"),
        (["render", "hex3 bga"], "did you mean hex-3?"),
        (["perft", "nonsense", "1"], "known: square-4, square-3"),
    ],
)
def test_what_was_meant_is_guessed(run: Command, arguments: list[str], meant: str) -> None:
    status, _, err = run(*arguments)
    assert status == 2
    assert meant in err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["render", "game.djambi"], "--game game.djambi draws its game"),
        (["play", "game.djambi"], "--load game.djambi opens it"),
        (["tui", "game.djambi"], "--load game.djambi opens it"),
        (["render", "square-4", "--number", "2"], "--number is for --game"),
        (["play", "--number", "1"], "--number is for --load"),
        (["tui", "--number", "2"], "--number is for --load"),
        (["tui", "--name", "Ada"], "--name is for --server"),
        (["tui", "--resume", "--seat", "r=me"], "--seat is for a new game"),
        (["tui", "--load", "game.djambi", "--seed", "1"], "--seed is for a new game"),
        (["tui", "--server", "http://x", "--bots", "club"], "--bots is for a new game"),
        (["endings", "--rules", "bga"], "--rules are those of an ENDING"),
        (["render", "x" * 10_000], "10,000 characters are too many"),
        (["play", "x" * 10_000], "unknown variant"),
    ],
)
def test_a_game_without_its_option_is_told_which(
    run: Command,
    arguments: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path))
    Path("game.djambi").write_text("1. r c3-e3\n", encoding="utf-8")
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert told in err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_commands_and_options(shell: str, run: Command) -> None:
    status, out, _ = run("completion", shell)
    assert status == 0
    assert "_DJAMBI_COMPLETE" in out
    words = {"COMP_WORDS": "djambi per", "COMP_CWORD": "1" if shell != "fish" else "per"}
    done = subprocess.run(
        [sys.executable, "-c", "from djambi.cli.app import app; app(prog_name='djambi')"],
        env={**os.environ, **words, "_DJAMBI_COMPLETE": f"{shell}_complete"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "perft" in done.stdout


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "djambi", "perft", "square-4", "2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "1205\n", "")


def test_without_click_the_command_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "djambi.cli.app", raising=False)
    monkeypatch.setitem(sys.modules, "click", None)
    assert main([]) == 2
    assert "pip install click" in capsys.readouterr().err


def test_ctrl_c_before_the_command_is_imported_ends_quietly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    imported = builtins.__import__

    def interrupt(name: str, *rest: Any) -> ModuleType:
        # Other threads import as well, and whatever this one needs on the way.
        if name == "djambi.cli.app":
            raise KeyboardInterrupt
        return imported(name, *rest)

    monkeypatch.delitem(sys.modules, "djambi.cli.app", raising=False)
    monkeypatch.setattr("builtins.__import__", interrupt)
    assert main([]) == 130


@pytest.mark.parametrize("folder", ["src", "docs"])
def test_what_to_install_is_quoted_as_every_shell_knows_it(folder: str) -> None:
    """Single quotes would be part of the name for Windows' cmd."""
    for file in (ROOT / folder).rglob("*"):
        if file.suffix in (".py", ".json", ".md", ".ipynb"):
            assert "pip install '" not in file.read_text("utf-8"), file


GONE = """
import os, sys
from djambi.cli import main
reading, writing = os.pipe()
os.close(reading)
sys.stdout = os.fdopen(writing, "w")
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("arguments", [["rules", "list"], ["perft", "hex-3", "1"]])
def test_whoever_stops_reading_is_no_error(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", GONE, *arguments], capture_output=True, check=False
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(("system", "status"), [("win32", 0), ("linux", 2)])
def test_on_windows_it_is_an_invalid_argument(
    monkeypatch: pytest.MonkeyPatch, system: str, status: int
) -> None:
    class Gone(io.StringIO):
        def flush(self) -> None:
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sys, "stdout", Gone())
    assert main(["rules", "list"]) == status


def test_ctrl_c_has_a_status_of_its_own(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("djambi.cli.validate.opened", interrupted)
    assert run("validate", "games.djambi")[0] == 130


def test_a_puzzle_is_left_at_the_end_of_what_is_typed(run: Command) -> None:
    status, _, err = run("puzzles", "play", typed="h\n")
    assert (status, err) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell to close a stream")
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("perft - 1 <&-", 2),
        ("validate - <&-", 0),
        ("play --people 4 <&-", 0),
        ("engine <&-", 0),
        ("analyse <&-", 0),
        ("perft hex-3 1 >&-", 0),
        ("render hex-3 >&-", 0),
        ("convert - <&- >&- 2>&-", 0),
        ("perft hex-9 1 2>&-", 2),
    ],
)
def test_a_stream_that_is_closed_is_empty(command: str, status: int, tmp_path: Path) -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m djambi {command}', shell=True, capture_output=True, text=True,
        env={**os.environ, "DJAMBI_DATA": str(tmp_path)}, timeout=600, check=False,
    )  # fmt: skip
    assert (done.returncode, "Traceback" in done.stderr) == (status, False), done.stderr


# perft


def test_perft_writes_the_number_alone(run: Command) -> None:
    assert run("perft", START, "2") == (0, "1205\n", "")
    assert run("perft", START, "0") == (0, "1\n", "")


def test_perft_divides(run: Command) -> None:
    status, out, _ = run("perft", START, "2", "--divide")
    *lines, total = out.splitlines()
    assert status == 0
    assert total == "1205"
    assert lines == sorted(lines)
    assert len(lines) == 30
    assert sum(int(line.split()[1]) for line in lines) == 1205
    assert run("perft", START, "1", "--divide")[1].splitlines()[-2:] == ["c3-f6 1", "30"]
    assert run("perft", START, "0", "--divide")[1] == "1\n"


def test_perft_reads_standard_input(run: Command) -> None:
    assert run("perft", "-", "1", typed=f"\n{START}\n\n")[1] == "30\n"
    assert run("perft", "-", "1", typed="hex-3")[1] == "27\n"
    assert "too many" in run("perft", "-", "1", typed="x" * 5_000 + "\nmore")[2]


def test_a_byte_order_mark_before_a_position_is_not_read(run: Command) -> None:
    typed = b"\xef\xbb\xbfhex-3\n"
    assert run("perft", "-", "1", typed=typed)[1] == "27\n"
    assert run("render", "-", typed=typed) == run("render", "hex-3")
    assert run("validate", "-", typed=b"\xef\xbb\xbf" + RECORD.encode())[0] == 0


def test_a_second_position_on_standard_input_is_refused(run: Command) -> None:
    for command in (["perft", "-", "1"], ["render", "-"], ["endings", "--position", "-"]):
        status, out, err = run(*command, typed="hex-3\n\nsquare-3\n")
        assert (status, out) == (2, "")
        assert "another line: 'square-3" in err


def test_perft_takes_a_variant_and_its_rules(run: Command) -> None:
    assert run("perft", "square-4 harcourt-advanced", "1")[1] == "313\n"
    assert run("perft", "hex-3", "1")[1] == "27\n"


def test_perft_of_a_finished_game_is_nothing(run: Command) -> None:
    over = str(Position.start("hex-3").resign("r").resign("b"))
    assert run("perft", over, "1")[1] == "0\n"
    assert run("perft", over, "1", "--divide")[1] == "0\n"


def test_perft_in_json(run: Command) -> None:
    answer = json.loads(run("perft", START, "1", "--divide", "--json")[1])
    assert answer["nodes"] == 30
    assert answer["position"] == START
    assert answer["divide"]["c3-f6"] == 1


# rules


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_rules_are_listed(run: Command, lang: str) -> None:
    status, out, _ = run("rules", "list", "--lang", lang)
    assert status == 0
    for word in ("harcourt-advanced", "polygon-8", "quiet_rounds"):
        assert word in out


def test_rules_are_listed_in_json(run: Command) -> None:
    listed = json.loads(run("rules", "list", "--json")[1])
    assert listed["variants"]["hex-6"] == "harcourt-advanced"
    assert len(listed["options"]) == len(OPTIONS)
    assert json.loads(run("rules", "list", "editions", "--json")[1])[0] == "original"


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("rules", ["hallepee", "bga,own_kills=none,quiet_rounds=7"])
def test_rules_are_shown(run: Command, rules: str, lang: str) -> None:
    status, out, _ = run("rules", "show", rules, "--lang", lang)
    assert status == 0
    assert "own_kills" in out
    options = json.loads(run("rules", "show", rules, "--json")[1])["options"]
    assert options["quiet_rounds"] == ("7" if "bga" in rules else "50")


def test_rules_are_compared(run: Command) -> None:
    status, out, _ = run("rules", "diff", "original", "bga", "--json")
    assert status == 1
    assert json.loads(out)["own_kills"] == ["none", "any"]
    assert "layout" not in json.loads(out)
    assert run("rules", "diff", "original", "wikipedia")[0] == 1
    rewritten = (
        "bga,own_kills=none,killer_exit=none,mover_exit=none,exit_before_placement=yes,"
        "diplomat_enthrones=hostage,necromobile_saves=no,assassin_maze_corpse=anywhere"
    )
    same = run("rules", "diff", "original", rewritten)
    assert same[0] == 0
    assert "same rules" in same[1]


def test_rules_are_checked(run: Command) -> None:
    status, out, _ = run("rules", "check", "original,fortress=yes", "square-4")
    assert status == 1
    assert "no fortress" in out
    status, out, _ = run("rules", "check", "original,fortress=yes", "hex-6")
    # Others of the edition have no effect there: only what was set is said to have one.
    assert status == 0 and "No effect" in out and "All options that were set" in out
    remarks = json.loads(run("rules", "check", "original,fortress=yes", "--json")[1])
    assert {"option": "fortress", "code": "no_fortress_on_board", "overridden": True} in remarks


@pytest.mark.parametrize("columns", ["30", "80"])
def test_nothing_is_cut_off_in_a_narrow_terminal(
    run: Command, columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for arguments in (
        ["rules", "list"],
        ["rules", "show", "harcourt-advanced"],
        ["rules", "diff", "original", "bga"],
        ["match", "random", "--games", "1", "--variant", "square-2", "-j", "1"],
    ):
        out = " ".join(run(*arguments)[1].split())
        assert out and "\N{HORIZONTAL ELLIPSIS}" not in out.replace("0, 1, 2 \u2026", "")


# render


def test_render_draws_text(run: Command) -> None:
    status, out, _ = run("render", "square-4", "--ascii")
    assert status == 0
    assert "rC" in out
    assert out.isascii()
    assert "\x1b" not in run("render", "square-4")[1]


def test_render_draws_a_picture_into_a_file(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    status, out, _ = run("render", "hex-6", "-o", str(file), "--turn", "e3-e4", "--lang", "fr")
    assert (status, out) == (0, "")
    assert file.read_text(encoding="utf-8").startswith("<svg")
    assert [each.name for each in tmp_path.iterdir()] == ["board.svg"]


def test_a_file_that_cannot_be_written_is_bad_input(run: Command, tmp_path: Path) -> None:
    status, _, err = run("render", "hex-3", "-o", str(tmp_path / "no" / "folder.svg"))
    assert status == 2
    assert "folder.svg" in err


# validate and convert


def test_validate_finds_nothing_wrong(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_text(f"{RECORD}\n{RECORD}", encoding="utf-8")
    assert run("validate", str(file))[:2] == (0, "2 games, 4 turns, no faults\n")
    assert run("validate", "-", typed=RECORD)[1] == "1 game, 2 turns, no faults\n"
    for form in ([], ["--json"]):
        assert run("validate", "-q", *form, "-", typed=RECORD)[:2] == (0, "")


def test_validate_says_what_is_wrong_and_where(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_text(RECORD.replace("g3-g5", "g3-h5") + "\n" + RECORD, encoding="utf-8")
    status, out, _ = run("validate", str(file))
    assert status == 1
    assert out.splitlines()[0].startswith(f"{file}:5:12: b 'g3-h5': ")
    first, summary = map(json.loads, run("validate", "--json", str(file))[1].splitlines())
    assert (first["line"], first["column"]) == (5, 12)
    assert summary == {"games": 2, "turns": 3, "faults": 1, "unread": 0}


def test_validate_survives_what_is_no_text(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes(bytes(range(256)) * 50)
    status, out, err = run("validate", str(file))
    assert status == 1
    assert "Traceback" not in out + err


def test_brackets_in_the_name_of_a_file_are_no_style_of_its_progress(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games[" / "old]"
    file.parent.mkdir()
    file.write_text(RECORD, encoding="utf-8")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    status, _, err = run("validate", str(file))
    assert status == 0
    assert "games[/old]" in err


def test_convert_writes_canonical_records(run: Command) -> None:
    loose = '[Rules "original"]\n[Variant "square-4"]\n\nr Nc3-e3\nb g3-g5{so}'
    assert run("convert", "-", typed=loose) == (0, RECORD, "")


def test_convert_to_json_positions_and_words(run: Command) -> None:
    _, out, _ = run("convert", "-", "--to", "json", typed=RECORD)
    game = json.loads(out)
    assert [event["event"] for event in game["events"]] == ["c3-e3", "g3-g5"]
    assert game["events"][1]["comments"] == ["so"]
    finished = RECORD + "y resigns g resigns b resigns\n"
    assert json.loads(run("convert", "-", "--to", "json", typed=finished)[1])["ranking"] == [
        "r",
        "b",
        "g",
        "y",
    ]
    _, out, _ = run("convert", "-", "--to", "positions", typed=RECORD)
    assert out.splitlines()[0] == START
    assert Position.parse(out.splitlines()[-1]).seat == "y"
    _, out, _ = run("convert", "-", "--to", "words", "--lang", "fr", typed=RECORD)
    assert "Le Nécromobile rouge va de c3 en e3." in out
    assert out.startswith("Tour 1\n")


def test_convert_keeps_what_stands_before_a_fault(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "out"
    wrong = RECORD.replace("g3-g5", "g3-h5")
    status, _, err = run("convert", "-", "-o", str(file), typed=wrong)
    assert status == 1
    assert "-:5:12:" in err
    (game,) = Game.read(file.read_text(encoding="utf-8"))
    assert len(game.history) == 1


# bench


def test_bench_measures(run: Command) -> None:
    for wrong in ("nan", "0", "inf"):
        assert run("bench", "--seconds", wrong)[0] == 2
    status, out, _ = run("bench", "--seconds", "0.01", "--json")
    assert status == 0
    figures = json.loads(out)["figures"]
    assert len(figures) == 7 and all(each["per_second"] > 0 for each in figures)


def test_figures_of_bench_stand_below_each_other(run: Command) -> None:
    status, out, _ = run("bench", "--seconds", "0.01")
    lines = [line.rpartition(" ")[0] for line in out.splitlines()[1:]]
    assert status == 0 and len(lines) == 7
    assert len({len(line) for line in lines}) == 1, out


@pytest.mark.parametrize("arguments", [["perft", "-", "1"], ["validate", "-"], ["play"]])
def test_standard_input_that_is_no_text(tmp_path: Path, arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "djambi", *arguments],
        input=b"\xff\xfe\x00\n" * 3,
        capture_output=True,
        check=False,
        env={**os.environ, "DJAMBI_DATA": str(tmp_path)},
    )
    assert done.returncode == {"perft": 2, "validate": 1, "play": 0}[arguments[0]]
    assert b"Traceback" not in done.stdout + done.stderr
