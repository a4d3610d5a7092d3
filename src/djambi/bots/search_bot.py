"""The bot that searches ahead, within the limits and handicaps of its settings.

Method: a multi-player tree search on vectors of shares of the game, max^n (Luckhardt and Irani, "An
Algorithmic Solution of N-Person Games", AAAI 1986) with a `paranoia` term towards the paranoid
reduction (Sturtevant and Korf, "On Pruning Techniques for Multi-Player Games", AAAI 2000); the tree
itself is `djambi.kernel.search.mcts`. Two things are added to it here: siege plans in decided
endings (`djambi.bots.siege`), and promises weighed against what breaking them gains
(`djambi.bots.promise_keeping`).
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final

from djambi.bots.base import Bot
from djambi.bots.bot_settings import BotSettings
from djambi.bots.characters import NEUTRAL, Character, PromiseBias, apply_style
from djambi.bots.draws import agrees_to_draw, is_draw_offered
from djambi.bots.endings import at_full_strength, is_decided
from djambi.bots.grudges import Grudges
from djambi.bots.kernels import KernelCache
from djambi.bots.politics.pledging import Regard, set_regards
from djambi.bots.promise_keeping import promise_bias, tightened_bias, unmodelled_breaches
from djambi.bots.siege import Siege, SiegePlan
from djambi.forwarding import renamed
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.kernel.search.strokes import TURNS_PER_NODE
from djambi.pacts import Promise
from djambi.position.position import Position
from djambi.position.turn import Turn

SIEGE_NODE_FACTOR: Final = 6
"""The node budget of a siege plan, in budgets of one turn: it is made once, not every turn."""

UNPROVEN_SIEGE_QUIET_TURNS: Final = 20
"""Turns without a capture after which a wall is opened without a proof."""

SIEGE_RETRY_PLIES: Final = 16
"""Plies to wait after a failed attempt before planning a siege again."""

SIEGE_TIME_SHARE: Final = 0.75
"""The part of the time limit that the search for a siege plan may take."""

FIRST_SEARCH_SHARE: Final = 0.5
"""The part of the time for the first search of a bot with promises: it may search again."""


class SearchBot(Bot):
    """A bot that chooses by tree search (`djambi.kernel.search.mcts`).

    Args:
        settings: its limits and handicaps.
        seed: the seed of its random numbers; the same seed and positions give the same choices,
            unless the time runs out or several threads search.
        character: what it likes besides its share of the game, if anything.

    >>> from djambi import Position
    >>> bot = SearchBot(BotSettings(nodes=300), seed=1)
    >>> bot.choose(Position.start("hex-3")) in Position.start("hex-3").legal_turns()
    True
    """

    def __init__(
        self, settings: BotSettings, seed: int | None = None, character: Character | None = None
    ) -> None:
        super().__init__(seed)
        self.settings = settings
        self._active_settings = settings
        """The settings for the present position: in a decided ending, without handicaps."""
        self.character = character
        self.grudges: Grudges | None = None
        self.promises: tuple[Promise, ...] = ()
        self.loyalty = (character or NEUTRAL).loyalty
        self.regards: tuple[Regard, ...] = ()
        self._kernels = KernelCache(MultiplayerMcts)
        self._search: MultiplayerMcts | None = None
        self._started_s = 0.0
        self._spent_s = 0.0
        self._planning_failed_at = -SIEGE_RETRY_PLIES
        self._plan: SiegePlan | None = None
        self._decided = False
        self._cancelled = False

    def bind(
        self,
        promises: tuple[Promise, ...],
        loyalty: float,
        regards: tuple[Regard, ...] = (),
    ) -> None:
        """Set the promises that bind its next turns, and what keeping them is worth.

        Args:
            promises: the promises that it gave and that still run; a `cell` is where the piece
                stands now.
            loyalty: the gain, in shares of the game, for which it breaks a promise.
            regards: how well it wishes others, and how well it expects them to wish each other.
        """
        self.promises = promises
        self.loyalty = loyalty
        self.regards = regards

    def choose(self, position: Position) -> Turn:
        """Return the turn with the best expected share, character and promises included.

        Raises:
            DjambiError: the game is over.
        """
        self.begin(position)
        return self.finish(position)

    def accepts_draw(self, position: Position, party: str) -> bool:
        """Return whether ``party`` agrees to share the game now (`djambi.bots.draws`)."""
        return super().accepts_draw(position, party) or agrees_to_draw(position, party)

    def offers_draw(self, position: Position, earlier: Position | None = None) -> bool:
        """Return whether it offers to share the game before it plays (`djambi.bots.draws`)."""
        return super().offers_draw(position, earlier) or is_draw_offered(position, earlier)

    def begin(
        self, position: Position, within: Callable[[BotSettings], BotSettings] | None = None
    ) -> MultiplayerMcts:
        """Set up the search of `finish`, which `stop` ends from now on, and return it.

        Args:
            position: the position to choose in.
            within: returns given settings, narrowed to limits of this turn alone.

        Raises:
            DjambiError: the game is over.
        """
        search = self._kernels.set_up(position)
        self._started_s = monotonic()
        self._spent_s = 0.0
        self._cancelled = False
        decided = is_decided(position)
        usual = at_full_strength(self.settings) if decided else self.settings
        self._active_settings = within(usual) if within else usual
        self._decided = decided
        self._search = search
        return search

    def finish(self, position: Position) -> Turn:
        """Return the turn that `choose` returns, after `begin` for the same position."""
        search = self._search or self.begin(position)
        grudges = self._updated_grudges(position)
        try:
            packed = self._siege_turn(search, position) if self._decided else None
            if packed is None:
                packed = self._searched_turn(search, position, grudges)
        finally:
            self._search = None
        turn = Turn(packed, position.board)
        if self.character is not None:
            grudges.remember(position.play(turn))
        return turn

    def _siege_turn(self, search: MultiplayerMcts, position: Position) -> int | None:
        """Return the packed turn of a siege plan, or None to search as usual."""
        if self._plan is not None and (turn := self._plan.turns.get(position.key)) is not None:
            return turn.packed
        if self.promises or abs(position.ply - self._planning_failed_at) < SIEGE_RETRY_PLIES:
            return None
        siege = Siege.detect(position)
        if siege is None:
            return None
        settings = self._active_settings
        search.limits.by_processor = settings.by_processor
        now = search.limits.now
        started = now()
        until = started + SIEGE_TIME_SHARE * settings.seconds
        budget = TURNS_PER_NODE * settings.node_limit * SIEGE_NODE_FACTOR
        plan = siege.find_plan(
            search.solver, budget, lambda: 0.0 if self._cancelled else until - now()
        )
        if plan is None and siege.unproven_plans and position.quiet >= UNPROVEN_SIEGE_QUIET_TURNS:
            plan = siege.unproven_plans[0]
        if plan is not None:
            self._plan = plan
            return plan.turns[position.key].packed
        self._planning_failed_at = position.ply
        self._spent_s = now() - started
        self._set_up_again(search, position)
        return None

    def _searched_turn(self, search: MultiplayerMcts, position: Position, grudges: Grudges) -> int:
        """Return the packed turn that the tree search chooses, promises considered."""
        self._active_settings.configure(search)
        bias = promise_bias(self.promises, self.loyalty)
        set_regards(search.tree, self.regards, position)
        apply_style(search, self.character, position, grudges, bias)
        # Who gives nothing for a promise does not think one over.
        weighs = bool(self.promises) and self.loyalty > 0.0
        packed = self._run(search, FIRST_SEARCH_SHARE if weighs else 1.0)
        if weighs:
            packed = self._reconsidered(search, packed, position, bias, grudges)
        return packed

    def _run(self, search: MultiplayerMcts, part: float = 1.0) -> int:
        """Run one search with a part of the time that is left, and return its packed turn."""
        settings, seed = self._active_settings, self.random.getrandbits(64)
        seconds = part * (settings.seconds - self._spent_s)
        now = search.limits.now
        started = now()
        packed = search.think(settings.node_limit, seconds, settings.depth, seed, settings.threads)
        self._spent_s += now() - started
        return packed

    def _reconsidered(
        self,
        search: MultiplayerMcts,
        packed: int,
        position: Position,
        bias: PromiseBias,
        grudges: Grudges,
    ) -> int:
        """Return the turn, or another one if it breaks a promise for less than that is worth."""
        broken = unmodelled_breaches(self.promises, position, Turn(packed, position.board))
        if not broken or self._cancelled:
            return packed
        number = position.variant.parties.index(position.mover or "")
        gain = search.values()[number]
        bias = tightened_bias(bias, broken, position)
        self._set_up_again(search, position)
        apply_style(search, self.character, position, grudges, bias)
        other = self._run(search)
        if unmodelled_breaches(self.promises, position, Turn(other, position.board)):
            return packed
        loss = gain - search.values()[number]
        return packed if loss > self.loyalty * search.at_stake else other

    def _set_up_again(self, search: MultiplayerMcts, position: Position) -> None:
        """Set up the search for the position once more; one that was stopped remains so."""
        self._kernels.set_up(position)
        if self._cancelled:
            search.cancel()

    def _updated_grudges(self, position: Position) -> Grudges:
        """Return this player's grudges, up to date; none if the bot plays another party now."""
        party = position.mover or ""
        if self.grudges is None or self.grudges.party != party:
            self.grudges = Grudges(party)
        if self.character is not None:
            self.grudges.update(position)
        return self.grudges

    def progress(self) -> float:
        """Return the part of its nodes or of its time that is used, whichever is larger, 0 to 1."""
        search = self._search
        if search is None:
            return 0.0
        spent = (monotonic() - self._started_s) / max(self._active_settings.seconds, 1e-3)
        return min(1.0, max(spent, search.nodes / self._active_settings.node_limit))

    def stop(self) -> None:
        """Stop the search from another thread, so that it chooses by what it has seen."""
        self._cancelled = True
        search = self._search
        if search is not None:
            search.cancel()


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Mind="djambi.bots.bot_settings.BotSettings",
        ThinkingBot="SearchBot",
        ENDLESS="djambi.bots.bot_settings.UNLIMITED_NODES",
        WARY="djambi.bots.bot_settings.FULL_PARANOIA",
        PATIENCE="djambi.bots.bot_settings.DEFAULT_TIME_LIMIT_S",
    )
