"""The engine protocol: what is answered, that nothing is lost, and that it is never stuck."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from dataclasses import replace
from queue import Queue
from random import Random

import pytest
from tests.fuzz.mutations import mutated
from tests.positions import BESIEGED

from djambi import Position
from djambi.bots import SearchBot
from djambi.bots.bot_settings import INTERPRETED_SLOWDOWN, BotSettings
from djambi.errors import DjambiError
from djambi.protocol.commands import MAX_LINE_CHARS, Go, read
from djambi.protocol.engine import Engine, time_for
from djambi.protocol.options import Options
from djambi.protocol.play_task import PlayTask
from djambi.protocol.search_task import EngineLimits, SearchTask
from djambi.rules import EDITIONS, VARIANT_NAMES

INFO = re.compile(
    r"info depth \d+ nodes \d+ nps \d+ time \d+ values \w:\d\.\d{3}(,\w:\d\.\d{3})*( pv( \S+)+)?"
)


def answers(*lines: str) -> list[str]:
    found: list[str] = []
    engine = Engine(found.append)
    for line in lines:
        if not engine.take(line):
            break
    engine.finish()
    return found


def test_it_says_who_it_is_and_what_can_be_chosen() -> None:
    found = answers("udi", "isready")
    assert found[0].startswith("id name djambi ")
    assert found[-2:] == ["udiok", "readyok"]
    names = [line.split()[2] for line in found if line.startswith("option name")]
    assert names == [
        "variant", "rules", "level", "character", "analysis", "threads", "hash", "seed"
    ]  # fmt: skip
    variants = next(line for line in found if line.startswith("option name variant"))
    assert all(f" var {name}" in variants for name in VARIANT_NAMES)


def test_it_answers_by_a_legal_turn_and_values_for_every_party() -> None:
    *infos, best = answers("position startpos turns c3-e3", "go nodes 3000")
    position = Position.start().play("c3-e3")
    assert best.split()[0] == "bestturn" and best.split()[1] in position.legal_turns()
    assert infos and all(INFO.fullmatch(line) for line in infos)
    words = infos[-1].split()
    assert words[words.index("pv") + 1] == best.split()[1]
    values = dict(pair.split(":") for pair in words[words.index("values") + 1].split(","))
    assert list(values) == list("rbyg")
    assert sum(map(float, values.values())) == pytest.approx(1, abs=0.01)
    assert int(words[words.index("nodes") + 1]) <= 3000


def test_it_says_nothing_while_it_knows_nothing() -> None:
    """A win that takes a while to prove: what is said before is what was seen at a glance."""
    *infos, best = answers(
        "position square-4 original 2xx3x1/1gC1x1x3/x1x3xxx/x1x1xx3/gAx1xbC2x1/xxxxyAbM2x/xxx4xx"
        "/1bAx4x1/2x6 r>b,b,y>b,g rbyg b+g 31 531",
        "go movetime 1500",
    )
    assert best.startswith("bestturn ") and infos
    for line in infos:
        values = line.split("values ")[1].split()[0].split(",")
        assert abs(sum(float(value.split(":")[1]) for value in values) - 1) < 0.01
        assert " pv " in line


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns as often as can be, so that one looks in the middle of everything."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_whoever_looks_on_sees_all_or_nothing(restless: None, compiled: bool) -> None:
    for seed in range(20):
        settings = BotSettings(
            nodes=1_000 if compiled else 100 * INTERPRETED_SLOWDOWN, seconds=600.0
        )
        task = SearchTask(Position.start(), settings, seed)
        search = threading.Thread(target=task.run)
        search.start()
        while search.is_alive():
            if task.depth:
                report = task.look()
                assert report.line and sum(report.shares.values()) == pytest.approx(1, abs=1e-4)
        assert task.look().depth > 0


def test_nodes_and_seed_decide_what_is_answered() -> None:
    # What a novice overlooks is drawn.
    level, seeds = "setoption name level value novice", (1, 1, 2, 3, 4, 5, 6)
    first = [answers(level, f"setoption name seed value {n}", "go nodes 90")[-1] for n in seeds]
    assert first[0] == first[1]
    assert len(set(first)) > 1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_every_variant_and_edition_is_played(variant: str, edition: str) -> None:
    shown, *_, best = answers(
        f"setoption name variant value {variant}",
        f"setoption name rules value {edition}",
        "newgame",
        "show",
        "go nodes 60",
    )
    position = Position.parse(shown.removeprefix("position "))
    assert position == Position.start(variant, edition)
    assert best.removeprefix("bestturn ") in position.legal_turns()


def test_a_position_may_be_given_as_text_and_go_on() -> None:
    start = Position.start("hex-3", "harcourt")
    text = f"position {start} turns d3-c4"
    assert answers(text, "show")[-1] == f"position {start.play('d3-c4')}"


def test_a_variant_stands_for_its_start() -> None:
    bga = Position.start("square-4", "bga")
    assert answers("position square-4 bga turns c3-e3", "show") == [f"position {bga.play('c3-e3')}"]
    assert answers("position hex-3", "show") == [f"position {Position.start('hex-3')}"]


def test_levels_and_characters_play() -> None:
    for option in ("level value novice", "level value club", "character value avenger"):
        *infos, best = answers(f"setoption name {option}", "go nodes 400")
        assert best.startswith("bestturn ") and infos
    # A level thinks no longer than it does, whatever it is given.
    found = answers("setoption name level value novice", "go nodes 100000")
    assert nodes_of(found[-2]) <= Options(level="novice").bot_settings.nodes


def nodes_of(info: str) -> int:
    found = re.search(r"nodes (\d+)", info)
    assert found is not None
    return int(found[1])


@pytest.mark.slow
def test_it_plays_as_the_bots_do_who_lay_sieges() -> None:
    bot = SearchBot(replace(Options().bot_settings, nodes=20_000), seed=1)
    position = Position.parse(BESIEGED)
    found: list[str] = []
    engine = Engine(found.append)
    engine.take("newgame")
    for _ in range(3):
        best = bot.choose(position)
        engine.take(f"position {position}")
        engine.take("go nodes 20000")
        engine.finish()
        assert found[-1] == f"bestturn {best}" and INFO.fullmatch(found[-2])
        position = position.play(best)
        position = position.play(position.legal_turns()[0])
    # The plan is followed without another search, until there is another game or task.
    assert nodes_of(found[-2]) == 0
    for told in ("newgame", "setoption name analysis value true"):
        engine.take(told)
        engine.take(f"position {position}")
        engine.take("go nodes 500")
        engine.finish()
        assert nodes_of(found[-2]) > 0


def test_a_decided_ending_is_no_excuse_for_more_nodes_than_were_asked_for() -> None:
    *_, info, best = answers(
        "setoption name level value novice", f"position {BESIEGED}", "go nodes 70"
    )
    assert best.startswith("bestturn ") and nodes_of(info) <= 70


def test_it_stops_at_once_when_told_to_and_hears_everything_else_meanwhile() -> None:
    found: list[str] = []
    heard = threading.Event()

    def write(line: str) -> None:
        found.append(line)
        heard.set()

    engine = Engine(write)
    engine.take("go infinite")
    assert heard.wait(600), "it says what it sees while it thinks"
    engine.take("isready")
    assert "readyok" in found
    engine.take("go nodes 1")
    assert found[-1].startswith("error go: still thinking") or "still thinking" in " ".join(found)
    engine.take("position startpos turns c3-e3")
    assert not any(line.startswith("bestturn") for line in found)
    engine.take("stop")
    engine.finish()
    best = [line for line in found if line.startswith("bestturn")]
    assert len(best) == 1 and best[0].split()[1] in Position.start().legal_turns()


def test_infinite_waits_for_stop_even_when_all_is_seen() -> None:
    # Two turns ahead and no further: there is an end.
    found: list[str] = []
    engine = Engine(found.append)
    engine.take("go infinite nodes 50")
    thinking = engine._thinking
    assert thinking is not None
    while not found:
        thinking.join(0.01)
    assert thinking.is_alive() and not found[-1].startswith("bestturn")
    engine.take("stop")
    engine.finish()
    assert found[-1].startswith("bestturn")


class Client:
    """Somebody who answers at once: the engine's lines come to another thread."""

    def __init__(self) -> None:
        self._lines: Queue[str] = Queue()
        self.engine = Engine(self._lines.put)
        self.asked = 0
        self.best: list[str] = []

    def say(self, line: str) -> None:
        self.asked += line.startswith("go")
        self.engine.take(line)

    def hear(self) -> str:
        """The next line that is no `info`."""
        while (line := self._lines.get(timeout=600)).startswith("info"):
            assert " pv " in line, "it says something before it knows anything"
        return line

    def hear_answers(self) -> None:
        """Every `go` so far is answered by one `bestturn`."""
        while len(self.best) < self.asked:
            line = self.hear()
            if line != "readyok" and not line.startswith("position "):
                assert line.startswith("bestturn "), line
                self.best.append(line)


