"""Reassigning cards to one unit, from other units and from the Reinforcement Deck (13.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import count, move
from sealed.engine.frames import pop
from sealed.engine.message import Refusal
from sealed.engine.zones import HIDDEN, copies, has_hidden, types
from sealed.games.shaef.board.presence import in_play
from sealed.games.shaef.notation import THE_DECK, make
from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import ARMY_HQ, CORPS_HQ
from sealed.games.shaef.pack.facts import SPECIAL as NEVER
from sealed.games.shaef.question import DONE, Question, own_eyes
from sealed.games.shaef.reorganisation.paths import (
    deck_path_reasons,
    from_deck,
    leads_to,
    path_reasons,
    reach,
)
from sealed.games.shaef.reorganisation.prices import fee_reasons, pay
from sealed.games.shaef.state import (
    ALLIES,
    ARRIVED,
    BASES,
    DOWN,
    HQ_CARD,
    N_UNITS,
    OFF,
    RESERVE,
    SIDE,
    UP,
)
from sealed.games.shaef.units.cards import ENTRY, TYPE
from sealed.games.shaef.units.holdings import assigned
from sealed.games.shaef.units.organisation import MOST_CARDS, has_room, overfull, room_reasons

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

UNSAID_TAKE = tuple(make("take", source) for source in range(N_UNITS + 1))
TAKE: tuple[dict[int, Action], ...] = tuple({} for _ in range(N_UNITS + 1))
"""The answers that name no card, and those that do, by source; the latter as they are met."""
_HQS = (ARMY_HQ, CORPS_HQ)

_THREATENING = sum(
    1 << region.index
    for region in load().regions
    if region.country == "Germany" or region.id in {"ARH", "NBR", "LIE", "ARN", "LOR", "ALS"}
)
"""The regions of which the Allies must control one before the garrisons of the Westwall enter."""


def taking(source: int, card: int) -> Action:
    """Return the answer that takes a card from a source."""
    if card == HIDDEN:
        return UNSAID_TAKE[source]
    made = TAKE[source]
    if card not in made:
        made[card] = make("take", source, card)
    return made[card]


def zone_of_source(side: int, source: int) -> int:
    """Return the zone from which cards of a source are taken."""
    return RESERVE + side if source == THE_DECK else DOWN + source


def gate_reasons(s: State, card: int) -> Iterator[Refusal]:
    """Yield why a card cannot leave the Reinforcement Deck for a unit yet (E-13, E-14, 5.3d)."""
    if TYPE[card] in _HQS:
        yield Refusal("is-hq", (card,), "5.3d")
    elif ENTRY[card] == NEVER:
        if not s.held & _THREATENING:
            yield Refusal("westwall-not-threatened", (card,), "E-14")
    elif ENTRY[card] > s.month:
        yield Refusal("too-early", (card, ENTRY[card]), "E-13")


def space_reasons(s: State, side: int, unit: int, price: int) -> Iterator[Refusal]:
    """Yield why a unit takes no further card in this step, which costs so many cards' fee.

    Limits hold at the end of the step (13.2c): a full unit takes a card if as many of its own that may still
    go can be paid for (E-101).
    """
    if has_room(s, unit):
        return
    over = debt(s, side) + 1
    leave = 0 if s.deployed >> unit & 1 else count(s, DOWN + unit)
    if leave <= assigned(s, unit) - MOST_CARDS or any(fee_reasons(s, side, over + price)):
        yield from room_reasons(s, unit)


def debt(s: State, side: int) -> int:
    """Return how many cards too many the units of a side have: each has to go, and be paid for (E-101)."""
    return sum(assigned(s, unit) - MOST_CARDS for unit in overfull(s, side))


def price_of(s: State, side: int, unit: int, source: int) -> int:
    """Return how many cards a `take` counts as when it is paid: none from the deck to a base (13.2b)."""
    return 0 if source == THE_DECK and side == ALLIES and s.where[unit] in BASES else 1


@dataclass(frozen=True, slots=True)
class Collecting(Question):
    """Which cards a unit takes during Strategic Deployment; its owner alone knows them."""

    id: ClassVar[str] = "collect"
    rule: ClassVar[str] = "13.2"
    verbs: ClassVar[frozenset[str]] = frozenset({"take", "done"})
    colour: int
    unit: int

    def details(self, s: State) -> tuple[int, ...]:
        """Return the unit."""
        del s
        return (self.unit,)

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return every card that can be taken, and `done`: what `why` has nothing against, by one flood."""
        del seat
        side, unit = self.colour, self.unit
        found: list[Action] = []
        if debt(s, side):
            return [*self.allowed(s, (*self._from_units(s), *_from_deck(s, side))), DONE]
        if _can_take(s, side, unit, 1):
            found = self._from_units(s)
        price = price_of(s, side, unit, THE_DECK)
        if leads_to(from_deck(s, side), s.where[unit]) and _can_take(s, side, unit, price):
            found += _from_deck(s, side)
        found.append(DONE)
        return found

    def _from_units(self, s: State) -> list[Action]:
        reached = reach(s, self.colour, s.where[self.unit])
        return [
            taking(source, card)
            for source in in_play(s, self.colour)
            if source != self.unit and not s.deployed >> source & 1 and leads_to(reached, s.where[source])
            for card in types(s.zones[DOWN + source])
        ]

    def permits(self, s: State, action: Action, seat: int) -> bool:
        """Tell whether nothing stands against an answer."""
        del seat
        return action.verb in self.verbs and not any(True for _ in self.why(s, action))

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against taking a card; nothing against `done`."""
        if action is not DONE:
            card = action.args[1] if len(action.args) > 1 else HIDDEN
            yield from take_reasons(s, self.colour, self.unit, action.args[0], card)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Lay a card with those that have arrived, and ask again."""
        del seat
        if action is DONE:
            return pop(s)
        source = action.args[0]
        card = action.args[1] if len(action.args) > 1 else HIDDEN
        s = pay(s, self.colour, price_of(s, self.colour, self.unit, source), tell)
        return move(s, card, zone_of_source(self.colour, source), ARRIVED + self.unit, tell)

    def audience(self, s: State, action: Action) -> int:
        """Return the owner: which card it is nobody else learns."""
        del s, action
        return own_eyes(self.colour)


