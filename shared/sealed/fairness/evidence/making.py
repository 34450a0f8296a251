"""Makes an evidence file out of a failed check and what its observer holds (spec 3 and 6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.arithmetic import merkle
from sealed.fairness.codes import CODES, explain
from sealed.fairness.evidence.file import Evidence, Path, Shown
from sealed.fairness.evidence.judging import judge
from sealed.fairness.evidence.selection import Held, Selection, select
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from sealed.fairness.live.verdicts import Verdict
    from sealed.fairness.live.watched import TitleOf
    from sealed.fairness.record import PrivateLine, Record
    from sealed.fairness.signing.keys import Signatures


def evidence_of(failure: Verdict, held: Record, title_of: TitleOf, signatures: Signatures) -> Evidence | None:
    """Returns the evidence for a failure; None for class L, of which no file is made.

    `held` is all that the observer holds, in order, with what failed: the append with its head, the private
    message or the refusal last. A small proof is given where there is one, else the whole log so far. What is
    returned was judged as a stranger would; None also if it would not hold.
    """
    if failure.klass not in {Klass.C, Klass.D}:
        return None
    log = Held(held)
    if log.genesis is None:
        return None
    for made in (_small(failure, log), _whole(failure, log)):
        if made is not None and judge(made, title_of, signatures).holds:
            return made
    return None


def _base(failure: Verdict, log: Held) -> Evidence:
    genesis = log.genesis or wire.Genesis()
    edition = wire.Params.FromString(genesis.params).edition if CODES[failure.code].needs_rules else b""
    where = f" At entry {failure.entry}:" if failure.entry >= 0 else ""
    detail = "".join(one if one.isprintable() else "?" for one in failure.detail)
    return Evidence(
        code=failure.code,
        klass=Klass(failure.klass or Klass.D),
        table_id=log.table_id,
        key=failure.key,
        edition=edition,
        params=genesis.params,
        genesis=log.entries[0].payload,
        says=f"{explain(failure.code)}{where} {detail}."[:500],
    )


def _small(failure: Verdict, log: Held) -> Evidence | None:
    """Returns the least that shows a failure, if there is a small proof of its code."""
    chosen = select(failure, log)
    if chosen is None:
        return None
    shown, heads = _proven(chosen, log)
    private = tuple(log.private[-1:]) if chosen.private else ()
    return _base(failure, log)._replace(heads=heads, entries=shown, messages=chosen.messages, private=private)


def _proven(chosen: Selection, log: Held) -> tuple[tuple[Shown, ...], tuple[wire.Head, ...]]:
    """Returns GENESIS and the chosen entries with their paths, and the heads to which those lead."""
    heads = {(head.size, head.root): head for head in chosen.heads}
    shown: list[Shown] = []
    for index, size in dict.fromkeys(((0, 0), *chosen.entries)):
        head = log.head_over(index, size)
        if head is None or head.size > len(log.entries):
            continue
        heads[head.size, head.root] = head
        hashes = merkle.path(index, log.leaves(head.size))
        shown.append(Shown(log.entries[index], Path(tuple(hashes), head.size)))
    return tuple(shown), tuple(sorted(heads.values(), key=lambda head: (head.size, head.time_ms)))


def _whole(failure: Verdict, log: Held) -> Evidence:
    """Returns the whole log so far, with what the seat was told where the failure is about that."""
    refusals = tuple(log.refusals) if failure.code == "ACT_REFUSED_LOGGED" else ()
    return _base(failure, log)._replace(
        heads=tuple(log.heads),
        entries=tuple(Shown(entry) for entry in log.entries),
        messages=refusals,
        private=_own(failure, log),
    )


def _own(failure: Verdict, log: Held) -> tuple[PrivateLine, ...]:
    """Returns of what the seat was told alone no more than the failure is about."""
    if failure.code == "OPEN_SALT_REUSED":
        return tuple(log.private)
    peeked = 0 <= failure.entry < len(log.entries) and log.entries[failure.entry].type == EntryType.PEEK
    told = failure.code.startswith(("OPEN_", "PRIV_", "PEEK_REFS"))
    return tuple(log.private[-1:]) if told or (peeked and failure.code == "BLIND_IDENTITY") else ()
