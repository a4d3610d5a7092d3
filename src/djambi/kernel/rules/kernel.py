"""Playing turns and taking them back; counting and random play, wholly inside (RULES 3 to 7)."""

from __future__ import annotations

from djambi.kernel.rules.tables import Tables
from djambi.kernel.rules.turn_resolution import TurnResolver

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.codes import (
        ASSASSIN,
        BONUS,
        CORPSE,
        DIPLOMAT,
        EMPTY,
        NECROMOBILE,
        NONE,
        SEAT,
        WINNERS,
    )
    from djambi.kernel.rules.tables import mix

COMPILED = bool(cython.compiled)

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
ONE = cython.declare(cython.ulonglong, 1)
FOREVER = cython.declare(cython.longlong, 0x7FFFFFFFFFFFFFFF)

# How many turns can be open at once, and how deep perft goes.
DEPTH = 512
DEEPEST = 16
# The log holds 8192 changes; no turn makes as many as are left beyond this.
MOST_LOGGED = 7900


class Shelf:
    """Room for the turns that perft has still to play, at every depth."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.turns = [0] * ((DEEPEST + 1) * 1024)
            self.cell = [0] * ((DEEPEST + 1) * 80)
            self.many = [0] * ((DEEPEST + 1) * 80)


class Kernel(TurnResolver):
    """The whole game in one mutable object; every Position holds one and never changes it.

    >>> from djambi.position.position import Position
    >>> kernel = Position.start().kernel()
    >>> kernel.perft(2)
    1205
    """

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.turn_marks = [0] * DEPTH
        super().__init__(tables, parties, options)
        self.open_turns = 0
        self.random_state = 0

    # -- one turn -----------------------------------------------------------------------------

    @cython.final
    def _open_turn(self) -> cython.void:
        self.turn_marks[self.open_turns] = self.log_length
        self.open_turns += 1

    @cython.final
    def make(self, turn: cython.longlong) -> cython.void:
        """Play a legal turn of whoever plays now, with all that follows."""
        cell: cython.int = turns.origin(turn)
        to: cython.int = turns.target(turn)
        place: cython.int = turns.place(turn)
        victims: cython.int = turns.victims(turn)
        exit: cython.int = turns.exit(turn)
        exit_place: cython.int = turns.exit_place(turn)
        exit_victims: cython.int = turns.exit_victims(turn)
        placed_last: cython.bint = turns.places_last(turn)
        thing: cython.int
        self._open_turn()
        if self.relations_stale:
            self.update_relations()
        if self.header[BONUS]:
            self.mover = self.header[BONUS] - 1
        else:
            self.mover = self.controller[self.header[SEAT]]
        self.active_before = self.active_bits
        self.ruler_before = self.ruler()
        self.killed_chiefs = 0
        self.any_death = False
        self.contact_lapsed = False
        if cell != NONE:
            if placed_last:
                thing = CORPSE
                if self.kind_of[self.board[cell]] == DIPLOMAT:
                    thing = self.board[to]
                self._make_step(cell, to, NONE, 0, True)
                self._make_step(to, exit, exit_place, exit_victims, False)
                self.change_cell(place, thing)
            else:
                self._make_step(cell, to, place, victims, False)
                if exit != NONE:
                    self._make_step(to, exit, exit_place, exit_victims, False)
        self.resolve_turn(self.mover)

    @cython.final
    def _make_step(
        self,
        cell: cython.int,
        to: cython.int,
        place: cython.int,
        victims: cython.int,
        hold: cython.bint,
    ) -> cython.void:
        """Move the piece on `cell` and do what it does there; `hold` keeps the thing in hand."""
        code: cython.int = self.board[cell]
        kind: cython.int = self.kind_of[code]
        target: cython.int = self.board[to]
        thing: cython.int = target if kind == DIPLOMAT else CORPSE
        i: cython.int
        x: cython.int
        self.change_cell(cell, EMPTY)
        self.change_cell(to, code)
        if target != EMPTY:
            self.contact_lapsed = True
            if kind != DIPLOMAT and kind != NECROMOBILE:
                self.note_death(target)
            if kind == ASSASSIN and place == NONE:
                place = cell
            if not hold:
                self.change_cell(place, thing)
        elif victims:
            self.contact_lapsed = True
            for i in range(self.tables.side_count[to]):
                if victims >> i & 1:
                    x = self.tables.side[to * 8 + i]
                    self.note_death(self.board[x])
                    self.change_cell(x, CORPSE)

    @cython.final
    def unmake(self) -> cython.void:
        """Take the last turn back."""
        self.open_turns -= 1
        self.undo_to(self.turn_marks[self.open_turns])

    # -- many turns ---------------------------------------------------------------------------

    @cython.final
    def _count_sequences(self, depth: cython.int, shelf: Shelf) -> cython.longlong:
        """Sequences of `depth` turns from here; the last turn is counted, not played."""
        total: cython.longlong = self.count_turns()
        many: cython.longlong = 0
        size: cython.longlong
        low: cython.longlong
        pieces: cython.int = self.mover_count
        row: cython.int = depth * 1024
        i: cython.int
        j: cython.int
        if depth == 0:
            return 1
        if self.header[WINNERS]:
            return 0
        if depth == 1:
            return total or 1
        if total == 0:
            self.make(turns.PASS)
            many = self._count_sequences(depth - 1, shelf)
            self.unmake()
            return many
        for i in range(pieces):
            shelf.cell[depth * 80 + i] = self.mover_cell[i]
            shelf.many[depth * 80 + i] = self.mover_turns[i]
        for i in range(pieces):
            low = 0
            while low < shelf.many[depth * 80 + i]:
                size = shelf.many[depth * 80 + i] - low
                if size > 1024:
                    size = 1024
                self.prepare()
                self.fill_window(shelf.cell[depth * 80 + i], NONE, low, low + size)
                for j in range(size):
                    shelf.turns[row + j] = self.window_turns[j]
                for j in range(size):
                    self.make(shelf.turns[row + j])
                    many += self._count_sequences(depth - 1, shelf)
                    self.unmake()
                low += size
        return many

    @cython.final
    def draw_random(self) -> cython.ulonglong:
        self.random_state = (self.random_state + ONE) & MASK
        return mix(self.random_state)

    @cython.final
    def random_turn(self) -> cython.longlong:
        """A turn drawn uniformly from all legal turns; the pass where there is none."""
        total: cython.longlong = self.count_turns()
        if total == 0:
            return turns.PASS
        # A product instead of a remainder: uniform to one part in 2**32, without a division.
        return self.nth_turn((self.draw_random() >> 32) * total >> 32)

    @cython.final
    def _play_random_game(self, limit: cython.longlong) -> cython.longlong:
        """Play random turns until the game ends or `limit` turns are played; how many were."""
        played: cython.longlong = 0
        while played < limit and not self.header[WINNERS]:
            self.make(self.random_turn())
            self.open_turns = 0
            self.log_length = 0
            played += 1
        return played

    # -- at the Python border -----------------------------------------------------------------

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` legal turns (NOTATION 4), depth 0 to 16."""
        if not 0 <= depth <= DEEPEST:
            raise ValueError(f"perft depth must be 0 to {DEEPEST}, not {depth}")
        levels: cython.int = depth
        many: cython.longlong
        shelf: Shelf = Shelf()
        with cython.nogil:
            many = self._count_sequences(levels, shelf)
        return many

    def random_play(self, limit: int, seed: int) -> int:
        """Play random turns, at most `limit`, until the game ends; how many were played."""
        most: cython.longlong = limit
        played: cython.longlong
        self.random_state = mix(seed & MASK)
        with cython.nogil:
            played = self._play_random_game(most)
        return played

    def random_games(self, games: int, seed: int) -> int:
        """Play whole random games from here; how many turns they had together.

        The position is as before afterwards.
        """
        start: Kernel = Kernel(self.tables, self.parties, self.options)
        many: cython.longlong = games
        played: cython.longlong = 0
        start.copy_from(self)
        self.random_state = mix(seed & MASK)
        with cython.nogil:
            while many > 0:
                many -= 1
                played += self._play_random_game(FOREVER)
                self.copy_from(start)
        return played

    def load(self, contents: bytes, entries: tuple[int, ...]) -> None:
        """Become the position that `contents` and `entries` gave; nothing can be taken back."""
        super().load(contents, entries)
        self.open_turns = 0

    def _check_room(self) -> None:
        if self.open_turns >= DEPTH or self.log_length > MOST_LOGGED:
            raise OverflowError(f"no more than {DEPTH} turns can be open at once")

    def play(self, turn: int) -> None:
        """Play a turn that `window` gave (or the pass): not checked again.

        Raises OverflowError after 512 turns that have not been taken back, ValueError if the
        game is over.
        """
        if self.header[WINNERS]:
            raise ValueError("the game is over")
        self._check_room()
        self.make(turn)

    def give_up(self, party: int) -> None:
        """Resign an active party (RULES 5); raises OverflowError as `play` does."""
        self._check_room()
        self._open_turn()
        self.resign_party(party)

    def may_return(self, party: int) -> bool:
        """Return whether a party that resigned could come back now (RULES 5, Return)."""
        return self.party_may_return(party)

    def come_back(self, party: int) -> None:
        """Bring a party back that may return (RULES 5); raises OverflowError as `play` does."""
        self._check_room()
        self._open_turn()
        self.return_party(party)

    def take_back(self) -> None:
        """Take the last turn, resignation or return back; raises IndexError if there is none."""
        if self.open_turns == 0:
            raise IndexError("there is no turn to take back")
        self.unmake()
