"""The bot that looks ahead, with as much insight as its mind has."""

from __future__ import annotations

from time import monotonic, thread_time
from typing import TYPE_CHECKING, Final

from djambi.bots.base import Bot
from djambi.bots.bot_settings import BotSettings
from djambi.bots.characters import NEUTRAL, Character, PromiseBias, apply_style
from djambi.bots.endings import at_full_strength, is_decided
from djambi.bots.grudges import Grudges
from djambi.bots.kernels import KernelCache
from djambi.bots.promise_keeping import promise_bias, tightened_bias, unmodelled_breaches
from djambi.bots.siege import Siege, SiegePlan
from djambi.forwarding import renamed
from djambi.kernel.search.forced_win import TURNS_A_NODE
from djambi.kernel.search.mcts import Search
from djambi.position.turn import Turn

if TYPE_CHECKING:
    from djambi.pacts import Promise
    from djambi.position.position import Position

SIEGE_NODE_FACTOR: Final = 6
"""How many times the nodes of a search the search for a siege plan gets: it runs once, not every
turn."""

UNPROVEN_SIEGE_QUIET_TURNS: Final = 20
"""Turns without a capture after which a wall is opened without a proof."""

SIEGE_RETRY_PLIES: Final = 16
"""Plies until a siege plan is looked for again after none was found."""

SIEGE_TIME_SHARE: Final = 0.75
"""The part of the time limit that the search for a siege plan may take."""


class SearchBot(Bot):
    """Looks ahead: max^n on shares of the game (`djambi.kernel.search.mcts`).

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
        """As it thinks of this position: in an ending that is decided, with open eyes."""
        self.character = character
        self.grudges: Grudges | None = None
        self.promises: tuple[Promise, ...] = ()
        """What runs of the promises that it gave; a piece's cell is where it stands now."""
        self.loyalty = (character or NEUTRAL).loyalty
        self._desk = KernelCache(Search)
        self._search: Search | None = None
        self._begun = 0.0
        self._besieged = 0.0
        self._no_way_at = -SIEGE_RETRY_PLIES
        self._way: SiegePlan | None = None
        self._unwanted = False

    def choose(self, position: Position) -> Turn:
        """Return the turn that promises the largest share of the game, to its taste."""
        self._begun = monotonic()
        self._besieged = 0.0
        self._unwanted = False
        grudges = self._remember(position)
        self._search = search = self._desk.set_up(position)
        over = is_decided(position)
        self._active_settings = at_full_strength(self.settings) if over else self.settings
        try:
            packed = self._way_in(search, position) if over else None
            if packed is None:
                packed = self._looked_ahead(search, position, grudges)
        finally:
            self._search = None
        turn = Turn(packed, position.board)
        if self.character is not None:
            grudges.remember(position.play(turn))
        return turn

    def _way_in(self, search: Search, position: Position) -> int | None:
        """The turn of a siege, if there is one that leads to an end."""
        if self._way is not None and (turn := self._way.turns.get(position.key)) is not None:
            return turn.packed
        if self.promises or abs(position.ply - self._no_way_at) < SIEGE_RETRY_PLIES:
            return None
        siege = Siege.detect(position)
        if siege is None:
            return None
        settings = self._active_settings
        search.by_processor = settings.by_processor
        now = thread_time if settings.by_processor else monotonic
        begun = now()
        until = begun + SIEGE_TIME_SHARE * settings.seconds
        tries = TURNS_A_NODE * settings.node_limit * SIEGE_NODE_FACTOR
        way = siege.find_plan(search, tries, lambda: 0.0 if self._unwanted else until - now())
        if way is None and siege.unproven_plans and position.quiet >= UNPROVEN_SIEGE_QUIET_TURNS:
            way = siege.unproven_plans[0]
        if way is not None:
            self._way = way
            return way.turns[position.key].packed
        self._no_way_at = position.ply
        self._besieged = now() - begun
        self._desk.set_up(position)
        if self._unwanted:
            search.cancel()
        return None

    def _looked_ahead(self, search: Search, position: Position, grudges: Grudges) -> int:
        self._active_settings.configure(search)
        bonds = promise_bias(self.promises, self.loyalty, position)
        apply_style(search, self.character, position, grudges, bonds)
        packed = self._seek(search)
        if self.promises:
            packed = self._thought_over(search, packed, position, bonds, grudges)
        return packed

    def _seek(self, search: Search) -> int:
        settings, seed = self._active_settings, self.random.getrandbits(64)
        seconds = settings.seconds - self._besieged
        return search.think(settings.node_limit, seconds, settings.depth, seed, settings.threads)

    def _thought_over(
        self, search: Search, packed: int, position: Position, bonds: PromiseBias, grudges: Grudges
    ) -> int:
        """The turn, or another where it breaks a promise for less than one's word is worth."""
        broken = unmodelled_breaches(self.promises, position, Turn(packed, position.board))
        if not broken:
            return packed
        number = position.variant.parties.index(position.mover or "")
        gain = search.values()[number]
        bonds = tightened_bias(bonds, broken, position)
        search.load(position.kernel().contents(), position.kernel().entries())
        apply_style(search, self.character, position, grudges, bonds)
        other = self._seek(search)
        if unmodelled_breaches(self.promises, position, Turn(other, position.board)):
            return packed
        loss = gain - search.values()[number]
        return packed if loss > self.loyalty * search.at_stake else other

    def _remember(self, position: Position) -> Grudges:
        """Return what is resented of whom; a bot that plays another party begins anew."""
        party = position.mover or ""
        if self.grudges is None or self.grudges.party != party:
            self.grudges = Grudges(party)
        if self.character is not None:
            self.grudges.update(position)
        return self.grudges

    def progress(self) -> float:
        """How much of its nodes or of its time it has used, whatever is nearer to its end."""
        search = self._search
        if search is None:
            return 0.0
        spent = (monotonic() - self._begun) / max(self.settings.seconds, 1e-3)
        return min(1.0, max(spent, search.nodes / self._active_settings.node_limit))

    def stop(self) -> None:
        """From another thread: choose now."""
        self._unwanted = True
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
