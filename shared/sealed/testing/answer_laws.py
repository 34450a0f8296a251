"""Laws of answers: what is offered is what is accepted, and every refusal has its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.canonical import encode
from sealed.engine.chance import CHANCE
from sealed.engine.explain import why_not
from sealed.engine.eye import EVERYBODY
from sealed.engine.kernel import (
    CHANCE_DUE,
    IMPOSSIBLE,
    NOT_ASKED,
    OVER,
    Step,
    apply,
    asked,
    legal_actions,
    over,
    permits,
    question,
    requests,
    stated_answer,
    view,
)
from sealed.engine.message import MOVED, Refusal
from sealed.fairness.bridge.places import Places
from sealed.fairness.bridge.shifts import FOLLOW, shifts
from sealed.testing.kinds import check_refusal, vocabulary_of
from sealed.testing.moments import Moment, eyes, walk

if TYPE_CHECKING:
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title


def offered_is_accepted(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """Of the whole vocabulary exactly what is offered has no reason against it and is carried out."""
    vocabulary = vocabulary_of(title, setup)
    for moment in walk(title, setup, rng, games, every):
        for seat in asked(moment.before):
            _offered_is_accepted(moment, moment.before, seat, vocabulary)


def replicas_offer_what_they_accept(
    title: Title, setup: Setup, rng: Random, games: int, every: int = 1
) -> None:
    """The same holds in every masked replica: it may be fed anything and must refuse in words."""
    vocabulary = vocabulary_of(title, setup)
    for moment in walk(title, setup, rng, games, every):
        seen = view(moment.before, rng.choice(eyes(setup)[:-1]))
        for seat in asked(seen):
            _offered_is_accepted(moment, seen, seat, vocabulary)


def _offered_is_accepted(moment: Moment, s: State, seat: int, vocabulary: tuple[Action, ...]) -> None:
    offered = legal_actions(s, seat)
    spoken = set(vocabulary)
    foreign = [one for one in offered if one not in spoken and one.verb not in moment.title.sampled]
    moment.require(not foreign, f"seat {seat}, eye {s.eye}: offered, not in the vocabulary: {foreign}")
    moment.require(len(set(offered)) == len(offered), f"seat {seat}: something is offered twice")
    bytes_before = encode(s)
    legal = set(offered)
    for action in dict.fromkeys((*vocabulary, *offered)):
        where = f"seat {seat}, eye {s.eye}, {action}"
        reasons = tuple(moment.title.reasons(s, action, seat))
        moment.require(
            bool(reasons) != (action in legal), f"{where}: offered {action in legal}, reasons {reasons}"
        )
        step = apply(s, action, seat)
        moment.require(
            isinstance(step, Refusal) != (action in legal), f"{where}: offered and accepted differ"
        )
        moment.require(
            permits(s, action, seat) == (action in legal), f"{where}: offered and permitted differ"
        )
        if isinstance(step, Refusal):
            check_refusal(moment, step)
            moment.require(
                step in why_not(moment.title, s, action, seat), f"{where}: {step} is no reason why not"
            )
            moment.require(
                step.nearest is None or step.nearest in legal, f"{where}: the nearest is not legal"
            )
    moment.require(encode(s) == bytes_before, f"seat {seat}: trying answers has changed the state")


def why_not_always_answers(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """For every seat, asked or not, there is a declared reason against exactly what it may not do."""
    vocabulary = vocabulary_of(title, setup)
    for moment in walk(title, setup, rng, games, every):
        for s in (moment.before, moment.after):
            seat = rng.randint(1, setup.seats)
            legal = set(legal_actions(s, seat))
            for action in vocabulary:
                reasons = why_not(title, s, action, seat)
                moment.require(
                    bool(reasons) != (action in legal), f"seat {seat}, {action}: {reasons or 'no reason'}"
                )
                for reason in reasons:
                    check_refusal(moment, reason)


def only_the_asked_may_answer(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """Whoever is not asked has no legal answer and is refused with the kernel's reason; so is chance."""
    vocabulary = title.vocabulary(setup)
    for moment in walk(title, setup, rng, games, every):
        for s in (moment.before, moment.after):
            code = OVER if over(s) else CHANCE_DUE if requests(s) else NOT_ASKED
            for seat in {*range(setup.seats + 2)} - {*asked(s)}:
                expected = IMPOSSIBLE if seat == CHANCE and code == CHANCE_DUE else code
                refusal = apply(s, rng.choice(vocabulary), seat)
                got = isinstance(refusal, Refusal) and refusal.code == expected
                moment.require(got, f"seat {seat} is not refused with {expected}: {refusal}")
                moment.require(not legal_actions(s, seat), f"seat {seat} is not asked, yet has legal answers")
                moment.require(
                    stated_answer(s, seat) is None, f"seat {seat} is not asked, yet has a stated answer"
                )


def answers_at_once_commute(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """If several seats are asked at once, the order of answers does not matter, and none moves a list."""
    for moment in walk(title, setup, rng, games, every):
        for other in set(asked(moment.before)) - {moment.seat}:
            offered = legal_actions(moment.before, other)
            moment.require(
                legal_actions(moment.after, other) == offered, f"an answer changes the list of seat {other}"
            )
            moment.require(
                question(moment.after) == question(moment.before), "an answer changes the question"
            )
            answer = rng.choice(offered)
            one = apply(moment.after, answer, other)
            first = apply(moment.before, answer, other)
            two = first if isinstance(first, Refusal) else apply(first.state, moment.action, moment.seat)
            same = isinstance(one, Step) and isinstance(two, Step) and one.state == two.state
            moment.require(same, f"the order of {moment.action} and {answer} matters")


def stated_answers_are_harmless(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """A stated answer is legal, the same in every replica, names no card and moves none that is hidden.

    Nor does it lay or open one: that would need an act that only the seat can sign (spec 2.6, 2.12).
    """
    for moment in walk(title, setup, rng, games, every):
        s = moment.before
        for seat in asked(s):
            answer = title.stated_answer(s, seat)
            for eye in eyes(setup):
                moment.require(
                    title.stated_answer(view(s, eye), seat) is answer, f"eye {eye} states another answer"
                )
            if answer is None:
                continue
            moment.require(answer in legal_actions(s, seat), f"the stated answer {answer} is not legal")
            moment.require(not title.notation.cards(answer), f"the stated answer {answer} names a card")
            step = apply(s, answer, seat)
            if isinstance(step, Refusal):
                moment.fail(f"the stated answer {answer} is refused: {step}")
            hidden = [e for e in step.events if e.id == MOVED and not e.audience & EVERYBODY]
            moment.require(not hidden, f"the stated answer {answer} moves hidden cards: {hidden}")
            acts = [shift for shift in shifts(Places(title, setup), step.events) if shift.act != FOLLOW]
            moment.require(not acts, f"the stated answer {answer} needs an act of a seat: {acts}")
