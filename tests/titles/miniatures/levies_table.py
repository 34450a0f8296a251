"""The table of Levies: cards, zones, notation, state, and every reason why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import Decision, State, top_node
from sealed.engine.message import Refusal
from sealed.engine.notation import Notation, Verb, outcome_verbs
from sealed.engine.zones import could_hold, has_hidden, types

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action

COLOURS = 2
KINDS = 6
DECK, LATE, OPENING, HAND, SHOWN, UNSHOWN = (
    [kind + KINDS * colour for colour in range(COLOURS)] for kind in range(KINDS)
)
"""Zones by colour: the deck, the late cards and the opening hand in their open lists, the hand, the cards
played, and the cards discarded face down."""

MOST_CODES = 400
NOTATION = Notation(
    verbs={
        "keep": Verb(),
        "mulligan": Verb(),
        "play": Verb(("card",)),
        "discard": Verb(("card",)),
        "done": Verb(),
        **outcome_verbs(),
    },
    names={"card": {code: f"Levy {code}" for code in range(1, MOST_CODES + 1)}},
)
KEEP, MULLIGAN, DONE = (NOTATION.action(verb) for verb in ("keep", "mulligan", "done"))


@dataclass(frozen=True, slots=True)
class Levies(State):
    """How many cards a side has, and how many of them it begins with."""

    each: int
    first: int


def codes(s: Levies, colour: int) -> range:
    """Return the cards of a colour; each is there once."""
    return range(colour * s.each + 1, (colour + 1) * s.each + 1)


def face_up(s: Levies, colour: int) -> tuple[int, ...]:
    """Return the cards that may be shown from a hand, as far as the state knows."""
    hand = s.zones[HAND[colour]]
    return tuple(codes(s, colour)) if has_hidden(hand) else types(hand)


class Asking(Decision[Levies]):
    """What all questions share: they are put to one colour."""

    __slots__ = ()
    colour: int
    verbs: ClassVar[tuple[str, ...]] = ()

    def seats(self, s: Levies) -> tuple[int, ...]:
        """Ask the colour."""
        return (self.colour + 1,)

    def reasons(self, s: Levies, action: Action, seat: int) -> Iterator[Refusal]:
        """Yield every failing condition."""
        return reasons(s, action, seat)


def reasons(s: State, action: Action, seat: int) -> Iterator[Refusal]:
    """Yield every failing condition of an action, the wrong moment first."""
    assert isinstance(s, Levies)
    frame = top_node(s).frame if s.stack else None
    if not isinstance(frame, Asking) or action.verb not in frame.verbs:
        yield Refusal("not-now")
    if action.verb == "play" and (
        action.args[0] not in codes(s, seat - 1) or not could_hold(s.zones[HAND[seat - 1]], action.args[0])
    ):
        yield Refusal("not-held", (action.args[0],))
    if action.verb == "discard" and action.args[0] not in types(s.zones[HAND[seat - 1]]):
        yield Refusal("not-held", (action.args[0],))
