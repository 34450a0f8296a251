"""What a tournament director asks after the verdict: where exactly, how much it proves, and what to do now.

Works on the bytes of a record or an evidence file; nothing here is a check. Times are shown in UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from sealed.fairness.audit.report import CUT
from sealed.fairness.codes import explain
from sealed.fairness.evidence.judgement import ANOTHER_REFEREE, ENTRIES
from sealed.fairness.live.verdicts import NOBODY, REFEREE, Klass
from sealed.fairness.payloads import codec
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import RefusalLine
from sealed.fairness.signing.messages import parse_header
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.clock_terms import terms_words
from sealed_client.foreign_text import foreign

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sealed.fairness.audit.report import Report
    from sealed.fairness.evidence.judgement import Judgement
    from sealed.fairness.live.verdicts import Verdict
    from sealed.fairness.record import Record

_WEIGHT: Final = {
    Klass.C: "Weight: this convicts. The signatures in the file allow no other explanation, and anybody who"
    " has the file can check that again without trusting the person who hands it over.",
    Klass.D: "Weight: this is disputed. Something is wrong, but the bytes fit more than one story about who"
    " did it, so they name nobody; a decision needs testimony.",
}
_NO_WEIGHT: Final = (
    "Weight: none against anybody. A record looks like this while the game runs, and also if somebody keeps"
    " the rest back."
)
_CLOSED_WEIGHT: Final = (
    "Weight: none against anybody yet. The game is over and this file lacks the referee's secrets: they came"
    " later than this file, or the referee withheld them, or somebody cut them off. The file cannot show"
    " which."
)
_CHANGED: Final = frozenset({"LOG_ROOT"})
"""What a file shows whose words were altered after they were signed, by damage or on purpose."""
_CHANGED_WEIGHT: Final = (
    "Weight: none against anybody. These are not the bytes that the referee signed. Most often a file was"
    " damaged on the way; it may also have been changed on purpose, by anybody who had it."
)
_FETCH_AGAIN: Final = (
    "What now: put this file aside and fetch the record again, from the referee (sealed record TABLE) and"
    " from each player (sealed record --own TABLE). Judge by those; ask people only if they show the same."
)
_ASK_ALL: Final = (
    "Ask the referee for the record and each player for his own (sealed record --own TABLE) and for evidence"
    " files (.fte), and verify all of them together: sealed verify A B C."
)
_HIS_WORD: Final = (
    "If the player says that he had answered in time: a refusal in his own record (sealed record --own"
    " TABLE) shows that the referee had an answer of his; without one no file can show who is right, and the"
    " rules of your event decide."
)
_WRONG_KEY: Final = (
    "What now: compare the two keys. If the one you gave is that of your event's referee, this file is about"
    " another table than yours; ask for that of yours."
)
_ANSWER: Final = 1
"""The kind of a time-out at a question (spec 2.17)."""
_KEEP: Final = "Keep this file as it is; it is the proof."


def record_lines(
    report: Report, record: Record, file: str = "RECORD", *, compared: bool = False
) -> list[str]:
    """Returns the director's lines about a record: where each failure is, its weight, and the next step.

    `file` is what the record is called at the command line; `compared` tells whether the referee's key was
    compared with one that is known.
    """
    entries = [line for line in record.lines if isinstance(line, wire.Entry)]
    heads = [line for line in record.lines if isinstance(line, wire.Head)]
    params = params_of(record)
    said = []
    if all(one.code in CUT for one in report.failures):
        said += [*_late(entries, params, report.names), *_refused(record, report.names)]
    said += _places(report.failures, entries, heads, report.names, file)
    said += _weights(report.failures)
    if params is not None:
        said.append(_key(params.referee_pk, compared=compared, pinned=_unpinned(report.failures)))
    return [*said, _after_record(report)]


def evidence_lines(judgement: Judgement) -> list[str]:
    """Returns the director's lines about an evidence file."""
    evidence = judgement.evidence
    entries = [shown.entry for shown in evidence.entries]
    said = _places(judgement.failures, entries, evidence.heads, judgement.names, "RECORD")
    said += _weights(judgement.failures)
    return [*said, _after_evidence(judgement)]


