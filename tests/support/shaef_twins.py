"""Two positions of SHAEF that only the owner of some face-down cards can tell apart, played on alike.

Some cards of a side that lie closed change places, in units, arrived, in the Reinforcement Deck and in the
unseen part of the Discard Pile, wherever the rules would allow them just as well. Both games are then
answered with lines that everybody else reads alike, until a card that differs would have to be shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine import kernel
from sealed.engine.chance import CHANCE, Deal, Look
from sealed.engine.eye import PUBLIC, seat_eye
from sealed.engine.message import mask_event
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, zone_of
from sealed.games.shaef.notation import NOTATION
from sealed.games.shaef.state import ARRIVED, DECK, DOWN, LOST, N_UNITS, RESERVE, SIDE
from sealed.games.shaef.title import TITLE
from sealed.games.shaef.units.cards import ARMY_HQ, CORPS_HQ, ENTRY, SIDE_OF, TACTIC, TYPE
from sealed.games.shaef.units.organisation import foreign
from sealed.testing.moments import random_outcome
from sealed_client.orders import windows_of
from sealed_client.standing_orders import Standing, StandingOrders

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator
    from random import Random

    from sealed.engine.action import Action
    from sealed.games.shaef.state import State

WINDOWS = windows_of(TITLE.id)
ORDERS = [
    Standing(order.name, cheapest=cheapest, own=own)
    for order in WINDOWS.orders
    for cheapest in (False, True)
    for own in (False, True)
]
IDLE = frozenset({"discard", "disband", "leave-fortress", "flip", "give-up"})
"""What may be done at any time and ends what is to be looked at."""


class Pair(NamedTuple):
    """Is two states that only the owner of some cards can tell apart, and whose cards they are."""

    plain: State
    swapped: State
    side: int

    @property
    def both(self) -> tuple[State, State]:
        """Returns the two states."""
        return self.plain, self.swapped

    @property
    def apart(self) -> bool:
        """Tells whether the two do differ."""
        return self.plain.zones != self.swapped.zones


def _closed(side: int) -> list[int]:
    """Returns the closed zones of a side besides its deck."""
    own = [unit for unit in range(N_UNITS) if SIDE[unit] == side]
    return [*(DOWN + unit for unit in own), *(ARRIVED + unit for unit in own), RESERVE + side, LOST + side]


def _may_lie(s: State, card: int, zone: int) -> bool:
    """Tells whether the rules might have let a card come to a closed zone."""
    if TYPE[card] in (ARMY_HQ, CORPS_HQ):
        return False
    if zone >= N_UNITS * 2:
        return True
    return ENTRY[card] <= s.month and not foreign(zone % N_UNITS, card)


def swapped(s: State, side: int, rng: Random) -> Pair:
    """Returns a position beside the one in which closed cards of a side have changed places, tactics most."""
    lying = [(zone, card) for zone in _closed(side) for card in cards(s.zones[zone])]
    rng.shuffle(lying)
    lying.sort(key=lambda each: TYPE[each[1]] != TACTIC or each[0] >= N_UNITS * 2)
    zones, moved = list(s.zones), set()
    for zone, card in lying:
        others = [
            (there, other)
            for there, other in lying
            if there != zone and _may_lie(s, card, there) and _may_lie(s, other, zone)
        ]
        others = [each for each in others if each not in moved]
        if (zone, card) in moved or not others:
            continue
        there, other = rng.choice([each for each in others if TYPE[each[1]] != TACTIC] or others)
        zones[zone] = zone_of([other, *_without(zones[zone], card)])
        zones[there] = zone_of([card, *_without(zones[there], other)])
        moved |= {(zone, card), (there, other)}
        if rng.random() < _ENOUGH:
            break
    return Pair(s, copy_with(s, zones=tuple(zones)), side)


_ENOUGH = 0.15
"""After how many exchanges it may be left at that, by chance."""


def _without(zone: int, card: int) -> list[int]:
    held = list(cards(zone))
    held.remove(card)
    return held


def alike(pair: Pair) -> None:
    """Asserts that a spectator and the other side are asked and see the same in both."""
    plain, other = pair.both
    assert kernel.asked(plain) == kernel.asked(other)
    assert kernel.question(plain) == kernel.question(other)
    assert kernel.requests(plain) == kernel.requests(other)
    for eye in (PUBLIC, seat_eye(2 - pair.side)):
        assert kernel.view(plain, eye) == kernel.view(other, eye)


def answered(pair: Pair, seat: int, rng: Random) -> None:
    """Asserts that the rules' stated answer, and some standing orders, are the same whatever is held."""
    given = [TITLE.stated_answer(s, seat) for s in pair.both]
    assert given[0] == given[1]
    views = [kernel.view(s, seat_eye(seat)) for s in pair.both]
    for standing in rng.sample(ORDERS, _ORDERS_TRIED):
        said = [StandingOrders(TITLE, WINDOWS, standing).answer(view, seat) for view in views]
        # Which card is lost is seen by all in any case; that one is lost hangs on nothing hidden.
        verbs = [one.verb if one is not None else "" for one in said]
        assert said[0] == said[1] or (verbs == ["lose"] * 2 and standing.cheapest), (standing, said)


