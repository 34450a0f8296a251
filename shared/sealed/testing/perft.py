"""Perft: how many ways lead on from a state, counted by the lists and once more by predicate.

Answers and outcomes count one each, outcomes by what they say and not by how likely they are. The two counts
share no code of a title but its rules: the lists come from `legal`, the predicates answer for the whole
vocabulary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.chance import CHANCE, outcome_verb, possible
from sealed.engine.explain import why_not
from sealed.engine.kernel import asked, legal_actions, requests
from sealed.testing.playout import played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title

    Answers = Callable[[State, int], Iterator[Action]]


def perft(title: Title, s: State, depth: int) -> int:
    """Return the number of lines of play of a length, by the legal lists; `s` is a full state."""
    return _count(title, s, depth, lambda state, seat: iter(legal_actions(state, seat)))


def perft_by_predicate(title: Title, setup: Setup, s: State, depth: int) -> int:
    """Return the same number, by asking of every action of the vocabulary why not."""
    spoken = title.vocabulary(setup)

    def answers(state: State, seat: int) -> Iterator[Action]:
        return (action for action in spoken if not why_not(title, state, action, seat))

    return _count(title, s, depth, answers)


def _count(title: Title, s: State, depth: int, answers: Answers) -> int:
    if not depth:
        return 1
    return sum(_count(title, after, depth - 1, answers) for after in _next(title, s, answers))


def _next(title: Title, s: State, answers: Answers) -> Iterator[State]:
    """Yield the state after every answer and outcome that can come next."""
    for request in requests(s)[:1]:
        verb = outcome_verb(request)
        for args, _ in possible(s, request):
            yield played(s, title.notation.action(verb, *args), CHANCE)
    for seat in asked(s):
        for action in answers(s, seat):
            yield played(s, action, seat)
