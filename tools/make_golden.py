"""Makes the golden records: whole matches in memory, each from one seed, a folder for each title.

Run as `python tools/make_golden.py`; the folders of tests/golden are written anew. Needed only when the
edition of the rules or the bytes of the protocol change: a record made once stays valid, whatever bots learn.
With names (`python tools/make_golden.py two_by_the_clock`) only those records are made, with the name of a
folder (`south_front`) all of that folder.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / folder) for folder in ("shared", "referee", "client", "tests/support")]

from golden_walk import in_short  # noqa: E402 - found by the path above
from match import InMemoryMatch  # noqa: E402
from shaef_tidy import TidyPlayer  # noqa: E402
from south_front_bold import BoldPlayer  # noqa: E402
from table_match import saved_of  # noqa: E402

from sealed.engine import kernel  # noqa: E402
from sealed.fairness.audit.audit import audit  # noqa: E402
from sealed.fairness.payloads.codec import EntryType  # noqa: E402
from sealed.fairness.record import Record, record_bytes  # noqa: E402
from sealed.fairness.signing.keys import load_backend  # noqa: E402
from sealed.fairness.signing.messages import parse_header  # noqa: E402
from sealed.games import title_of  # noqa: E402
from sealed.games.popular_front import TITLE as POPULAR_FRONT  # noqa: E402
from sealed.games.shaef import TITLE as SHAEF  # noqa: E402
from sealed.games.south_front import TITLE as SOUTH_FRONT  # noqa: E402
from sealed.wire.v1.fairness_pb2 import Clock  # noqa: E402
from sealed.wire.v1.referee_pb2 import Link, Phase, Submit  # noqa: E402
from sealed_client.bots import make_bot  # noqa: E402
from sealed_referee.changes import Output  # noqa: E402
from sealed_referee.opening import Keys  # noqa: E402
from sealed_referee.restoring import restore_table  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from match import Player

    from sealed.engine.frames import State
    from sealed.engine.title import Title
    from sealed.fairness.audit.report import Report
    from sealed_client.moves import Sending

TARGET = ROOT / "tests/golden"
CREATED = "2026-01-01T00:00:00Z"
MOST_STEPS = 64
OUTAGE_MS = 90_000
PAUSE_MS = 900_000


class GoldenMatch(InMemoryMatch):
    """A match in which seats can keep silent. `silent` holds pairs of seat and what it does not send."""

    def __init__(self, plan: Plan) -> None:
        """Sits everybody down."""
        self.silent: set[tuple[int, int]] = set()
        super().__init__(plan.title, len(plan.bots), Random(plan.seed), plan.options, plan.clock)
        rngs = [Random(plan.seed * 100 + number) for number in range(len(plan.bots))]
        self.players = {
            number: _player(kind, plan.title, rng)
            for number, (kind, rng) in enumerate(zip(plan.bots, rngs, strict=True), 1)
        }

    def post(self, number: int, sending: Sending) -> Output:
        """Hands a message to the table, unless the seat keeps silent about such things."""
        return Output() if (number, _kind(sending)) in self.silent else super().post(number, sending)

    @property
    def running(self) -> bool:
        """Tells whether the game is on."""
        return self.table.phase == Phase.PHASE_PLAYING

    def answers(self, limit: int) -> None:
        """Plays so many answers, or until nobody can answer."""
        for _ in range(limit):
            if not self.asked:
                return
            number = self.rng.choice(self.asked)
            self.answer(number, self.players[number], self.rng.randint(1, MOST_STEPS))

    def answers_until(self, question: str) -> None:
        """Plays on, one answer at a time, until a question of this kind is open."""
        while question not in self.open_questions:
            number = self.asked[0]
            self.answer(number, self.players[number], 1)

    @property
    def state(self) -> State:
        """Returns the referee's state."""
        return self.table.running.game.state

    @property
    def open_questions(self) -> set[str]:
        """Returns the kind of the question that is open, if one is."""
        asked = kernel.question(self.state)
        return {asked.id} if asked else set()

    def wait_for_deadline(self) -> None:
        """Lets time pass until something is due by itself."""
        due = self.table.next_deadline
        if due is None:
            raise AssertionError("no deadline runs")
        self.now_ms = due
        self.deliver(0, self.table.tick(due))
        self.settle()


LINK = 0


def _kind(sending: Sending) -> int:
    match sending:
        case Link():
            return LINK
        case Submit():
            return parse_header(sending.signed.header).type
    return -1


def _player(kind: str, title: Title, rng: Random) -> Player:
    """Returns what answers for a seat: a bot, or the bold player of the tests."""
    return _BOLD[title.id](rng).answer if kind == "bold" else make_bot(kind, title, rng).answer


