"""The spaces of South Front in words: who controls them, which pieces stand there and which lack supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.south_front.board.geography import playing
from sealed.games.south_front.board.pieces import LAND, cargo_of, pieces_in, ship_of
from sealed.games.south_front.notation import FACTION_KIND, PIECE, SPACE
from sealed.games.south_front.pack import load
from sealed.games.south_front.scoring import stars, stars_in
from sealed.games.south_front.state import CARRIER, KIND, SIDE, SIDE_OF_FACTION, State
from sealed.games.south_front.supply.supplied import flags_of, supplied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.games.south_front.pack import Space
    from sealed_client.words.phrases import Phrases


class Board:
    """Says the spaces of one position."""

    def __init__(self, s: State, said: Phrases) -> None:
        """Take the position and the sentences of the table."""
        self._s, self._said = s, said
        self._spaces = [space for space in load().spaces if playing(s) >> space.index & 1]
        self._flags = {
            faction: flags_of(s, faction) & self._reachable(side)
            for faction, side in enumerate(SIDE_OF_FACTION)
        }

    def stars(self, side: int) -> int:
        """Return the Victory Stars that a side controls."""
        return stars(self._s, side)

    def occupied(self, side: int) -> Iterator[str]:
        """Yield a line for each space that holds pieces or forces of a side."""
        for space in self._spaces:
            own = [piece for piece in pieces_in(self._s, space.index) if SIDE[piece] == side]
            forces = self._s.forces[space.index] if self._holds(side, space) else 0
            if own or forces:
                yield self._line(space, side, own, forces)

    def held_without_pieces(self, side: int) -> Iterator[str]:
        """Yield the line of the land that a side controls where nothing of it stands."""
        empty = [
            self.named(space.index)
            for space in self._spaces
            if self._holds(side, space)
            and not self._s.forces[space.index]
            and not pieces_in(self._s, space.index)
        ]
        if empty:
            side_name = self._said.colour(side)
            yield self._said.say("lines.held-empty", side=side_name, spaces=", ".join(empty))

    def open_seas(self) -> Iterator[str]:
        """Yield the line of the seas without a ship."""
        empty = [
            self.named(space.index)
            for space in self._spaces
            if not space.land and not pieces_in(self._s, space.index)
        ]
        if empty:
            yield self._said.say("lines.open-seas", spaces=", ".join(empty))

    def _reachable(self, side: int) -> int:
        """Return where a side's flags count: all seas, and the land that it controls."""
        return self._s.held[side] | ~LAND

    def _holds(self, side: int, space: Space) -> bool:
        return bool(self._s.held[side] >> space.index & 1)

    def _line(self, space: Space, side: int, own: list[int], forces: int) -> str:
        standing = [piece for piece in own if ship_of(self._s, piece) is None]
        there = [self._with_cargo(piece) for piece in standing]
        if forces:
            there.append(self._said.say_count("lines.forces", forces))
        return self._said.say(
            "lines.space",
            space=self.named(space.index),
            side=self._said.colour(side),
            pieces="; ".join(there),
        )

    def _with_cargo(self, piece: int) -> str:
        cargo = cargo_of(self._s, piece)
        if cargo is None:
            return self._marked(piece)
        message = "lines.carries" if KIND[piece] == CARRIER else "lines.transports"
        return self._said.say(message, ship=self._marked(piece), cargo=self._marked(cargo))

    def _marked(self, piece: int) -> str:
        """Return the name of a piece, marked if it is unsupplied."""
        name = self._said.name(PIECE, piece)
        return name if supplied(self._s, piece) else self._said.say("lines.unsupplied", piece=name)

    def named(self, index: int) -> str:
        """Return a space's name with what is printed on it or lies there: stars, desert, flags."""
        said, space = self._said, load().spaces[index]
        printed = []
        if number := stars_in(self._s, index):
            printed.append(said.say_count("lines.stars", number))
        if space.desert:
            printed.append(said.say("lines.desert"))
        flags = [
            said.name(FACTION_KIND, one) for one, where in self._flags.items() if where >> space.index & 1
        ]
        if flags:
            printed.append(said.say("lines.flags", factions=", ".join(flags)))
        name = said.name(SPACE, space.index)
        return f"{name} ({', '.join(printed)})" if printed else name
