"""Playouts: whole games by a random player, or by a script, without looking at anything on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, NoReturn

from sealed.engine.chance import (
    ALL,
    CHANCE,
    DEAL,
    NAMED,
    OPEN,
    ORDER,
    PICK,
    SHUFFLE,
    Deal,
    Open,
    Order,
    Pick,
    Shuffle,
)
from sealed.engine.kernel import Step, apply, asked, next_offer, over, requests
from sealed.engine.message import Refusal
from sealed.engine.zones import card_at, cards, size, take
from sealed.testing.moments import random_outcome

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.chance import Request
    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title


class Playout(NamedTuple):
    """Where a playout ended, how many answers of seats and how many steps in all it took."""

    state: State
    answers: int
    steps: int


def playout(title: Title, setup: Setup, rng: Random, limit: int = 20_000) -> Playout:
    """Return the end of a game in which everybody plays at random, or where the limit of steps cut it off."""
    s = title.start(setup)
    answers = steps = 0
    random = rng.random
    while s.stack is not None and steps < limit:
        steps += 1
        offer = next_offer(s)
        if offer is not None:
            answers += 1
            seat, actions = offer
            action = actions[int(random() * len(actions))]
        else:
            seat = CHANCE
            action = _outcome(title, s, requests(s)[0], rng)
        step = apply(s, action, seat)
        s = step.state if isinstance(step, Step) else _refused(step, action, seat)
    return Playout(s, answers, steps)


def played(s: State, action: Action, seat: int) -> State:
    """Return the state after an answer that must be legal. Raises `AssertionError` if it is refused."""
    step = apply(s, action, seat)
    return _refused(step, action, seat) if isinstance(step, Refusal) else step.state


def _refused(refusal: Refusal, action: Action, seat: int) -> NoReturn:
    raise AssertionError(f"{action} of seat {seat} is refused: {refusal.code} {refusal.args}")


def _outcome(title: Title, s: State, request: Request, rng: Random) -> Action:
    """Return a random outcome; the requests that come most often take a shorter way."""
    make = title.notation.action
    if isinstance(request, Deal):
        return make(DEAL, *_any_cards(s.zones[request.source], request.n, rng))
    if isinstance(request, Shuffle):
        return make(SHUFFLE)
    if isinstance(request, Pick):
        return make(PICK, int(rng.random() * request.m))
    if isinstance(request, Open):
        lying = s.zones[request.zone]
        if request.which == ALL:
            return make(OPEN, *cards(lying))
        return make(OPEN, request.card if request.which == NAMED else _any_card(lying, rng))
    if isinstance(request, Order):
        order = list(request.items)
        rng.shuffle(order)
        return make(ORDER, *order)
    return random_outcome(title, s, request, rng)


def _any_cards(zone: int, n: int, rng: Random) -> list[int]:
    """Return cards of a zone as a blind hand takes them one by one, ascending."""
    if n == 1:
        return [_any_card(zone, rng)]
    if n == size(zone):
        return list(cards(zone))
    taken = []
    for _ in range(n):
        card = _any_card(zone, rng)
        zone = take(zone, card)
        taken.append(card)
    taken.sort()
    return taken


def _any_card(zone: int, rng: Random) -> int:
    """Return a card of a zone, each with the same chance."""
    return card_at(zone, int(rng.random() * size(zone)))


def scripted(title: Title, setup: Setup, lines: Iterable[str]) -> State:
    """Return the state after the lines of a game from its start: answers of whoever is asked, and outcomes.

    Raises `AssertionError` at the first line that cannot come next.
    """
    s = title.start(setup)
    for number, line in enumerate(lines, 1):
        if over(s):
            raise AssertionError(f"line {number}, {line!r}: the game is over")
        seats = asked(s)
        s = played(s, title.notation.parse(line), seats[0] if seats else CHANCE)
    return s
