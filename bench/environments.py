"""Environments: stage steps a second, with observations and masks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from bench.harness import Figure, MeasurementPlan, rate
from djambi.research import Batch
from djambi.research.djambi_talk_v0 import TalkEnv
from djambi.research.djambi_v0 import DjambiEnv

BOARDS = (("square-4", "original"), ("hex-6", "harcourt-advanced"))
WARM_UP_STEPS = 500


def batches(plan: MeasurementPlan) -> Iterator[Figure]:
    """Yield the speed of batches of 1,024 games with one thread and two."""
    for variant, edition in BOARDS:
        for threads in (1, 2):
            batch = Batch(variant, edition, n=1024, seed=1, threads=threads)
            for _ in range(WARM_UP_STEPS):
                # Games of all ages: the first positions are the cheapest.
                batch.step(batch.sample())

            def work(_: int, batch: Batch = batch) -> int:
                batch.step(batch.sample())
                return batch.n

            yield rate(
                plan,
                f"Batch, {variant} {edition}, threads {threads}",
                "steps",
                work,
                "1,024 games; drawing the actions included",
            )
            batch.close()


def pettingzoo(plan: MeasurementPlan) -> Iterator[Figure]:
    """Yield the speed of the PettingZoo environment, one core."""
    for variant, edition in BOARDS:
        yield random_agents(plan, f"djambi_v0, {variant} {edition}", DjambiEnv(variant, edition))


def talk(plan: MeasurementPlan) -> Iterator[Figure]:
    """Yield the speed of the PettingZoo environment with talk, one core.

    Random talk is the dearest: some ten pacts stand all the time, and are judged with every turn.
    """
    for variant, edition in BOARDS:
        yield random_agents(plan, f"djambi_talk_v0, {variant} {edition}", TalkEnv(variant, edition))


def random_agents(plan: MeasurementPlan, name: str, env: DjambiEnv | TalkEnv) -> Figure:
    """Return the speed of an environment with agents of random actions."""
    random = Random(1)

    def work(_: int) -> int:
        steps = 0
        env.reset()
        for _agent in env.agent_iter(1000):
            observation, _reward, termination, truncation, _info = env.last()
            if termination or truncation or observation is None:
                env.step(None)
            else:
                env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
                steps += 1
        return steps

    return rate(plan, name, "steps", work, "PettingZoo, an agent of random actions included")