@pytest.mark.parametrize("times", [200, pytest.param(10_000, marks=pytest.mark.long)])
def test_go_is_taken_at_once_after_its_answer(times: int, restless: None, compiled: bool) -> None:
    client = Client()
    for _ in range(times if compiled else times // 10):
        client.say("go nodes 1")
        client.hear_answers()


MEANWHILE = (
    "isready", "show", "position startpos turns c3-e3", "position startpos", "newgame",
    "setoption name seed value 7", "setoption name threads value 2",
    "setoption name threads value 1", "setoption name level value novice",
    "setoption name level value full",
)  # fmt: skip


@pytest.mark.parametrize("times", [60, pytest.param(3_000, marks=pytest.mark.long)])
def test_go_is_taken_at_once_after_stop_whatever_else_is_said(times: int, compiled: bool) -> None:
    client, random = Client(), Random(9)
    for _ in range(times if compiled else times // 10):
        client.say(random.choice(("go infinite", "go nodes 3", "go", "go infinite nodes 1")))
        for line in random.choices(MEANWHILE, k=random.randrange(4)):
            client.say(line)
        client.say("stop")
        for line in random.choices(MEANWHILE, k=random.randrange(2)):
            client.say(line)
        if random.random() < 0.5:
            client.hear_answers()
    client.hear_answers()
    assert len(client.best) == client.asked
    client.say("go infinite")
    assert not client.engine.take("quit")
    client.hear_answers()


def test_nothing_is_kept_of_a_search_that_is_answered() -> None:
    client = Client()
    client.say("go infinite")
    thinking = client.engine._thinking
    assert thinking is not None
    task = weakref.ref(thinking._task)
    client.say("stop")
    del thinking
    gc.collect()
    assert task() is None


@pytest.mark.slow
def test_a_search_ends_when_its_memory_is_full() -> None:
    """Nothing else ends it: 16 MiB hold a sixteenth of what it may remember by itself."""
    *_, info, best = answers(
        "setoption name hash value 16", "position " + str(Position.start("hex-3")), "go depth 60"
    )
    assert best.startswith("bestturn ")
    assert 16_000 < nodes_of(info) < 2_000_000


def test_a_search_without_enough_memory_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_: object) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(PlayTask, "run", run)
    assert answers("go nodes 5") == ["error go: [Errno 12] Cannot allocate memory"]


def test_memory_that_python_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(PlayTask, "run", run)
    assert answers("go nodes 5") == ["error go: not enough memory"]


def test_a_search_that_fails_is_answered_and_the_next_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(_: object) -> None:
        raise ValueError("no such\nnode")

    with monkeypatch.context() as broken:
        broken.setattr(PlayTask, "run", run)
        assert answers("go nodes 5") == [
            r"error go: the search failed: ValueError('no such\nnode')"
        ]
    assert "Traceback" in capsys.readouterr().err
    assert answers("go nodes 5")[-1].startswith("bestturn ")


def test_quit_ends_it_whatever_it_does() -> None:
    engine = Engine(lambda line: None)
    engine.take("go infinite")
    assert not engine.take("quit")


def test_stop_without_thinking_is_nothing() -> None:
    assert answers("stop", "", "   ", "stop") == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", "unknown command 'hello'"),
        ("quit now", "quit takes nothing"),
        ("setoption level club", "setoption is written"),
        ("setoption name level value champion", "level: 'champion' is not one of"),
        ("setoption name character value saint", "character: 'saint' is not one of"),
        ("setoption name variant value square-9", "variant: 'square-9'"),
        ("setoption name rules value nonsense", "nonsense"),
        ("setoption name threads value 0", "threads: '0' is not a whole number from 1"),
        ("setoption name seed value -1", "seed"),
        ("setoption name hash value 1", "hash: '1' is not a whole number from 16 to 16384"),
        ("setoption name ponder value 1", "unknown option 'ponder'"),
        ("setoption name analysis value on", "analysis: 'on' is not one of false, true"),
        ("position", "position is written: position startpos|VARIANT [RULES]|POSITION [turns"),
        ("position hex-3 bga d3-c4", "3 fields instead of eight"),
        ("position hex-3 bga d3-c4", "position startpos|VARIANT [RULES]|POSITION [turns"),
        ("position nonsense", "unknown variant 'nonsense'; known"),
        ("position square-9", "unknown variant 'square-9'; did you mean square-"),
        ("position startpos moves c3-e3", "turns follow the word turns, not 'moves'"),
        ("position startpos c3-e3", "turns follow the word turns, not 'c3-e3'"),
        ("position hex-3 moves d3-c4", "turns follow the word turns, not 'moves'"),
        ("position startpos turns a1-a9", "turn 1: 'a1-a9'"),
        ("position startpos turns c3-e3 c3-e3", "turn 2:"),
        ("position " + "x" * 5000, "5,000 characters are too many"),
        ("position startpos turns" + " --" * 30_000, "30,001 turns are too many"),
        ("go nodes", "nodes: ''"),
        ("go nodes x", "nodes: 'x'"),
        ("go nodes " + "9" * 5000, "is not a whole number"),
        ("go nodes ٣", "is not a whole number"),
        ("go depth 0", "depth: '0'"),
        ("go depth 61", "depth: '61' is not a whole number from 1 to 60"),
        ("go movetime 1.5", "movetime: '1.5'"),
        ("go nodes 5 nodes 6", "given twice"),
        ("go fast", "unknown limit 'fast'"),
        ("go clocks 1,2", "4 players, but 2 clocks"),
        ("go clocks " + "1," * 40, "more than there are players"),
        ("go clocks 1,2,x,4", "clocks: 'x'"),
        ("x" * (MAX_LINE_CHARS + 1), "too long"),
    ],
)
def test_what_cannot_be_read_is_said_and_changes_nothing(line: str, message: str) -> None:
    found: list[str] = []
    engine = Engine(found.append)
    engine.take("position startpos turns c3-e3")
    before = engine.options
    assert engine.take(line)
    assert len(found) == 1 and "\n" not in found[0]
    assert found[0].startswith("error ") and message in found[0]
    assert engine.options == before
    engine.take("show")
    assert found[-1] == f"position {Position.start().play('c3-e3')}"


