"""Matches of bots: seats, shares, intervals, the log that a match goes on from."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from djambi import Position
from djambi.bots import RandomBot, workers
from djambi.bots.contestants import contestant
from djambi.bots.match_log import MatchLog
from djambi.bots.matches import Match, MatchGame, play_out, scores, wilson_interval
from djambi.bots.ratings import ratings
from djambi.bots.workers import play_games, run_in_processes
from djambi.errors import DjambiError

START = Position.start("hex-3", quiet_rounds=2)
MATCH = Match(START, ("a", "a", "b"))


def random_bot(name: str, seed: int | None) -> RandomBot:
    return RandomBot(seed)


def played(match: Match, numbers: range) -> list[MatchGame]:
    seatings = match.seatings(numbers.stop)
    return [match.play(number, seatings[number], random_bot) for number in numbers]


def test_seats_are_changed_about_evenly() -> None:
    games = played(MATCH, range(6))
    assert Counter(game.seats for game in games) == {
        ("a", "a", "b"): 2, ("a", "b", "a"): 2, ("b", "a", "a"): 2,
    }  # fmt: skip
    assert all(sum(game.shares) == pytest.approx(1) for game in games)


def test_a_game_depends_on_seed_and_number_alone() -> None:
    games = played(MATCH, range(3))
    assert played(MATCH, range(2, 3)) == games[2:]
    assert played(replace(MATCH, seed=2), range(3)) != games


def test_there_must_be_a_player_for_every_seat() -> None:
    with pytest.raises(DjambiError, match="3 players, but 2"):
        Match(START, ("a", "b")).seatings(1)


@pytest.mark.parametrize("many", [2, 3, 4, 5, 8, 11])
def test_in_a_league_all_play_alike_often_in_every_seat(many: int) -> None:
    match = Match(Position.start(), tuple("abcdefghijk"[:many]), league=True)
    games = match.seatings(4 * many * 6)
    seats = [Counter(game[seat] for game in games) for seat in range(4)]
    assert all(count == Counter(dict.fromkeys(match.players, 24)) for count in seats)
    # The first games are the same, however many there are.
    assert match.seatings(10) == games[:10]
    assert replace(match, seed=2).seatings(40) != games[:40]
    if many >= 4:
        assert all(len(set(game)) == 4 for game in games)
        # Everybody meets everybody.
        assert len({frozenset(game[:2]) for game in games}) > many


def test_a_league_needs_different_players() -> None:
    for players in (("a",), ("a", "b", "a")):
        with pytest.raises(DjambiError, match="each named once"):
            Match(START, players, league=True).seatings(1)


def test_games_are_played_by_several_processes() -> None:
    # Of bots that never look at a clock.
    match = Match(START, ("random", "random", "greedy"))
    games = dict(enumerate(match.seatings(5)))
    alone = list(play_games(match, games, 1))
    together = sorted(play_games(match, games, 2), key=lambda game: game.number)
    assert alone == together


def test_a_party_that_wakes_without_a_player_resigns() -> None:
    """RULES 5: who was out when the match began comes back, and nobody was named for them."""
    text = str(Position.start("square-4", "djambinet")).replace(" r,b,y,g ", " r,b!,y,g ")
    start = Position.parse(text)
    assert start.active == "ryg"
    after = start.play(next(iter(start.legal_turns())))
    assert "b" in after.active
    match = Match(start, ("a", "a", "b"))
    [game] = played(match, range(1))
    assert sum(game.shares) == 1.0 and not game.faults


def test_work_that_is_broken_off_ends_no_process_of_others() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as others:
        assert others.submit(abs, -1).result() == 1
        work = cast("Generator[int]", run_in_processes(abs, [-1, -2, -3], 2))
        next(work)
        work.close()
        assert others.submit(abs, -2).result() == 2


def test_a_log_whose_first_line_was_cut_off_is_begun_anew(tmp_path: Path) -> None:
    file = tmp_path / "log"
    with MatchLog(file, MATCH):
        whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with MatchLog(file, MATCH) as log:
        assert not log.games
    assert file.read_bytes() == whole


def test_a_worker_that_is_killed_ends_the_work() -> None:
    with pytest.raises(DjambiError, match="a worker process was killed"):
        list(run_in_processes(os._exit, [1, 1, 1], 2))


def test_a_script_that_starts_workers_wherever_it_is_imported_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from djambi.bots.workers import run_in_processes\n"
        "print(sum(run_in_processes(abs, [-1, -2, -3], 2)))\n"
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert run.stderr.endswith('a script starts others under if __name__ == "__main__":\n')


def test_windows_has_no_more_workers_than_it_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pool:
        def __init__(self, workers: int, *_: object) -> None:
            raise EOFError(workers)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(workers, "ProcessPoolExecutor", Pool)
    for wanted, made in ((64, 61), (8, 8)):
        with pytest.raises(EOFError, match=f"^{made}$"):
            list(run_in_processes(abs, range(100), wanted))


def test_workers_are_waited_for_in_short_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows Ctrl-C ends no wait: it takes effect after one."""

    def in_pieces(waiting: set[Future[int]], timeout: float, return_when: str) -> object:
        assert 0 < timeout < 1
        return wait(waiting, timeout, return_when)

    monkeypatch.setattr(workers, "wait", in_pieces)
    assert sorted(run_in_processes(abs, [-1, -2, -3], 2)) == [1, 2, 3]