def params_of(record: Record) -> wire.Params | None:
    """Returns the parameters of a record's table; None if it has none that can be read."""
    first = next((line for line in record.lines if isinstance(line, wire.Entry)), None)
    if first is None or first.type != EntryType.GENESIS:
        return None
    try:
        return codec.parse(wire.Params, codec.parse(wire.Genesis, first.payload).params)
    except EncodingError:
        return None


def _unpinned(failures: Iterable[Verdict]) -> bool:
    return any(one.code == "KEY_UNPINNED" for one in failures)


def _key(pk: bytes, *, compared: bool, pinned: bool) -> str:
    """Says whose table it is; without that a record of somebody's own making would pass for the event's."""
    if compared and not pinned:
        return "Key: the referee of this table has the key that you gave."
    said = f"Key: the referee of this table has the key {pk.hex()}."
    if pinned:
        return f"{said} That is not the one that you gave."
    return (
        f"{said} Anybody can set up a table with keys of his own: compare it with the one that the referee of"
        " your event printed at its start (--referee KEY does)."
    )


def _late(entries: Iterable[wire.Entry], params: wire.Params | None, names: tuple[str, ...]) -> list[str]:
    """Returns a line for each loss on time and the terms of the clock, where there was one."""
    said = []
    for entry in entries:
        if entry.type != EntryType.TIMEOUT:
            continue
        try:
            timeout = codec.parse(wire.Timeout, entry.payload)
        except EncodingError:
            continue
        owed = "an answer" if timeout.kind == _ANSWER else "its part of a random act"
        end = "that is the loss" if timeout.rule == "loss" else "the game answered for it"
        said.append(
            f"Late: {_seat(timeout.seat, names)} owed {owed} by {_utc(timeout.deadline_ms)}; the log has none"
            f" by then (entry {entry.index}), and {end}."
        )
    if params is not None and (said or params.clock.bank_s):
        said.append(f"The clock of this table: {terms_words(params.clock)}")
    return said


def _refused(record: Record, names: tuple[str, ...]) -> list[str]:
    """Returns a line for each refusal in a seat's own record: what the referee got and did not take."""
    return [
        f"Refused: message {line.refusal.counter} of {_seat(line.seat, names)}, by the referee's signature"
        f" ({line.refusal.code}): {explain(line.refusal.code)}"
        for line in record.lines
        if isinstance(line, RefusalLine)
    ]


def _places(
    failures: Iterable[Verdict],
    entries: Sequence[wire.Entry],
    heads: Iterable[wire.Head],
    names: tuple[str, ...],
    file: str,
) -> list[str]:
    """Returns a line for each entry that a failure is about: what it was, when, and how to look at it.

    Where a record merely stops, its last entry is named as that: nothing is wrong with it.
    """
    at = {one.index: one for one in entries}
    times = sorted((head.size, head.time_ms) for head in heads)
    about = [one for one in failures if one.entry in at and one.code != "KEY_UNPINNED"]
    wrong = sorted({one.entry for one in about if one.code not in CUT})
    stops = sorted({one.entry for one in about} - set(wrong))
    changed = {one.entry for one in about if one.code in _CHANGED}
    said = [
        f"Where: {_altered(at[index], names)}"
        if index in changed
        else f"Where: {_place(at[index], times, names)}{_board(index - 1, 'before', file)}"
        for index in wrong
    ]
    said += [
        f"Where it stops: {_place(at[index], times, names)}{_board(index, 'there', file)}" for index in stops
    ]
    return said


def _altered(entry: wire.Entry, names: tuple[str, ...]) -> str:
    """Returns an entry that lies under no signature; one before it may be the one that was changed."""
    return (
        f"entry {entry.index} or shortly before it. As this file has it: {_what(entry, names)}. No signature"
        " of the referee covers these words."
    )


def _place(entry: wire.Entry, times: list[tuple[int, int]], names: tuple[str, ...]) -> str:
    signed = next((ms for size, ms in times if size > entry.index), None)
    when = "" if signed is None else f", signed by the referee at {_utc(signed)}"
    return f"entry {entry.index}, {_what(entry, names)}{when}."


