"""Laws of the clock (spec 2.12): the figures of the verifier are those of plain books (P7)."""

from __future__ import annotations

import json
from random import Random

import pytest
from clocked import SECOND, with_clock
from poll import AYE, MORE, POLL, ROLL, VOCABULARY, poll_title

from sealed.fairness.audit.audit import audit
from sealed.fairness.bridge.duties import Ended, Slots
from sealed.fairness.live.verdicts import Klass, Outcome
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.record import Record
from sealed.fairness.signing.keys import load_backend

BACKEND = load_backend("cryptography")


class Table:
    """A clocked table of Poll with a verifier that follows it; every delivery compares all figures."""

    def __init__(self, seats=2, seed=1, options=None, rules=poll_title, **clock) -> None:
        self.scribe = with_clock(**clock)(POLL, seats, Random(seed), options)
        self.verifier = Verifier(rules, BACKEND)
        self.found, self._lines = [], 0
        self.scribe.begin()
        self.deliver()

    def deliver(self) -> None:
        """Feeds what is new."""
        fresh, waiting = self.scribe.lines[self._lines :], []
        for line in fresh:
            if line.DESCRIPTOR.name == "Head":
                self.found += self.verifier.feed(waiting, line)
                waiting = []
            else:
                waiting.append(line)
        self._lines = len(self.scribe.lines)

    def agree(self) -> bool:
        """Tells whether verifier and books have the same figures for every seat."""
        scribe, verifier = self.scribe, self.verifier
        over = verifier.game_over is not None
        return not self.found and all(
            verifier.misses(seat) == watch.misses
            and (verifier.bank_ms(seat) == watch.bank or not scribe.banked)
            and (over or verifier.deadline_ms(seat) == scribe.expiry(seat))
            for seat, watch in scribe.watches.items()
        )

    def wait(self, seconds: int) -> Table:
        """Lets time go by."""
        self.scribe.now += seconds * SECOND
        return self

    def answer(self, seat: int, action=AYE) -> Table:
        """Lets a seat answer."""
        self.scribe.answer(seat, action)
        self.deliver()
        return self

    def pause(self, seat: int, *, on=True) -> Table:
        """Lets a seat say something about pausing."""
        self.scribe.pause(seat, on=on)
        self.deliver()
        return self

    def expire(self) -> Table:
        """Logs what is due by time."""
        self.scribe.expire()
        self.deliver()
        return self

    def banks(self) -> list[int]:
        """Returns the banks in seconds."""
        return [self.verifier.bank_ms(seat) // SECOND for seat in self.scribe.players]

    def last(self):
        """Returns the types of the last append."""
        size = self.scribe.heads[-2].size
        return [E(entry.type).name for entry in self.scribe.entries[size:]]


def random_clock(rng) -> dict[str, int]:
    """Returns a random clock: with and without banks, increments, pauses and stated answers."""
    banked = rng.random() < 0.8
    return {
        "bank_s": rng.choice((0, 20, 60)) if banked else 0,
        "minimum_s": rng.choice((1, 5, 20)) if banked else 0,
        "increment_s": rng.choice((0, 3, 15)),
        "decision_s": rng.choice((10, 40, 300)),
        "link_s": rng.choice((10, 60)),
        "pause_s": rng.choice((0, 7, 60)),
        "on_timeout": rng.choice((1, 2, 2)),
        "misses": rng.choice((0, 1, 2)),
    }


def random_game(seed: int) -> Table:
    """Plays a random honest game with silences, pauses, credits and late seats; compares at each step."""
    rng = Random(seed)
    options = {
        "asked": rng.choice(("turns", "together")),
        "stated": rng.choice(("pass", "stop", "none")),
        "rounds": rng.choice(("1", "3", "9")),
    }
    table = Table(rng.choice((2, 3)), seed, options, **random_clock(rng))
    scribe = table.scribe
    scribe.at("ACT", lambda m: setattr(m, "received_ms", scribe.now - scribe.lag), often=True)
    for _ in range(30):
        if isinstance(scribe.due(), Ended) or table.verifier.game_over:
            break
        _random_append(table, rng)
        assert table.agree(), (seed, table.found, len(scribe.entries))
    return table


def _random_append(table: Table, rng: Random) -> None:
    scribe, due = table.scribe, table.scribe.due()
    before, choice = scribe.now, rng.random()
    table.wait(rng.choice((0, 1, 2, 5, 12, 30)))
    soonest = min(filter(None, map(scribe.expiry, scribe.players)))
    if choice < 0.15:
        scribe.now = min(scribe.now, soonest)
        speaking = rng.choice((list(scribe.players), [rng.choice(list(scribe.players))]))
        for seat in speaking:
            table.pause(seat, on=rng.random() < 0.8)
    elif choice < 0.25:
        scribe.now = min(scribe.now, soonest)
        first, last = sorted(rng.choices(range(before, scribe.now + 1, SECOND), k=2))
        scribe.credit(first, last)
        table.deliver()
    elif scribe.late() or choice < 0.4:
        scribe.now = max(scribe.now, soonest)
        table.expire()
    elif isinstance(due, Slots):
        scribe.end_slot(due)
        scribe.settle()
        scribe.sign()
        table.deliver()
    else:
        scribe.lag = rng.choice((0, scribe.now - before)) if len(scribe.players) == 2 else 0
        table.answer(rng.choice(due.seats), rng.choice(VOCABULARY))
        scribe.lag = 0


def closes(table: Table) -> None:
    """Ends a game honestly, audits it, and compares the report with the books."""
    scribe = table.scribe
    if scribe.entries[-1].type != E.GAME_OVER:
        scribe.resign(1)
    scribe.finish()
    report = audit(scribe.record(), poll_title, BACKEND)
    assert report.verdict == "PASS", report.failures
    if report.times is not None:
        assert [one.misses for one in report.times.seats] == [one.misses for one in scribe.watches.values()]
        banks = [one.bank_ms for one in report.times.seats]
        assert banks == [one.bank if scribe.banked else None for one in scribe.watches.values()]
        assert report.times.credits == tuple(scribe.credits)


def frames(seed: int, heads: int) -> None:
    """Leaves heads of a random honest record out, one or some at a time; none of it convicts."""
    table = random_game(seed)
    closes(table)
    lines, rng = table.scribe.record().lines, Random(seed)
    heads_at = [at for at, line in enumerate(lines) if line.DESCRIPTOR.name == "Head"][:-1]
    for _ in range(heads):
        left_out = set(rng.sample(heads_at, rng.choice((1, 1, 2, min(5, len(heads_at))))))
        kept = tuple(line for at, line in enumerate(lines) if at not in left_out)
        report = audit(Record(table.scribe.id, "", "", kept), poll_title, BACKEND)
        assert report.exit_code != 1, (seed, left_out, report.failures)


@pytest.mark.parametrize("seed", range(12))
def test_heads_left_out_frame_nobody(seed) -> None:
    """Who leaves heads out makes entries look later; that convicts no honest referee (P6)."""
    frames(seed + 30, 12)


@pytest.mark.long
def test_heads_left_out_frame_nobody_at_length() -> None:
    """The same in many more games."""
    for seed in range(300):
        frames(seed, 20)


@pytest.mark.parametrize("part", range(8))
def test_the_figures_are_those_of_plain_books(part) -> None:
    """Banks, misses and deadlines of every seat are, after every append, those of the books (P7)."""
    for seed in range(part * 8, part * 8 + 8):
        closes(random_game(seed))


@pytest.mark.long
def test_the_figures_are_those_of_plain_books_at_length() -> None:
    """The same in many more games."""
    for seed in range(1000, 3000):
        closes(random_game(seed))


def test_random_games_have_everything() -> None:
    """The random games above end by time and by the rules, state answers, pause, and are credited."""
    kinds: set[str] = set()
    for seed in range(40):
        table = random_game(seed)
        over = table.verifier.game_over
        kinds |= {E(entry.type).name for entry in table.scribe.entries}
        kinds |= {f"end {over.cause}" if over else "open"}
        kinds |= {"stated"} if any(one.misses for one in table.scribe.watches.values()) else set()
        kinds |= {"paused"} if table.scribe.paused() else set()
        kinds |= {"two late"} if over and over.cause == "time" and len(over.seats) > 1 else set()
    assert kinds >= {"SLOT_END", "PAUSE", "NOTICE", "TIMEOUT", "end time", "end rules", "stated", "paused"}
    assert "two late" in kinds


# ---- laws, one at a time ----


def test_a_bank_pays_what_goes_beyond_the_minimum() -> None:
    """62 s against a minimum of 20 s take 42 s from the bank, and a fresh question adds 15 s (reading 3)."""
    table = Table().wait(62).answer(1)
    assert table.banks() == [33, 60]


def test_a_bank_never_goes_below_nothing() -> None:
    """An empty bank leaves minimum and increment (Appendix A, `charge`)."""
    table = Table(bank_s=10).wait(30).answer(1)
    assert table.banks() == [15, 10]


def test_a_question_of_the_own_answer_earns_nothing() -> None:
    """After `more` the same seat is asked by its own ACT: no increment (case 102)."""
    table = Table()
    for _ in range(3):
        table.answer(1, MORE)
    assert table.banks() == [75, 60]
    assert table.answer(1).banks() == [75, 60]
    assert table.answer(2).banks() == [75, 75]


def test_a_question_after_a_slot_is_fresh() -> None:
    """A SLOT_END puts the question, so that the answer to it earns (reading 3); the link earned nothing."""
    table = Table().answer(1, ROLL).wait(50)
    table.scribe.end_slot(table.scribe.due())
    table.scribe.settle()
    table.scribe.sign()
    table.deliver()
    assert table.banks() == [45, 30]
    assert table.answer(1).banks() == [60, 30]


def test_a_question_after_a_stated_answer_is_fresh() -> None:
    """A TIMEOUT puts questions that earn, to its own seat too (reading 3); it earns nothing itself."""
    table = Table(options={"rounds": "3"}).wait(80).expire()
    assert table.banks() == [0, 60]
    assert table.answer(2).answer(1).banks() == [15, 75]
    assert table.verifier.misses(1) == 0


def test_an_own_answer_ends_the_misses_and_an_announcement_does_not() -> None:
    """Only an ACT sets the count to 0; PAUSE and RESIGN{stop} neither end it nor cost time."""
    table = Table().wait(80).expire()
    banks = table.banks()
    table.pause(1)
    table.scribe.resign(1, stop=True)
    table.deliver()
    assert (table.verifier.misses(1), table.banks()) == (1, banks)
    assert table.answer(2).answer(1).verifier.misses(1) == 0


def test_two_stated_answers_and_then_the_loss() -> None:
    """With `misses` 2 the third time-out in a row loses (reading 5)."""
    table = Table()
    for misses in (1, 2):
        table.scribe.now = table.scribe.expiry(1)
        table.expire().answer(2)
        assert table.verifier.misses(1) == misses
    table.scribe.now = table.scribe.expiry(1)
    table.expire()
    assert tuple(table.verifier.game_over.seats) == (1,)
    closes(table)


def test_all_who_are_late_get_a_time_out_each() -> None:
    """Two seats late at once: their stated answers stand ascending in one append (reading 5)."""
    table = Table(options={"asked": "together"}).wait(80).expire()
    assert table.last() == ["TIMEOUT", "TIMEOUT"]
    assert table.agree()


def test_whose_question_has_gone_gets_no_time_out() -> None:
    """If the first stated answer closes the round, the other late seat owes nothing any more (reading 5)."""
    table = Table(options={"asked": "together", "stated": "stop", "rounds": "1"}).wait(80).expire()
    assert table.last() == ["TIMEOUT", "GAME_OVER"]
    assert [table.verifier.misses(seat) for seat in (1, 2)] == [1, 0]


def test_a_loss_leaves_no_answer_stated_beside_it() -> None:
    """If one of two late seats loses, nothing is stated for the other, and it is not named (reading 5)."""
    table = Table(options={"asked": "together"}, misses=1).wait(80)
    table.answer(2)
    table.expire()
    table.scribe.now = max(map(table.scribe.expiry, (1, 2)))
    table.expire()
    assert table.last() == ["TIMEOUT", "GAME_OVER"]
    assert tuple(table.verifier.game_over.seats) == (1,)
    assert not table.found


def test_a_stated_answer_beside_a_loss_is_disputed() -> None:
    """TIMEOUT{answer} and TIMEOUT{loss} in one append: false, or a head is missing; nobody is named."""
    table = Table(options={"asked": "together"}).wait(80)
    table.scribe.state_answer(1)
    table.scribe.time_out(2)
    table.scribe.game_over("time", 2)
    table.scribe.sign()
    table.deliver()
    assert [(one.code, one.klass) for one in table.found] == [("TIMEOUT_ANSWER", Klass.D)]


def test_an_answer_stated_after_a_loss_convicts() -> None:
    """After TIMEOUT{loss} only further losses and the end may come: TIMEOUT_ANSWER, C."""
    table = Table(options={"asked": "together", "rounds": "3"}, misses=1).wait(80)
    table.answer(2)
    table.expire()
    table.scribe.now = max(map(table.scribe.expiry, (1, 2)))
    table.scribe.time_out(1)
    table.scribe.state_answer(2)
    table.scribe.sign()
    table.deliver()
    stated = len(table.scribe.entries) - 1
    assert [(one.code, one.klass, one.entry) for one in table.found] == [("TIMEOUT_ANSWER", Klass.C, stated)]


def test_a_seat_that_is_spared_is_warned_of() -> None:
    """If two lose and one is named, a warning says so; it changes no verdict."""
    table = Table(options={"asked": "together", "stated": "none"}).wait(85)
    table.scribe.time_out(1)
    table.scribe.game_over("time", 1)
    table.scribe.sign()
    table.deliver()
    assert [(one.code, one.outcome) for one in table.found] == [("REF_STALLED", Outcome.WARN)]


def test_a_credit_in_a_pause_counts_once() -> None:
    """Gaps are a union of intervals, and the budget of the pause runs on through a credit (reading 7)."""
    table = Table(pause_s=50)
    table.pause(1).pause(2).wait(40)
    start = table.scribe.now - 30 * SECOND
    table.scribe.credit(start, table.scribe.now)
    table.deliver()
    begin = table.verifier.pause.since_ms
    assert table.verifier.gaps == ((begin, begin + 50 * SECOND),)
    table.wait(5).pause(2, on=False)
    assert table.verifier.gaps == ((begin, begin + 45 * SECOND),)
    assert table.verifier.pause.left_ms == 5 * SECOND


def test_a_pause_ends_with_the_game() -> None:
    """A pause that runs at GAME_OVER pushes nothing back after it (reading 7)."""
    table = Table().pause(1).pause(2).wait(10)
    table.scribe.resign(1)
    table.deliver()
    assert table.verifier.pause.since_ms is None
    assert table.verifier.gaps[-1][1] == table.scribe.now
    closes(table)


def test_a_pause_stops_clocks_and_not_people() -> None:
    """Who answers in a pause is charged nothing for it; the wishes stand (reading 7)."""
    table = Table(pause_s=600).pause(1).pause(2).wait(300).answer(1)
    assert table.banks() == [75, 60]
    assert table.verifier.pause.wishes == (1, 2)


def test_deadlines_without_banks_know_pauses_and_stated_answers() -> None:
    """Where there is no bank, decision_s alone counts; pauses, misses and stated answers work (reading 1)."""
    table = Table(bank_s=0, minimum_s=0, decision_s=30)
    start = table.scribe.now
    assert (table.verifier.bank_ms(1), table.verifier.deadline_ms(1)) == (None, start + 30 * SECOND)
    table.pause(1).pause(2).wait(40).pause(1, on=False)
    assert table.verifier.deadline_ms(1) == start + 70 * SECOND
    table.scribe.now = start + 70 * SECOND
    assert table.expire().last() == ["TIMEOUT"]
    assert table.verifier.misses(1) == 1


def test_the_report_says_who_was_charged_what() -> None:
    """Per seat: used, bank left, stated answers, misses; pauses and credits of the table."""
    table = Table(options={"rounds": "1"}).wait(62).answer(1)
    table.pause(1).pause(2).wait(5).pause(1, on=False)
    table.scribe.now = table.scribe.expiry(2)
    table.expire()
    table.scribe.finish()
    report = audit(table.scribe.record(), poll_title, BACKEND)
    times = report.times
    assert [tuple(one) for one in times.seats] == [
        (1, 62 * SECOND, 33 * SECOND, 0, 0),
        (2, 80 * SECOND, 0, 1, 1),
    ]
    assert [end - start for start, end in times.pauses] == [5 * SECOND]
    said = " ".join(report.sentences())
    assert "Seat 1 used 1 min 2 s and has 33 s left in its bank." in said
    assert "it was late once, and the game answered for it" in said
    assert json.loads(report.json_line())["times"]["seats"][0]["bank_ms"] == 33 * SECOND


def test_without_the_rules_banks_are_not_known() -> None:
    """Who has no rules knows pauses and wishes, and no bank or deadline of a clocked table."""
    table = Table(rules=lambda game, edition: None).pause(1).wait(30).answer(1)
    assert (table.verifier.bank_ms(1), table.verifier.deadline_ms(1)) == (None, None)
    assert table.verifier.pause.wishes == (1,)
    assert {one.detail for one in table.found} == {"the rules of this edition are not at hand"}


WITHOUT_BANKS = {"bank_s": 0, "minimum_s": 0, "decision_s": 80}


@pytest.mark.parametrize("clock", [{}, WITHOUT_BANKS], ids=["banks", "no banks"])
@pytest.mark.parametrize("end", ["TIMEOUT_EARLY", "TIME_UP"])
def test_a_pause_whose_head_is_left_out_makes_it_disputed(end, clock) -> None:
    """Without the head of its PAUSE a pause looks shorter than it was; nobody is convicted of that (P6)."""
    table = Table(options={"rounds": "1"}, **clock).pause(1).pause(2)
    begun = table.scribe.heads[-1]
    table.wait(30)
    table.scribe.credit(table.scribe.now, table.scribe.now)
    table.wait(10).pause(2, on=False)
    table.scribe.now = table.scribe.expiry(1)
    table.expire() if end == "TIMEOUT_EARLY" else table.answer(1)
    assert table.agree()
    assert without(table, begun) == [(end, Klass.D)]


def test_a_pause_that_nobody_ended_and_whose_head_is_left_out_makes_it_disputed() -> None:
    """So does one that ends by itself, for a question that was put in it, without banks too (P6)."""
    table = Table(options={"rounds": "1"}, pause_s=50, **WITHOUT_BANKS).pause(1).pause(2)
    begun = table.scribe.heads[-1]
    table.wait(5)
    table.scribe.credit(table.scribe.now, table.scribe.now)
    table.wait(5).answer(1)
    table.scribe.now = table.scribe.expiry(2)
    table.expire()
    assert table.agree()
    assert without(table, begun) == [("TIMEOUT_EARLY", Klass.D)]


def without(table: Table, head) -> list[tuple[str, Klass]]:
    """Returns what an audit finds in the record of a table without one of its heads."""
    kept = tuple(line for line in table.scribe.lines if line is not head)
    report = audit(Record(table.scribe.id, "", "", kept), poll_title, BACKEND)
    return [(one.code, one.klass) for one in report.failures]


def test_a_pause_that_has_run_out_ends_before_the_game() -> None:
    """GAME_OVER does not lengthen a pause whose budget ran out before it, in the report either (case 100)."""
    table = Table(pause_s=50).pause(1).pause(2)
    begun = table.scribe.now
    table.wait(60)
    table.scribe.resign(1)
    table.deliver()
    assert table.verifier.gaps == ((begun, begun + 50 * SECOND),)
    table.scribe.finish()
    report = audit(table.scribe.record(), poll_title, BACKEND)
    assert report.times.pauses == ((begun, begun + 50 * SECOND),)
