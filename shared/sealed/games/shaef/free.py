"""What a player may do at any time at which he is asked outside a battle (2.6d, 2.7c, 3.1 sidebar; E-45).

Flip a face-down card, discard a card or a whole unit, remove a Fortress Marker, use a tactic whose moment it
is.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from sealed.engine.eye import EVERYBODY, seat_audience
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.engine.zones import HIDDEN, copies, has_hidden, types
from sealed.games.shaef.board.presence import in_play
from sealed.games.shaef.combat.battle import late_combat
from sealed.games.shaef.notation import make
from sealed.games.shaef.state import DOWN, HQ_CARD, N_UNITS, OFF, SHOWN, SIDE, UP, seat_of
from sealed.games.shaef.tactics.using import take_use, use_reasons, uses
from sealed.games.shaef.units.cards import TACTIC, TYPE
from sealed.games.shaef.units.discarding import destroy, discard, discard_reasons
from sealed.games.shaef.units.flipping import cannot_flip, flip, flip_reasons, lands
from sealed.games.shaef.units.holdings import face_down_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

FREE = frozenset({"flip", "discard", "disband", "leave-fortress", "use"})
"""The verbs that belong to every question outside a battle."""

WHEN_GONE: list[Callable[[State, Tell], State]] = []
"""What the board does when a unit has gone: `board.control` puts it here, for it needs questions itself."""

DISBAND = tuple(make("disband", unit) for unit in range(N_UNITS))
LEAVE = tuple(make("leave-fortress", unit) for unit in range(N_UNITS))
UNSEEN = tuple(make("discard", unit, HIDDEN) for unit in range(N_UNITS))


def free_verbs(s: State, side: int, moment: int) -> tuple[Action, ...]:
    """Return all that a side may do at any time now: exact where the state sees its cards."""
    zones, found = s.zones, []
    late = side == s.turn and late_combat(s)
    for unit in in_play(s, side):
        down, shown, up = zones[DOWN + unit], zones[SHOWN + unit], zones[UP + unit]
        if not (late or lands(s, unit) or has_hidden(down)):
            found.append(_known_unit(unit, down, shown, up))
        else:
            found.append(_unit(s, unit))
        if s.fortress >> unit & 1:
            found.append((LEAVE[unit],))
    return (*chain.from_iterable(found), *uses(s, side, moment))


@lru_cache(maxsize=1 << 13)
def _known_unit(unit: int, down: int, shown: int, up: int) -> tuple[Action, ...]:
    """Return what may be done with a unit whose cards are all known and may all be flipped."""
    lying = tuple(sorted(types(down) + types(shown)))
    return (*_flips(unit, lying), *_discards(unit, lying), *_open_discards(unit, up), DISBAND[unit])


def _unit(s: State, unit: int) -> tuple[Action, ...]:
    """Return what may be done with a unit of which not all cards are known, or not all may be flipped."""
    down = face_down_cards(s, unit)
    flips = [flip for flip in _flips(unit, down) if not any(cannot_flip(s, unit, flip.args[1]))]
    unseen: tuple[Action, ...] = ()
    if has_hidden(s.zones[DOWN + unit]):
        unseen, down = (UNSEEN[unit],), types(s.zones[SHOWN + unit])
    up = s.zones[UP + unit]
    return (*flips, *unseen, *_discards(unit, down), *_open_discards(unit, up), DISBAND[unit])


def _open_discards(unit: int, up: int) -> tuple[Action, ...]:
    """Return the discards of face-up cards; a Tactic stays until the Clean-up Phase (2.7b)."""
    return _discards(unit, tuple(card for card in types(up) if TYPE[card] != TACTIC))


@lru_cache(maxsize=1 << 13)
def _flips(unit: int, down: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(make("flip", unit, card) for card in down)


@lru_cache(maxsize=1 << 13)
def _discards(unit: int, cards: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(make("discard", unit, card) for card in cards)


def free_reasons(s: State, side: int, moment: int, action: Action) -> Iterator[Refusal]:
    """Yield what stands against one of the free verbs."""
    unit = action.args[0]
    if action.verb == "use":
        yield from use_reasons(s, side, moment, unit, action.args[1])
    elif action.verb == "flip":
        yield from flip_reasons(s, side, unit, action.args[1])
    elif action.verb == "discard":
        yield from _discard_reasons(s, side, unit, action.args[1])
    elif SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), "2.7c")
    elif s.where[unit] == OFF:
        yield Refusal("not-in-play", (unit,), "2.7c")
    elif action.verb == "leave-fortress" and not s.fortress >> unit & 1:
        yield Refusal("no-fortress-marker", (), "3.1")


def _discard_reasons(s: State, side: int, unit: int, card: int) -> Iterator[Refusal]:
    unseen = has_hidden(s.zones[DOWN + unit])
    if card == HIDDEN:
        if SIDE[unit] != side or not unseen:
            yield Refusal("not-there", (unit, card), "2.7c")
    elif unseen and not _known(s, unit, card):
        yield Refusal("not-there", (unit, card), "2.7f")
    else:
        yield from discard_reasons(s, side, unit, card)


def _known(s: State, unit: int, card: int) -> bool:
    """Tell whether everybody knows that this card is in the unit."""
    return card == HQ_CARD[unit] or any(copies(s.zones[kind + unit], card) for kind in (SHOWN, UP))


def take_free(s: State, side: int, action: Action, tell: Tell) -> State:
    """Carry out one of the free verbs; the question stays, perhaps below another."""
    unit = action.args[0]
    match action.verb:
        case "flip":
            return flip(s, unit, action.args[1], tell)
        case "discard":
            return discard(s, unit, action.args[1], tell)
        case "disband":
            happened(tell, "lost", (unit, HQ_CARD[unit]))
            s = destroy(s, unit, tell)
            for follow in WHEN_GONE:
                s = follow(s, tell)
            return s
        case "leave-fortress":
            happened(tell, "fortress-left", (unit,))
            return copy_with(s, fortress=s.fortress & ~(1 << unit))
        case _:
            return take_use(s, side, unit, action.args[1], tell)


def free_audience(s: State, side: int, action: Action) -> int:
    """Return who may know the card that a free verb names: a face-down discard is not revealed (2.7f)."""
    if action.verb != "discard":
        return EVERYBODY
    unit, card = action.args
    return EVERYBODY if _known(s, unit, card) else seat_audience(seat_of(side))


__all__ = ["FREE", "free_audience", "free_reasons", "free_verbs", "take_free"]