def _board(index: int, when: str, file: str) -> str:
    if index < 1:
        return ""
    whose = " (RECORD is the record of this table)" if file == "RECORD" else ""
    return f" The board {when}: sealed show {file} --at {index}{whose}"


def _utc(ms: int) -> str:
    try:
        return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, ValueError, OSError):
        return f"{ms} ms after 1970, which is no time of ours"


def _what(entry: wire.Entry, names: tuple[str, ...]) -> str:
    """Returns what an entry is in words; for an answer who gave it and what he wrote."""
    if entry.type != EntryType.ACT:
        known = EntryType(entry.type) if entry.type in set(EntryType) else None
        return ENTRIES.get(known, "") if known else f"of a type that does not exist ({entry.type})"
    try:
        signed = codec.parse(wire.ActEntry, entry.payload).msg
        seat = parse_header(signed.header).seat
        draft = codec.parse(wire.Draft, signed.payload)
    except EncodingError:
        return "an answer that cannot be read"
    steps = ", then ".join(f'"{foreign(step.action)}"' for step in draft.steps)
    return f"the answer of {_seat(seat, names)}: {steps}"


def _seat(seat: int, names: tuple[str, ...]) -> str:
    return f"{foreign(names[seat - 1])} (seat {seat})" if 0 < seat <= len(names) else f"seat {seat}"


def _weights(failures: Iterable[Verdict]) -> list[str]:
    failed = list(failures)
    if {one.code for one in failed} & _CHANGED and not any(one.klass is Klass.C for one in failed):
        return [_CHANGED_WEIGHT]
    if {one.code for one in failed} == {"FIN_MISSING"}:
        return [_CLOSED_WEIGHT]
    if failed and all(one.code in CUT for one in failed):
        return [_NO_WEIGHT]
    return [_WEIGHT[klass] for klass in dict.fromkeys(one.klass for one in failed) if klass in _WEIGHT]


def _after_record(report: Report) -> str:
    if report.verdict == "PASS" and report.ended is not None and report.ended.cause == "time":
        return f"What now: by the log the loss on time stands. {_HIS_WORD}"
    if report.verdict == "PASS" and report.disputing:
        return (
            "What now: the result stands. A player disputes it, and no check of this program bears him out;"
            " ask him for an evidence file."
        )
    if report.verdict == "PASS" and report.unsigned:
        return "What now: the result stands. It needs no signature of a player who does not sign."
    if report.verdict == "PASS":
        return "What now: nothing to decide. The result stands as it was signed."
    if _unpinned(report.failures):
        return _WRONG_KEY
    if report.exit_code == 1:
        return f"What now: {_against(report.failures)} {_KEEP}"
    if {one.code for one in report.failures} & _CHANGED:
        return _FETCH_AGAIN
    if report.ended is None:
        return (
            "What now: this cannot decide anything yet. Fetch the record again when the game is over (sealed"
            " record TABLE); if the referee gives none that reaches the end, ask each player for his own"
            " (sealed record --own TABLE)."
        )
    return f"What now: do not decide by this file alone. {_ASK_ALL}"


def _after_evidence(judgement: Judgement) -> str:
    if judgement.exit_code == 1:
        return f"What now: {_against(judgement.failures)} {_KEEP}"
    if judgement.holds:
        return f"What now: hear both sides. {_ASK_ALL}"
    if judgement.objection == ANOTHER_REFEREE:
        return _WRONG_KEY
    return (
        "What now: do not act on this file. It shows less than it claims, by damage or on purpose. Ask for it"
        " once more, and for its owner's record (sealed record --own TABLE)."
    )


def _against(failures: Iterable[Verdict]) -> str:
    """Says whom the failures convict, and what that means for the result."""
    blamed = {one.blame for one in failures if one.klass is Klass.C and one.blame != NOBODY}
    if REFEREE in blamed and len(blamed) > 1:
        return (
            "the referee and the seat that is named both signed what is false; the result cannot stand, and"
            " nothing here is against the other players."
        )
    if REFEREE in blamed:
        return (
            "the result cannot stand, and nothing here is against a player: the referee signed what an honest"
            " one refuses to sign. Have the game played again under another referee."
        )
    return (
        "the seat that is named is at fault, and nothing here is against its opponent or the referee; the"
        " rules of your event say what that costs."
    )
