"""A batch of movements as it runs: what each space shows at a time, what is on its way. No toolkit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sealed_client.maps.motion_times import PIECE, eased, ends, starts
from sealed_client.presenters.scene import Coat, Counter, Motion

Pieces = Mapping[int, tuple[Counter, ...]]


class Traveller(NamedTuple):
    """A piece on its way and how far it has come (0 to 1); it comes without origin, goes without target."""

    coat: Coat
    origin: int | None
    target: int | None
    share: float


@dataclass(frozen=True)
class Playing:
    """The pieces before and after, and the movements between; cards and markers move elsewhere."""

    before: Pieces
    after: Pieces
    motions: tuple[Motion, ...]

    @cached_property
    def moves(self) -> tuple[tuple[Motion, float], ...]:
        """The movements of pieces with the second at which each begins."""
        own = [motion for motion in self.motions if motion.kind == "piece"]
        return tuple(zip(own, starts(len(own)), strict=True))

    @property
    def length(self) -> float:
        """Seconds until all has arrived."""
        return ends(len(self.moves))

    @cached_property
    def _turns(self) -> dict[int, float]:
        # When each space shows what is there afterwards: as a piece leaves it, and as the last one arrives.
        turns: dict[int, float] = {}
        for motion, start in self.moves:
            for space, when in ((motion.origin, start), (motion.target, start + PIECE)):
                if space is not None:
                    turns[space] = max(turns.get(space, 0.0), when)
        return turns

    def shown(self, now: float) -> dict[int, tuple[Counter, ...]]:
        """Return the pieces of each space so many seconds after the start."""
        spaces = self.before.keys() | self.after.keys()
        return {
            space: (self.after if self._turns.get(space, 0.0) <= now else self.before).get(space, ())
            for space in sorted(spaces)
        }

    def travellers(self, now: float) -> tuple[Traveller, ...]:
        """Return the pieces that are on their way, in the log's order."""
        return tuple(
            Traveller(motion.coat, motion.origin, motion.target, eased((now - start) / PIECE))
            for motion, start in self.moves
            if start <= now < start + PIECE
        )
