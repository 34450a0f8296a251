"""The questions of Skirmish, one class each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from miniatures import skirmish_flow as flow
from miniatures.skirmish_table import (
    BLADE,
    DISMISS,
    DONE,
    HAND,
    NEEDS,
    NOTATION,
    PARRY,
    SCOUT,
    SECRET,
    SHIELD,
    SHOWN,
    UNSHOWN,
    Asking,
    Skirmish,
    add,
    face_down,
    face_up,
)
from sealed.engine.cards import count, move
from sealed.engine.eye import EVERYBODY, seat_audience
from sealed.engine.frames import pop, push, replace_top
from sealed.engine.message import Event, Question
from sealed.engine.value import copy_with
from sealed.engine.zones import could_hold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell


def free(s: Skirmish, colour: int) -> list[Action]:
    """Return the free verbs: bury any card, dismiss any man but the last."""
    found = [NOTATION.action("bury", card) for card in face_down(s, colour, UNSHOWN[colour])]
    return [*found, DISMISS] if s.men[colour] > 1 else found


def take_free(s: Skirmish, action: Action, colour: int, tell: Tell) -> Skirmish:
    """Carry out a free verb; the question stays on top."""
    if action is DISMISS:
        tell.append(Event("dismissed", (colour + 1,), EVERYBODY))
        return push(copy_with(s, men=add(s.men, colour, -1)), flow.Drawing(colour, 1))
    return move(s, action.args[0], HAND[colour], UNSHOWN[colour], tell)


class Own(Asking):
    """A question of the own turn: free verbs are legal, and what they may leave is always `done`."""

    __slots__ = ()
    colour: int

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Ask the colour whose turn it is."""
        return (self.colour + 1,)

    def stated(self, s: Skirmish, seat: int) -> Action:
        """Stop."""
        return DONE

    def audience(self, s: Skirmish, action: Action) -> int:
        """Show a buried card to whoever may see the pile; all else is public."""
        return s.audience[UNSHOWN[self.colour]] if action.verb == "bury" else EVERYBODY


@dataclass(frozen=True, slots=True)
class Acting(Own):
    """The own turn: strike, scout, free verbs or done."""

    colour: int
    verbs: ClassVar[tuple[str, ...]] = ("strike", "scout", "bury", "dismiss", "done")

    def question(self, s: Skirmish) -> Question:
        """Name the colour."""
        return Question("act", (self.colour + 1,), "Turn")

    def legal(self, s: Skirmish, seat: int) -> Sequence[Action]:
        """Offer what the hand has, or may have."""
        hand = s.zones[HAND[self.colour]]
        rivals = [c for c in range(len(s.men)) if c != self.colour]
        found = [NOTATION.action("strike", c + 1) for c in rivals] if could_hold(hand, BLADE) else []
        if could_hold(hand, SCOUT):
            found += [NOTATION.action("scout", c + 1) for c in rivals if count(s, UNSHOWN[c])]
        return [*found, *free(s, self.colour), DONE]

    def take(self, s: Skirmish, action: Action, seat: int, tell: Tell) -> Skirmish:
        """Play the card that the verb needs."""
        if action is DONE:
            return pop(s)
        if action.verb not in NEEDS:
            return take_free(s, action, self.colour, tell)
        rival = action.args[0] - 1
        s = move(s, NEEDS[action.verb], HAND[self.colour], SHOWN[self.colour], tell)
        return push(
            s,
            flow.Strike(self.colour, rival) if action.verb == "strike" else flow.Scouting(self.colour, rival),
        )


