"""Golden playthroughs: one game of every variant under every edition, as the rules play it today.

python tests/golden/make.py    write tests/golden/games/VARIANT.txt anew, all of them

A file holds a game for each edition. A game begins with a line `@ POSITION`, and such a line
stands again after every twentieth event and after the last. Before it stand, one a line, the
events: a turn or `r resigns`, how many legal turns the position then has, its key, and a digest
of what else can be seen of it. Under a `@` line with few legal turns stands `# DIGEST` of them.

When a file changes, the game has changed: say in the commit which rule was wrong before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from djambi import EDITIONS, VARIANT_NAMES, Position, Stage

GAMES = Path(__file__).resolve().parent / "games"
SPAN = 20
FEW = 2000


@dataclass
class Chance:
    """A generator of its own, so that no version of Python draws other games.

    Knuth's linear congruence modulo 2**64; the upper half of its state is what is drawn.
    """

    state: int

    @classmethod
    def of(cls, name: str) -> Chance:
        return cls(int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big"))

    def below(self, limit: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 32) % limit


def choose(position: Position, chance: Chance) -> str:
    """A turn chosen stage by stage among the choices, sorted by text: three times in ten an act.

    So it depends neither on the order in which turns are found nor on the kernel's own draws.
    """
    stage: Stage = position.stage()
    while stage.kind != "done":
        choices = sorted(stage.choices, key=lambda choice: choice.text)
        acts = [one for one in choices if one.act not in ("select", "pass", "move", "spare")]
        if acts and chance.below(10) < 3:
            choices = acts
        text = choices[chance.below(len(choices))].text
        if not text:
            break
        stage = position.stage(stage.prefix + text)
    return str(stage.turn)


def event(position: Position, chance: Chance) -> str:
    """What happens next: mostly a turn, once in a while a resignation while three are active."""
    active = position.active
    if len(active) > 2 and chance.below(80) == 0:
        return f"{active[chance.below(len(active))]} resigns"
    return choose(position, chance)


def after(position: Position, what: str) -> Position:
    """The position after an event."""
    letter, _, verb = what.partition(" ")
    return position.resign(letter) if verb else position.play(what)


def seen(position: Position) -> str:
    """How many turns there are, the key, and a digest of all else that can be seen at little cost.

    The digest is of the text, the mover, the ruler, the result and who comes next.
    """
    others = (
        str(position),
        str(position.mover),
        str(position.ruler),
        str(position.result),
        str(position.upcoming(6)),
    )
    digest = hashlib.sha256("\n".join(others).encode()).hexdigest()[:12]
    return f"{len(position.legal_turns())} {position.key:016x} {digest}"


def checkpoint(position: Position) -> Iterator[str]:
    """The position in full, and the digest of its legal turns if there are few."""
    yield f"@ {position}"
    if len(position.legal_turns()) <= FEW:
        turns = "\n".join(sorted(map(str, position.legal_turns())))
        yield f"# {hashlib.sha256(turns.encode()).hexdigest()[:16]}"


def game(variant: str, edition: str) -> Iterator[str]:
    """The lines of one game."""
    chance = Chance.of(f"{variant} {edition}")
    position = Position.start(variant, edition)
    yield from checkpoint(position)
    many = 0
    while not position.is_over:
        what = event(position, chance)
        position = after(position, what)
        many += 1
        yield f"{what} {seen(position)}"
        if many % SPAN == 0 or position.is_over:
            yield from checkpoint(position)


def main() -> None:
    GAMES.mkdir(exist_ok=True)
    for variant in VARIANT_NAMES:
        lines = [line for edition in EDITIONS for line in game(variant, edition)]
        text = "".join(f"{line}\n" for line in lines)
        (GAMES / f"{variant}.txt").write_text(text, "ascii", newline="\n")
        print(f"{variant}: {len(lines)} lines")


if __name__ == "__main__":
    main()