def _can_take(s: State, side: int, unit: int, price: int) -> bool:
    return not any(fee_reasons(s, side, price)) and not any(space_reasons(s, side, unit, price))


def _from_deck(s: State, side: int) -> list[Action]:
    return [
        taking(THE_DECK, card)
        for card in types(s.zones[RESERVE + side])
        if card == HIDDEN or not any(gate_reasons(s, card))
    ]


def take_reasons(s: State, side: int, unit: int, source: int, card: int) -> Iterator[Refusal]:
    """Yield what stands against reassigning a card (`HIDDEN` where it is not said) to a unit (13.2)."""
    if source == THE_DECK:
        yield from deck_card_reasons(s, side, card)
        yield from space_reasons(s, side, unit, price_of(s, side, unit, source))
        yield from deck_path_reasons(s, side, s.where[unit])
    elif SIDE[source] != side:
        yield Refusal("not-yours", (source,), "13.2")
        return
    elif s.where[source] == OFF:
        yield Refusal("not-in-play", (source,), "13.2")
        return
    else:
        if source == unit:
            yield Refusal("same-place", (unit,), "13.2")
        if s.deployed >> source & 1:
            yield Refusal("has-deployed", (source,), "13.2c")
        yield from _unit_card_reasons(s, source, card)
        yield from space_reasons(s, side, unit, 1)
        yield from path_reasons(s, side, s.where[source], s.where[unit])
    owed = debt(s, side) - (source != THE_DECK and assigned(s, source) > MOST_CARDS)
    yield from fee_reasons(s, side, price_of(s, side, unit, source) + owed)


def deck_card_reasons(s: State, side: int, card: int) -> Iterator[Refusal]:
    """Yield why a card is not one that the Reinforcement Deck gives to units now."""
    zone = s.zones[RESERVE + side]
    if not (has_hidden(zone) if card == HIDDEN else copies(zone, card)):
        yield Refusal("not-from-deck", (card,), "13.2")
    if card != HIDDEN:
        yield from gate_reasons(s, card)


def _unit_card_reasons(s: State, source: int, card: int) -> Iterator[Refusal]:
    zone = s.zones[DOWN + source]
    if has_hidden(zone) if card == HIDDEN else copies(zone, card):
        return
    if card == HQ_CARD[source]:
        yield Refusal("is-hq", (card,), "5.3d")
    elif card and copies(s.zones[UP + source], card):
        yield Refusal("not-face-down", (card,), "13.2d")
    elif card and copies(s.zones[ARRIVED + source], card):
        yield Refusal("cards-arrived", (source,), "13.2c")
    else:
        yield Refusal("not-there", (source, card), "13.2")


__all__ = [
    "Collecting", "deck_card_reasons", "gate_reasons", "price_of", "space_reasons", "take_reasons", "taking",
    "zone_of_source",
]  # fmt: skip
