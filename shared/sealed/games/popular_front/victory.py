"""Victory: who has won when a round is over (rules, Victory; F-26, F-28)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import happened
from sealed.engine.value import copy_with
from sealed.games.popular_front.board import STARS_MASK
from sealed.games.popular_front.notation import CAUSES
from sealed.games.popular_front.state import NATIONALISTS, REPUBLIC, State

if TYPE_CHECKING:
    from sealed.engine.frames import Tell

TRACK, MARGIN, DISK, STARS, CAP = range(1, len(CAUSES) + 1)
"""Causes of a victory, as `won` names them."""


def check_victory(s: State, tell: Tell) -> State:
    """End the game if an army has won, or if this was the last round (F-26); otherwise change nothing."""
    found = _stars(s) or _track(s) or _cap(s)
    if found is None:
        return s
    side, cause = found
    happened(tell, "won", (side + 1, cause))
    return copy_with(s, winner=side + 1, stack=None)


def _stars(s: State) -> tuple[int, int] | None:
    """All six victory cities beat everything else."""
    for side in (NATIONALISTS, REPUBLIC):
        if s.held[side] & STARS_MASK == STARS_MASK:
            return side, STARS
    return None


def margins(s: State) -> tuple[int, int]:
    """Return how far each economic marker is past the political marker (negative: it has not met it)."""
    return s.economic[NATIONALISTS] - s.political, s.political - s.economic[REPUBLIC]


def _track(s: State) -> tuple[int, int] | None:
    nationalists, republic = margins(s)
    if nationalists < 0 and republic < 0:
        return None
    if nationalists < 0 or republic < 0:
        return (NATIONALISTS if nationalists >= 0 else REPUBLIC), TRACK
    side, by_disk = leader(s)
    return side, DISK if by_disk else MARGIN


def leader(s: State) -> tuple[int, bool]:
    """Return the army whose marker is further along against the disk, and whether only the disk decides.

    On a track with an even number of spaces the disk is always nearer to one end (F-28).
    """
    nationalists, republic = margins(s)
    if nationalists != republic:
        return (NATIONALISTS if nationalists > republic else REPUBLIC), False
    return (NATIONALISTS if 2 * s.political < s.terms.spaces - 1 else REPUBLIC), True


def _cap(s: State) -> tuple[int, int] | None:
    if not s.terms.cap or s.round < s.terms.cap:
        return None
    return leader(s)[0], CAP
