"""Laws of masked replicas: who is told masked answers stays the masked image of the full state."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from sealed.engine.canonical import encode, public_bytes
from sealed.engine.chance import CHANCE, accepts
from sealed.engine.eye import FULL, PUBLIC, seat_eye
from sealed.engine.kernel import (
    Step,
    apply,
    asked,
    legal_actions,
    mask,
    question,
    requests,
    stated_answer,
    view,
)
from sealed.engine.message import Refusal, mask_event
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, put, take
from sealed.testing.moments import Moment, eyes, walk

if TYPE_CHECKING:
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title


def _replica(moment: Moment, eye: int) -> Step:
    seen = view(moment.before, eye)
    step = apply(seen, mask(moment.before, moment.action, eye, moment.title.notation), moment.seat)
    if isinstance(step, Refusal):
        moment.fail(f"eye {eye} refuses the masked answer: {step}")
    return step


def masked_answers_are_accepted(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """Every replica accepts the masked form of every answer that the full state accepts."""
    for moment in walk(title, setup, rng, games, every):
        for eye in eyes(setup):
            _replica(moment, eye)


def masking_commutes(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """A masked answer to a masked state gives the masked state after the answer."""
    for moment in walk(title, setup, rng, games, every):
        for eye in eyes(setup):
            mine, theirs = _replica(moment, eye).state, view(moment.after, eye)
            differing = [f.name for f in fields(theirs) if getattr(mine, f.name) != getattr(theirs, f.name)]
            moment.require(mine == theirs, f"eye {eye} arrives elsewhere: {', '.join(differing)} differ")


def questions_are_public(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """Every replica has the same frames, asks the same question of the same seats, owes the same chance."""
    for moment in walk(title, setup, rng, games, every):
        full = moment.after
        for eye in eyes(setup):
            mine = _replica(moment, eye).state
            moment.require(mine.stack == full.stack, f"eye {eye} stands elsewhere in the rules")
            moment.require(asked(mine) == asked(full), f"eye {eye} asks other seats")
            moment.require(question(mine) == question(full), f"eye {eye} reads another question")
            moment.require(requests(mine) == requests(full), f"eye {eye} owes other chance")


def lists_are_masked_lists(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """A replica offers at least what is legal, masked; the asked seat's own replica offers exactly that."""
    for moment in walk(title, setup, rng, games, every):
        for seat in asked(moment.before):
            exact = legal_actions(moment.before, seat)
            for eye in eyes(setup):
                masked = {mask(moment.before, action, eye, title.notation) for action in exact}
                offered = set(legal_actions(view(moment.before, eye), seat))
                missing = sorted(map(str, masked - offered))
                moment.require(not missing, f"eye {eye} does not offer {missing}")
                if eye in {seat_eye(seat), FULL}:
                    spare = sorted(map(str, offered - masked))
                    moment.require(not spare, f"the seat's own replica offers too much: {spare}")


def masks_are_public(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """The mask of an answer is the same whoever computes it, and masking twice changes nothing."""
    for moment in walk(title, setup, rng, games, every):
        for eye in eyes(setup):
            masked = mask(moment.before, moment.action, eye, title.notation)
            seen = view(moment.before, eye)
            moment.require(
                mask(seen, moment.action, eye, title.notation) is masked, f"eye {eye} masks otherwise"
            )
            moment.require(mask(seen, masked, eye, title.notation) is masked, f"eye {eye} masks a mask")


def views_compose(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """What is public is the same seen from any replica, to the byte."""
    for moment in walk(title, setup, rng, games, every):
        public = view(moment.after, PUBLIC)
        for eye in eyes(setup):
            seen = view(moment.after, eye)
            moment.require(view(seen, PUBLIC) == public, f"eye {eye} sees something else in public")
            moment.require(public_bytes(seen) == encode(public), f"eye {eye} has other public bytes")


def events_are_masked_events(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """A replica reports exactly the masked events of the full state."""
    for moment in walk(title, setup, rng, games, every):
        for eye in eyes(setup):
            told = tuple(mask_event(event, eye) for event in moment.events)
            mine = _replica(moment, eye).events
            moment.require(mine == told, f"eye {eye} reports {mine}, not {told}")


def hidden_cards_change_nothing(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """Swapping two cards that an eye does not see changes nothing it sees, now or a step later."""
    for moment in walk(title, setup, rng, games, every):
        for eye in eyes(setup)[:-1]:
            swapped = _swap(moment, eye, rng)
            if swapped is not None:
                _same_to(moment, swapped, eye)


def _swap(moment: Moment, eye: int, rng: Random) -> State | None:
    s, forms = moment.before, moment.title.zone_forms
    hidden = [zone for zone, content in enumerate(s.zones) if content and not s.audience[zone] & eye]
    pairs = [(a, b) for a in hidden for b in hidden if a < b and forms[a].colour == forms[b].colour]
    if not pairs:
        return None
    first, second = rng.choice(pairs)
    zones = list(s.zones)
    one, other = rng.choice(cards(zones[first])), rng.choice(cards(zones[second]))
    zones[first] = put(take(zones[first], one), other)
    zones[second] = put(take(zones[second], other), one)
    return copy_with(s, zones=tuple(zones))


def _same_to(moment: Moment, other: State, eye: int) -> None:
    s = moment.before
    moment.require(view(other, eye) == view(s, eye), f"eye {eye} sees a swap")
    moment.require(public_bytes(other) == public_bytes(s), "a swap changes the public bytes")
    moment.require(question(other) == question(s), "a swap changes the question")
    moment.require(asked(other) == asked(s), "a swap changes who is asked")
    moment.require(requests(other) == requests(s), "a swap changes what chance owes")
    for seat in asked(s):
        same = stated_answer(other, seat) is stated_answer(s, seat)
        moment.require(same, "a swap changes the stated answer")
    if not _answerable(other, moment.seat, moment.action):
        return
    step = apply(other, moment.action, moment.seat)
    if isinstance(step, Refusal):
        moment.fail(f"legal after a swap, then refused: {step}")
    moment.require(view(step.state, eye) == view(moment.after, eye), f"eye {eye} sees a swap one step later")
    told = [mask_event(event, eye) for event in moment.events]
    moment.require([mask_event(event, eye) for event in step.events] == told, f"eye {eye} is told of a swap")


def _answerable(s: State, seat: int, action: Action) -> bool:
    return accepts(s, requests(s)[0], action) if seat == CHANCE else action in legal_actions(s, seat)