def test_a_finished_game_has_no_turn() -> None:
    over = Position.start("hex-3").resign("r").resign("b")
    assert answers(f"position {over}", "go nodes 10") == [
        "error the game is over: there is no turn to choose"
    ]


def test_clocks_are_made_to_last() -> None:
    position = Position.start()
    assert time_for(position, (100.0, 1.0, 1.0, 1.0), 0.0) == pytest.approx(4.0)
    assert time_for(position, (100.0, 1.0, 1.0, 1.0), 1.0) == pytest.approx(4.8)
    assert time_for(position, (0.02, 9.0, 9.0, 9.0), 5.0) == pytest.approx(0.001)
    # Half a second and a long increment: it must not think beyond the end of its clock.
    assert time_for(position, (0.5, 9.0, 9.0, 9.0), 60.0) == pytest.approx(0.47)
    command = read("go clocks 60000,1000,1000,1000 increment 500")
    assert command == Go(EngineLimits(), (60.0, 1.0, 1.0, 1.0), 0.5)


def test_short_clocks_are_answered() -> None:
    assert answers("go clocks 0,0,0,0")[-1].startswith("bestturn")


SEEDS = (
    "udi", "isready", "newgame", "show", "stop", "position startpos turns c3-e3 g1-e3>d2",
    f"position {Position.start('hex-3')} turns d3-c4", "setoption name variant value hex-6",
    "setoption name rules value bga,own_kills=none", "setoption name level value club",
    "setoption name threads value 2", "go nodes 20", "go depth 1 nodes 5", "go movetime 1",
    "go clocks 1,1,1,1 increment 1", "go infinite nodes 3",
)  # fmt: skip


