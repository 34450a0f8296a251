"""Counts on its own how often each check of section 3 has an occasion in a record (spec 6.2, PASS).

It reads the entries with the plain protobuf library and shares nothing with the verifier, so that a check
that was forgotten, or ran too seldom, shows as AUDIT_INCOMPLETE.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import RefusalLine, exported_by
from sealed.fairness.signing.private import Kind, parse_private
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sealed.fairness.record import Record

E = EntryType

_ENCODING: Final = ("ENC_TOO_LARGE", "ENC_NOT_STRICT", "ENC_UNKNOWN_FIELD", "ENC_BAD_VALUE", "ENC_BAD_TYPE")
_ENTRY: Final = (*_ENCODING, "LOG_GAP", "LOG_PHASE")
_HEAD: Final = ("LOG_ROOT", "LOG_FORK", "LOG_ROLLBACK", "LOG_TIME", "SIG_INVALID", "REF_STALLED")
_MESSAGE: Final = (
    *_ENCODING,
    *("SIG_INVALID", "SIG_WRONG_CONTEXT", "ACT_COUNTER", "ACT_EQUIVOCATED", "ACT_REPLAYED", "HEAD_FALSE"),
)
_IN_TIME: Final = ("TIME_RANGE", "TIME_UP")
_ACT: Final = (
    *("HEAD_STALE", "DRAFT_BARRIER", "ACT_ILLEGAL", "STATE_MISMATCH", "BLIND_REF_NO"),
    *_IN_TIME,
)
_OPENING: Final = ("BLIND_NOT_HELD", "BLIND_REUSED", "BLIND_IDENTITY", "BLIND_TYPE_COUNT")
_SLOT_OPEN: Final = (
    *(
        "SLOT_SEQUENCE",
        "SLOT_SKIPPED",
        "SLOT_REOPENED",
        "SLOT_EXHAUSTED",
        "SLOT_CONTRIBUTORS",
        "SLOT_PURPOSE",
    ),
)
_DRAW: Final = ("DECK_SEAL_LATE", "DRAW_STALE_EPOCH", "DRAW_POSITION", "DRAW_RECIPIENT")
_PRIVATE: Final = ("SIG_INVALID", "OPEN_POSITION", "OPEN_LEAK")
_BY_KIND: Final[dict[Kind, tuple[str, ...]]] = {
    Kind.SEED: ("PRIV_SEED",),
    Kind.DRAWN: ("OPEN_DIGEST", "OPEN_PROOF", "OPEN_CARD", "OPEN_SALT_REUSED", "OPEN_DUPLICATE"),
    Kind.PEEKED: ("OPEN_DIGEST", "PEEK_REFS", "BLIND_IDENTITY"),
    Kind.OWN: ("PRIV_MISMATCH",),
}

PLAYED: Final = frozenset({E.ACT, E.SLOT_END, E.DRAW, E.FORCED, E.PEEK})
"""The entries that change the position."""


class Occasions:
    """Goes through a record once."""

    def __init__(self, record: Record, *, pinned: bool) -> None:
        """Counts; `pinned` tells that the auditor was asked about one referee key."""
        self._groups: dict[tuple[str, ...], int] = {}
        self.facts: Counter[str] = Counter()
        self._whole = False
        if pinned:
            self._add("KEY_UNPINNED")
        seat = exported_by(record)
        refusals = 0
        for line in record.lines:
            if isinstance(line, wire.Entry):
                self._entry(line)
            elif isinstance(line, wire.Head):
                self._add(*_HEAD)
            elif isinstance(line, RefusalLine):
                refusals += 1
            elif line.seat == seat:
                self._add(*_PRIVATE, *_BY_KIND[parse_private(line.private.message).kind])
        if refusals:
            self._add("SIG_INVALID", "ACT_REFUSED_LOGGED", n=refusals)
            self._add("ACT_REFUSED_LOGGED", n=self.facts["messages"] - self.facts["seats"])
        if self._whole:
            self._final()

    def _add(self, *codes: str, n: int = 1) -> None:
        self._groups[codes] = self._groups.get(codes, 0) + n

    @property
    def counts(self) -> Counter[str]:
        """Is how often each check had an occasion."""
        counts: Counter[str] = Counter()
        for codes, n in self._groups.items():
            for code in codes:
                counts[code] += n
        return counts

    def _entry(self, entry: wire.Entry) -> None:
        self._add(*_ENTRY)
        self.facts["entries"] += 1
        if entry.type in PLAYED:
            self.facts["played"] += 1
        match entry.type:
            case E.ACT:
                self._messages(1)
                self._add(*_ACT)
                self._draft(wire.Draft.FromString(wire.ActEntry.FromString(entry.payload).msg.payload))
            case E.GENESIS:
                self._genesis(wire.Genesis.FromString(entry.payload))
            case E.START:
                self._add("GEN_UNSIGNED")
                self._messages(len(wire.Start.FromString(entry.payload).agrees))
            case E.SLOT_OPEN:
                self._slot_open(wire.SlotOpen.FromString(entry.payload))
            case E.SLOT_END:
                self._slot_end(wire.SlotEnd.FromString(entry.payload))
            case E.DRAW:
                draw = wire.Draw.FromString(entry.payload)
                self._add(*_DRAW)
                self.facts["drawn"] += draw.count
                self.facts["digests"] += bool(draw.digest)
            case E.PEEK:
                self._add("PEEK_NOT_DUE")
                self._add("BLIND_NOT_HELD", "BLIND_REUSED", n=len(wire.Peek.FromString(entry.payload).refs))
                self.facts["digests"] += 1
            case E.FORCED:
                self._add("BLIND_EARLY")
                self._openings(len(wire.Forced.FromString(entry.payload).cards))
            case E.TIMEOUT:
                self._timeout(wire.Timeout.FromString(entry.payload))
            case E.NOTICE:
                self._add("TIME_RANGE", n=wire.Notice.FromString(entry.payload).kind == "credit")
            case _:
                self._other(entry)

    def _other(self, entry: wire.Entry) -> None:
        match entry.type:
            case E.RESULT | E.AUDIT:
                self._messages(1)
            case E.RESIGN | E.PAUSE:
                self._messages(1)
                self._add("TIME_RANGE")
            case E.GAME_OVER:
                self._add("END_CAUSE", "FIN_RESULT", "STATE_MISMATCH")
            case E.FINAL_REVEAL:
                self._add("FIN_EARLY")
                self._whole = True

    def _messages(self, n: int) -> None:
        self._add(*_MESSAGE, n=n)
        self.facts["messages"] += n

    def _genesis(self, genesis: wire.Genesis) -> None:
        seats = len(genesis.joins)
        self.facts["seats"] = seats
        self._add(*_ENCODING)  # the parameters
        self._add("KEY_WEAK", "SIG_INVALID", n=1 + seats)
        self._add("KEY_DUPLICATE", n=seats)
        self._add("GEN_TABLE_ID", "GEN_RULES", "GEN_COMMIT_MISSING", "GEN_COMMIT_DUPLICATE")
        self._messages(len(genesis.commits))

    def _slot_open(self, opened: wire.SlotOpen) -> None:
        self._add(*_SLOT_OPEN)
        shuffles = sum(request.HasField("shuffle") for request in opened.requests)
        self._add("DECK_EPOCH", "DECK_SIZE", "DECK_INPUTS", n=shuffles)
        self.facts["dice"] += sum(request.dice.count for request in opened.requests)
        self.facts["opened"] += 1

    def _slot_end(self, end: wire.SlotEnd) -> None:
        self._add("SLOT_EARLY", "SLOT_STALLED")
        self._add("SLOT_LINK", n=len(end.links))
        self._add("TIME_RANGE", n=len(end.waits))
        shown = sum(result.HasField("shown") for result in end.results)
        self._add("SLOT_TAPE", "SLOT_OUTPUT", n=shown)
        self._add("DECK_RESEALED", n=len(end.results) - shown)
        self.facts["shown"] += shown
        self.facts["shuffles"] += len(end.results) - shown

    def _timeout(self, timeout: wire.Timeout) -> None:
        self._add("TIMEOUT_EARLY", "TIMEOUT_ANSWER")
        if timeout.action:
            self._add("STATE_MISMATCH")
            self.facts["steps"] += 1
            self.facts["played"] += 1

    def _draft(self, draft: wire.Draft) -> None:
        for step in draft.steps:
            self.facts["steps"] += 1
            for act in step.cards:
                self._act(act)

    def _act(self, act: wire.CardAct) -> None:
        if act.HasField("reveal"):
            self._openings(1)
        elif act.HasField("point"):
            self._add("BLIND_NOT_HELD", "BLIND_REUSED", n=len(act.point.refs))
        elif act.HasField("regroup"):
            self._regroup(act.regroup)
        else:
            self._add("HAND_COUNT", "BLIND_REUSED")
            self._add("BLIND_TYPE_COUNT", n=act.HasField("show"))
            self.facts["references"] += 1

    def _regroup(self, act: wire.Regroup) -> None:
        self._add("REGROUP_ZONE", "REGROUP_PARTIAL", "REGROUP_COUNT")
        self._add("HAND_COUNT", n=sum(take.count > 0 for take in act.takes))
        self._add("BLIND_NOT_HELD", "BLIND_REUSED", n=sum(len(take.refs) for take in act.takes))
        made = sum(len(put.outers) for put in act.puts)
        self._add("BLIND_REUSED", n=made)
        self.facts["references"] += made
        self.facts["regroups"] += 1

    def _openings(self, n: int) -> None:
        self._add(*_OPENING, n=n)
        self.facts["openings"] += n

    def _final(self) -> None:
        """Adds the checks of 3.2, which a reveal calls for."""
        facts = self.facts
        self._add("FIN_TRUNCATED", "FIN_MISSING", "FIN_TAPE_ROOT", "FIN_RESULT")
        final: Mapping[str, int] = {
            "FIN_BLIND_SEED": facts["seats"],
            "FIN_SLOT_ORPHAN": facts["opened"],
            "FIN_DECK_ROOT": facts["shuffles"],
            "FIN_OPENING": facts["digests"],
            "FIN_BLIND_UNOPENED": facts["references"],
            "FIN_HAND": facts["references"],
            "FIN_REGROUP": facts["regroups"],
            "REF_ORDER": facts["openings"],
            "FIN_CONSERVATION": facts["played"],
            "FIN_RULES": facts["steps"],
            "FIN_FORK": facts["messages"],
        }
        for code, n in final.items():
            self._add(code, n=n)


def disagreements(
    occasions: Counter[str], executed: Counter[str], skipped: Iterable[tuple[str, int]]
) -> list[str]:
    """Returns the codes whose checks did not run exactly as often as they had an occasion."""
    total = Counter(executed)
    for code, n in skipped:
        total[code] += n
    return sorted(code for code in occasions.keys() | total.keys() if occasions[code] != total[code])
