"""What happens at a deadline: a loss, or the answer that the title states (spec 2.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sealed.engine.action import Action
    from sealed_referee.match import Match

_ANSWER, _LINK = 1, 2
_ON_THE_WAY: Final = frozenset({int(EntryType.DRAW), int(EntryType.PEEK), int(EntryType.FORCED)})
"""Entries that stand between an answer and the question that it leads to."""


def time_out(match: Match, late: Sequence[int], counters: Mapping[int, int]) -> None:
    """Logs what becomes of the seats that are late, ascending, and what is due then.

    If one of them loses, the stated answers of the others are not given. `counters` are those of the seats'
    last logged messages.
    """
    lost = [seat for seat in late if _stated(match, seat) is None]
    if lost:
        _lose(match, lost, counters)
        return
    for seat in late:
        # A stated answer may have closed the question that a later seat owed as well.
        if seat not in match.game.owing:
            continue
        answer = _stated(match, seat)
        if answer is None:
            _lose(match, [seat], counters)
            return
        _answer(match, seat, answer, counters)
    match.advance()


def _stated(match: Match, seat: int) -> Action | None:
    """Returns the answer that stands in for a late seat; None if its time-out is loss."""
    if match.pending is not None or not match.deadlines.may_miss(seat):
        return None
    return match.game.title.stated_answer(match.game.state, seat)


def _lose(match: Match, seats: Sequence[int], counters: Mapping[int, int]) -> None:
    owed, pending = match.owed(), match.pending
    for seat in seats:
        timeout = wire.Timeout(
            seat=seat,
            deadline_ms=owed[seat],
            counter=counters.get(seat, 0),
            rule="loss",
            kind=_LINK if pending else _ANSWER,
            first_k=pending.first_k if pending else 0,
        )
        match.log.add(EntryType.TIMEOUT, timeout)
    match.lose("time", tuple(seats))


def _answer(match: Match, seat: int, answer: Action, counters: Mapping[int, int]) -> None:
    """Carries out the stated answer of one seat and logs it; what it makes due comes later."""
    game, deadline_ms = match.game, match.owed()[seat]
    match.deadlines.missed(seat, game.asked_ms[seat], deadline_ms)
    game.happen((answer,), seat)
    timeout = wire.Timeout(
        seat=seat,
        deadline_ms=deadline_ms,
        counter=counters.get(seat, 0),
        rule="answer",
        kind=_ANSWER,
        action=answer.text,
        state=game.digest(),
    )
    game.settle(match.log.add(EntryType.TIMEOUT, timeout), match.log.time_ms, seat)


def is_fresh(entries: Sequence[wire.Entry], asked: int, seat: int) -> bool:
    """Tells whether the question put by entry `asked` is fresh: not put by an ACT of the seat itself."""
    while entries[asked].type in _ON_THE_WAY:
        asked -= 1
    entry = entries[asked]
    if entry.type != EntryType.ACT:
        return True
    return parse_header(wire.ActEntry.FromString(entry.payload).msg.header).seat != seat