def test_no_line_makes_it_fail(compiled: bool) -> None:
    random = Random(4)
    found: list[str] = []
    engine = Engine(found.append)
    for _ in range(600 if compiled else 60):
        line = random.choice(SEEDS)
        for _ in range(random.randrange(3)):
            line = mutated(line, random)
        if "go" in line and not line.startswith("go nodes"):
            engine.take("stop")
        try:
            if not engine.take(line):
                break
        except DjambiError as error:
            pytest.fail(f"{line!r}: {error}")
        engine.take("stop")
        if engine._thinking is not None:
            engine._thinking.join()
    assert found
    starts = ("id ", "option ", "udiok", "readyok", "info ", "bestturn ", "error ", "position ")
    assert all(line.startswith(starts) and "\n" not in line for line in found)


def test_the_command_speaks_it() -> None:
    lines = (
        b"\xef\xbb\xbfudi\n\xff\xfe\nposition startpos\n"
        + b"y" * (MAX_LINE_CHARS + 9)
        + b"\ngo nodes 30\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "djambi", "engine"], input=lines, capture_output=True, timeout=600,
        check=False,
    )  # fmt: skip
    out = done.stdout.decode().splitlines()
    assert done.returncode == 0 and not done.stderr
    assert "udiok" in out and "error a line that is not UTF-8" in out
    assert any("too long" in line for line in out)
    assert out[-1].startswith("bestturn ")


def test_the_command_ends_quietly_when_nobody_reads_it() -> None:
    done = subprocess.Popen(
        [sys.executable, "-m", "djambi", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    assert done.stdin and done.stdout and done.stderr
    done.stdout.close()
    done.stdin.write(b"go infinite\n")
    done.stdin.close()
    assert done.wait(600) == 0
    assert done.stderr.read() == b""
    done.stderr.close()


def test_the_command_ends_with_its_input_even_in_endless_thought() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "djambi", "engine"], input=b"go infinite\n", capture_output=True,
        timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.decode().splitlines()[-1].startswith("bestturn ")
