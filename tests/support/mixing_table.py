"""The table of Mixing: cards, zones, notation, state, what may be done and every reason why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import count
from sealed.engine.frames import Decision, State, top_node
from sealed.engine.message import Refusal
from sealed.engine.notation import UNSAID, Notation, Verb, outcome_verbs
from sealed.engine.zones import HIDDEN, could_hold, types

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action

COLOURS, UNITS = 2, 3
DECK, RESERVE, DOWN = 0, 1, 2
ARRIVED, UP, SEEN = DOWN + UNITS, DOWN + 2 * UNITS, DOWN + 3 * UNITS
LOST_UP, LOST_DOWN = DOWN + 4 * UNITS, DOWN + 4 * UNITS + 1
KINDS = LOST_DOWN + 1
"""Zones of a colour: deck, reserve, and of each unit what lies face down in it, what has arrived and not
settled, what lies face up, what the other side has looked at; then the cards lost, flipped and unflipped."""

MOST_CODES = 400
NOTATION = Notation(
    verbs={
        "assign": Verb(("unit", UNSAID)),
        "reassign": Verb(("unit", "unit", UNSAID)),
        "settle": Verb(),
        "flip": Verb(("unit", "card")),
        "turn-down": Verb(),
        "lose": Verb(("unit", "card")),
        "drop": Verb(("unit", "card")),
        "scout": Verb(("unit",)),
        "recall": Verb(("unit",)),
        "renew": Verb(),
        "done": Verb(),
        **outcome_verbs(),
    },
    names={
        "card": {code: f"Division {code}" for code in range(1, MOST_CODES + 1)},
        "unit": {1: "V Corps", 2: "VII Corps", 3: "VII Corps Reserve"},
    },
)
SETTLE, TURN_DOWN, RENEW, DONE = (NOTATION.action(verb) for verb in ("settle", "turn-down", "renew", "done"))


@dataclass(frozen=True, slots=True)
class Mixing(State):
    """How many different cards a side has, and how many it has flipped."""

    each: int
    flipped: tuple[int, ...]


def zone(kind: int, colour: int, unit: int = 0) -> int:
    """Return the engine zone of a kind; `unit` counts from 0."""
    return kind + unit + KINDS * colour


def restless() -> tuple[int, ...]:
    """Return the kinds of zones where cards are mixed."""
    return (RESERVE, *range(DOWN, DOWN + UNITS), *range(ARRIVED, ARRIVED + UNITS))


def codes(each: int, colour: int) -> range:
    """Return the cards of a colour."""
    return range(colour * each + 1, (colour + 1) * each + 1)


def clutter(s: Mixing, colour: int, *units: int) -> bool:
    """Tell whether cards lie face up in these units, or in any."""
    return any(count(s, zone(UP, colour, unit)) for unit in units or range(UNITS))


class Asking(Decision[Mixing]):
    """What all questions share: they are put to one colour."""

    __slots__ = ()
    colour: int
    verbs: ClassVar[tuple[str, ...]] = ()

    def seats(self, s: Mixing) -> tuple[int, ...]:
        """Ask the colour."""
        return (self.colour + 1,)

    def reasons(self, s: Mixing, action: Action, seat: int) -> Iterator[Refusal]:
        """Yield every failing condition."""
        return reasons(s, action, seat)


def offers(s: Mixing, colour: int) -> Sequence[Action]:
    """Return what a colour may do in its turn."""
    units = range(1, UNITS + 1)
    found = [DONE]
    for unit in units:
        down, up = s.zones[zone(DOWN, colour, unit - 1)], s.zones[zone(UP, colour, unit - 1)]
        found += [_unsaid("assign", unit, card=card) for card in types(s.zones[zone(RESERVE, colour)])]
        found += [_unsaid("reassign", unit, o, card=card) for o in units if o != unit for card in types(down)]
        found += [NOTATION.action("flip", unit, c) for c in codes(s.each, colour) if could_hold(down, c)]
        found += [NOTATION.action("drop", unit, card) for card in types(down)]
        found += [NOTATION.action("lose", unit, card) for card in types(up)]
        found += [
            NOTATION.action(verb, unit) for verb in ("scout", "recall") if _there(s, verb, colour, unit)
        ]
    found += [NOTATION.action(verb) for verb in ("settle", "turn-down", "renew") if _there(s, verb, colour)]
    return found


def _unsaid(verb: str, *units: int, card: int) -> Action:
    return NOTATION.action(verb, *units, *((card,) if card != HIDDEN else ()))


def _there(s: Mixing, verb: str, colour: int, unit: int = 0) -> bool:
    """Tell whether a verb that names no card finds one."""
    every = range(UNITS)
    zones = {
        "scout": [zone(DOWN, 1 - colour, unit - 1)],
        "recall": [zone(kind, colour, unit - 1) for kind in (DOWN, ARRIVED, UP, SEEN)],
        "settle": [zone(ARRIVED, colour, u) for u in every],
        "turn-down": [zone(kind, colour, u) for kind in (UP, SEEN) for u in every],
        "renew": [zone(kind, colour) for kind in (DECK, LOST_UP, LOST_DOWN)],
    }
    return any(count(s, at) for at in zones[verb])


def reasons(s: State, action: Action, seat: int) -> Iterator[Refusal]:
    """Yield every failing condition of an action, the wrong moment first."""
    assert isinstance(s, Mixing)
    frame = top_node(s).frame if s.stack else None
    owing = isinstance(frame, Asking) and frame.owes
    if not isinstance(frame, Asking) or action.verb not in frame.verbs:
        yield Refusal("not-now")
    if action is DONE or (owing and action is TURN_DOWN):
        return
    if action.verb == "reassign" and action.args[0] == action.args[1]:
        yield Refusal("same-unit")
    if not _found(s, action, seat - 1):
        yield Refusal("not-there")


def _found(s: Mixing, action: Action, colour: int) -> bool:
    if action.verb in {"scout", "recall", "settle", "turn-down", "renew"}:
        return _there(s, action.verb, colour, *action.args)
    unit = action.args[0] - 1
    source = {"assign": zone(RESERVE, colour), "lose": zone(UP, colour, unit)}.get(action.verb)
    content = s.zones[zone(DOWN, colour, unit) if source is None else source]
    card = HIDDEN if NOTATION.unsaid(action) else action.args[-1]
    if action.verb == "flip":
        return card in codes(s.each, colour) and could_hold(content, card)
    return card in types(content)
