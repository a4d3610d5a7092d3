"""Measure how fast the library is on this machine.

python -m bench                         every figure, as a table
python -m bench --markdown              the same for docs/performance.md
python -m bench play threads            only some parts
python -m bench --runs 3 --seconds 0.2  a quick look
python -m bench --cpu                   if the machine has other work (not for threads)
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from bench import environments, library, play, search
from bench.harness import Figure, MeasurementPlan, conditions, table

PARTS: dict[str, Callable[[MeasurementPlan], Iterator[Figure]]] = {
    "play": play.random_play,
    "perft": play.perft,
    "threads": play.threads,
    "search": search.speed,
    "search-threads": search.threads,
    "lateness": search.lateness,
    "batches": environments.batches,
    "pettingzoo": environments.pettingzoo,
    "talk": environments.talk,
    "listing": library.listing,
    "calls": library.calls,
    "memory": library.memory,
    "interpreted": library.interpreted,
    "import": library.importing,
}


def main() -> None:
    """Run the measurements that the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="How fast the library is on this machine."
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--markdown", action="store_true", help="write a Markdown table")
    parser.add_argument("--runs", type=int, default=5, help="runs of each figure (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of each run (1)")
    parser.add_argument(
        "--cpu", action="store_true", help="count seconds of the processor: on a busy machine"
    )
    options = parser.parse_args()
    unknown = sorted(set(options.parts) - set(PARTS))
    if unknown:
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    if options.runs < 1 or not 0 < options.seconds <= 600:
        parser.error("at least one run, of more than 0 and at most 600 seconds")
    plan = MeasurementPlan(options.runs, options.seconds, options.cpu)
    mark = "* " if options.markdown else ""
    for line in conditions(plan):
        print(f"{mark}{line}")
    print()
    for line in table(_figures(options.parts, plan), options.markdown):
        print(line, flush=True)


def _figures(parts: list[str], plan: MeasurementPlan) -> Iterator[Figure]:
    for name, measure in PARTS.items():
        if not parts or name in parts:
            yield from measure(plan)


if __name__ == "__main__":
    main()
