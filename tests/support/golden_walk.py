"""A golden record, read again: verified entry by entry as a stranger does, then replayed with every state."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sealed.engine.kernel import question
from sealed.fairness.audit.replay import Replay
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.record import read_record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of

if TYPE_CHECKING:
    from sealed.engine.frames import State
    from sealed.fairness.audit.report import Report
    from sealed.fairness.live.passages import Passage
    from sealed.fairness.record import Record


def in_short(report: Report, record: Record) -> dict[str, object]:
    """Returns what is kept of the audit of a golden record, to compare a new audit with."""
    return {
        "verdict": report.verdict,
        "lines": len(record.lines),
        "digest": report.digest.hex(),
        "cause": report.ended.cause,
        "seats": list(report.ended.seats),
        "result": report.ended.result,
        "unsigned": list(report.unsigned),
        "unfinished": [list(one.owing) for one in report.unfinished],
        "facts": dict(sorted(report.facts.items())),
    }


class WatchedReplay(Replay):
    """The replay of the audit; it keeps the full state after every step, and what was asked before it."""

    def __init__(self, *arguments):
        """Begins with the state before the first shuffle."""
        super().__init__(*arguments)
        self.states = [self._at.full]
        self.questions, self.verbs = Counter(), Counter()

    def _play(self, action, seat):
        asked = question(self.states[-1])
        events = super()._play(action, seat)
        self.states.append(self._at.full)
        self.verbs[action.verb] += 1
        self.questions.update([asked.id] if asked else [])
        return events


@dataclass
class Walk:
    """Is a record, replayed publicly entry by entry, then fully."""

    record: Record
    verifier: Verifier
    verdicts: list = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    questions: Counter = field(default_factory=Counter)
    verbs: Counter = field(default_factory=Counter)

    @property
    def events(self) -> Counter:
        """Counts the events that everybody was told, by id."""
        return Counter(event.id for one in self.passages for played in one.played for event in played.events)


def walked(data: bytes) -> Walk:
    """Returns a record with everything that happened in it."""
    record = read_record_bytes(data)
    verifier = Verifier(title_of, load_backend(), table_id=record.table_id)
    walk = Walk(record, verifier)
    for entries, head in record.appends():
        walk.verdicts += verifier.feed(entries, head)
        walk.passages += verifier.passages
    assert not verifier.failed, verifier.failed
    replay = WatchedReplay(verifier.watched, walk.passages)
    replay.run()
    walk.states, walk.questions, walk.verbs = replay.states, replay.questions, replay.verbs
    return walk
