"""What a player may do at any time of his own turn, outside combat.

Rules, Pieces and Minor Countries; S-12, S-65.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.engine.message import Refusal, happened
from sealed.games.south_front.board.alike import representatives
from sealed.games.south_front.board.countries import COUNTRIES, SPACES_OF, activate, neutral
from sealed.games.south_front.board.pieces import lift, representative
from sealed.games.south_front.notation import REMOVE, make
from sealed.games.south_front.state import OFF, SIDE, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

FREE = frozenset({"declare-war", "remove"})
"""The verbs that belong to every question of the own turn outside combat."""

_WAR = tuple(make("declare-war", country) for country in range(len(COUNTRIES)))


def free_verbs(s: State, side: int) -> tuple[Action, ...]:
    """Return the wars that can be declared and the own pieces that can be removed."""
    return _wars(s.neutral) + _removals(representatives(s, side))


@lru_cache(maxsize=1 << len(COUNTRIES))
def _wars(spaces: int) -> tuple[Action, ...]:
    return tuple(_WAR[country] for country, (first, *_) in enumerate(SPACES_OF) if spaces >> first & 1)


@lru_cache(maxsize=1 << 10)
def _removals(pieces: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(REMOVE[piece] for piece in pieces)


def free_reasons(s: State, side: int, action: Action) -> Iterator[Refusal]:
    """Yield what stands against a declaration of war or a removal."""
    (what,) = action.args
    if action.verb == "declare-war":
        if not neutral(s, what):
            yield Refusal("not-neutral", (what,), "Minor Countries")
    elif SIDE[what] != side:
        yield Refusal("not-yours", (what,), "Pieces")
    elif s.where[what] == OFF:
        yield Refusal("not-on-board", (what,), "Pieces")
    elif (same := representative(s, what)) != what:
        yield Refusal("equal-piece", (what, same), "S-75", REMOVE[same])


def take_free(s: State, side: int, action: Action, tell: Tell) -> State:
    """Declare war, which activates the country for the other player, or remove a piece."""
    (what,) = action.args
    if action.verb == "remove":
        return lift(s, what, tell, "removed")
    happened(tell, "war", (side, what))
    return activate(s, what, 1 - side, tell)
