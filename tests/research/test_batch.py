"""Many games at once (djambi.research.batch) are the games that decisions make, one by one."""

from __future__ import annotations

import copy
import pickle
import struct
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from tests.research.games import PAIRS

from djambi import DjambiError, Position
from djambi.kernel import COMPILED, turns
from djambi.kernel.environment.game_batch import GameBatch
from djambi.kernel.rules import codes
from djambi.research import Batch, Decision, EnvironmentSpec
from djambi.research.batch import BROKEN_OFF, ENDED
from djambi.rules import Rules


def compare(batch: Batch, decisions: list[Decision]) -> None:
    """Check every row of a batch against a decision."""
    out = np.zeros(batch.spec.encoder.size, np.uint8)
    for number, decision in enumerate(decisions):
        mover = decision.mover or ""
        assert batch.to_play[number] == batch.spec.variant.index(mover)
        assert tuple(np.flatnonzero(batch.mask[number]).tolist()) == decision.actions
        decision.observe(mover, out.data)
        assert np.array_equal(out.reshape(batch.spec.observation_shape), batch.obs[number])
        assert batch.position(number) == decision.position


def follow(batch: Batch, steps: int) -> set[int]:
    """Step a batch beside decisions, which begin anew where a game ends; return how they ended."""
    ends: set[int] = set()
    decisions = [Decision.start(batch.spec)] * batch.n
    for _ in range(steps):
        compare(batch, decisions)
        actions = batch.sample().copy()
        batch.step(actions)
        for number, action in enumerate(actions.tolist()):
            after = decisions[number].take(action)
            shares = after.shares
            expected = 0 if shares is None else BROKEN_OFF if after.is_broken_off else ENDED
            assert batch.done[number] == expected
            assert batch.share[number].tolist() == pytest.approx(
                [(shares or {}).get(letter, 0) for letter in batch.spec.variant.parties]
            )
            decisions[number] = Decision.start(batch.spec) if shares else after
            ends.add(expected)
    return ends


@pytest.mark.parametrize(
    ("variant", "rules"),
    [
        ("square-4", "original"),
        ("square-3", "wikipedia"),
        ("hex-6", "harcourt-advanced"),
        ("polygon-5", "hallepee"),
    ],
)
def test_a_batch_is_its_games(variant: str, rules: str) -> None:
    steps = 120 if COMPILED else 12
    batch = Batch(variant, rules, n=3, seed=1, threads=2, max_turns=40 if COMPILED else 3)
    assert follow(batch, steps) >= {0, BROKEN_OFF}


@pytest.mark.long
@pytest.mark.parametrize(("variant", "rules"), PAIRS)
def test_batches_of_every_variant_and_edition(variant: str, rules: str) -> None:
    assert ENDED in follow(Batch(variant, rules, n=8, max_turns=1000), 2000)


@pytest.mark.slow
def test_games_end_by_the_rules_and_begin_anew() -> None:
    assert ENDED in follow(Batch("hex-3", n=4, seed=2), 900)


def test_the_same_seed_plays_the_same_whatever_the_threads() -> None:
    batches = [Batch("hex-3", n=5, seed=7, threads=threads) for threads in (1, 2, 5)]
    for _ in range(20):
        for batch in batches:
            batch.step(batch.sample())
    assert len({batch.state() for batch in batches}) == 1
    other = Batch("hex-3", n=5, seed=8)
    for _ in range(20):
        other.step(other.sample())
    assert other.state() != batches[0].state()


def test_a_state_is_gone_back_to() -> None:
    batch = Batch("hex-3", n=3, seed=3)
    for _ in range(30):
        batch.step(batch.sample())
    state = batch.state()
    before = [batch.obs.copy(), batch.mask.copy(), batch.to_play.copy(), batch.stage.copy()]
    for _ in range(10):
        batch.step(batch.sample())
    batch.set_state(state)
    after = [batch.obs, batch.mask, batch.to_play, batch.stage]
    assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))
    assert batch.state() == state
    with pytest.raises(DjambiError, match="not the games of EnvironmentSpec"):
        Batch("square-4", n=3).set_state(state)
    with pytest.raises(DjambiError, match="3 games, where the batch has 2"):
        Batch("hex-3", n=2).set_state(state)
    for damaged in (state[:-1], state[:100] + bytes([state[100] ^ 1]) + state[101:]):
        with pytest.raises(DjambiError, match="damaged"):
            batch.set_state(damaged)
    batch.reset()
    assert batch.state() == Batch("hex-3", n=3).state()


