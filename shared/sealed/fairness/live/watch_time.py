"""Checks time: stamps, deadlines, credits, time-outs, and how the game ended (spec 2.10, 2.12).

Without a bank clock. A table that has one (or pauses) is step g: its deadlines are NOT_CHECKED(clock).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic import timing
from sealed.fairness.bridge.duties import Answers, Ended, Slots
from sealed.fairness.live.watched import CLOCK, OVER, PLAY, REVEALED, RULES, Limits, Watched

if TYPE_CHECKING:
    from sealed.engine.frames import State
    from sealed.fairness.live.watched import Pending
    from sealed.fairness.signing.messages import Header
    from sealed.wire.v1.fairness_pb2 import Clock, FinalPage, FinalReveal, GameOver, Notice, SlotEnd, Timeout

_LOSS: Final = 1
_ANSWER, _LINK = 1, 2
_MS: Final = 1000
_HOUR_MS: Final = 3_600_000


def limits_of(clock: Clock) -> Limits:
    """Returns the deadlines of a table; a bank clock is not checked yet."""
    return Limits(
        decision=_MS * clock.decision_s,
        link=_MS * clock.link_s,
        result=_MS * clock.result_s,
        stall=_MS * clock.stall_s,
        banked=bool(clock.bank_s or clock.minimum_s) or clock.on_timeout != _LOSS,
    )


def deadline(w: Watched, seat: int) -> int | None:
    """Returns until when a seat's answer or link is due, in ms; None if it owes nothing."""
    if w.pending is not None:
        if seat not in w.pending.message.contributors:
            return None
        return timing.deadline(w.pending.time_ms, 0, 0, w.clock.link, clocked=False, gaps=w.gaps)
    asked = w.speakers[seat].asked
    if asked < 0:
        return None
    return timing.deadline(w.time_of(asked), 0, 0, w.clock.decision, clocked=False, gaps=w.gaps)


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
    if w.clock.banked:
        w.skip(CLOCK, "TIME_UP")
        return
    w.ran("TIME_UP")
    due = deadline(w, seat)
    if due is not None and received_ms > due:
        raise w.broken("TIME_UP", f"the answer of seat {seat} came after its deadline")


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
    if _slow(w, last):
        w.warn("SLOT_STALLED", "the referee held back the result of a slot")


def _slow(w: Watched, since: int) -> bool:
    return w.now - since - timing.free(since, w.now, w.gaps) > w.clock.stall


def check_notice(w: Watched, notice: Notice, previous_ms: int) -> None:
    """Checks a credit: an interval between the previous entry and this one (TIME_RANGE)."""
    if notice.kind != "credit":
        return
    w.ran("TIME_RANGE")
    if not previous_ms <= notice.from_ms <= notice.to_ms <= w.now:
        detail = "a credit is given for time in which something was logged"
        raise w.broken("TIME_RANGE", detail, w.by_times(w.index - 1))
    w.gaps.append((notice.from_ms, notice.to_ms))


def check_timeout(w: Watched, timeout: Timeout) -> None:
    """Checks that the seat owes it, that the deadline is the recomputed one and that it has passed."""
    if w.clock.banked:
        w.skip(CLOCK, "TIMEOUT_EARLY")
    elif timeout.kind == _ANSWER and w.state is None:
        w.skip(RULES, "TIMEOUT_EARLY")
    else:
        w.ran("TIMEOUT_EARLY")
        _check_expiry(w, timeout)
    w.ending = "time"
    if timeout.seat in w.speakers:
        w.speakers[timeout.seat].late = True


def _check_expiry(w: Watched, timeout: Timeout) -> None:
    seat = timeout.seat
    speaker = w.speakers.get(seat)
    owes_link = w.pending is not None
    if speaker is None or speaker.late or owes_link != (timeout.kind == _LINK):
        raise w.broken("TIMEOUT_EARLY", f"seat {seat} does not owe what it is said to be late with")
    due = deadline(w, seat)
    if due is None or (w.pending is not None and timeout.first_k != w.pending.message.first_k):
        raise w.broken("TIMEOUT_EARLY", f"seat {seat} does not owe what it is said to be late with")
    if timeout.rule != "loss" or timeout.counter != speaker.counter:
        raise w.broken(
            "TIMEOUT_EARLY", f"the time-out of seat {seat} is not about its last message, or no loss"
        )
    if timeout.deadline_ms != due or w.now < due:
        since = w.pending.index if w.pending is not None else speaker.asked
        raise w.broken("TIMEOUT_EARLY", f"the time of seat {seat} was not up", w.by_times(since))
    if w.now > due + w.clock.stall and _slow(w, due):
        w.warn("REF_STALLED", "the referee logged a time-out late")


