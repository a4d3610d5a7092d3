"""Learning an evaluation: the network, its gradients, what is read, and that a training resumes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from djambi import Position
from djambi.bots.turn_sampling import random_turn
from djambi.cli import main
from djambi.errors import DjambiError
from djambi.kernel.search.features import FEATURE_NAMES
from djambi.kernel.search.linear_evaluation import WEIGHTS, LinearEvaluator
from djambi.research.evaluation_data import (
    MAX_PARTIES,
    Examples,
    read_examples,
    read_shard,
    runs_of,
)
from djambi.research.evaluation_training import (
    EvaluationSettings,
    EvaluationTrainer,
    cross_entropy,
    train_in_folder,
)
from djambi.research.feature_network import FeatureInputs, FeatureNetwork
from djambi.research.game_data import SCHEMA_VERSION, encode, turns_schema

SPREAD = np.linspace(0.5, 2.0, len(FEATURE_NAMES))


def inputs(count: int, seed: int) -> FeatureInputs:
    """Return random inputs of two to five parties."""
    random = np.random.default_rng(seed)
    active = random.random((count, MAX_PARTIES)) < 0.4
    active[:, :2] = True
    features = random.normal(0, 1, (count, MAX_PARTIES, len(FEATURE_NAMES)))
    signs = random.random((count, 5))
    return FeatureInputs(features * active[:, :, None], active, signs, random.random(count) < 0.8)


def network(hidden: int, hidden_2: int, seed: int = 1) -> FeatureNetwork:
    """Return a network all of whose parts matter, in double precision."""
    found = FeatureNetwork.random(SPREAD, hidden, hidden_2, np.random.default_rng(seed))
    random = np.random.default_rng(seed)
    return FeatureNetwork(
        {
            name: value + random.normal(0, 0.1, value.shape)
            for name, value in found.parameters.items()
        },
        SPREAD,
    )


@pytest.mark.parametrize("hidden", [(5, 3), (0, 0)])
def test_the_gradients_are_those_of_the_loss(hidden: tuple[int, int]) -> None:
    given, net = inputs(7, seed=2), network(*hidden)
    targets = np.random.default_rng(3).random(given.active.shape) * given.active
    targets /= targets.sum(axis=1, keepdims=True)

    def loss() -> float:
        return float(cross_entropy(targets, net.forward(given).shares).sum())

    seen = net.forward(given)
    gradients = net.backward(given, seen, -targets / np.maximum(seen.shares, 1e-6))
    assert gradients.keys() == net.parameters.keys()
    random = np.random.default_rng(4)
    for name, value in net.parameters.items():
        assert gradients[name].shape == value.shape
        for _ in range(min(6, value.size)):
            at = tuple(random.integers(0, value.shape))
            before = value[at]
            value[at] = before + 1e-6
            more = loss()
            value[at] = before - 1e-6
            slope = (more - loss()) / 2e-6
            value[at] = before
            assert gradients[name][at] == pytest.approx(slope, rel=1e-4, abs=1e-6), name


def test_shares_add_up_and_go_with_their_party() -> None:
    given, net = inputs(5, seed=1), network(6, 4)
    shares = net.forward(given).shares
    assert shares.sum(axis=1) == pytest.approx(np.ones(5))
    assert not shares[~given.active].any()
    order = np.random.default_rng(1).permutation(MAX_PARTIES)
    turned = replace(given, features=given.features[:, order], active=given.active[:, order])
    assert net.forward(turned).shares == pytest.approx(shares[:, order])


@pytest.mark.parametrize("variant", ["square-4", "hex-3", "polygon-5"])
def test_a_network_begins_as_the_evaluation_in_use(variant: str) -> None:
    position = Position.start(variant)
    source = Random(1)
    for _ in range(30):
        position = position.play(random_turn(position, source))
    kernel = position.kernel()
    evaluator = LinearEvaluator(kernel.tables)
    evaluator.draw_aware = True
    features = np.zeros((1, MAX_PARTIES, len(FEATURE_NAMES)))
    features[0, : kernel.parties] = evaluator.extractor.features(kernel)
    active = np.zeros((1, MAX_PARTIES), np.bool_)
    active[0, : kernel.parties] = [party.is_active for party in position.parties]
    signs = np.array([evaluator.draw_signs(kernel)])
    net = FeatureNetwork.random(SPREAD, 4, 2, np.random.default_rng(1))
    found = net.forward(FeatureInputs(features, active, signs, np.array([True]))).shares[0]
    assert net.linear_weights() == pytest.approx(WEIGHTS, abs=1e-4)
    assert found[: kernel.parties] == pytest.approx(evaluator.shares(kernel), abs=1e-5)


def examples(count: int) -> Examples:
    """Return positions that the party wins whose first feature is the farthest from 0."""
    given = inputs(count, seed=5)
    given.features[:, :, 1:] = 0
    scores = abs(given.features[:, :, 0]) + np.where(given.active, 0, -1e9)
    outcome = np.zeros_like(scores)
    outcome[np.arange(count), scores.argmax(axis=1)] = 1
    held_out = np.arange(count) % 5 == 0
    return Examples(
        given.features, given.active, given.signs, given.limited, outcome, outcome, held_out
    )


def test_what_the_linear_part_cannot_say_is_learnt() -> None:
    found = examples(3_000)
    losses = {}
    for hidden in (0, 16):
        settings = EvaluationSettings(
            hidden, hidden // 2, epochs=10, minibatch=64, learning_rate=0.01
        )
        trainer = EvaluationTrainer(settings, found)
        curve = [trainer.curve[0], *trainer.train()]
        assert [point.epoch for point in curve] == list(range(11))
        losses[hidden] = curve[-1].held_out
    assert losses[16] < 0.75 * losses[0]


def test_a_training_goes_on_exactly() -> None:
    settings = EvaluationSettings(4, 2, epochs=4, minibatch=64)
    found = examples(500)
    whole = EvaluationTrainer(settings, found)
    losses = [point.held_out for point in whole.train()]
    first = EvaluationTrainer(settings, found)
    points = first.train()
    next(points)
    next(points)
    second = EvaluationTrainer(settings, found)
    second.restore(first.checkpoint())
    assert [point.held_out for point in second.train()] == losses[2:]
    assert second.result([])["parameters"] == whole.result([])["parameters"]
    with pytest.raises(DjambiError, match="not a checkpoint of this"):
        second.restore(b"x")
    with pytest.raises(DjambiError, match="not a checkpoint of this"):
        second.restore(first.checkpoint()[:-100])
    with pytest.raises(DjambiError, match="not a checkpoint of this"):
        EvaluationTrainer(EvaluationSettings(5, 2), found).restore(first.checkpoint())


@pytest.mark.parametrize(
    "wrong", [{"hidden": 0}, {"epochs": 0}, {"keep": 0.0}, {"search_weight": 1.1}, {"hidden": -1}]
)
def test_senseless_settings_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(DjambiError):
        EvaluationSettings(**wrong)  # type: ignore[arg-type]


def silent(parts: Iterable[Examples], what: str, total: int | None) -> Iterator[Examples]:
    return iter(parts)


@pytest.mark.slow
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    games, out = tmp_path / "games", tmp_path / "out"
    board = ["--variant", "square-2"]
    played = ["research", "games", str(games), "--games", "16", "--level", "nodes:20", *board]
    assert main([*played, "-j", "1"]) == 0
    options = ["--epochs", "3", "--hidden", "4", "2", "--keep", "0.2", "-j", "1"]
    arguments = ["research", "train", str(out), str(games), *options]
    # The curve can be looked at from the first epoch on.
    settings = EvaluationSettings(4, 2, epochs=3, keep=0.2)
    for point in train_in_folder(out, [games], settings, 1, silent):
        assert len((out / "curve.jsonl").read_text().splitlines()) == 1 + point.epoch
        if point.epoch == 1:
            break
    assert main(arguments) == 0
    assert "epoch 3: held-out loss" in capsys.readouterr().out
    network = json.loads((out / "network.json").read_text())
    assert network["how"]["games"][0]["levels"] == ["nodes:20"]
    assert network["how"]["positions"]["held out"] > 0
    assert len((out / "curve.jsonl").read_text().splitlines()) == 4
    # Once more, from the examples and the last checkpoint that are there.
    written = (out / "network.json").read_bytes()
    assert main(arguments) == 0
    assert (out / "network.json").read_bytes() == written
    capsys.readouterr()
    for name, said in (("checkpoint", "not a checkpoint"), ("examples", "damaged; delete it")):
        file = out / f"{name}.npz"
        file.write_bytes(file.read_bytes()[:-100])
        assert main(arguments) == 2
        assert f"{file}: {said}" in capsys.readouterr().err
    assert main([*arguments, "--seed", "2"]) == 2
    assert f"{out}: a training with other settings or games" in capsys.readouterr().err
    (out / "training.json").write_bytes(b"\xff")
    assert main(arguments) == 2
    assert main(["research", "train", str(tmp_path / "new"), str(tmp_path)]) == 2
    assert main(["research", "train", str(tmp_path / "new"), str(games), str(games)]) == 2
    errors = capsys.readouterr().err
    for what in ("other settings or games", "not a folder of self-play", "given twice"):
        assert what in errors
    # Some positions of all games, none twice, and whole games are held out.
    found = read_examples([games], 1.0, 1, 1, silent)
    assert len(found) > 3 * sum(network["how"]["positions"].values())
    assert 0 < np.count_nonzero(found.held_out) < len(found)
    assert found.searched.sum(axis=1) == pytest.approx(np.ones(len(found)), abs=1e-5)
    assert runs_of([games])[0]["shards"] == 1


def test_examples_are_of_active_parties_and_of_what_could_be_predicted(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    # Yellow is a vassal, and green's Chief sleeps.
    duel = "square-4 {} 3bC5/9/9/9/9/9/9/9/rC2rA4bA r,b,y>b,g!* rbyg r 0 0"

    def row(game: int, outcome: list[float], shares: list[float] | None, rules: str) -> Any:
        position = duel.format(rules)
        return {"seed": 1, "game": game, "position": position, "outcome": outcome,
                "root_shares": shares}  # fmt: skip

    rows = [
        row(0, [1, 0, 0, 0], [0.6, 0.2, 0.1, 0.1], "original"),
        row(0, [1, 0, 0, 0], None, "original"),
        row(1, [0, 0, 0, 1], [0.5, 0.5, 0, 0], "original"),
        row(6, [0.5, 0.5, 0, 0], [0.5, 0.5, 0, 0], "original,quiet_rounds=0"),
    ]
    shard = tmp_path / "turns-00000.parquet"
    shard.write_bytes(encode(rows, turns_schema()))
    found = read_shard(shard, 1.0, 1)
    nobody = [0.0] * (MAX_PARTIES - 2)
    assert found.searched == pytest.approx(np.array([[0.75, 0.25, *nobody], [0.5, 0.5, *nobody]]))
    assert found.outcome.tolist() == [[1, 0, *nobody], [0.5, 0.5, *nobody]]
    assert found.active.tolist() == [[True, True, *map(bool, nobody)]] * 2
    assert (found.features.any(axis=2) == found.active).all()
    kernel = Position.parse(duel.format("original")).kernel()
    evaluator = LinearEvaluator(kernel.tables)
    features = np.array(evaluator.extractor.features(kernel))
    assert found.features[0, :2] == pytest.approx(features[:2])
    assert found.signs[0] == pytest.approx(np.array(evaluator.draw_signs(kernel)))
    assert found.limited.tolist() == [True, False]
    # One game in ten is held out, in any run and folder the same.
    assert found.held_out.tolist() == [False, True]
    assert len(read_shard(shard, 0.0, 1)) == 0


def test_columns_of_another_version_are_not_learnt_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    shard = tmp_path / "turns-00000.parquet"
    shard.write_bytes(encode([{"seed": 1}], turns_schema()))
    monkeypatch.setattr("djambi.research.game_data.SCHEMA_VERSION", SCHEMA_VERSION + 1)
    with pytest.raises(DjambiError, match="not columns of version 2"):
        read_shard(shard, 1.0, 1)


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 100_000])
def test_what_is_no_run_is_no_folder_of_self_play(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(DjambiError, match="not a folder of self-play"):
        runs_of([tmp_path])


@pytest.mark.slow
def test_two_processes_do_not_train_in_one_folder(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    games, out = tmp_path / "games", tmp_path / "out"
    played = ["research", "games", str(games), "--games", "16", "--level", "nodes:20", "-j", "1"]
    assert main([*played, "--variant", "square-2"]) == 0
    settings = EvaluationSettings(4, 2, epochs=1, keep=0.2)
    training = train_in_folder(out, [games], settings, 1, silent)
    next(training)
    # One with other settings would find a new folder, or take the other's checkpoint for its own.
    for other in (settings, replace(settings, seed=2)):
        with pytest.raises(DjambiError, match="another process is writing to this folder"):
            next(train_in_folder(out, [games], other, 1, silent))
    assert [point.epoch for point in training] == [1]
    with pytest.raises(DjambiError, match="a training with other settings or games"):
        next(train_in_folder(out, [games], replace(settings, seed=2), 1, silent))


@pytest.mark.slow
def test_too_few_games_claim_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    options = ["--epochs", "1", "--hidden", "4", "2", "--keep", "0.2", "-j", "1"]
    for number, status in (("1", 2), ("16", 0)):
        games = str(tmp_path / number)
        play = ["research", "games", games, "--games", number, "--seed", number, "-j", "1"]
        assert main([*play, "--level", "nodes:20", "--variant", "square-2"]) == 0
        assert main(["research", "train", str(tmp_path / "out"), games, *options]) == status
    assert "too few games" in capsys.readouterr().err