def test_a_state_of_equal_rules_is_read_whatever_edition_they_are_called_by() -> None:
    rules = Rules.of("bga", quiet_rounds=7)
    same = replace(rules, edition="original")
    assert rules == same and str(rules) != str(same)
    batch, other = Batch("square-4", rules, n=2, seed=1), Batch("square-4", same, n=2)
    for _ in range(30):
        batch.step(batch.sample())
    other.set_state(batch.state())
    assert np.array_equal(other.obs, batch.obs) and np.array_equal(other.mask, batch.mask)
    with pytest.raises(DjambiError, match="not the games of EnvironmentSpec"):
        Batch("square-4", "bga", n=2).set_state(batch.state())


@pytest.mark.parametrize(
    ("variant", "rules"),
    [("hex-3", None), ("hex-6", "harcourt-advanced"), ("square-3", "hallepee")],
)
def test_every_state_is_gone_back_to(variant: str, rules: str | None) -> None:
    batch = Batch(variant, rules, n=4, seed=5)
    other = Batch(variant, rules, n=4)
    stages: set[int] = set()
    for _ in range(150 if COMPILED else 15):
        batch.step(batch.sample())
        stages.update(batch.stage.tolist())
        other.set_state(batch.state())
        assert other.state() == batch.state()
        assert np.array_equal(other.mask, batch.mask)
    assert len(stages) >= (3 if COMPILED else 2)


@pytest.mark.parametrize("way", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_batch_says_how_it_is_copied(way: Callable[[Batch], object]) -> None:
    with pytest.raises(TypeError, match=r"a Batch cannot be copied or pickled: send .* state\(\)"):
        way(Batch("hex-3", n=1))


CELLS = 61
ENTRIES = struct.Struct(f"<{codes.HEADER}I")
PROGRESS = struct.Struct("<BBqqI")


def forged(batch: Batch, game: int, at: int, new: bytes) -> bytes:
    """Return the state of a batch on hex-3 with other bytes in a game, and a checksum that fits."""
    state = batch.state()[:-4]
    size = CELLS + ENTRIES.size + PROGRESS.size
    begins = len(state) - (batch.n - game) * size + at
    state = state[:begins] + new + state[begins + len(new) :]
    return state + struct.pack("<I", crc32(state))


def entry(number: int, value: int) -> tuple[int, bytes]:
    """Return where an entry of the header stands in a game, and its bytes."""
    return CELLS + 4 * number, struct.pack("<I", value)


def progress(stage: int, phase: int, turn: int, chosen: int, played: int = 0) -> tuple[int, bytes]:
    """Return where a turn in the making and what was played stand in a game, and their bytes."""
    return CELLS + ENTRIES.size, PROGRESS.pack(stage, phase, turn, chosen, played)


START = Position.start("hex-3")
FIRST = START.legal_turns()[0].packed


@pytest.mark.parametrize(
    ("at", "new", "message"),
    [
        (7, b"\xfa", "stands for nothing"),
        (0, b"\x02" * CELLS, "two cells"),
        (0, START.kernel().contents()[::-1].replace(b"\x02", b"\0"), "without a Chief"),
        (*entry(codes.SEAT, 1 << 31), "stands for nothing"),
        (*entry(codes.SEAT, 9), "stands for nothing"),
        (*entry(codes.STATUS, 200), "stands for nothing"),
        (*entry(codes.LORD + 1, 8), "stands for nothing"),
        (*entry(codes.LORD + 1, 1), "with a lord"),
        (*entry(codes.STATUS + 7, 1), "contradict"),
        (*entry(codes.ORDER, 1), "in some order"),
        (*entry(codes.GONE, 2), "contradict"),
        (*entry(codes.BONUS, 1), "not in power"),
        (*entry(codes.WINNERS, 1), "contradict"),
        (*entry(codes.CONTACT, 2), "contradict"),
        (*entry(codes.QUIET, 1 << 31), "quiet"),
        (*entry(codes.PLY, 0xFFFFFFFF), "ply"),
        (*progress(0, 6, turns.BLANK, 0, 1 << 31), "turns played: '2147483648'"),
        (*progress(0, 6, turns.BLANK, 0, 1000), "turns played: '1000'"),
        (*progress(5, 6, FIRST, 0xFF), "no part of a legal turn"),
        (*progress(1, 6, turns.BLANK + 60, 0xFF), "no part of a legal turn"),
        (*progress(1, 6, turns.BLANK + 200, 0xFF), "no part of a legal turn"),
        (*progress(2, 0, FIRST, 0xFFFF), "no part of a legal turn"),
        (*progress(200, 200, -1, -1), "no part of a legal turn"),
        (*progress(3, 1, FIRST, 0xFFFF), "no part of a legal turn"),
    ],
)
def test_a_forged_state_is_refused_and_changes_nothing(at: int, new: bytes, message: str) -> None:
    batch = Batch("hex-3", n=3, seed=3, max_turns=1000)
    batch.set_state(forged(batch, 1, 0, b""))
    batch.step(batch.sample())
    before = [batch.state(), batch.obs.tobytes(), batch.mask.tobytes(), batch.done.tobytes()]
    for game in (0, 2):
        start = Batch("hex-3", n=3, max_turns=1000)
        with pytest.raises(DjambiError, match=f"state: game {game}: .*{message}"):
            batch.set_state(forged(start, game, at, new))
        after = [batch.state(), batch.obs.tobytes(), batch.mask.tobytes(), batch.done.tobytes()]
        assert after == before


def test_a_state_that_is_no_bytes_is_named() -> None:
    with pytest.raises(TypeError, match="state must be bytes, not str"):
        Batch("hex-3", n=1).set_state("djambi batch 1")  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_closed_batch_is_only_read(threads: int) -> None:
    batch = Batch("hex-3", n=2, threads=threads)
    actions = batch.sample().copy()
    batch.close()
    for go_on in (batch.sample, batch.reset, lambda: batch.step(actions)):
        with pytest.raises(DjambiError, match="the batch is closed"):
            go_on()
    assert batch.state() == Batch("hex-3", n=2).state()


@pytest.mark.parametrize("number", [-1, 2])
def test_a_game_that_there_is_none_of_has_no_position(number: int) -> None:
    with pytest.raises(DjambiError, match="number: '-?[12]' is not a whole number from 0 to 1"):
        Batch("hex-3", n=2).position(number)


def test_the_arrays_are_handed_over_without_a_copy() -> None:
    batch = Batch("hex-3", n=2)
    for array in (batch.obs, batch.mask, batch.share):
        assert np.shares_memory(np.from_dlpack(array), array)
    obs = batch.obs
    batch.step(batch.sample())
    assert batch.obs is obs


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([3, 0], "action 0 of game 1 is not in its mask"),
        ([63, 3], "action 63 of game 0"),
        ([3, -1], "action -1 of game 1"),
        ([3, 1 << 32], "action 4294967296 of game 1"),
        ([3], "an array of 2 whole numbers is wanted, not one of int64 and shape"),
        ([1.5, 1.5], "not one of float64"),
    ],
)
def test_actions_outside_the_mask_change_nothing(actions: list[float], message: str) -> None:
    batch = Batch("hex-3", n=2)
    first = int(np.flatnonzero(batch.mask[0])[0])
    given = [first if action == 3 else action for action in actions]
    before = batch.state()
    with pytest.raises(DjambiError, match=message):
        batch.step(given)
    assert batch.state() == before


