"""The weights of the judgement: how they are learnt, and what stands beside them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench import json_lines, learn, truce, tune
from djambi import Position
from djambi.kernel.search import linear_evaluation
from djambi.kernel.search.features import FEATURE_NAMES


def test_how_the_weights_were_obtained_stands_beside_them() -> None:
    how = json.loads(Path(linear_evaluation.__file__).with_name("weights.json").read_text("utf-8"))[
        "how"
    ]
    assert sum(how["games"].values()) >= 1_000 and how["positions"] > 10_000
    assert how["loss"]["after"] <= how["loss"]["before"] < how["loss"]["all alike"]
    # Weights are kept only if they are not worse.
    assert how["match"]["games"] >= 100 and how["match"]["wins"] >= 0.5


def test_how_the_signs_of_a_truce_were_weighed_stands_beside_them() -> None:
    saved = json.loads(
        Path(linear_evaluation.__file__).with_name("weights.json").read_text("utf-8")
    )
    how = saved["truce"]["how"]
    assert how["games"] >= 200 and 0 < how["shared"] < 1
    assert how["loss"]["after"] <= how["loss"]["before"]
    assert how["loss"]["after"] < how["loss"]["all alike"]


def test_how_the_weights_of_full_strength_were_tuned_stands_beside_them() -> None:
    saved = json.loads(
        Path(linear_evaluation.__file__).with_name("weights.json").read_text("utf-8")
    )
    how = saved["tuned"]["how"]
    assert sum(each["games"] for each in how["rounds"]) >= 1_000
    # Weights are kept only if they are shown to be better, and what they lose to others is known.
    better, others = how["matches"]
    assert better["of"].endswith("fitted to games") and better["interval"][0] > 0.5
    assert others["of"].endswith("published") and others["games"] >= 400


@pytest.mark.slow
def test_a_game_is_decided_by_its_number_and_the_seed() -> None:
    game = learn.play_game(6, seed=1, nodes=20)
    assert game == learn.play_game(6, seed=1, nodes=20) != learn.play_game(6, seed=2, nodes=20)
    assert sum(game["result"].values()) == pytest.approx(1)
    text, values = game["positions"][0]
    assert text.startswith("hex-3 harcourt ") and sum(values) == pytest.approx(1, abs=1e-3)


def test_games_already_played_are_not_played_again(tmp_path: Path) -> None:
    log = tmp_path / "games-1.jsonl"
    log.write_text('{"number": 1}\n{"numb', "utf-8")
    assert json_lines.rows(log) == [{"number": 1}]
    assert log.read_text("utf-8").endswith('{"numb')
    options = argparse.Namespace(games=3, workers=1)
    learn.fill(log, options, lambda number: {"number": number})
    assert json_lines.rows(log) == [{"number": 1}, {"number": 0}, {"number": 2}]


def _game(wins: bool) -> Callable[..., dict[str, Any]]:
    """Return what plays a game that the `new` players win, or lose."""

    def play(number: int, **_: object) -> dict[str, Any]:
        shares = [float(wins), 0.0, float(not wins), 0.0]
        return {
            "number": number, "seats": ["new", "new", "old", "old"], "shares": shares, "plies": 9
        }  # fmt: skip

    return play


def _run(
    main: Callable[[], None], folder: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["learn", what, str(folder), "--games", "4"])
    main()


def test_other_weights_play_a_match_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The verdict on weights that are no more stood beside those that came after them."""
    candidate = tmp_path / "weights.json"
    for weight, wins in ((1.0, True), (2.0, False)):
        candidate.write_text(json.dumps({"weights": {"chief": weight}, "how": {}}), "utf-8")
        monkeypatch.setattr(learn, "match_game", _game(wins))
        _run(learn.main, tmp_path, "match", monkeypatch)
        match = learn.read(candidate)["how"]["match"]
        assert (match["games"], match["wins"]) == (4, float(wins))


def test_tuned_weights_play_matches_and_rounds_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tuned.json"
    tuned = {name: weight + 0.4 for name, weight in linear_evaluation.WEIGHTS.items()}
    learn.write(path, {"weights": tuned, "how": {"rounds": []}})
    played: list[float] = []

    def perturb(number: int, centre: dict[str, float], **_: object) -> dict[str, Any]:
        played.append(next(iter(centre.values())))
        return {"number": number, "signs": [1 for _ in centre], "gain": 0.01 * number}

    monkeypatch.setattr(tune, "play_perturbation", perturb)
    for wins in (True, False):
        monkeypatch.setitem(tune.MATCHES, "match", (_game(wins), "of"))
        _run(tune.main, tmp_path, "match", monkeypatch)
        assert learn.read(path)["how"]["matches"][0]["wins"] == float(wins)
        _run(tune.main, tmp_path, "play", monkeypatch)
        _run(tune.main, tmp_path, "halve", monkeypatch)
    assert len(played) == 4 and len(set(played)) == 2
    with pytest.raises(SystemExit, match="no games in"):
        _run(tune.main, tmp_path, "step", monkeypatch)
    _run(tune.main, tmp_path, "play", monkeypatch)
    _run(tune.main, tmp_path, "step", monkeypatch)
    assert len(learn.read(path)["how"]["rounds"]) == 1