@dataclass(frozen=True, slots=True)
class Pressing(Own):
    """After the dice: strike the same rival again, free verbs, or done (back to the turn)."""

    colour: int
    rival: int
    verbs: ClassVar[tuple[str, ...]] = ("strike", "bury", "dismiss", "done")

    def only(self) -> int:
        """Return the rival who was struck."""
        return self.rival

    def question(self, s: Skirmish) -> Question:
        """Name both."""
        return Question("press", (self.colour + 1, self.rival + 1), "Strike")

    def legal(self, s: Skirmish, seat: int) -> Sequence[Action]:
        """Offer one more blade."""
        again = could_hold(s.zones[HAND[self.colour]], BLADE)
        return [*([NOTATION.action("strike", self.rival + 1)] if again else []), *free(s, self.colour), DONE]

    def take(self, s: Skirmish, action: Action, seat: int, tell: Tell) -> Skirmish:
        """Strike from here."""
        if action is DONE:
            return pop(s)
        if action.verb != "strike":
            return take_free(s, action, self.colour, tell)
        s = move(s, BLADE, HAND[self.colour], SHOWN[self.colour], tell)
        return replace_top(s, flow.Strike(self.colour, self.rival))


@dataclass(frozen=True, slots=True)
class Parrying(Asking):
    """The window of the victim; it opens because he has cards, never because one is a Shield."""

    colour: int
    striker: int
    verbs: ClassVar[tuple[str, ...]] = ("parry", "done")

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Ask the victim."""
        return (self.colour + 1,)

    def question(self, s: Skirmish) -> Question:
        """Name both."""
        return Question("parry", (self.colour + 1, self.striker + 1), "Strike")

    def legal(self, s: Skirmish, seat: int) -> Sequence[Action]:
        """Offer a Shield if there may be one."""
        return [PARRY, DONE] if could_hold(s.zones[HAND[self.colour]], SHIELD) else [DONE]

    def take(self, s: Skirmish, action: Action, seat: int, tell: Tell) -> Skirmish:
        """A parry takes the dice away as well."""
        s = pop(s)
        if action is DONE:
            return s
        s = move(s, SHIELD, HAND[self.colour], SHOWN[self.colour], tell)
        return replace_top(s, Pressing(self.striker, self.colour))

    def stated(self, s: Skirmish, seat: int) -> Action:
        """Do not parry."""
        return DONE


@dataclass(frozen=True, slots=True)
class Giving(Asking):
    """A victim who was hit discards a card of his choice, face up."""

    colour: int
    verbs: ClassVar[tuple[str, ...]] = ("give",)

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Ask the victim."""
        return (self.colour + 1,)

    def question(self, s: Skirmish) -> Question:
        """Name him."""
        return Question("give", (self.colour + 1,), "Strike")

    def legal(self, s: Skirmish, seat: int) -> Sequence[Action]:
        """Offer every card that he has or may have."""
        return [NOTATION.action("give", card) for card in face_up(s.zones[HAND[self.colour]])]

    def take(self, s: Skirmish, action: Action, seat: int, tell: Tell) -> Skirmish:
        """Discard it."""
        return pop(move(s, action.args[0], HAND[self.colour], SHOWN[self.colour], tell))


@dataclass(frozen=True, slots=True)
class Laying(Asking):
    """All colours with cards lay one face down, in any order; an answer names its colour."""

    verbs: ClassVar[tuple[str, ...]] = ("lay",)

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Ask whoever has cards and has not laid one."""
        waiting = (c for c in range(len(s.men)) if count(s, HAND[c]) and not count(s, SECRET[c]))
        return tuple(c + 1 for c in waiting)

    def question(self, s: Skirmish) -> Question:
        """Say nothing that depends on who has answered."""
        return Question("lay", (), "Banners")

    def legal(self, s: Skirmish, seat: int) -> Sequence[Action]:
        """Offer each type of card in the hand."""
        return [NOTATION.action("lay", seat, card) for card in face_down(s, seat - 1, SECRET[seat - 1])]

    def take(self, s: Skirmish, action: Action, seat: int, tell: Tell) -> Skirmish:
        """Lay it; the last one starts the disclosure."""
        s = move(s, action.args[1], HAND[seat - 1], SECRET[seat - 1], tell)
        return s if self.seats(s) else replace_top(s, flow.Disclosing((0,) * len(s.men)))

    def audience(self, s: Skirmish, action: Action) -> int:
        """Show the card to the seat that lays it."""
        return seat_audience(action.args[0])
