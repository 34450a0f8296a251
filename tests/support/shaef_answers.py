"""The laws of answers for one question of SHAEF: lists, reasons and permits agree, in every replica."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sealed.engine.eye import FULL, PUBLIC, seat_eye
from sealed.engine.kernel import apply, legal_actions, mask, permits, view
from sealed.engine.message import mask_event
from sealed.games.shaef.notation import NOTATION
from sealed.games.shaef.state import seat_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed.engine.action import Action
    from sealed.games.shaef.state import State

EYES = (FULL, seat_eye(1), seat_eye(2), PUBLIC)
_MOST = 150
"""Of more answers than this a sample is said."""


def require_exact(s: State, side: int, spoken: Iterable[Action]) -> int:
    """Require that of a sample of these answers, said openly or hidden, each replica offers what it permits.

    The number of answers that the full state offers is returned.
    """
    seat, said = seat_of(side), list(spoken)
    if len(said) > _MOST:
        said = Random(len(said)).sample(said, _MOST)
    said += [NOTATION.hide(action) for action in said]
    exact = list(legal_actions(s, seat))
    for eye in EYES:
        seen = view(s, eye)
        offered = list(legal_actions(seen, seat))
        assert len(set(offered)) == len(offered)
        for action in {*said, *offered[:_MOST:3]}:
            refused = bool(list(seen.stack.frame.reasons(seen, action, seat)))
            assert refused != (action in offered), (eye, str(action))
            assert permits(seen, action, seat) != refused, (eye, str(action))
        masked = {mask(s, action, eye, NOTATION) for action in exact}
        assert masked <= set(offered), (eye, masked - set(offered))
        if eye in {FULL, seat_eye(seat)}:
            assert masked == set(offered), (eye, set(offered) - masked)
    return len(exact)


def require_replicas_follow(s: State, side: int, action: Action) -> State:
    """Require that each replica that is told the masked answer arrives at the masked state and events."""
    seat = seat_of(side)
    step = apply(s, action, seat)
    for eye in EYES:
        mine = apply(view(s, eye), mask(s, action, eye, NOTATION), seat)
        assert mine.state == view(step.state, eye), eye
        assert mine.events == tuple(mask_event(event, eye) for event in step.events), eye
    return step.state
