"""Playing turns and taking them back; counting and random play, wholly inside (RULES 3 to 7)."""

from __future__ import annotations

from warnings import warn

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
        LOG_CHANGES_BEFORE_TURN,
        LOG_CHANGES_PER_TURN,
        MAX_OPEN_TURNS,
        MAX_PERFT_DEPTH,
        MAX_PIECES,
        NECROMOBILE,
        NO_CELL,
        SEAT,
        SIDES,
        WINDOW_TURNS,
        WINNERS,
    )
    from djambi.kernel.rules.tables import mix

COMPILED = bool(cython.compiled)

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
ONE = cython.declare(cython.ulonglong, 1)
FOREVER = cython.declare(cython.longlong, 0x7FFFFFFFFFFFFFFF)


class PerftBuffers:
    """The turns that perft has still to play, for every depth."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.turns = [0] * ((MAX_PERFT_DEPTH + 1) * WINDOW_TURNS)
            self.origins = [0] * ((MAX_PERFT_DEPTH + 1) * MAX_PIECES)
            self.counts = [0] * ((MAX_PERFT_DEPTH + 1) * MAX_PIECES)


class Kernel(TurnResolver):
    """The whole game in one mutable object; a Position borrows one when it is asked something.

    >>> from djambi.position.position import Position
    >>> kernel = Position.start().kernel()
    >>> kernel.perft(2)
    1205
    """

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.turn_marks = [0] * MAX_OPEN_TURNS
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
        """Play a turn of whoever plays now, with all that follows (RULES 3, 4).

        Warning: whether it is legal, and whether there is room for it, is not checked.
        """
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
        if cell != NO_CELL:
            if placed_last:
                thing = CORPSE
                if self.kind_of[self.board[cell]] == DIPLOMAT:
                    thing = self.board[to]
                self._make_step(cell, to, NO_CELL, 0, True)
                self._make_step(to, exit, exit_place, exit_victims, False)
                self.change_cell(place, thing)
            else:
                self._make_step(cell, to, place, victims, False)
                if exit != NO_CELL:
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
        """Move a piece and apply its act; `hold` defers placing what it acted on (RULES 3.2)."""
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
            if kind == ASSASSIN and place == NO_CELL:
                place = cell
            if not hold:
                self.change_cell(place, thing)
        elif victims:
            for i in range(self.tables.side_count[to]):
                if victims >> i & 1:
                    x = self.tables.side[to * SIDES + i]
                    self.note_death(self.board[x])
                    self.change_cell(x, CORPSE)

    @cython.final
    def unmake(self) -> cython.void:
        """Take the last turn back. Warning: that there is one is not checked."""
        self.open_turns -= 1
        self.undo_to(self.turn_marks[self.open_turns])

    @cython.final
    def forget_turns(self) -> cython.void:
        """Make all turns final: none of them can be taken back."""
        self.open_turns = 0
        self.log_length = 0

    # -- many turns ---------------------------------------------------------------------------

    @cython.final
    def _count_sequences(self, depth: cython.int, buffers: PerftBuffers) -> cython.longlong:
        """Count sequences of `depth` turns from here; the last turn is counted, not played."""
        total: cython.longlong = self.count_turns()
        many: cython.longlong = 0
        size: cython.longlong
        low: cython.longlong
        pieces: cython.int = self.mover_count
        row: cython.int = depth * WINDOW_TURNS
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
            many = self._count_sequences(depth - 1, buffers)
            self.unmake()
            return many
        for i in range(pieces):
            buffers.origins[depth * MAX_PIECES + i] = self.mover_cell[i]
            buffers.counts[depth * MAX_PIECES + i] = self.mover_turns[i]
        for i in range(pieces):
            low = 0
            while low < buffers.counts[depth * MAX_PIECES + i]:
                size = buffers.counts[depth * MAX_PIECES + i] - low
                if size > WINDOW_TURNS:
                    size = WINDOW_TURNS
                self.prepare()
                self.fill_window(buffers.origins[depth * MAX_PIECES + i], NO_CELL, low, low + size)
                for j in range(size):
                    buffers.turns[row + j] = self.window_turns[j]
                for j in range(size):
                    self.make(buffers.turns[row + j])
                    many += self._count_sequences(depth - 1, buffers)
                    self.unmake()
                low += size
        return many

    @cython.final
    def draw_random(self) -> cython.ulonglong:
        """Draw 64 random bits."""
        self.random_state = (self.random_state + ONE) & MASK
        return mix(self.random_state)

    @cython.final
    def random_turn(self) -> cython.longlong:
        """Draw a turn uniformly from all legal turns; the pass where there is none."""
        total: cython.longlong = self.count_turns()
        if total == 0:
            return turns.PASS
        # A product instead of a remainder: uniform to one part in 2**32, without a division.
        return self.nth_turn((self.draw_random() >> 32) * total >> 32)

    @cython.final
    def _play_random_game(self, limit: cython.longlong) -> cython.longlong:
        """Play random turns until the game ends, at most `limit`; return how many were played."""
        played: cython.longlong = 0
        while played < limit and not self.header[WINNERS]:
            self.make(self.random_turn())
            self.forget_turns()
            played += 1
        return played

    # -- at the Python border -----------------------------------------------------------------

    def perft(self, depth: int) -> int:
        """Return the number of sequences of `depth` legal turns (NOTATION 4).

        Raises ValueError unless `depth` is 0 to 16.
        """
        if not 0 <= depth <= MAX_PERFT_DEPTH:
            raise ValueError(f"perft depth must be 0 to {MAX_PERFT_DEPTH}, not {depth}")
        levels: cython.int = depth
        many: cython.longlong
        buffers: PerftBuffers = PerftBuffers()
        # However many turns are open here, a copy has room for its own.
        copy: Kernel = Kernel(self.tables, self.parties, self.options)
        copy.copy_from(self)
        with cython.nogil:
            many = copy._count_sequences(levels, buffers)
        return many

    def seed_random(self, seed: int) -> None:
        """Set what is drawn from now on: any whole number, the same for the same draws."""
        self.random_state = mix(seed & MASK)

    def random_play(self, limit: int, seed: int) -> int:
        """Play random turns until the game ends, at most `limit`; return how many were played.

        The same seed plays the same turns. None of them can be taken back, nor any before them.
        Raises OverflowError as `play` does.
        """
        self.check_room()
        most: cython.longlong = limit
        played: cython.longlong
        self.seed_random(seed)
        with cython.nogil:
            played = self._play_random_game(most)
        return played

    def random_games(self, games: int, seed: int) -> int:
        """Play whole random games from here; return how many turns they had together.

        The position is as before afterwards, but no turn before it can be taken back. Raises
        OverflowError as `play` does.
        """
        self.check_room()
        start: Kernel = Kernel(self.tables, self.parties, self.options)
        many: cython.longlong = games
        played: cython.longlong = 0
        start.copy_from(self)
        self.seed_random(seed)
        with cython.nogil:
            while many > 0:
                many -= 1
                played += self._play_random_game(FOREVER)
                self.copy_from(start)
        return played

    def load(self, contents: bytes, entries: tuple[int, ...]) -> None:
        """Load the position that `contents` and `entries` returned; no turn can be taken back.

        Warning: not checked; they must be those of a kernel with the same board and parties.
        """
        super().load(contents, entries)
        self.open_turns = 0

    def check_room(self, plies: int = 1) -> None:
        """Raise OverflowError unless so many more turns can be open at once."""
        changes = LOG_CHANGES_BEFORE_TURN - (plies - 1) * LOG_CHANGES_PER_TURN
        if self.open_turns + plies > MAX_OPEN_TURNS or self.log_length > changes:
            raise OverflowError(f"no more than {MAX_OPEN_TURNS} turns can be open at once")

    def play(self, turn: int) -> None:
        """Play a turn that `window` returned, or the pass.

        Warning: whether it is legal is not checked (`is_legal` does). Raises OverflowError after
        512 turns that have not been taken back, sooner where most of them change the state of many
        parties; ValueError if the game is over.
        """
        if self.header[WINNERS]:
            raise ValueError("the game is over")
        self.check_room()
        self.make(turn)

    def give_up(self, party: int) -> None:
        """Resign an active party (RULES 5); raises OverflowError as `play` does.

        Warning: that the party is active is not checked. Raises IndexError for a number that is
        none of a party.
        """
        self.require_party(party)
        self.check_room()
        self._open_turn()
        self.resign_party(party)

    def may_rejoin(self, party: int) -> bool:
        """Return whether a party that resigned could come back now (RULES 5, Return).

        Raises IndexError for a number that is none of a party.
        """
        self.require_party(party)
        return self.party_may_rejoin(party)

    def rejoin(self, party: int) -> None:
        """Reinstate a party (RULES 5, Return); raises OverflowError as `play` does.

        Warning: that it may is not checked (`may_rejoin`). Raises IndexError for a number that is
        none of a party.
        """
        self.require_party(party)
        self.check_room()
        self._open_turn()
        self.rejoin_party(party)

    def may_return(self, party: int) -> bool:
        """Return what `may_rejoin` returns: its old name."""
        warn("Kernel.may_return is now called may_rejoin", DeprecationWarning, stacklevel=2)
        return self.may_rejoin(party)

    def come_back(self, party: int) -> None:
        """Do what `rejoin` does: its old name."""
        warn("Kernel.come_back is now called rejoin", DeprecationWarning, stacklevel=2)
        self.rejoin(party)

    def take_back(self) -> None:
        """Take the last turn, resignation or return back; raises IndexError if there is none."""
        if self.open_turns == 0:
            raise IndexError("there is no turn to take back")
        self.unmake()
