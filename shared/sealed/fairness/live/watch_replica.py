"""Runs the public replica of the game and tells the ledger what the rules move (spec 2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.chance import CHANCE
from sealed.engine.eye import PUBLIC
from sealed.engine.frames import RuleBugError
from sealed.engine.kernel import apply, mask
from sealed.engine.message import MOVED, Refusal
from sealed.engine.title import BAG
from sealed.engine.zones import HIDDEN
from sealed.fairness.bridge.duties import Answers, duty
from sealed.fairness.bridge.shifts import REGROUP, shifts
from sealed.fairness.live.passages import Played

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed.engine.action import Action
    from sealed.engine.message import Event
    from sealed.fairness.bridge.shifts import Shift
    from sealed.fairness.live.ledger import Laid
    from sealed.fairness.live.watched import Watched


class StepError(ValueError):
    """Says why an action or its card acts cannot be (ACT_ILLEGAL and its like)."""


def play(w: Watched, action: Action, seat: int) -> tuple[Event, ...]:
    """Applies an action to the public replica and returns what happened. Raises StepError."""
    _, _, state = w.board
    try:
        step = apply(state, action, seat)
    except (RuleBugError, ValueError, LookupError) as error:
        raise StepError(f"the rules cannot carry out {action.text!r}") from error
    if isinstance(step, Refusal):
        raise StepError(f"the rules refuse {action.text!r} ({step.code})")
    w.state = step.state
    w.played.append(Played(seat, action, step.events))
    return step.events


def chance(w: Watched, outcome: Action) -> None:
    """Applies an outcome of chance, masked for the public, and moves what the rules then move."""
    title, _, state = w.board
    if HIDDEN not in outcome.args:
        outcome = mask(state, outcome, PUBLIC, title.notation)
    events = play(w, outcome, CHANCE)
    follow(w, events)


def follow(w: Watched, events: Iterable[Event]) -> None:
    """Moves references and bag counts as events say that need no act of a seat."""
    events = tuple(events)
    _, places, _ = w.board
    for shift in shifts(places, events):
        if shift.act == REGROUP or shift.source.form == BAG:
            raise StepError("cards are laid down and nobody says which reference they get")
        for _ in range(shift.n):
            follow_one(w, shift)
    between_bags(w, events)


def follow_one(w: Watched, shift: Shift) -> Laid:
    """Moves the reference that a shift without an act means: of equal open ones the lowest (2.6)."""
    lying = w.ledger.in_zone(shift.source.seat, shift.source.number)
    for laid in lying:
        if laid.card == shift.card:
            if shift.source.seat != shift.target.seat:
                raise StepError("a reference cannot go to another seat")
            w.ledger.move(laid, shift.target.number)
            return laid
    what = "a card that nobody has opened" if shift.card != HIDDEN else "a closed card"
    raise StepError(f"{what} moves, and no reference stands for it")


def between_bags(w: Watched, events: Iterable[Event]) -> None:
    """Counts cards that the rules move from bag to bag."""
    for event in events:
        if event.id == MOVED and event.args[2] in w.bag_zones and event.args[3] in w.bag_zones:
            source, target = w.bag_zones[event.args[2]], w.bag_zones[event.args[3]]
            w.ledger.add_to_bag(source.seat, source.number, -event.args[1])
            w.ledger.add_to_bag(target.seat, target.number, event.args[1])


def settle(w: Watched, actor: int | None = None) -> None:
    """Works out what is due after an entry, and since when each seat is asked (2.8).

    `actor` is the seat whose own answer this entry is.
    """
    if w.state is None or w.title is None or w.places is None:
        return
    w.duty = duty(w.title, w.places, w.state)
    owing = w.duty.seats if isinstance(w.duty, Answers) else ()
    for seat, speaker in w.speakers.items():
        if seat not in owing:
            speaker.asked = -1
        elif speaker.asked < 0 or seat == actor:
            speaker.asked, speaker.fresh = w.index, w.origin != seat