@pytest.mark.parametrize("action", [-(10**6), -1, 83, 10**6])
def test_actions_written_after_they_were_checked_change_nothing(action: int) -> None:
    spec = EnvironmentSpec("square-4")
    assert spec.action_count == 83
    games = GameBatch(spec.start.kernel(), spec.encoder, 1, 1, spec.max_turns, seed=1)
    games.reset_part(0)
    before = games.games[0].builder.progress(), bytes(games.obs), bytes(games.mask)
    games.actions[0] = action
    games.step_part(0)
    after = games.games[0].builder.progress(), bytes(games.obs), bytes(games.mask)
    assert after == before and games.first_refused() == 0


def test_numbers_out_of_range_are_named() -> None:
    with pytest.raises(DjambiError, match="n: '0'"):
        Batch(n=0)
    with pytest.raises(DjambiError, match="threads: '0'"):
        Batch(n=1, threads=0)
    with pytest.raises(DjambiError, match="unknown variant"):
        Batch("hexagon")


def test_a_number_of_another_library_is_as_good_as_one() -> None:
    limit: Any = np.int64(9)
    Batch("hex-3", n=2, max_turns=limit).set_state(Batch("hex-3", n=2, max_turns=9).state())
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"n": 2.0}, "n must be a whole number, not float"),
        ({"threads": None}, "threads must be a whole number, not None"),
        ({"seed": 1.5}, "seed must be a whole number, not float"),
        ({"max_turns": 9.0}, "max_turns must be a whole number, not float"),
    ]
    for arguments, message in wrong:
        with pytest.raises(TypeError, match=message):
            Batch("hex-3", **arguments)


FORKED = """
import faulthandler, os
from djambi.research import Batch
batch = Batch("hex-3", n=4, seed=1, threads=2)
batch.step(batch.sample())
actions = batch.sample().copy()
reader, writer = os.pipe()
if os.fork() == 0:
    faulthandler.dump_traceback_later(60, exit=True)
    batch.step(actions)
    os.write(writer, batch.state())
    os._exit(0)
assert os.waitstatus_to_exitcode(os.wait()[1]) == 0
batch.step(actions)
assert os.read(reader, 1 << 16) == batch.state()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes of POSIX")
def test_a_fork_has_threads_of_its_own() -> None:
    """Those of its parent are not there, and it would wait for them for ever."""
    # From Python 3.12 on, it warns of a fork beside threads: that is what is tried.
    subprocess.run([sys.executable, "-W", "ignore", "-c", FORKED], check=True)