_ORDERS_TRIED = 2


def masked(s: State, seat: int) -> dict[Action, list[Action]]:
    """Returns the legal answers of a seat as the others would read them, each with those behind it."""
    found: dict[Action, list[Action]] = {}
    for action in kernel.legal_actions(s, seat):
        found.setdefault(kernel.mask(s, action, PUBLIC, NOTATION), []).append(action)
    return found


def _names_a_card(action: Action) -> bool:
    return any(kind == "card" for kind in NOTATION.verbs[action.verb].kinds)


def unequal(pair: Pair, seat: int) -> Iterator[tuple[str, str]]:
    """Yields question and verb of answers without a card that only one of the two hands may give."""
    one, other = [set(masked(s, seat)) for s in pair.both]
    asked = kernel.question(pair.plain)
    for mask in one ^ other:
        if not _names_a_card(mask):
            yield asked.id, mask.verb


def chosen(pair: Pair, seat: int, rng: Random) -> list[Action] | None:
    """Returns an answer for each game that all others read alike; nothing if there is none."""
    offered = [masked(s, seat) for s in pair.both]
    common = sorted(offered[0].keys() & offered[1].keys(), key=str)
    eager = [mask for mask in common if mask.verb not in IDLE] or common
    if not eager:
        return None
    verb = rng.choice(sorted({mask.verb for mask in eager}))
    mask = rng.choice([one for one in eager if one.verb == verb])
    if seat == pair.side + 1:
        return [rng.choice(some[mask]) for some in offered]
    assert offered[0] == offered[1]
    return [rng.choice(offered[0][mask])] * 2


def drawn(pair: Pair, rng: Random) -> list[Action] | None:
    """Returns an outcome of chance for each game; nothing where the other side looks at the cards."""
    due = kernel.requests(pair.plain)[0]
    if isinstance(due, Look):
        return None
    outcome = random_outcome(TITLE, pair.plain, due, rng)
    own = isinstance(due, Deal) and due.source == DECK + pair.side
    return [outcome, random_outcome(TITLE, pair.swapped, due, rng) if own else outcome]


def follow(pair: Pair, rng: Random, steps: int, count: Counter[str]) -> set[tuple[str, str]]:
    """Plays both games alike for some answers; counts questions, windows by their moment.

    Returns what only one of the two could answer, as question and verb. What goes on by itself before the
    first question goes on in both.
    """
    found: set[tuple[str, str]] = set()
    pair = Pair(*(kernel.run(s, []) for s in pair.both), pair.side)
    for _ in range(steps):
        alike(pair)
        if not pair.plain.stack or not pair.apart:
            break
        seats = kernel.asked(pair.plain)
        who = seats[0] if seats else CHANCE
        if seats:
            count.update(_asked(pair, who))
            answered(pair, who, rng)
            found |= set(unequal(pair, who))
        actions = chosen(pair, who, rng) if seats else drawn(pair, rng)
        if actions is None:
            break
        played = [kernel.apply(s, action, who) for s, action in zip(pair.both, actions, strict=True)]
        told = [[mask_event(event, PUBLIC) for event in step.events] for step in played]
        assert told[0] == told[1], actions
        pair = Pair(*(step.state for step in played), pair.side)
    return found


def _asked(pair: Pair, seat: int) -> Iterable[str]:
    """Yields what is asked, and whether only one of the two could use a tactic of a window."""
    asked = kernel.question(pair.plain)
    name = asked.id
    if name == "interlude":
        name = NOTATION.names["moment"][asked.args[1]]
        uses = [{one for one in kernel.legal_actions(s, seat) if one.verb == "use"} for s in pair.both]
        if uses[0] != uses[1]:
            yield f"{name} of one"
    yield name


__all__ = ["N_UNITS", "SIDE", "SIDE_OF", "Pair", "follow", "swapped"]