_BOLD = {SOUTH_FRONT.id: BoldPlayer, SHAEF.id: TidyPlayer}
"""The bold players by title."""


# ---- ways in which a match goes ----


def to_the_end(match: GoldenMatch) -> None:
    """Everybody plays on."""
    match.answers(100_000)


def resigns_in_a_slot(match: GoldenMatch) -> None:
    """Seat 2 keeps a link back, and while the slot is open seat 3 gives up."""
    match.answers(60)
    match.silent.add((2, LINK))
    to_the_end(match)
    match.do(3, match.seats[3].resign())
    match.settle()


def runs_out_of_time(match: GoldenMatch) -> None:
    """Seat 2 keeps a link back until the deadline has passed."""
    match.answers(30)
    match.silent.add((2, LINK))
    to_the_end(match)
    match.wait_for_deadline()


def thinks_too_long(match: GoldenMatch) -> None:
    """Whoever is asked does not answer."""
    match.answers(25)
    match.wait_for_deadline()


def thinks_too_long_of_a_defence(match: GoldenMatch) -> None:
    """Whoever is attacked does not answer."""
    match.answers(25)
    match.answers_until("defend")
    match.wait_for_deadline()


def thinks_too_long_of_a_casualty(match: GoldenMatch) -> None:
    """Whoever is to lose a card does not say which."""
    match.answers_until("casualty")
    match.wait_for_deadline()


def resigns_at_the_replacements(match: GoldenMatch) -> None:
    """Seat 1 keeps its links back, and gives up when its Discard Pile is to be shuffled in July."""
    while match.state.month == 1:
        match.answers(1)
    match.silent.add((1, LINK))
    to_the_end(match)
    match.do(1, match.seats[1].resign())
    match.settle()


def resigns_at_the_late_cards(match: GoldenMatch) -> None:
    """Seat 1 keeps its links back once war has begun, and gives up when the late cards are to be shuffled."""
    match.answers_until("first-movement")
    match.silent.add((1, LINK))
    to_the_end(match)
    match.do(1, match.seats[1].resign())
    match.settle()


def stops_by_agreement(match: GoldenMatch) -> None:
    """All ask for an end without a winner."""
    match.answers(25)
    for number, seat in match.seats.items():
        match.do(number, seat.resign(stop=True))
        match.settle()


def keeps_its_result(match: GoldenMatch) -> None:
    """Seat 1 does not sign the result; the referee reveals when its time is over."""
    match.silent.add((1, EntryType.RESULT))
    to_the_end(match)
    match.wait_for_deadline()


def is_interrupted(match: GoldenMatch) -> None:
    """The referee is lost in the middle and comes back from what it had stored."""
    match.answers(30)
    is_lost(match)
    to_the_end(match)


def is_lost(match: GoldenMatch) -> None:
    """The referee is lost and comes back from what it had stored, some time later."""
    saved = saved_of([output.change for output in match.outputs if output.change is not None])
    match.table = restore_table(saved, match.titles, Keys(match.referee, match.signatures))
    match.now_ms += OUTAGE_MS
    match.deliver(0, match.table.credit(match.tick()))
    match.settle()


def is_played_by_the_clock(match: GoldenMatch) -> None:
    """All rest for a while, the referee is lost, one seat misses an answer and in the end time is up."""
    match.answers(20)
    for number, seat in match.seats.items():
        match.do(number, seat.pause(on=True))
        match.settle()
    match.now_ms += PAUSE_MS
    match.do(1, match.seats[1].pause(on=False))
    match.settle()
    match.answers(10)
    is_lost(match)
    while not match.asked or match.title.stated_answer(match.state, match.asked[0]) is None:
        match.answers(1)
    match.wait_for_deadline()
    match.answers(5)
    while match.running:
        match.wait_for_deadline()


class Plan(NamedTuple):
    """Is one golden match: its seed, a bot for each seat, table options, how it goes, and a clock if any."""

    seed: int
    bots: tuple[str, ...]
    options: dict[str, str]
    course: Callable[[GoldenMatch], None] = to_the_end
    clock: Clock | None = None
    title: Title = POPULAR_FRONT


SHORT = {"round-cap": "8"}
CLOCK = Clock(
    bank_s=600, increment_s=15, minimum_s=20, decision_s=300, link_s=120, pause_s=1800, on_timeout=2, misses=1
)

