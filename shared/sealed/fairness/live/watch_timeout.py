"""Checks time-outs: the deadline, and whether a loss follows or the stated answer (spec 2.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.live.verdicts import Klass
from sealed.fairness.live.watch_acts import check_state
from sealed.fairness.live.watch_replica import StepError, follow, play, settle
from sealed.fairness.live.watch_time import deadline, slow
from sealed.fairness.live.watched import RULES, Watched

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed.wire.v1.fairness_pb2 import Timeout

_LINK: Final = 2
_LOSS: Final = "loss"
STATED: Final = "answer"
"""The rule of a time-out whose seat gets the title's stated answer (2.17)."""


def check_timeout(w: Watched, timeout: Timeout) -> None:
    """Checks that the seat owes it, that its time is up, and that the rule is the one that follows."""
    _check_company(w, timeout)
    if timeout.seat not in w.speakers:
        raise w.broken("TIMEOUT_EARLY", f"there is no seat {timeout.seat}")
    if w.state is None and (timeout.kind != _LINK or w.clocks.limits.clocked):
        w.skip(RULES, "TIMEOUT_EARLY")
    else:
        w.ran("TIMEOUT_EARLY")
        _check_expiry(w, timeout)
    stated = _check_rule(w, timeout)
    if timeout.rule == _LOSS:
        w.ending = "time"
        w.speakers[timeout.seat].late = True
    else:
        _give(w, timeout, stated)


def _check_company(w: Watched, timeout: Timeout) -> None:
    """Checks that no answer is stated beside a loss: the game is over for all (TIMEOUT_ANSWER).

    Whether a time-out after a stated answer came with it, or a head between them is missing, nobody can tell.
    """
    if w.ending and timeout.rule != _LOSS:
        raise w.broken("TIMEOUT_ANSWER", "an answer is stated although the game has been lost by time")
    if w.stated_at >= w.first:
        w.merged.update(range(w.first, w.size))
        if timeout.rule == _LOSS:
            raise w.broken("TIMEOUT_ANSWER", "an answer was stated beside a loss by time", Klass.D)


def _check_expiry(w: Watched, timeout: Timeout) -> None:
    seat = timeout.seat
    speaker = w.speakers[seat]
    owes_link = w.pending is not None
    due = deadline(w, seat)
    other = w.pending is not None and timeout.first_k != w.pending.message.first_k
    if due is None or speaker.late or other or owes_link != (timeout.kind == _LINK):
        raise w.broken("TIMEOUT_EARLY", f"seat {seat} does not owe what it is said to be late with")
    if timeout.counter != speaker.counter:
        raise w.broken("TIMEOUT_EARLY", f"the time-out of seat {seat} is not about its last message")
    if timeout.deadline_ms != due or w.now < due:
        since = w.pending.index if w.pending is not None else speaker.asked
        raise w.broken("TIMEOUT_EARLY", f"the time of seat {seat} was not up", w.by_clocks(since))
    if w.now > due + w.clocks.limits.stall and slow(w, due):
        w.warn("REF_STALLED", "the referee logged a time-out late")


def _check_rule(w: Watched, timeout: Timeout) -> Action | None:
    """Checks loss or answer, and which (TIMEOUT_ANSWER); returns the answer that is stated."""
    seat = timeout.seat
    never = timeout.kind == _LINK or not w.clocks.may_miss(seat)
    if not never and w.state is None:
        w.skip(RULES, "TIMEOUT_ANSWER")
        return None
    w.ran("TIMEOUT_ANSWER")
    stated = None if never else _stated(w, seat)
    if stated is None and timeout.rule != _LOSS:
        raise w.broken("TIMEOUT_ANSWER", f"an answer is stated for seat {seat}, and its time-out is a loss")
    if stated is not None and timeout.rule == _LOSS:
        raise w.broken("TIMEOUT_ANSWER", f"seat {seat} is out of time, and {stated.text!r} had to be stated")
    if stated is not None and timeout.action != stated.text:
        raise w.broken("TIMEOUT_ANSWER", f"the rules state {stated.text!r} for seat {seat}")
    return stated


def _stated(w: Watched, seat: int) -> Action | None:
    title, _, state = w.board
    return title.stated_answer(state, seat)


def loses(w: Watched, seat: int) -> bool:
    """Tells whether a time-out of the seat would be a loss now; asked for only with the rules."""
    return w.pending is not None or not w.clocks.may_miss(seat) or _stated(w, seat) is None


def _give(w: Watched, timeout: Timeout, stated: Action | None) -> None:
    """Charges the seat up to its deadline and carries out the stated answer."""
    seat = timeout.seat
    asked = w.speakers[seat].asked
    w.clocks.missed(seat, timeout.deadline_ms if asked < 0 else w.time_of(asked), timeout.deadline_ms)
    w.stated_at = w.index
    if stated is None:
        w.skip(RULES, "STATE_MISMATCH")
        return
    try:
        follow(w, play(w, stated, seat))
    except StepError as error:
        raise w.broken("TIMEOUT_ANSWER", str(error)) from None
    check_state(w, timeout.state)
    settle(w, seat)