def test_a_player_that_cannot_be_made_ends_the_match() -> None:
    match = Match(START, ("random", "random", "nobody"))
    with pytest.raises(DjambiError, match="nobody"):
        list(play_games(match, dict(enumerate(match.seatings(3))), 2))


def test_ratings_go_by_what_was_won() -> None:
    games = [
        MatchGame(number, ("a", "b", "b", "c"), (0.5, 0.5, 0.0, 0.0), 9) for number in range(20)
    ]
    found = ratings(games)
    assert [rating.player for rating in found] == ["a", "b", "c"]
    assert found[0].mu > 25 > found[-1].mu
    assert all(0 < rating.sigma < 8 for rating in found)
    assert ratings(games[::-1]) == found
    assert ratings([]) == []


def test_ratings_without_openskill_say_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(DjambiError, match=r"djambi\[bots\]"):
        ratings([])


def test_a_game_too_long_is_broken_off() -> None:
    bots = dict.fromkeys("rby", RandomBot(1))
    assert play_out(Position.start("hex-3"), bots, 5).ply == 5


def test_scores_add_up() -> None:
    games = [
        MatchGame(0, ("a", "b", "a"), (1.0, 0.0, 0.0), 9),
        MatchGame(1, ("a", "a", "b"), (0, 0.5, 0.5), 9),
    ]
    first, second = scores(games)
    assert (first.player, first.seats, first.share, first.fair) == ("a", 4, 0.75, 2 / 3)
    assert (second.player, second.seats, second.share, second.fair) == ("b", 2, 0.25, 1 / 3)
    assert scores([]) == []


def test_scores_of_a_league_count_the_games_of_each() -> None:
    games = [MatchGame(0, ("a", "b"), (1.0, 0.0), 9), MatchGame(1, ("c", "b"), (0.0, 1.0), 9)]
    assert [(s.player, s.games, s.share, s.fair) for s in scores(games)] == [
        ("a", 1, 1.0, 0.5), ("b", 2, 0.5, 0.5), ("c", 1, 0.0, 0.5),
    ]  # fmt: skip


def test_intervals() -> None:
    # Wilson's interval, from the literature: 0 of 10 gives 27.75 % at most.
    low, high = wilson_interval(0, 10)
    assert low == 0 and high == pytest.approx(0.2775, abs=1e-4)
    low, high = wilson_interval(200, 400)
    assert low == pytest.approx(0.4512, abs=1e-4) and high == pytest.approx(1 - 0.4512, abs=1e-4)


def test_a_log_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "log"
    games = [MatchGame(number, ("a",), (1.0,), 7) for number in range(2)]
    with MatchLog(path, MATCH) as log:
        assert log.games == []
        for game in games:
            log.add(game)
    with path.open("a") as file:
        file.write('{"number": 2, "se')
    last = MatchGame(2, ("a",), (0.5,), 7)
    with MatchLog(path, MATCH) as log:
        assert log.games == games
        log.add(last)
    with MatchLog(path, MATCH) as log:
        assert (log.games, log.repeated) == ([*games, last], 0)