def test_newton_finds_what_the_shares_were_made_from() -> None:
    random = np.random.default_rng(1)
    traits = random.normal(size=(4_000, 8, len(FEATURE_NAMES)))
    active = random.random((4_000, 8)) < 0.6
    active[:, 0] = True
    truth = 0.2 * random.normal(size=len(FEATURE_NAMES))
    won = learn.chances(truth, traits, active)
    before = np.zeros(len(FEATURE_NAMES))
    found = learn.newton(before, traits, active, won)
    # The penalty holds them back a little.
    assert np.abs(found - truth).max() < 0.1
    assert learn.loss(found, traits, active, won) < learn.loss(before, traits, active, won)


@pytest.mark.slow
def test_what_is_learnt_is_judged_alike_by_the_kernel() -> None:
    game = learn.play_game(0, seed=3, nodes=20)
    traits, active, _ = learn.data([game])
    weights = np.array([linear_evaluation.WEIGHTS[name] for name in FEATURE_NAMES])
    shares = learn.chances(weights, traits, active)
    for (text, _), row in zip(game["positions"], shares, strict=True):
        given = Position.parse(text).kernel()
        evaluator = linear_evaluation.LinearEvaluator(given.tables)
        assert evaluator.shares(given) == pytest.approx(row[: given.parties])


@pytest.mark.slow
def test_signs_of_a_truce_are_kept_with_whether_there_was_one() -> None:
    game = truce.play_game(0, seed=1, nodes=20)
    assert game == truce.play_game(0, seed=1, nodes=20) != truce.play_game(0, seed=2, nodes=20)
    signs, shared = truce.data([game])
    assert signs.shape == (len(shared), len(linear_evaluation.DRAW_SIGN_NAMES))
    assert set(shared) == {float(game["shared"])}


def test_newton_finds_what_truces_were_made_from() -> None:
    random = np.random.default_rng(1)
    signs = random.normal(size=(20_000, len(linear_evaluation.DRAW_SIGN_NAMES)))
    truth = np.array([0.5, 2.0, -0.3, 0.0, -1.0])
    shared = truce.chances(truth, signs)
    found = truce.newton(signs, shared)
    assert np.abs(found - truth).max() < 0.1
    assert truce.loss(found, signs, shared) < truce.loss(0 * truth, signs, shared)


@pytest.mark.slow
def test_a_perturbation_is_decided_by_its_number_the_round_and_the_seed() -> None:
    centre = linear_evaluation.TUNED_WEIGHTS
    result = tune.play_perturbation(3, "1 round-1", 20, centre)
    assert result == tune.play_perturbation(3, "1 round-1", 20, centre)
    assert result["signs"] != tune.play_perturbation(3, "1 round-2", 20, centre)["signs"]
    assert len(result["signs"]) == len(centre) and set(result["signs"]) == {-1, 1}
    assert -0.5 <= result["gain"] <= 0.5


def test_weights_move_by_what_their_perturbation_gained() -> None:
    random = np.random.default_rng(1)
    truth = np.array([0.03, -0.02, 0.2, 0.0])
    signs = random.choice((-1.0, 1.0), (3_000, 4))
    moves, gain, error = tune.steps(signs, signs @ truth + random.normal(0, 0.3, 3_000))
    assert np.abs(gain - truth).max() < 4 * error and 0.004 < error < 0.008
    assert moves[0] > 0.3 and moves[1] < -0.2
    # What gains most moves no further than far enough, and what may be chance next to nothing.
    assert moves[2] == tune.MAX_STEP and abs(moves[3]) < 0.1


def test_a_round_moves_the_weights_it_started_from() -> None:
    random = np.random.default_rng(2)
    names = list(linear_evaluation.WEIGHTS)
    signs = random.choice((-1, 1), (400, len(names)))
    results = [
        {"number": i, "signs": row.tolist(), "gain": 0.1 * int(row[0])}
        for i, row in enumerate(signs)
    ]
    centre: dict[str, Any] = {"weights": dict.fromkeys(names, 1.0), "how": {"rounds": []}}
    options = argparse.Namespace(nodes=20, seed=1)
    found = tune.after_round(centre, results, options)
    size = tune.perturbations()[names[0]]
    assert found["weights"][names[0]] == pytest.approx(1 + tune.MAX_STEP * size, abs=1e-3)
    assert [found["weights"][name] for name in names[1:]] == pytest.approx([1.0] * (len(names) - 1))
    assert [each["games"] for each in found["how"]["rounds"]] == [800]


def test_halved_weights_are_between_those_tuned_and_those_fitted() -> None:
    fitted = linear_evaluation.WEIGHTS
    rounds = [{"games": 2200}]
    centre = {
        "weights": {name: weight + 0.4 for name, weight in fitted.items()},
        "how": {"rounds": rounds, "matches": [{"games": 600}]},
    }
    once = tune.halved(centre)
    assert once["weights"] == pytest.approx({n: w + 0.2 for n, w in fitted.items()}, abs=1e-4)
    # What other weights won says nothing of these.
    assert once["how"] == {"rounds": rounds, "halved": 1}
    assert tune.halved(once)["how"]["halved"] == 2


@pytest.mark.slow
def test_weights_are_tried_against_others() -> None:
    game = tune.others_game(1, 3, 60, linear_evaluation.TUNED_WEIGHTS)
    assert game == tune.others_game(1, 3, 60, linear_evaluation.TUNED_WEIGHTS) | {
        "seconds": game["seconds"]
    }
    assert sorted(game["seats"]) == ["new", "published", "published", "published"]
