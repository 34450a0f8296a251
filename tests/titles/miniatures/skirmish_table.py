"""The table of Skirmish: cards, zones, notation, state, and every reason why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import count
from sealed.engine.frames import Decision, State, top_node
from sealed.engine.message import Refusal
from sealed.engine.notation import Notation, Verb, outcome_verbs
from sealed.engine.zones import HIDDEN, could_hold, has_hidden, types

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action

BLADE, SHIELD, SCOUT, BANNER = 1, 2, 3, 4
CARDS = (BLADE, SHIELD, SCOUT, BANNER)
PRINTED = {BLADE: 3, SHIELD: 2, SCOUT: 2, BANNER: 2}
MOST = 3

PILE, HAND, SECRET, SHOWN, UNSHOWN = ([kind + 5 * colour for colour in range(MOST)] for kind in range(5))
"""Zones by colour: the deck, the hand, the card laid in secret, and the two discard piles."""

HIT = 7
DRAW, FIRST_DRAW, MEN = 2, 3, 3

COLOURS = {1: "Red", 2: "Green", 3: "Blue"}
NOTATION = Notation(
    verbs={
        "strike": Verb(("colour",)),
        "scout": Verb(("colour",)),
        "bury": Verb(("card",)),
        "dismiss": Verb(),
        "parry": Verb(),
        "give": Verb(("card",)),
        "lay": Verb(("colour", "card")),
        "done": Verb(),
        **outcome_verbs("colour"),
    },
    names={
        "card": {BLADE: "Blade", SHIELD: "Shield", SCOUT: "Scout", BANNER: "War Banner"},
        "colour": COLOURS,
    },
)
DISMISS, PARRY, DONE = (NOTATION.action(verb) for verb in ("dismiss", "parry", "done"))
NEEDS = {"strike": BLADE, "scout": SCOUT, "parry": SHIELD}


@dataclass(frozen=True, slots=True)
class Skirmish(State):
    """Turn order, men and points by colour, rounds played and rounds to play."""

    order: tuple[int, ...]
    men: tuple[int, ...]
    points: tuple[int, ...]
    round: int
    rounds: int


def add(values: tuple[int, ...], colour: int, n: int) -> tuple[int, ...]:
    """Return the tuple with one entry changed by n."""
    return (*values[:colour], values[colour] + n, *values[colour + 1 :])


def face_up(zone: int) -> tuple[int, ...]:
    """Return the cards that may be shown from a zone, as far as the state knows."""
    return CARDS if has_hidden(zone) else types(zone)


def face_down(s: Skirmish, colour: int, target: int) -> tuple[int, ...]:
    """Return the cards that may go face down from a hand: who sees where they go learns which they are."""
    hand = s.zones[HAND[colour]]
    return face_up(hand) if s.audience[target] & s.eye else types(hand)


class Asking(Decision[Skirmish]):
    """What all questions share: the predicates are the title's, and verbs answer questions."""

    __slots__ = ()
    verbs: ClassVar[tuple[str, ...]] = ()

    def only(self) -> int | None:
        """Return the one rival (colour from 0) that this question is about, if it is about one."""
        return None

    def reasons(self, s: Skirmish, action: Action, seat: int) -> Iterator[Refusal]:
        """Yield every failing condition."""
        return reasons(s, action, seat)


def _rival(s: Skirmish, action: Action, seat: int) -> Iterator[Refusal]:
    rival = action.args[0] - 1
    frame = top_node(s).frame if s.stack else None
    if rival >= len(s.men):
        yield Refusal("not-playing", (rival + 1,))
    elif rival == seat - 1:
        yield Refusal("own-colour", (seat,))
    elif action.verb == "scout" and not count(s, UNSHOWN[rival]):
        yield Refusal("nothing-hidden", (rival + 1,))
    only = frame.only() if isinstance(frame, Asking) else None
    if only not in {None, rival}:
        yield Refusal("other-rival", (only + 1,))


def _needed(s: Skirmish, action: Action, seat: int) -> Iterator[Refusal]:
    card = NEEDS[action.verb]
    if not could_hold(s.zones[HAND[seat - 1]], card):
        yield Refusal("not-held", (card,))


def _face_down(s: Skirmish, action: Action, seat: int) -> Iterator[Refusal]:
    target = (UNSHOWN if action.verb == "bury" else SECRET)[seat - 1]
    if action.args[-1] not in face_down(s, seat - 1, target):
        yield Refusal("not-held", (action.args[-1],))


def _face_up(s: Skirmish, action: Action, seat: int) -> Iterator[Refusal]:
    if action.args[0] == HIDDEN or not could_hold(s.zones[HAND[seat - 1]], action.args[0]):
        yield Refusal("not-held", (action.args[0],))


def _own_colour(s: Skirmish, action: Action, seat: int) -> Iterator[Refusal]:
    if action.args[0] != seat:
        yield Refusal("not-yours", (action.args[0],))


def _last_man(s: Skirmish, action: Action, seat: int) -> Iterator[Refusal]:
    if s.men[seat - 1] <= 1:
        yield Refusal("last-man")


PREDICATES = {
    "strike": (_rival, _needed),
    "scout": (_rival, _needed),
    "bury": (_face_down,),
    "dismiss": (_last_man,),
    "parry": (_needed,),
    "give": (_face_up,),
    "lay": (_own_colour, _face_down),
}


def reasons(s: State, action: Action, seat: int) -> Iterator[Refusal]:
    """Yield every failing condition of an action, the wrong moment first."""
    assert isinstance(s, Skirmish)
    frame = top_node(s).frame if s.stack else None
    if not isinstance(frame, Asking) or action.verb not in frame.verbs:
        yield Refusal("not-now")
    for predicate in PREDICATES.get(action.verb, ()):
        yield from predicate(s, action, seat)
