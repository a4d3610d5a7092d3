"""The bot that looks ahead, with as much insight as its mind has."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Final

from djambi.bots.base import Bot
from djambi.bots.bonds import bonds_of, stricter, unweighed
from djambi.bots.characters import NEUTRAL, Bonds, Character, season
from djambi.bots.endings import decided, open_eyed
from djambi.bots.grudges import Grudges
from djambi.bots.kernels import Desk
from djambi.bots.siege import Siege, Way
from djambi.kernel import COMPILED
from djambi.kernel.search.arena import LARGEST
from djambi.kernel.search.forced_win import TURNS_A_NODE
from djambi.kernel.search.mcts import Search
from djambi.position.turn import Turn

if TYPE_CHECKING:
    from djambi.pacts import Promise
    from djambi.position.position import Position

ENDLESS: Final = 1 << 40
"""More nodes than any search has."""

SLOWER: Final = 100
"""How many times fewer nodes the interpreted kernel is given, so that people need not wait."""

FEWEST: Final = 60
"""But at least so many: fewer would not show it one turn of every piece."""


DEEPEST: Final = 60
"""How many turns ahead a search looks at most."""

WARY: Final = 1.0
"""The `fear` of full strength: others at a table do not only want to win themselves."""

SIEGE_NODES: Final = 6
"""For so many times the nodes of a look ahead a way is looked for: once, not every turn."""

DULL: Final = 20
"""After so many turns in which nothing was taken, a wall is opened without a proof."""

SIEGE_PAUSE: Final = 16
"""For so many turns of the game no way is looked for where none was found."""

BESIEGING: Final = 0.75
"""The part of its time in which it looks for a way to a Chief who is walled in."""

PATIENCE: Final = 1.5
"""Seconds after which a bot has decided, however slow the machine, unless more is asked for."""


@dataclass(frozen=True, slots=True)
class Mind:
    """What a bot can see, as plain figures.

    Args:
        nodes: how many turns it plays in its head, at most.
        seconds: how long it thinks, at most; nodes, not seconds, make a bot alike everywhere.
        depth: how many turns it looks ahead, at most.
        noise: how much it misjudges a share of the game, at most.
        blind: the part of all turns that it overlooks, its own and the others'.
        fear: how much it believes the others to be after it in particular.
        width: how many replies it keeps in mind; `root_width`: how many turns of its own.
        places: how many placements it tries in a reply; `root_places`: in its own turn.
        by_processor: whether its seconds are the processor's, so that other work does not count.
        threads: how many of them think; with more than one no choice can be had again.
        memory: how many bytes the turns that it keeps in mind may take.
    """

    nodes: int = ENDLESS
    seconds: float = PATIENCE
    depth: int = DEEPEST
    noise: float = 0.0
    blind: float = 0.0
    fear: float = 0.0
    width: int = 16
    root_width: int = 48
    places: int = 3
    root_places: int = 8
    weights: tuple[tuple[str, float], ...] = ()
    by_processor: bool = False
    threads: int = 1
    memory: int = LARGEST

    @property
    def most_nodes(self) -> int:
        """The nodes, or what the interpreted kernel is given of them."""
        return self.nodes if COMPILED else max(FEWEST, self.nodes // SLOWER)

    @property
    def sees_all(self) -> bool:
        """Whether it overlooks nothing and sees to no fixed depth."""
        return self.noise == 0.0 and self.blind == 0.0 and self.depth >= DEEPEST

    def enter(self, search: Search) -> None:
        """Let a search see as this mind sees."""
        search.noise = self.noise
        search.set_blind(self.blind)
        search.fear = self.fear
        search.heeds_truce = self.sees_all
        search.width = self.width
        search.root_width = self.root_width
        search.places = self.places
        search.root_places = self.root_places
        search.by_processor = self.by_processor
        search.memory = self.memory
        # Who goes by nodes could not be asked again otherwise.
        search.remembers = self.nodes >= ENDLESS
        search.weigh(dict(self.weights))


class ThinkingBot(Bot):
    """Looks ahead: max^n on shares of the game (`djambi.kernel.search.mcts`).

    >>> from djambi import Position
    >>> bot = ThinkingBot(Mind(nodes=300), seed=1)
    >>> bot.choose(Position.start("hex-3")) in Position.start("hex-3").legal_turns()
    True
    """

    def __init__(
        self, mind: Mind, seed: int | None = None, character: Character | None = None
    ) -> None:
        super().__init__(seed)
        self.mind = mind
        self._mind = mind
        """As it thinks of this position: in an ending that is decided, with open eyes."""
        self.character = character
        self.grudges: Grudges | None = None
        self.promises: tuple[Promise, ...] = ()
        """What runs of the promises that it gave; a piece's cell is where it stands now."""
        self.loyalty = (character or NEUTRAL).loyalty
        self._desk = Desk(Search)
        self._search: Search | None = None
        self._begun = 0.0
        self._besieged = 0.0
        self._no_way_at = -SIEGE_PAUSE
        self._way: Way | None = None
        self._unwanted = False

    def choose(self, position: Position) -> Turn:
        """Return the turn that promises the largest share of the game, to its taste."""
        self._begun = monotonic()
        self._besieged = 0.0
        self._unwanted = False
        grudges = self._remember(position)
        self._search = search = self._desk.set_up(position)
        over = decided(position)
        self._mind = open_eyed(self.mind) if over else self.mind
        try:
            packed = self._way_in(search, position) if over else None
            if packed is None:
                packed = self._looked_ahead(search, position, grudges)
        finally:
            self._search = None
        turn = Turn(packed, position.board)
        if self.character is not None:
            grudges.note(position.play(turn))
        return turn

    def _way_in(self, search: Search, position: Position) -> int | None:
        """The turn of a siege, if there is one that leads to an end."""
        if self._way is not None and (turn := self._way.turns.get(position.key)) is not None:
            return turn.packed
        if self.promises or abs(position.ply - self._no_way_at) < SIEGE_PAUSE:
            return None
        siege = Siege.laid(position)
        if siege is None:
            return None
        mind = self._mind
        search.by_processor = mind.by_processor
        now = thread_time if mind.by_processor else monotonic
        begun = now()
        until = begun + BESIEGING * mind.seconds
        tries = TURNS_A_NODE * mind.most_nodes * SIEGE_NODES
        way = siege.way_in(search, tries, lambda: 0.0 if self._unwanted else until - now())
        if way is None and siege.openings and position.quiet >= DULL:
            way = siege.openings[0]
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
        self._mind.enter(search)
        bonds = bonds_of(self.promises, self.loyalty, position)
        season(search, self.character, position, grudges, bonds)
        packed = self._seek(search)
        if self.promises:
            packed = self._thought_over(search, packed, position, bonds, grudges)
        return packed

    def _seek(self, search: Search) -> int:
        mind, seed = self._mind, self.random.getrandbits(64)
        seconds = mind.seconds - self._besieged
        return search.think(mind.most_nodes, seconds, mind.depth, seed, mind.threads)

    def _thought_over(
        self, search: Search, packed: int, position: Position, bonds: Bonds, grudges: Grudges
    ) -> int:
        """The turn, or another where it breaks a promise for less than one's word is worth."""
        broken = unweighed(self.promises, position, Turn(packed, position.board))
        if not broken:
            return packed
        number = position.variant.parties.index(position.mover or "")
        gain = search.values()[number]
        bonds = stricter(bonds, broken, position)
        search.load(position.kernel().contents(), position.kernel().entries())
        season(search, self.character, position, grudges, bonds)
        other = self._seek(search)
        if unweighed(self.promises, position, Turn(other, position.board)):
            return packed
        loss = gain - search.values()[number]
        return packed if loss > self.loyalty * search.at_stake else other

    def _remember(self, position: Position) -> Grudges:
        """Return what is resented of whom; a bot that plays another party begins anew."""
        party = position.mover or ""
        if self.grudges is None or self.grudges.party != party:
            self.grudges = Grudges(party)
        if self.character is not None:
            self.grudges.look(position)
        return self.grudges

    def progress(self) -> float:
        """How much of its nodes or of its time it has used, whatever is nearer to its end."""
        search = self._search
        if search is None:
            return 0.0
        spent = (monotonic() - self._begun) / max(self.mind.seconds, 1e-3)
        return min(1.0, max(spent, search.nodes / self._mind.most_nodes))

    def stop(self) -> None:
        """From another thread: choose now."""
        self._unwanted = True
        search = self._search
        if search is not None:
            search.cancel()