def check_prompt(w: Watched) -> None:
    """Warns if the referee let the table wait for an entry of its own (REF_STALLED)."""
    w.ran("REF_STALLED")
    if w.due_since is not None and _slow(w, w.due_since):
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
        return None if w.clock.banked else min(filter(None, (deadline(w, n) for n in w.seats)), default=None)
    if w.phase == PLAY:
        return w.due_since
    if w.phase == OVER:
        return reveal_due(w)
    return w.last_time if w.phase == REVEALED and w.pages_due else None


# ---- the end (2.10) ----


def check_cause(w: Watched, over: GameOver) -> None:
    """Checks that the cause of the end stands in the log, with the right seats (END_CAUSE)."""
    if over.cause in {"rules", "exhausted"} and w.state is None:
        w.skip(RULES, "END_CAUSE")
        return
    w.ran("END_CAUSE")
    if w.ending and over.cause != w.ending:
        raise w.broken("END_CAUSE", f"the log says {w.ending} and GAME_OVER says {over.cause}")
    if not _caused(w, over.cause, tuple(over.seats)):
        raise w.broken("END_CAUSE", f"nothing in the log ends the game by {over.cause} for these seats")


def _caused(w: Watched, cause: str, seats: tuple[int, ...]) -> bool:
    said = w.speakers.items()
    match cause:
        case "rules":
            return isinstance(w.duty, Ended) and w.pending is None and not seats
        case "resign":
            return bool(seats) and seats == tuple(seat for seat, speaker in said if speaker.resigned)
        case "time":
            return bool(seats) and seats == tuple(seat for seat, speaker in said if speaker.late)
        case "abandon":
            return not seats or seats == tuple(seat for seat, speaker in said if speaker.stops) == w.seats
        case _:
            used_up = isinstance(w.duty, Slots) and w.last_k + len(w.duty.requests) > w.params.n_slots
            return used_up and w.pending is None and not seats


def expected_result(w: Watched, over: GameOver, state: State | None) -> str | None:
    """Returns the result that the title gives for this end in this position; None without the rules."""
    if w.title is None or w.setup is None or state is None:
        return None
    match over.cause:
        case "rules":
            return w.title.result(state)
        case "resign" | "time":
            return w.title.after_loss(w.setup, tuple(over.seats))
        case "exhausted":
            return w.title.unfinished(state)
        case _:
            return "none"


def end_game(w: Watched, over: GameOver) -> None:
    """Takes note that the game is over."""
    w.game_over, w.over_time, w.over_index, w.phase, w.ending = over, w.now, w.index, OVER, ""
    for speaker in w.speakers.values():
        speaker.asked = -1


def reveal_due(w: Watched) -> int:
    """Returns from when (ms) the reveal may be logged, given the RESULTs so far."""
    if w.params.appeal_hours:
        return w.over_time + w.params.appeal_hours * _HOUR_MS
    if all(speaker.voted is not None for speaker in w.speakers.values()):
        return w.over_time
    return timing.deadline(w.over_time, 0, 0, w.clock.result, clocked=False, gaps=w.gaps)


def check_reveal(w: Watched, reveal: FinalReveal) -> None:
    """Checks that the reveal is not before it was due (FIN_EARLY)."""
    w.ran("FIN_EARLY")
    if w.now < reveal_due(w):
        detail = "the hidden part was revealed before that was due"
        raise w.broken("FIN_EARLY", detail, w.by_times(w.over_index))
    w.tape_seed, w.pages_due, w.phase = reveal.tape_seed, reveal.pages, REVEALED
    w.last_page = w.index + 1


def check_page(w: Watched, page: FinalPage) -> None:
    """Takes note of a page; what it says is checked by the audit."""
    del page
    w.pages_due -= 1
    w.last_page = w.index + 1
