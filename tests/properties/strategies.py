"""Positions at random: of every variant, under every rule, out of games and thrown together."""

from __future__ import annotations

from hypothesis import Phase, settings
from hypothesis import strategies as st
from tests.properties.setups import thrown_together
from tests.rules.strategies import some_rules

from djambi import VARIANT_NAMES, Position, Rules, Setup, Variant
from djambi.kernel.rules.kernel import COMPILED

unshrunk = settings(phases=[Phase.explicit, Phase.reuse, Phase.generate])
"""Seeds do not shrink, they only cost minutes; a failing test notes its position instead."""

variants: st.SearchStrategy[Variant] = st.sampled_from(VARIANT_NAMES).map(Variant.get)

seeds: st.SearchStrategy[int] = st.integers(0, 2**32 - 1)


def _quick(position: Position) -> bool:
    """Whether the kernel under test lists the turns in no time: interpreted, few of them."""
    return COMPILED or len(position.legal_turns()) <= 3000


def walk(position: Position, turns: int, seed: int) -> Position:
    """The position after so many random turns, or at the end of the game."""
    kernel = position.kernel()
    kernel.random_play(turns, seed)
    return position.reached(kernel)


def _walked(variant: Variant, rules: Rules, turns: int, seed: int) -> Position:
    return walk(Position.from_setup(Setup.start(variant, rules)), turns, seed)


walked: st.SearchStrategy[Position] = st.builds(
    _walked, variants, some_rules, st.integers(0, 250), seeds
).filter(_quick)
"""Positions out of random games."""

_thrown = st.builds(thrown_together, variants, some_rules, seeds)

thrown: st.SearchStrategy[Position] = _thrown.filter(_quick)
"""Positions that need not come from any game."""

positions: st.SearchStrategy[Position] = thrown | walked
