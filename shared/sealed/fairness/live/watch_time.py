"""Checks time: stamps, deadlines, credits, and how the game ended (spec 2.10, 2.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic import timing
from sealed.fairness.bridge.duties import Answers
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.live.watched import OVER, PLAY, REVEALED, RULES, Watched

if TYPE_CHECKING:
    from sealed.fairness.live.watched import Pending
    from sealed.fairness.signing.messages import Header
    from sealed.wire.v1.fairness_pb2 import Notice, SlotEnd

_HOUR_MS: Final = 3_600_000


def deadline(w: Watched, seat: int) -> int | None:
    """Returns until when a seat's answer or link is due, in ms.

    None if it owes nothing, or if its bank is not known because the rules are not at hand.
    """
    clocks = w.clocks
    if w.phase != PLAY or (clocks.limits.clocked and w.state is None):
        return None
    if w.pending is not None:
        if seat not in w.pending.message.contributors:
            return None
        return clocks.deadline(seat, w.pending.time_ms, clocks.limits.link)
    asked = w.speakers[seat].asked
    return None if asked < 0 else clocks.deadline(seat, w.time_of(asked), clocks.limits.decision)


def check_received(w: Watched, header: Header, received_ms: int) -> None:
    """Checks that a message can have come when the referee says it came (TIME_RANGE)."""
    w.ran("TIME_RANGE")
    if not w.time_of(header.seen_size - 1) <= received_ms <= w.now:
        detail = f"the message of seat {header.seat} cannot have come when it is said to"
        raise w.broken("TIME_RANGE", detail, w.by_times(header.seen_size - 1))


def check_in_time(w: Watched, seat: int, received_ms: int) -> None:
    """Checks that an answer came before its deadline (TIME_UP)."""
    if w.state is None:
        w.skip(RULES, "TIME_UP")
        return
    w.ran("TIME_UP")
    due = deadline(w, seat)
    if due is not None and received_ms > due:
        detail = f"the answer of seat {seat} came after its deadline"
        klass = Klass.D if w.clocks.by_history and w.merged else Klass.C
        raise w.broken("TIME_UP", detail, klass)


def note_answer(w: Watched, seat: int, received_ms: int) -> None:
    """Charges a seat for its own answer, as long as it was known to be asked."""
    speaker = w.speakers[seat]
    if speaker.asked < 0:
        w.clocks.seats[seat].misses = 0
    else:
        w.clocks.answered(seat, w.time_of(speaker.asked), received_ms, fresh=speaker.fresh)


def check_waits(w: Watched, pending: Pending, end: SlotEnd) -> None:
    """Checks how long the links of a slot are said to have taken (TIME_RANGE, SLOT_STALLED)."""
    passed = w.now - pending.time_ms
    if len(end.waits) != len(end.links):
        raise w.broken("TIME_RANGE", "not every link has its waiting time")
    for wait in end.waits:
        w.ran("TIME_RANGE")
        if wait > passed:
            detail = "a link is said to have taken longer than its slot was open"
            raise w.broken("TIME_RANGE", detail, w.by_times(pending.index))
    w.ran("SLOT_STALLED")
    last = pending.time_ms + max(end.waits, default=0)
    if slow(w, last):
        w.warn("SLOT_STALLED", "the referee held back the result of a slot")


def slow(w: Watched, since: int) -> bool:
    """Tells whether more than `stall_s` has gone by since then, pauses and credits not counted."""
    return w.now - since - timing.free(since, w.now, w.clocks.gaps) > w.clocks.limits.stall


def check_notice(w: Watched, notice: Notice, previous_ms: int) -> None:
    """Checks a credit: an interval between the previous entry and this one (TIME_RANGE)."""
    if notice.kind != "credit":
        return
    w.ran("TIME_RANGE")
    if not previous_ms <= notice.from_ms <= notice.to_ms <= w.now:
        detail = "a credit is given for time in which something was logged"
        raise w.broken("TIME_RANGE", detail, w.by_times(w.index - 1))
    w.clocks.credit(notice.from_ms, notice.to_ms)


def check_prompt(w: Watched) -> None:
    """Warns if the referee let the table wait for an entry of its own (REF_STALLED)."""
    w.ran("REF_STALLED")
    if w.due_since is not None and slow(w, w.due_since):
        w.warn("REF_STALLED", "the referee kept the table waiting longer than it may")


def note_due(w: Watched) -> None:
    """Takes note of whether the referee owes an entry after this append."""
    waits = w.phase != "P" or w.pending is not None or w.duty is None or isinstance(w.duty, Answers)
    if waits and not w.ending:
        w.due_since = None
    elif w.due_since is None:
        w.due_since = w.now


def referee_due(w: Watched) -> int | None:
    """Returns from when (ms) on the next entry is the referee's to log; it may lie ahead. None: not foreseen.

    A step of the game at once, a time-out at its deadline, the reveal when it is due, a page at once.
    """
    if w.phase == PLAY and w.due_since is None:
        return min(filter(None, (deadline(w, n) for n in w.seats)), default=None)
    if w.phase == PLAY:
        return w.due_since
    if w.phase == OVER:
        return reveal_due(w)
    return w.last_time if w.phase == REVEALED and w.pages_due else None


def reveal_due(w: Watched) -> int:
    """Returns from when (ms) the reveal may be logged, given the RESULTs so far."""
    if w.params.appeal_hours:
        return w.over_time + w.params.appeal_hours * _HOUR_MS
    if all(speaker.voted is not None for speaker in w.speakers.values()):
        return w.over_time
    return timing.deadline(w.over_time, 0, 0, w.clocks.limits.result, clocked=False, gaps=w.clocks.gaps)