PLANS = {
    "two_steady": Plan(59, ("steady",) * 2, {}),
    "two_short_track": Plan(2, ("random", "steady"), {"track": "44", "flags": "rectangular"}),
    "two_time_in_a_slot": Plan(3, ("steady",) * 2, SHORT, runs_out_of_time),
    "two_time_at_a_question": Plan(4, ("random",) * 2, SHORT, thinks_too_long),
    "three_random": Plan(5, ("random",) * 3, {"round-cap": "8", "flags": "rectangular"}),
    "three_stop": Plan(6, ("steady", "random", "random"), SHORT, stops_by_agreement),
    "four_unsigned_result": Plan(7, ("steady",) * 4, SHORT, keeps_its_result),
    "five_interrupted": Plan(8, ("steady", "random", "steady", "random", "steady"), SHORT, is_interrupted),
    "six_resigns_in_a_slot": Plan(9, ("random",) * 6, SHORT, resigns_in_a_slot),
    "two_by_the_clock": Plan(11, ("random",) * 2, SHORT, is_played_by_the_clock, CLOCK),
    "six_mixed": Plan(10, ("steady", "steady", "random", "steady", "steady", "steady"), SHORT),
}


SOUTH_FRONT_PLANS = {
    "bold": Plan(21, ("bold",) * 2, {}, title=SOUTH_FRONT),
    "first_game": Plan(
        22,
        ("steady", "random"),
        {"first-hand": "first-game", "egypt-border": "open", "usa-at-war": "8"},
        is_interrupted,
        title=SOUTH_FRONT,
    ),
    "resigns_at_the_late_cards": Plan(
        23, ("bold", "random"), {"adriatic": "no"}, resigns_at_the_late_cards, title=SOUTH_FRONT
    ),
    "time_at_a_defence": Plan(
        24, ("bold", "bold"), {"mulligan": "no"}, thinks_too_long_of_a_defence, title=SOUTH_FRONT
    ),
    "by_the_clock": Plan(
        25,
        ("random",) * 2,
        {"usa-at-war": "8", "adriatic": "no", "mulligan": "no"},
        is_played_by_the_clock,
        CLOCK,
        SOUTH_FRONT,
    ),
}

SHAEF_PLANS = {
    "free": Plan(31, ("random",) * 2, {"scenario": "free", "wetlands": "pass"}, title=SHAEF),
    "interrupted": Plan(36, ("random", "steady"), {}, is_interrupted, title=SHAEF),
    "time_at_a_casualty": Plan(33, ("bold",) * 2, {}, thinks_too_long_of_a_casualty, title=SHAEF),
    "resigns_at_the_replacements": Plan(34, ("bold",) * 2, {}, resigns_at_the_replacements, title=SHAEF),
    "by_the_clock": Plan(35, ("random",) * 2, {"wetlands": "pass"}, is_played_by_the_clock, CLOCK, SHAEF),
}

FOLDERS = {"popular_front": PLANS, "south_front": SOUTH_FRONT_PLANS, "shaef": SHAEF_PLANS}
"""The plans by folder."""


def play(plan: Plan) -> Record:
    """Returns the record of a match that goes as planned, to the last audit verdict."""
    match = GoldenMatch(plan)
    match.begin()
    plan.course(match)
    if match.running:
        raise AssertionError("the match is not over")
    match.finish()
    if match.refusals or match.problems:
        raise AssertionError(f"refused: {match.refusals} {match.problems}")
    return match.seats[1].follower.notebook.record_until(created=CREATED)


def expected(report: Report, record: Record) -> dict[str, object]:
    """Returns what a test compares with a new audit of the same record."""
    ended = report.ended
    if report.verdict != "PASS" or ended is None:
        raise AssertionError(report.sentences())
    return in_short(report, record)


def make(folder: str, named: set[str]) -> None:
    """Writes the records of a folder, all or those that are named, and beside them what is expected."""
    plans, target = FOLDERS[folder], TARGET / folder
    target.mkdir(parents=True, exist_ok=True)
    path, whole = target / "expect.json", not named or folder in named
    for old in target.glob("*.ftr") if whole else ():
        old.unlink()
    expectations = {} if whole else json.loads(path.read_text("utf-8"))
    for name in plans if whole else plans.keys() & named:
        record = play(plans[name])
        data = record_bytes(record)
        (target / f"{name}.ftr").write_bytes(data)
        expectations[name] = expected(audit(record, title_of, load_backend()), record)
        print(f"{name}: {len(data)} bytes, {expectations[name]['cause']}, {expectations[name]['result']}")
    text = json.dumps(expectations, indent=1) + "\n"
    path.write_text(text, "utf-8")


def main() -> None:
    """Writes all records, or those that are named."""
    named = set(sys.argv[1:])
    for folder, plans in FOLDERS.items():
        if not named or named & {folder, *plans}:
            make(folder, named)


if __name__ == "__main__":
    main()
