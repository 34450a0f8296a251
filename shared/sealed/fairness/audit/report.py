"""Is the outcome of an audit: for machines one JSON line, for people plain sentences (spec 6.2)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.codes import CODES, Class, explain
from sealed.fairness.live.verdicts import REFEREE, Klass

if TYPE_CHECKING:
    from sealed.fairness.audit.times import Times
    from sealed.fairness.live.verdicts import Skipped, Verdict

PASS, FAIL, INCOMPLETE = "PASS", "FAIL", "INCOMPLETE"
NUMBERS: Final = {PASS: 1, FAIL: 2, INCOMPLETE: 3}
"""The verdict as an AUDIT entry writes it (2.17)."""

_CAUSES: Final = {
    "rules": "The game was played to its end",
    "resign": "The game ended by resignation",
    "time": "The game ended because time ran out",
    "abandon": "The game was abandoned",
    "exhausted": "The game ended because the table ran out of prepared randomness",
}
_REASONS: Final = {
    "rules": "the rules of this edition are not at hand here",
    "hidden": "the referee's secrets are not in this record",
    "stopped": "the check stopped there",
}
_AT_THE_END: Final = {
    "FIN_TAPE_ROOT": "whether its secrets are those it was bound to",
    "FIN_BLIND_SEED": "whether its secrets are those it was bound to",
    "FIN_SLOT_ORPHAN": "whether each random act was finished",
    "FIN_DECK_ROOT": "the sealed order of the decks",
    "FIN_MULTISET": "the sealed order of the decks",
    "FIN_OPENING": "what each player was told alone",
    "FIN_BLIND_UNOPENED": "where face-down cards came from",
    "FIN_HAND": "where face-down cards came from",
    "FIN_REGROUP": "where face-down cards came from",
    "FIN_CONSERVATION": "where face-down cards came from",
    "REF_ORDER": "where face-down cards came from",
    "FIN_RULES": "whether hidden play kept to the rules",
    "FIN_RESULT": "the final score",
}
"""What the checks of the end look at, in words (3.2)."""
CUT: Final = frozenset({"FIN_TRUNCATED", "SLOT_STALLED", "FIN_MISSING"})
"""What every log shows that does not reach its end, whoever kept the rest back."""


class Ended(NamedTuple):
    """Is how the game ended. `winner` names the side that won and its players; empty if nobody did."""

    cause: str
    seats: tuple[int, ...]
    entry: int
    result: str
    winner: str


class Unfinished(NamedTuple):
    """Is a slot that was open when the game ended (2.10)."""

    first_k: int
    requests: tuple[str, ...]
    owing: tuple[int, ...]
    cause: str


@dataclass(frozen=True, slots=True)
class Report:
    """Is what an audit found. `verdict` is "PASS", "FAIL" or "INCOMPLETE".

    `unsigned` are the seats without a RESULT, `disputing` those whose RESULT disagrees. `facts` counts what
    was checked (entries, messages, dice, shown, shuffles, drawn, references, openings). `times` says who was
    charged what; None where there was nothing to charge, or the rules are not at hand.
    """

    verdict: str
    failures: tuple[Verdict, ...]
    executed: Counter[str]
    not_checked: Counter[Skipped]
    warnings: tuple[Verdict, ...] = ()
    ended: Ended | None = None
    unfinished: tuple[Unfinished, ...] = ()
    unsigned: tuple[int, ...] = ()
    disputing: tuple[int, ...] = ()
    table_id: bytes = b""
    digest: bytes = b""
    game: str = ""
    names: tuple[str, ...] = ()
    facts: Counter[str] = field(default_factory=Counter)
    times: Times | None = None

    @property
    def exit_code(self) -> int:
        """Is 0 for PASS, 1 with a failure of class C, 2 for everything else."""
        if self.verdict == PASS:
            return 0
        return 1 if any(failure.klass is Klass.C for failure in self.failures) else 2

    def json_line(self) -> str:
        """Returns the JSON line of 6.2, without a newline."""
        return json.dumps(
            {
                "verdict": self.verdict,
                "ended": None
                if self.ended is None
                else {
                    "cause": self.ended.cause,
                    "seats": list(self.ended.seats),
                    "entry": self.ended.entry,
                    "result": self.ended.result,
                },
                "unfinished": [
                    {
                        "first_k": one.first_k,
                        "requests": list(one.requests),
                        "seats": list(one.owing),
                        "cause": one.cause,
                    }
                    for one in self.unfinished
                ],
                "unsigned": list(self.unsigned),
                "disputing": list(self.disputing),
                "failures": [_failure(one) for one in self.failures],
                "warnings": [_failure(one) for one in self.warnings],
                "not_checked": [
                    {"code": kind.code, "reason": kind.reason, "n": n}
                    for kind, n in sorted(self.not_checked.items())
                ],
                "executed": dict(sorted(self.executed.items())),
            }
            | ({} if self.times is None else {"times": self.times.plain()}),
            ensure_ascii=False,
            separators=(",", ":"),
        )

    def sentences(self) -> tuple[str, ...]:
        """Returns the report for people who are no programmers, a sentence or two an item."""
        return tuple(_sentences(self))


def _failure(one: Verdict) -> dict[str, object]:
    return {
        "code": one.code,
        "class": str(one.klass) if one.klass else None,
        "entry": one.entry,
        "key": one.key.hex() if one.key else None,
    }


def _sentences(report: Report) -> list[str]:
    said = [_headline(report)]
    said += [_broken(report, one) for one in report.failures]
    if report.names:
        players = ", ".join(f"{name} (seat {seat})" for seat, name in enumerate(report.names, 1))
        said.append(f"Table {report.table_id.hex()[:16]}: {report.game}, played by {players}.")
    if report.ended is not None:
        said.append(_end(report.ended))
    said += [_unfinished(one) for one in report.unfinished]
    said += [f"{_named(report, seat)} has not signed the result." for seat in report.unsigned]
    said += [f"{_named(report, seat)} disputes the result." for seat in report.disputing]
    said += _times(report)
    said += [f"At entry {one.entry}: {one.detail}." for one in report.warnings]
    said += _not_checked(report)
    if report.facts:
        said.append(_counted(report))
    if report.verdict == PASS:
        said.append(_LIMITS)
    return said


def _named(report: Report, seat: int) -> str:
    """Returns a seat with its player, at the beginning of a sentence."""
    return f"Seat {seat}" + (f" ({report.names[seat - 1]})" if seat <= len(report.names) else "")


def _times(report: Report) -> list[str]:
    """Says who used what; a wait that ended in a loss is charged to nothing, so the bank may look full."""
    if report.times is None:
        return []
    said = list(report.times.sentences())
    if report.ended is not None and report.ended.cause == "time":
        lost = ", ".join(map(str, report.ended.seats))
        said.append(f"The wait by which seat {lost} lost is not counted in these times.")
    return said


_LIMITS: Final = (
    "What no check can show: whether the referee told somebody hidden cards during the game, and who is"
    " right when one side says it sent something in time and the other that nothing came."
)


_WRONG: Final = "Not verified: something is wrong with this record, and it does not show who is to blame."
_CUT: Final = (
    "Not complete: this record is cut off, or its game is still running. What is there was checked, and"
    " nothing false was found; fetch the record again when the game is over."
)
_OTHER: Final = (
    "Not verified: this is the record of another referee than the one whose key was given. It says nothing"
    " about a table of that one."
)
_CLOSED: Final = (
    "Not complete: the game is over, but the referee's secrets are not in this record. What is there was"
    " checked, and nothing false was found; fetch the record again."
)


def _headline(report: Report) -> str:
    if report.verdict == PASS:
        return "Verified: every check that this game calls for was made, and all of them hold."
    if report.verdict == INCOMPLETE:
        return "Not verified: nothing false was found, but some checks could not be made."
    if report.exit_code == 1:
        guilty = dict.fromkeys(_party(report, one) for one in report.failures if one.klass is Klass.C)
        return f"Not fair: the record itself proves a violation, and convicts {' and '.join(guilty)}."
    found = frozenset(one.code for one in report.failures)
    if found == {"KEY_UNPINNED"}:
        return _OTHER
    if report.ended is None and "FIN_TRUNCATED" in found <= {"FIN_TRUNCATED", "SLOT_STALLED"}:
        return _CUT
    return _CLOSED if found == {"FIN_MISSING"} else _WRONG


def _broken(report: Report, one: Verdict) -> str:
    where = f"At entry {one.entry}" if one.entry >= 0 else "In the record as a whole"
    who = ""
    if one.klass is Klass.C and one.key is not None:
        who = f" This convicts {_party(report, one)}, key {one.key.hex()[:16]}."
        if CODES[one.code].kind is Class.LOCAL_OR_CONVICTS and one.blame == REFEREE:
            who = f" The fault is the referee's: an honest one does not log that.{who}"
    detail = f"{one.detail[:1].upper()}{one.detail[1:]}"
    return f"{where} ({one.code}): {explain(one.code)} {detail}.{who}"


def _party(report: Report, one: Verdict) -> str:
    if one.blame <= 0:
        return f"the {one.party}"
    name = _named(report, one.blame)
    return name[:1].lower() + name[1:]


def _end(ended: Ended) -> str:
    seats = f" (seat {', '.join(map(str, ended.seats))})" if ended.seats else ""
    return f"{_CAUSES[ended.cause]}{seats}. {ended.winner or 'Nobody'} won."


def _unfinished(one: Unfinished) -> str:
    who = f"; seat {', '.join(map(str, one.owing))} did not contribute in time" if one.owing else ""
    return f"Random act {one.first_k} was still open when the game ended, and has no result{who}."


def _not_checked(report: Report) -> list[str]:
    stopped = any(one.code not in CUT for one in report.failures)
    by_reason: dict[str, list[str]] = {}
    for kind in report.not_checked:
        reason = "stopped" if stopped and kind.reason == "hidden" else kind.reason
        by_reason.setdefault(reason, []).append(kind.code)
    return [
        f"Not checked, because {_REASONS.get(reason, reason)}: {_areas(codes)}."
        for reason, codes in by_reason.items()
    ]


def _areas(codes: list[str]) -> str:
    """Returns what the checks look at: in words for those of the end, by code for the rest."""
    words = [text for code, text in _AT_THE_END.items() if code in codes]
    rest = sorted({code for code in codes if code not in _AT_THE_END})
    return ", ".join(dict.fromkeys([*words, *rest]))


def _counted(report: Report) -> str:
    facts = report.facts
    parts = (
        ("entries", "entry of the log", "entries of the log"),
        ("messages", "signed message of the players", "signed messages of the players"),
        ("dice", "die", "dice"),
        ("shown", "open random result", "open random results"),
        ("shuffles", "shuffle", "shuffles"),
        ("drawn", "drawn card", "drawn cards"),
        ("references", "card laid on the table", "cards laid on the table"),
        ("openings", "card turned up", "cards turned up"),
    )
    counted = (f"{facts[key]} {one if facts[key] == 1 else many}" for key, one, many in parts if facts[key])
    return f"Looked at: {', '.join(counted)}."
