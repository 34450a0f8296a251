"""A scribe at a table with a clock, honest by default, that keeps its own books of time in the plainest way.

Time runs here in whole seconds, and every figure is found by walking from second to second; so the books
share nothing with the arithmetic of the verifier or of the referee.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from malicious_referee import MaliciousReferee

from sealed.engine.canonical import public_bytes
from sealed.engine.kernel import apply, asked
from sealed.fairness.arithmetic.identifiers import state_digest
from sealed.fairness.bridge import duties
from sealed.fairness.bridge.shifts import shifts
from sealed.fairness.payloads.codec import EntryType as E
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    import random

    from sealed.engine.title import Title

SECOND = 1000
CLOCK = {
    "bank_s": 60,
    "increment_s": 15,
    "minimum_s": 20,
    "decision_s": 300,
    "link_s": 120,
    "result_s": 300,
    "pause_s": 600,
    "stall_s": 60,
    "on_timeout": 2,
    "misses": 2,
}


@dataclass
class Stopwatch:
    """The time of one seat, in ms."""

    bank: int
    misses: int = 0
    asked: tuple[int, bool] | None = None
    """Since when a question is open, and whether it earns the increment."""


class ClockedScribe(MaliciousReferee):
    """Makes clocked games; `clock` changes values of CLOCK."""

    clock: dict[str, int] = {}  # noqa: RUF012 - made anew by each subclass

    def __init__(
        self, title: Title, seats: int, rng: random.Random, options: dict[str, str] | None = None
    ) -> None:
        """Sets the table up."""
        self.rule = wire.Clock(**{**CLOCK, **self.clock})
        super().__init__(title, seats, rng, options)
        self.watches = {seat: Stopwatch(self.rule.bank_s * SECOND) for seat in self.players}
        self.words: list[tuple[int, int, bool]] = []
        """What was said about pausing: when, by whom, what."""
        self.credits: list[tuple[int, int]] = []
        self.lag = 0
        """How long before its entry an answer was received."""
        self._actor = 0

    def _params(self) -> wire.Params:
        params = super()._params()
        params.clock.CopyFrom(self.rule)
        return params

    @property
    def banked(self) -> bool:
        """Tells whether there are banks."""
        return bool(self.rule.bank_s or self.rule.minimum_s)

    # ---- the books ----

    def paused(self) -> list[tuple[int, int]]:
        """Returns the first `pause_s` seconds in which all wished it; the last word stands for ever."""
        left, spans, wishing = self.rule.pause_s * SECOND, [], set()
        for number, (when, seat, on) in enumerate(self.words):
            wishing = wishing | {seat} if on else wishing - {seat}
            until = self.words[number + 1][0] if number + 1 < len(self.words) else when + left
            if len(wishing) == len(self.players):
                spans.append((when, min(until, when + left)))
                left -= spans[-1][1] - spans[-1][0]
        return spans

    def ticks(self, second: int) -> bool:
        """Tells whether clocks run in the second that begins then."""
        return not any(start <= second < end for start, end in (*self.paused(), *self.credits))

    def used(self, start: int, end: int) -> int:
        """Returns how much of a span is charged."""
        return sum(SECOND for second in range(start, end, SECOND) if self.ticks(second))

    def _charge(self, seat: int, start: int, end: int, *, fresh: bool) -> None:
        if self.banked:
            watch, over = self.watches[seat], self.used(start, end) - self.rule.minimum_s * SECOND
            watch.bank = max(watch.bank - max(over, 0), 0) + fresh * self.rule.increment_s * SECOND

    def expiry(self, seat: int) -> int | None:
        """Returns when the time of a seat is up, None if it owes nothing."""
        watch = self.watches[seat]
        slot = isinstance(self.due(), duties.Slots)
        if not slot and watch.asked is None:
            return None
        second = self.opened_ms if slot else watch.asked[0]
        left = SECOND * (self.rule.link_s if slot else self.rule.decision_s)
        if self.banked:
            left = min(left, watch.bank + self.rule.minimum_s * SECOND)
        while left:
            left -= SECOND * self.ticks(second)
            second += SECOND
        return second

    def sign(self) -> None:
        """Ends the append, and sees who is asked since when."""
        super().sign()
        due = self.due() if len(self.entries) > 1 else None
        owing = due.seats if isinstance(due, duties.Answers) else ()
        for seat, watch in self.watches.items():
            if seat not in owing:
                watch.asked = None
            elif watch.asked is None:
                watch.asked = (self.now, seat != self._actor)
        self._actor = 0

    # ---- what happens ----

    def act(self, seat: int, action: object) -> None:
        """Logs an answer, received `lag` before."""
        watch = self.watches[seat]
        if watch.asked is not None:
            start, fresh = watch.asked
            self._charge(seat, start, self.now - self.lag, fresh=fresh)
        watch.misses, watch.asked, self._actor = 0, None, seat
        super().act(seat, action)

    def end_slot(self, due: duties.Slots) -> None:
        """Logs the SLOT_END; all links came at its time."""
        for seat in self.players:
            self._charge(seat, self.opened_ms, self.now, fresh=False)
        super().end_slot(due)

    def answer(self, seat: int, action: object) -> None:
        """Makes an append of an answer."""
        self.act(seat, action)
        self.settle()
        self.sign()

    def pause(self, seat: int, *, on: bool = True) -> None:
        """Makes an append of a PAUSE."""
        signed = self.say(seat, E.PAUSE, wire.Pause(on=on).SerializeToString(deterministic=True))
        self.log(E.PAUSE, wire.PauseEntry(msg=signed, received_ms=self.now))
        self.words.append((self.now, seat, on))
        self.sign()

    def credit(self, start: int, end: int) -> None:
        """Makes an append of a restart credit."""
        self.credits.append((start, end))
        super().credit(start, end)

    def late(self) -> list[int]:
        """Returns the seats whose time is up now."""
        ends = {seat: self.expiry(seat) for seat in self.players}
        return [seat for seat, end in ends.items() if end is not None and end <= self.now]

    def stated(self, seat: int) -> object | None:
        """Returns what is stated for a seat that is late, None if it loses."""
        if self.rule.on_timeout != 2 or self.watches[seat].misses >= self.rule.misses:
            return None
        return self.title.stated_answer(self.state, seat)

    def expire(self) -> None:
        """Makes the append of all time-outs that are due now."""
        late = self.late()
        losers = [seat for seat in late if self.stated(seat) is None]
        for seat in losers or late:
            if losers:
                self.time_out(seat)
            elif seat in asked(self.state):
                self.state_answer(seat)
        if losers:
            self.game_over("time", *losers)
        else:
            self.settle()
        self.sign()

    def time_out(self, late: int, **changed: object) -> None:
        """Logs a TIMEOUT that is a loss."""
        slot = isinstance(self.due(), duties.Slots)
        given = {
            "seat": late,
            "deadline_ms": self.expiry(late) or self.now,
            "counter": self.players[late].counter,
            "rule": "loss",
            "kind": 2 if slot else 1,
            "first_k": self.opened.first_k if slot else 0,
        }
        self.log(E.TIMEOUT, wire.Timeout(**{**given, **changed}))

    def state_answer(self, seat: int, answer: object = None, **changed: object) -> None:
        """Logs a TIMEOUT with a stated answer and carries it out."""
        action = answer or self.stated(seat) or self.title.stated_answer(self.state, seat)
        watch, until = self.watches[seat], self.expiry(seat)
        self._charge(seat, watch.asked[0], until, fresh=False)
        watch.misses, watch.asked = watch.misses + 1, None
        step = apply(self.state, action, seat)
        for shift in shifts(self.places, step.events):
            self.follow(shift)
        self.between_bags(step.events)
        self.state = step.state
        given = {
            "seat": seat,
            "deadline_ms": until,
            "counter": self.players[seat].counter,
            "rule": "answer",
            "kind": 1,
            "action": action.text,
            "state": state_digest(self.id, public_bytes(self.state)),
        }
        self.log(E.TIMEOUT, wire.Timeout(**{**given, **changed}))


def with_clock(**clock: int) -> type[ClockedScribe]:
    """Returns a scribe whose clock has these values where they differ from CLOCK."""
    return type("Clocked", (ClockedScribe,), {"clock": clock})
