"""Who watches a cheat: every seat and a spectator, each with its own verifier, keeping all that it got."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from malicious_referee import MaliciousReferee

from sealed.fairness.audit.audit import audit
from sealed.fairness.evidence.file import evidence_bytes, read_evidence
from sealed.fairness.evidence.judging import judge
from sealed.fairness.evidence.making import evidence_of
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.record import PrivateLine, Record, RefusalLine
from sealed.fairness.signing.keys import load_backend
from sealed.games.popular_front import TITLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.fairness.evidence.file import Evidence
    from sealed.fairness.evidence.judgement import Judgement
    from sealed.fairness.live.verdicts import Klass, Verdict

BACKEND = load_backend("cryptography")
SEEDS = (6, 20, *range(1, 60))
"""The first two have a look at face-down cards early, with three and with two seats."""


def popular_front(game, edition):
    """Returns the rules of Popular Front."""
    return TITLE


def no_rules(game, edition):
    """Returns no rules."""
    return


@dataclass(frozen=True)
class Found:
    """What a witness found: its first failure, everything it holds, and the failures beside it."""

    verdict: Verdict
    held: Record
    seat: int
    beside: tuple[Verdict, ...] = ()

    @property
    def evidence(self) -> Evidence | None:
        """Is the evidence that this witness can make of it."""
        return evidence_of(self.verdict, self.held, popular_front, BACKEND)

    @property
    def says(self) -> tuple[str, Klass | None, int, bytes | None]:
        """Is code, class, entry and key of the failure."""
        one = self.verdict
        return one.code, one.klass, one.entry, one.key


class Witness:
    """One seat, or a spectator (0)."""

    def __init__(self, table_id: bytes, seat: int) -> None:
        self.seat, self.table_id = seat, table_id
        self.verifier = Verifier(popular_front, BACKEND, seat=seat or None, table_id=table_id)
        self.lines: list[object] = []
        self.found: Found | None = None

    def take(self, entries, head) -> None:
        """Takes an append."""
        self.lines += [*entries, head]
        self._note(self.verifier.feed(entries, head))

    def hear(self, private) -> None:
        """Takes a private message."""
        self.lines.append(PrivateLine(self.seat, private))
        self._note(self.verifier.feed_private(private))

    def refused(self, seat, refusal) -> None:
        """Takes a refusal."""
        self.lines.append(RefusalLine(seat, refusal))
        self._note(self.verifier.feed_refusal(seat, refusal))

    def _note(self, verdicts) -> None:
        failed = tuple(one for one in verdicts if one.failed)
        if failed and self.found is None:
            self.found = Found(failed[0], self.held, self.seat, failed)

    @property
    def held(self) -> Record:
        """Is everything it got."""
        return Record(self.table_id, "", "", tuple(self.lines))


class Silent:
    """A seat that connives: it takes everything and finds nothing."""

    found = None

    def take(self, entries, head) -> None:
        """Takes an append."""

    def hear(self, private) -> None:
        """Takes a private message."""


class Trial:
    """A table with its witnesses."""

    def __init__(self, seats: int, seed: int = 1, cls: type[MaliciousReferee] = MaliciousReferee) -> None:
        self.scribe = cls(TITLE, seats, Random(seed))
        self.witnesses = [Witness(self.scribe.id, seat) for seat in range(seats + 1)]
        self._lines = self._privates = 0

    @property
    def referee(self) -> bytes:
        """Is the referee's key."""
        return self.scribe.referee.public

    def key(self, seat: int) -> bytes:
        """Is a seat's key."""
        return self.scribe.players[seat].signer.public

    def connive(self) -> None:
        """Lets every seat keep silent on what it sees; the spectator does not."""
        self.witnesses[1:] = [Silent() for _ in self.witnesses[1:]]

    def deliver(self) -> Found | None:
        """Hands everybody what is new, and returns what was found first."""
        fresh, waiting = self.scribe.lines[self._lines :], []
        for line in fresh:
            waiting.append(line)
            if line.DESCRIPTOR.name == "Head":
                for witness in self.witnesses:
                    witness.take(waiting[:-1], line)
                waiting = []
                self._lines = len(self.scribe.lines)
        for seat, private in self.scribe.privates[self._privates :]:
            self.witnesses[seat].hear(private)
        self._privates = len(self.scribe.privates)
        return self.found

    @property
    def found(self) -> Found | None:
        """Is what a seat found, or else the spectator."""
        return next((w.found for w in [*self.witnesses[1:], self.witnesses[0]] if w.found), None)

    def begin(self) -> Found | None:
        """Sets the table up."""
        self.scribe.begin()
        return self.deliver()

    def play(self, turns: int = 10_000, until=None) -> Found | None:
        """Plays some appends, or to the end, or until somebody finds something or a hook was pulled."""
        found = self.found
        while turns and found is None and not (until and until.done):
            try:
                if not self.scribe.turn():
                    break
            except Exception:  # noqa: BLE001 - the scribe's own state may not survive the cheat
                return self.deliver()
            found, turns = self.deliver(), turns - 1
        return found

    def run(self, turns: int = 10_000) -> Found | None:
        """Sets up and plays."""
        return self.begin() or self.play(turns)

    def finish(self, turns: int = 90, until=None) -> Found | None:
        """Sets up, plays a while, lets seat 1 resign, reveals, and audits the record."""
        self.begin()
        self.play(turns, until)
        return self.finish_on()

    def finish_on(self) -> Found | None:
        """Lets seat 1 resign, reveals, and audits the record."""
        if self.scribe.entries[-1].type != E.GAME_OVER:
            self.scribe.resign(1)
        self.scribe.finish()
        record = self.scribe.record()
        report = audit(record, popular_front, BACKEND)
        return Found(report.failures[0], record, 0, report.failures) if report.failures else None


def tried(seats: int, arrange: Callable[[Trial], object], turns: int = 10_000, seeds=SEEDS) -> tuple:
    """Plays tables until one has what a case needs; returns the trial, the hook and what was found."""
    for seed in seeds:
        trial = Trial(seats, seed)
        hook = arrange(trial)
        found = trial.run(turns)
        if hook.done:
            return trial, hook, found
    raise AssertionError("no match has what this case needs")


def judged(evidence: Evidence, rules=popular_front, **more) -> Judgement:
    """Judges an evidence file from its bytes."""
    return judge(read_evidence(evidence_bytes(evidence)), rules, BACKEND, **more)


def convicted(found: Found, rules=popular_front) -> set[bytes]:
    """Returns the keys that the evidence alone names; the exit code is 1."""
    evidence = found.evidence
    assert evidence is not None, found.says
    judgement = judged(evidence, rules)
    assert judgement.exit_code == 1, judgement.sentences()
    assert (evidence.code, evidence.key) == (found.verdict.code, found.verdict.key)
    return {one.key for one in judgement.failures}
