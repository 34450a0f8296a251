"""The effects of deployed cards: who chooses which enemy card is destroyed (rules, Deploy; F-20, F-35)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import count, learn, widen
from sealed.engine.chance import NAMED, PICKED, Look, Open, Pick, Request
from sealed.engine.frames import Chance, Frame, Tell, pop, replace_top
from sealed.engine.message import happened
from sealed.games.popular_front.battle import battle_of
from sealed.games.popular_front.cards import Chooser, Place
from sealed.games.popular_front.logistics import discard
from sealed.games.popular_front.notation import DESTROY, DISCARD, HIT, LOSE
from sealed.games.popular_front.question import PREDICATES, Faces, Question, missing_card
from sealed.games.popular_front.state import DEPLOYED, RESERVE, State, number, with_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sealed.engine.action import Action
    from sealed.engine.message import Refusal

_LOSE, _DISCARD, _DESTROY, _HIT = Faces(LOSE), Faces(DISCARD), Faces(DESTROY), Faces(HIT)


def destroy(s: State, colour: int, card: int, source: int, tell: Tell) -> State:
    """Put a destroyed card face-up on its pile, whatever destroyed it (F-20)."""
    s = discard(s, colour, card, source + colour, tell)
    happened(tell, "destroyed", (number(s, colour), card))
    return s if source == RESERVE else _take_from_line(s, colour & 1, card)


def _take_from_line(s: State, side: int, card: int) -> State:
    """Take a card out of the line of its side; of equal ones the first deployed goes (F-34)."""
    line = list(s.lines[side])
    line.remove(card)
    lines = list(s.lines)
    lines[side] = tuple(line)
    return with_lines(s, (lines[0], lines[1]))


@dataclass(frozen=True, slots=True)
class Losing(Question):
    """Infantry: which of your deployed cards do you lose?"""

    id: ClassVar[str] = "lose"
    rule: ClassVar[str] = "Infantry"
    verbs: ClassVar[frozenset[str]] = frozenset({"lose"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the own deployed types."""
        del seat
        return _LOSE.shown(s.zones[DEPLOYED + self.colour])

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Destroy the card."""
        del seat
        return destroy(pop(s), self.colour, action.args[0], DEPLOYED, tell)


@dataclass(frozen=True, slots=True)
class Discarding(Question):
    """Partisan: which card of your reserve do you discard?"""

    id: ClassVar[str] = "discard"
    rule: ClassVar[str] = "Partisan"
    verbs: ClassVar[frozenset[str]] = frozenset({"discard"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the types of the own reserve."""
        del seat
        return _DISCARD.shown(s.zones[RESERVE + self.colour])

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Discard the card, face-up."""
        del seat
        return destroy(pop(s), self.colour, action.args[0], RESERVE, tell)


@dataclass(frozen=True, slots=True)
class Destroying(Question):
    """Armor: which deployed card of the enemy is destroyed?"""

    id: ClassVar[str] = "destroy"
    rule: ClassVar[str] = "Armor"
    verbs: ClassVar[frozenset[str]] = frozenset({"destroy"})
    colour: int
    enemy: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the enemy's deployed types."""
        del seat
        return _DESTROY.shown(s.zones[DEPLOYED + self.enemy])

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Destroy the card."""
        del seat
        return destroy(pop(s), self.enemy, action.args[0], DEPLOYED, tell)


@dataclass(frozen=True, slots=True)
class Hitting(Question):
    """Aircraft, after the look: which card of the enemy's reserve is destroyed? The type is named aloud."""

    id: ClassVar[str] = "hit"
    rule: ClassVar[str] = "Aircraft"
    verbs: ClassVar[frozenset[str]] = frozenset({"hit"})
    colour: int
    enemy: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the types of the reserve that was looked at."""
        del seat
        return _HIT.shown(s.zones[RESERVE + self.enemy])

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Have a card of this type opened."""
        del seat, tell
        return replace_top(s, OpeningHit(self.enemy, action.args[0]))


@dataclass(frozen=True, slots=True)
class Looking(Chance[State]):
    """Aircraft: the player sees the whole reserve of the enemy."""

    colour: int
    enemy: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the look."""
        zone = RESERVE + self.enemy
        return (Look(s.terms.runs[self.colour], zone, count(s, zone)),)

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Remember who has looked."""
        zone = RESERVE + self.enemy
        s = widen(pop(s), zone, s.terms.runs[self.colour])
        happened(tell, "looked", (number(s, self.colour), number(s, self.enemy)))
        return learn(s, zone, outcome.args)


@dataclass(frozen=True, slots=True)
class Picking(Chance[State]):
    """Artillery: the lot picks a card of the enemy's reserve as it lies."""

    enemy: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the pick."""
        zone = RESERVE + self.enemy
        return (Pick(count(s, zone), zone),)

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Have the picked card opened."""
        del outcome, tell
        return replace_top(s, OpeningHit(self.enemy, 0))


@dataclass(frozen=True, slots=True)
class OpeningHit(Chance[State]):
    """The card that was hit is opened and destroyed: one of the named type, or the picked one (0)."""

    enemy: int
    card: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the disclosure."""
        del s
        return (Open(RESERVE + self.enemy, 1, NAMED if self.card else PICKED, self.card),)

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Destroy the card."""
        return destroy(pop(s), self.enemy, outcome.args[0], RESERVE, tell)


QUESTIONS_OF_EFFECTS: Mapping[tuple[Place, Chooser], Callable[[int, int], Frame[State]]] = {
    (Place.DEPLOYED, Chooser.OWNER): lambda colour, enemy: Losing(enemy),  # noqa: ARG005
    (Place.DEPLOYED, Chooser.FIRER): Destroying,
    (Place.RESERVE, Chooser.OWNER): lambda colour, enemy: Discarding(enemy),  # noqa: ARG005
    (Place.RESERVE, Chooser.FIRER): Hitting,
    (Place.RESERVE, Chooser.LOT): lambda colour, enemy: Picking(enemy),  # noqa: ARG005
}
"""What is asked when a card is to be destroyed, given who has deployed the effect and whose card goes."""


def _own(zone: int, code: str, rule: str) -> Callable[[State, int, tuple[int, ...]], Iterator[Refusal]]:
    def reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
        if battle_of(s) is not None:
            yield from missing_card(s.zones[zone + colour], args[0], code, rule)

    return reasons


def _enemys(zone: int, code: str, rule: str) -> Callable[[State, int, tuple[int, ...]], Iterator[Refusal]]:
    def reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
        battle = battle_of(s)
        if battle is not None:
            yield from missing_card(s.zones[zone + battle.enemy_of(colour)], args[0], code, rule)

    return reasons


PREDICATES["lose"] = _own(DEPLOYED, "not-deployed", "Infantry")
PREDICATES["discard"] = _own(RESERVE, "not-in-reserve", "Partisan")
PREDICATES["destroy"] = _enemys(DEPLOYED, "not-deployed", "Armor")
PREDICATES["hit"] = _enemys(RESERVE, "not-in-reserve", "Aircraft")
