"""Checks how a game ends: cause, result, final position, reveal and pages (spec 2.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.bridge.duties import Ended, Slots
from sealed.fairness.live.watch_acts import check_state
from sealed.fairness.live.watch_time import deadline, reveal_due
from sealed.fairness.live.watch_timeout import loses
from sealed.fairness.live.watched import OVER, REVEALED, RULES, Watched

if TYPE_CHECKING:
    from sealed.engine.frames import State
    from sealed.wire.v1.fairness_pb2 import FinalPage, FinalReveal, GameOver


def check_over(w: Watched, over: GameOver) -> None:
    """Checks a GAME_OVER and ends the game."""
    _check_cause(w, over)
    _warn_of_spared(w, over)
    _check_result(w, over)
    _check_final_state(w, over)
    _end_game(w, over)


def _check_cause(w: Watched, over: GameOver) -> None:
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


def _end_game(w: Watched, over: GameOver) -> None:
    """Takes note that the game is over."""
    w.game_over, w.over_time, w.over_index, w.phase, w.ending = over, w.now, w.index, OVER, ""
    w.clocks.end(w.now)
    for speaker in w.speakers.values():
        speaker.asked = -1


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


def _warn_of_spared(w: Watched, over: GameOver) -> None:
    """Warns of a seat that was out of time as well when others lost by time, and was not named."""
    # Whose link was late alone is the referee's to say: the log does not know who has given his.
    if over.cause != "time" or w.state is None or w.pending is not None:
        return
    for seat, speaker in w.speakers.items():
        due = deadline(w, seat)
        if not speaker.late and due is not None and due < w.now and loses(w, seat):
            w.warn("REF_STALLED", f"seat {seat} was out of time too, and no time-out says so")


def _check_result(w: Watched, over: GameOver) -> None:
    """Checks the result against the title's, as far as public knowledge goes (FIN_RESULT)."""
    expected = expected_result(w, over, w.state)
    if expected is None:
        w.skip(RULES, "FIN_RESULT")
        return
    w.ran("FIN_RESULT")
    if over.result != expected:
        raise w.broken("FIN_RESULT", f"the rules make it {expected!r}, GAME_OVER says {over.result!r}")


def _check_final_state(w: Watched, over: GameOver) -> None:
    if w.state is None:
        w.skip(RULES, "STATE_MISMATCH")
    else:
        check_state(w, over.state)
