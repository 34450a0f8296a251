"""Knows the small proofs: what a few signed bytes of a table show by themselves (spec 3, class C).

Each takes a `Case`, in which only what is signed is left, and returns the failures that it shows. None needs
the rules of the title, and none rests on what the file may have left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic import slots
from sealed.fairness.arithmetic.blind import blind_commit, blind_outer, blind_seed
from sealed.fairness.arithmetic.chain import LinkError, links_between
from sealed.fairness.arithmetic.tape import Tape, check_tape_proof
from sealed.fairness.evidence.case import BY_SEATS, Case, Proven
from sealed.fairness.evidence.openings import openings
from sealed.fairness.live.watch_slots import outputs, purpose
from sealed.fairness.payloads.codec import SIGNED, parse
from sealed.fairness.signing import messages
from sealed.fairness.signing.messages import signed_hash
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sealed.fairness.live.verdicts import Verdict


def shown_by(case: Case) -> list[Verdict]:
    """Returns every failure that the bytes of a case show by themselves, each once."""
    proofs = _FOR_ALL if case.evidence.whole else _SMALL
    return list(dict.fromkeys(verdict for proof in proofs for verdict in proof(case)))


# ---- heads ----


def _heads(case: Case) -> Iterator[Verdict]:
    """Compares the heads with each other: one root a size, and no time that runs back."""
    latest: wire.Head | None = None
    by_size: dict[int, wire.Head] = {}
    for head in sorted(case.heads, key=lambda one: (one.size, one.time_ms)):
        if by_size.setdefault(head.size, head).root != head.root:
            detail = f"two heads over {head.size} entries have different roots"
            yield case.against_referee("LOG_FORK", max(0, head.size - 1), detail)
        if latest is not None and latest.size < head.size and latest.time_ms > head.time_ms:
            detail = f"the head over {latest.size} entries is dated after the one over {head.size}"
            for code in ("LOG_TIME", "LOG_ROLLBACK"):
                yield case.against_referee(code, head.size - 1, detail)
        if latest is None or head.time_ms >= latest.time_ms:
            latest = head


def _branches(case: Case) -> Iterator[Verdict]:
    """Compares the heads with the log they are said to be over (LOG_FORK)."""
    top = max((one.size for one in case.proven), default=0) if case.evidence.whole else 0
    for head in case.heads:
        if 0 < head.size <= top and case.roots[head.size] != head.root:
            detail = f"a head over {head.size} entries has another root than the log under a later head"
            yield case.against_referee("LOG_FORK", head.size - 1, detail)
    at: dict[int, wire.Entry] = {}
    for one in case.proven:
        if at.setdefault(one.entry.index, one.entry) != one.entry:
            detail = "two signed histories have different entries at this place"
            yield case.against_referee("LOG_FORK", one.entry.index, detail)


# ---- messages of seats ----


def _counters(case: Case) -> Iterator[Verdict]:
    """Looks for two messages of a seat under one counter (ACT_EQUIVOCATED)."""
    first: dict[tuple[int, int], wire.Signed] = {}
    for header, signed in (*case.said, *case.logged):
        other = first.setdefault((header.seat, header.counter), signed)
        if (signed.header, signed.payload) != (other.header, other.payload):
            detail = f"seat {header.seat} signed two different messages as its number {header.counter}"
            yield case.against_seat(header.seat, "ACT_EQUIVOCATED", -1, detail)


def _refusals(case: Case) -> Iterator[Verdict]:
    """Looks for a message that was refused and stands in the log (ACT_REFUSED_LOGGED)."""
    refused = {(line.seat, line.refusal.signed_hash): line.refusal for line in case.refused}
    for one in case.proven:
        if not refused or not isinstance(one.message, BY_SEATS):
            continue
        said = case.heard(one.message.msg)
        refusal = refused.get((said.header.seat, signed_hash(said.signed))) if said else None
        if said is not None and refusal is not None:
            detail = (
                f"message {said.header.counter} of seat {said.header.seat} was refused "
                f"({refusal.code}) and then logged"
            )
            yield case.against_referee("ACT_REFUSED_LOGGED", one.entry.index, detail)


def _logged_messages(case: Case) -> Iterator[Verdict]:
    """Looks for what no honest referee signs: entries out of form, and messages that nobody signed."""
    for one in case.proven:
        index = one.entry.index
        if one.error is not None:
            yield case.against_referee(one.error.code, index, f"the entry: {one.error.detail}")
        elif isinstance(one.message, BY_SEATS):
            yield from _logged_message(case, one, one.message.msg)


def _logged_message(case: Case, one: Proven, signed: wire.Signed) -> Iterator[Verdict]:
    index = one.entry.index
    try:
        header = messages.parse_header(signed.header)
    except EncodingError as error:
        yield case.against_referee(error.code, index, f"the header of a message: {error.detail}")
        return
    if not case.signed_by(header.seat, signed):
        detail = f"the message is not signed by seat {header.seat} of this table"
        yield case.against_referee("SIG_INVALID", index, detail)
    elif case.heard(signed) is None or header.type != one.entry.type:
        detail = f"seat {header.seat} signed the message for another purpose or table"
        yield case.against_referee("SIG_WRONG_CONTEXT", index, detail)
    else:
        try:
            parse(SIGNED[header.type], signed.payload)
        except EncodingError as error:
            yield case.against_referee(error.code, index, f"the payload of a message: {error.detail}")


# ---- slots ----


def _slots(case: Case) -> Iterator[Verdict]:
    """Recomputes what a SLOT_END shows from GENESIS, its SLOT_OPEN and itself."""
    genesis = case.opening
    opens = {
        one.message.first_k: one.message for one in case.proven if isinstance(one.message, wire.SlotOpen)
    }
    for one in case.proven:
        if genesis is not None and isinstance(one.message, wire.SlotEnd):
            opened = opens.get(one.message.first_k)
            if opened is not None:
                yield from _slot(case, genesis, opened, one.message, one.entry.index)


def _slot(
    case: Case, genesis: wire.Genesis, opened: wire.SlotOpen, end: wire.SlotEnd, index: int
) -> Iterator[Verdict]:
    if tuple(opened.contributors) != case.seats or len(end.results) != len(opened.requests):
        return
    if len(end.links) != len(case.seats):
        yield case.against_referee("SLOT_EARLY", index, "the slot ends without the link of every contributor")
        return
    last_k = opened.first_k + len(opened.requests) - 1
    links: dict[int, tuple[bytes, ...]] = {}
    for seat, link in zip(case.seats, end.links, strict=True):
        anchor = parse(wire.Commit, genesis.commits[seat - 1].payload).anchor
        try:
            below = links_between(case.table_id, case.key_of(seat), last_k, link, 0, anchor)
        except LinkError as error:
            yield case.against_referee("SLOT_LINK", index, f"seat {seat}: {error}")
            return
        links[seat] = below[opened.first_k - 1 :]
    for number, (request, result) in enumerate(zip(opened.requests, end.results, strict=True)):
        if result.HasField("shown") and not request.HasField("shuffle"):
            k, contributed = opened.first_k + number, [(seat, links[seat][number]) for seat in case.seats]
            yield from _shown(case, genesis, index, (k, request, result.shown, contributed))


def _shown(
    case: Case,
    genesis: wire.Genesis,
    index: int,
    what: tuple[int, wire.Request, wire.Shown, list[tuple[int, bytes]]],
) -> Iterator[Verdict]:
    k, request, shown, links = what
    if not check_tape_proof(case.table_id, case.params.n_slots, genesis.tape_root, k, shown.s, shown.proof):
        detail = f"the secret of slot {k} is not the one fixed before the game"
        yield case.against_referee("SLOT_TAPE", index, detail)
        return
    prk = slots.slot_prk(case.table_id, k, purpose(request), shown.s, links)
    if list(shown.outputs) != outputs(prk, request):
        detail = f"slot {k} gives another result than the referee shows"
        yield case.against_referee("SLOT_OUTPUT", index, detail)


# ---- laid cards ----


def _identities(case: Case) -> Iterator[Verdict]:
    """Compares what was laid with what was turned up (BLIND_IDENTITY)."""
    laid = {key: place for one in case.proven for key, place in _placed(case, one)}
    for one in case.proven:
        if isinstance(one.message, wire.Forced):
            for card in one.message.cards:
                found = laid.get((card.seat, card.ref))
                if found and not _fits(case, card.seat, card, found[0]):
                    yield _not_that_card(case, one, card.seat, card.ref)
        elif isinstance(one.message, wire.ActEntry):
            yield from _revealed(case, one, one.message.msg, laid)


_Laid = dict[tuple[int, int], tuple[bytes, "Proven"]]


def _placed(case: Case, one: Proven) -> Iterator[tuple[tuple[int, int], tuple[bytes, Proven]]]:
    """Yields the commitments that a draft in the log makes, by seat and number."""
    said = case.heard(one.message.msg) if isinstance(one.message, wire.ActEntry) else None
    draft = _draft(said.signed) if said is not None else None
    if said is None or draft is None:
        return
    number = draft.first_ref
    for step in draft.steps:
        for act in step.cards:
            if act.HasField("place"):
                yield (said.header.seat, number), (act.place.outer, one)
            outers = [outer for put in act.regroup.puts for outer in put.outers]
            for made, outer in enumerate(outers, number):
                yield (said.header.seat, made), (outer, one)
            number += len(outers) or act.HasField("place") or act.HasField("show")


def _draft(signed: wire.Signed) -> wire.Draft | None:
    try:
        return parse(wire.Draft, signed.payload)
    except EncodingError:
        return None


def _revealed(case: Case, one: Proven, signed: wire.Signed, laid: _Laid) -> Iterator[Verdict]:
    said = case.heard(signed)
    draft = _draft(signed)
    if said is None or draft is None:
        return
    header = said.header
    for step in draft.steps:
        for act in step.cards:
            found = laid.get((header.seat, act.reveal.ref)) if act.HasField("reveal") else None
            if found is None or _fits(case, header.seat, act.reveal, found[0]):
                continue
            yield _not_that_card(case, one, header.seat, act.reveal.ref)
            if (found[1].size, found[1].root) == (header.seen_size, header.seen_root):
                # The seat's own signature vouches for the log in which its commitment stands.
                detail = f"seat {header.seat} signed two things about its reference {act.reveal.ref}"
                yield case.against_seat(header.seat, "BLIND_IDENTITY", one.entry.index, detail)


def _fits(case: Case, seat: int, opening: wire.Opening | wire.Reveal, outer: bytes) -> bool:
    made = blind_outer(case.table_id, seat, opening.ref, opening.card, opening.inner, opening.salt)
    return made == outer


def _not_that_card(case: Case, one: Proven, seat: int, number: int) -> Verdict:
    detail = f"reference {number} of seat {seat} is not that card"
    return case.against_referee("BLIND_IDENTITY", one.entry.index, detail)


# ---- the reveal ----


def _reveal(case: Case) -> Iterator[Verdict]:
    """Compares the revealed secret with what GENESIS commits (FIN_TAPE_ROOT, FIN_BLIND_SEED)."""
    genesis = case.opening
    for one in case.proven:
        if genesis is None or not isinstance(one.message, wire.FinalReveal):
            continue
        secret = one.message.tape_seed
        if Tape(case.table_id, secret, case.params.n_slots).root != genesis.tape_root:
            detail = "the revealed secret is not the one committed in GENESIS"
            yield case.against_referee("FIN_TAPE_ROOT", one.entry.index, detail)
            continue
        for seat in case.seats:
            seed = blind_seed(case.table_id, secret, seat)
            if blind_commit(case.table_id, seat, seed) != genesis.blind_commits[seat - 1]:
                detail = f"the blind seed of seat {seat} is not the committed one"
                yield case.against_referee("FIN_BLIND_SEED", one.entry.index, detail)


_FOR_ALL: Final[tuple[Callable[[Case], Iterator[Verdict]], ...]] = (_heads, _branches, _counters, _refusals)
_SMALL: Final = (*_FOR_ALL, _logged_messages, _slots, openings, _identities, _reveal)
"""Of a whole log the rest is the audit's business."""