def test_a_log_is_locked_while_it_is_open(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with (
        MatchLog(path, MATCH) as first,
        pytest.raises(DjambiError, match="another process is writing"),
        MatchLog(path, MATCH),
    ):
        pytest.fail("two have it at once")
    first_game = MatchGame(0, ("a",), (1.0,), 7)
    with MatchLog(path, MATCH) as second:
        second.add(first_game)
        second.add(replace(first_game, plies=8))
    with MatchLog(path, MATCH) as third:
        assert (first.games, third.games, third.repeated) == ([], [first_game], 1)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices of POSIX")
def test_a_log_is_no_pipe_or_device(tmp_path: Path) -> None:
    """It would wait for a reader, read without end, or fail as it is cut."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for name in (pipe, "/dev/null", "/dev/full"):
        with pytest.raises(DjambiError, match=f"{name}: a log is read again"):
            MatchLog(name, MATCH)


@pytest.mark.skipif(sys.platform == "win32", reason="a limit of POSIX")
def test_a_log_that_cannot_grow_is_named_and_goes_on_later(tmp_path: Path) -> None:
    import resource

    path = tmp_path / "log"
    game = MatchGame(0, ("a",), (1.0,), 7)
    with MatchLog(path, MATCH) as log:
        log.add(game)
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 10, before[1]))
        try:
            with pytest.raises(OSError, match="too large") as caught:
                log.add(replace(game, number=1))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, handler)
    assert caught.value.filename == str(path)
    with MatchLog(path, MATCH) as log:
        assert log.games == [game]
        log.add(replace(game, number=1))
    with MatchLog(path, MATCH) as log:
        assert [each.number for each in log.games] == [0, 1]


def test_a_log_of_a_league_is_not_one_of_a_match(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with MatchLog(path, MATCH):
        pass
    with pytest.raises(DjambiError, match="another match"):
        MatchLog(path, replace(MATCH, league=True))


@pytest.mark.parametrize("text", [b"hello", b"[]\n", b"{}\n", b'{"number": 1}\n', b"\xff\xfe\n"])
def test_a_log_of_something_else_is_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "log"
    path.write_bytes(text)
    with pytest.raises(DjambiError, match="log: .*log of"):
        MatchLog(path, MATCH)
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    "row",
    [
        "[]",
        "{}",
        '{"number":1,"seats":["a"],"shares":[],"plies":1}',
        '{"number":-1,"seats":["a"],"shares":[1],"plies":1}',
        "x",
        "[" * 100_000,
    ],
)
def test_bad_games_in_a_log_are_refused(tmp_path: Path, row: str) -> None:
    path = tmp_path / "log"
    with MatchLog(path, MATCH):
        pass
    with path.open("a") as file:
        file.write(row + "\n")
    with pytest.raises(DjambiError, match="not the log of a match"):
        MatchLog(path, MATCH)


def test_a_game_of_a_match_takes_a_player_for_each_party() -> None:
    with pytest.raises(DjambiError, match="hex-3 has 3 players, but 1 named"):
        Match(Position.start("hex-3"), ("random",) * 3).play(0, ["random"])


def test_who_can_play() -> None:
    for name in ("random", "published", "casual", "club:usurper", "full:0.1", "uct:0.1"):
        assert contestant(name, 1)
    for name in (
        "nobody",
        "club:",
        "club:nobody",
        "greedy:usurper",
        "full",
        "full:",
        "full:nan",
        "full:-1",
        "uct:0",
    ):
        with pytest.raises(DjambiError):
            contestant(name)


PROC = Path("/proc")


def children(pid: int) -> set[int]:
    """The numbers of the processes that a process has started."""
    listed = PROC / str(pid) / "task" / str(pid) / "children"
    return {int(number) for number in listed.read_text().split()}


def runs(pid: int) -> bool:
    """Whether a process runs: one that ended may still be listed, as Z."""
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_while_workers_start_is_left_to_who_starts_them(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    # Workers import this script before anything of ours runs there.
    script.write_text(
        "import os, signal\n"
        "from djambi.bots.workers import run_in_processes\n"
        "if __name__ == '__main__':\n"
        "    print(sorted(run_in_processes(abs, [-1, -2], workers=2)))\n"
        "else:\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[1, 2]\n", "")


@pytest.mark.skipif(
    not (PROC / "self" / "task" / str(os.getpid()) / "children").exists(),
    reason="there is no /proc to look in",
)
def test_workers_end_with_a_match_that_is_killed(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    bots = ["greedy", "greedy", "greedy"]
    asked = ["match", *bots, "--variant", "hex-3", "--games", "9999", "-j", "2", "--log", log]
    match = subprocess.Popen(
        [sys.executable, "-m", "djambi", *map(str, asked)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        # The workers play when a game was written down; one of the children only looks after them.
        until = time.monotonic() + 600
        while not log.exists() or len(log.read_text().splitlines()) < 2:
            assert time.monotonic() < until, "no game was played"
            time.sleep(0.05)
        workers = children(match.pid)
        assert len(workers) >= 2
    finally:
        os.kill(match.pid, signal.SIGKILL)
        match.wait()
    until = time.monotonic() + 120
    while any(runs(worker) for worker in workers):
        assert time.monotonic() < until, "workers are left behind"
        time.sleep(0.05)
