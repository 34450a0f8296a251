"""Checks slots: numbers, what is due, links, tape proofs, outputs, new epochs (spec 2.4, 2.5, 2.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic import slots
from sealed.fairness.arithmetic.chain import LinkError, links_between
from sealed.fairness.arithmetic.tape import check_tape_proof
from sealed.fairness.bridge.duties import (
    DiceDue,
    OrderDue,
    PickDue,
    ShuffleDue,
    SlotDue,
    Slots,
    outcome_of_slot,
)
from sealed.fairness.live.ledger import InputError
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.live.watch_replica import StepError, chance, settle
from sealed.fairness.live.watch_time import check_waits
from sealed.fairness.live.watched import RULES, Pending, Watched

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed.wire.v1.fairness_pb2 import Input, Request, Result, Shuffle, SlotEnd, SlotOpen

_PURPOSES: Final = {"dice": 1, "shuffle": 2, "order": 3, "pick": 4}


def purpose(request: Request) -> int:
    """Returns the number of a request's purpose: that of its field (2.17)."""
    return _PURPOSES[str(request.WhichOneof("act"))]


def check_open(w: Watched, opened: SlotOpen) -> None:
    """Checks that exactly this batch is due, with the next numbers, from everybody."""
    _check_numbers(w, opened)
    w.ran("SLOT_CONTRIBUTORS")
    if tuple(opened.contributors) != w.seats:
        raise w.broken("SLOT_CONTRIBUTORS", "not exactly all seats contribute to the slot")
    taken: set[tuple[str, int, int]] = set()
    for request in opened.requests:
        if request.HasField("shuffle"):
            _check_shuffle(w, request.shuffle, taken)
    _check_due(w, opened)
    w.pending = Pending(opened, w.index, w.now)
    w.last_k = w.pending.last_k


def _check_numbers(w: Watched, opened: SlotOpen) -> None:
    w.ran("SLOT_SEQUENCE", "SLOT_SKIPPED", "SLOT_REOPENED", "SLOT_EXHAUSTED")
    expected = w.last_k + 1
    if opened.first_k < 1:
        raise w.broken("SLOT_SEQUENCE", "slots count from 1")
    if opened.first_k < expected:
        raise w.broken("SLOT_REOPENED", f"slot {opened.first_k} is opened a second time")
    if opened.first_k > expected:
        raise w.broken("SLOT_SKIPPED", f"slot {expected} is passed over")
    if w.pending is not None:
        raise w.broken("LOG_PHASE", "a slot is opened while another is open")
    if w.last_k + len(opened.requests) > w.params.n_slots:
        raise w.broken("SLOT_EXHAUSTED", "the table has run out of slots", Klass.D)


def _check_shuffle(w: Watched, shuffle: Shuffle, taken: set[tuple[str, int, int]]) -> None:
    """Checks one new epoch; `taken` is what the batch has used so far."""
    w.ran("DECK_EPOCH", "DECK_SIZE")
    newest = w.ledger.newest(shuffle.deck)
    made = ("epoch", shuffle.deck, 0)
    if newest is None or made in taken or shuffle.epoch != newest.number + 1:
        raise w.broken("DECK_EPOCH", f"deck {shuffle.deck} cannot have epoch {shuffle.epoch} next")
    taken.add(made)
    total = 0
    for given in shuffle.inputs:
        try:
            total += w.ledger.size_of(given)
        except InputError as error:
            raise w.broken(error.code, str(error)) from None
        for part in _parts(given):
            if part in taken:
                raise w.broken("DECK_SIZE", "the same cards are taken twice")
            taken.add(part)
    if total != shuffle.n:
        raise w.broken("DECK_SIZE", f"{total} cards are listed for an epoch of {shuffle.n}")


def _parts(given: Input) -> list[tuple[str, int, int]]:
    """Returns a name for each thing that an input uses up."""
    if given.HasField("range"):
        return [("range", given.range.deck, 0)]
    if given.HasField("bag"):
        return [("bag", given.bag.seat, given.bag.zone)]
    return [("reference", given.refs.seat, number) for number in given.refs.refs]


def _check_due(w: Watched, opened: SlotOpen) -> None:
    """Checks the requests one by one against what the rules make due (SLOT_PURPOSE, DECK_INPUTS)."""
    shuffles = sum(request.HasField("shuffle") for request in opened.requests)
    if w.state is None:
        w.skip(RULES, "SLOT_PURPOSE", *["DECK_INPUTS"] * shuffles)
        _check_picks(w, opened)
        return
    w.ran("SLOT_PURPOSE")
    due = w.duty.requests if isinstance(w.duty, Slots) else ()
    if len(due) != len(opened.requests):
        raise w.broken("SLOT_PURPOSE", "the rules ask for other random acts at this moment")
    for one, request in zip(due, opened.requests, strict=True):
        if not _is_due(w, one, request):
            raise w.broken("SLOT_PURPOSE", "the rules ask for another random act at this moment")
        if isinstance(one, ShuffleDue):
            w.ran("DECK_INPUTS")
            if _filled(request.shuffle.inputs) != _filled(w.ledger.inputs_of(one.sources)):
                raise w.broken("DECK_INPUTS", "the shuffle takes other cards than the rules say")


def _filled(inputs: Iterable[Input]) -> list[Input]:
    """Returns the inputs that stand for a card at all: an empty place may be listed or not."""
    return [one for one in inputs if _count(one)]


def _count(given: Input) -> int:
    if given.HasField("refs"):
        return len(given.refs.refs)
    return given.range.count if given.HasField("range") else given.bag.count


def _check_picks(w: Watched, opened: SlotOpen) -> None:
    """Without the rules: a PICK over references is over closed ones that lie on the table."""
    for request in opened.requests:
        for number in request.pick.refs:
            laid = w.ledger.find(request.pick.owner, number)
            if not w.ledger.made(request.pick.owner, number):
                raise w.broken("BLIND_NOT_HELD", "a pick is over a reference that nobody made")
            if laid is None or laid.card:
                raise w.broken("BLIND_REUSED", "a pick is over a reference that does not lie closed")


def _is_due(w: Watched, due: SlotDue, request: Request) -> bool:
    match due:
        case DiceDue(count, sides):
            dice = request.dice
            return request.HasField("dice") and (dice.count, dice.sides) == (count, sides)
        case OrderDue(items):
            return request.HasField("order") and tuple(request.order.items) == items
        case ShuffleDue(deck, n, _):
            return request.HasField("shuffle") and (request.shuffle.deck, request.shuffle.n) == (deck, n)
        case PickDue(m, place):
            pick = request.pick
            if not request.HasField("pick") or pick.m != m:
                return False
            if place is None:
                return not pick.refs
            closed = [laid.number for laid in w.ledger.in_zone(place.seat, place.number, closed=True)]
            return pick.owner == place.seat and list(pick.refs) == closed


def check_end(w: Watched, end: SlotEnd) -> None:
    """Checks links and results of the open slot, and gives the outcomes to the replica."""
    pending = w.pending
    if pending is None or end.first_k != pending.message.first_k:
        if 0 < end.first_k <= w.last_k and (pending is None or end.first_k < pending.message.first_k):
            raise w.broken("SLOT_REOPENED", f"slot {end.first_k} ends a second time")
        raise w.broken("LOG_PHASE", "a slot ends that is not open")
    opened = pending.message
    w.ran("SLOT_EARLY")
    if len(end.links) != len(opened.contributors):
        raise w.broken("SLOT_EARLY", "the slot ends without the link of every contributor")
    check_waits(w, pending, end)
    links = w.links = _check_links(w, pending, end)
    kinds = ["sealed" if request.HasField("shuffle") else "shown" for request in opened.requests]
    if [result.WhichOneof("act") for result in end.results] != kinds:
        raise w.broken("SLOT_OUTPUT", "the results do not answer the requests one by one")
    for number, (request, result) in enumerate(zip(opened.requests, end.results, strict=True)):
        k = opened.first_k + number
        contributed = [(seat, links[seat][number]) for seat in opened.contributors]
        if result.HasField("shown"):
            _check_shown(w, k, request, result, contributed)
        else:
            w.ran("DECK_RESEALED")
            if (request.shuffle.deck, request.shuffle.epoch) in w.ledger.epochs:
                raise w.broken("DECK_RESEALED", "an epoch is sealed a second time")
    for seat, wait in zip(opened.contributors, end.waits, strict=True):
        w.clocks.linked(seat, pending.time_ms, pending.time_ms + wait)
    w.pending = None
    _take_effect(w, pending, end)


def _check_links(w: Watched, pending: Pending, end: SlotEnd) -> dict[int, tuple[bytes, ...]]:
    """Returns the links of each contributor for the slots of the batch, ascending."""
    found: dict[int, tuple[bytes, ...]] = {}
    for seat, link in zip(pending.message.contributors, end.links, strict=True):
        w.ran("SLOT_LINK")
        speaker = w.speakers[seat]
        try:
            links = links_between(w.table_id, speaker.pk, pending.last_k, link, speaker.link_k, speaker.link)
        except LinkError as error:
            raise w.broken("SLOT_LINK", f"seat {seat}: {error}") from None
        speaker.link_k, speaker.link = pending.last_k, link
        found[seat] = links[-len(pending.message.requests) :]
    return found


def _check_shown(
    w: Watched, k: int, request: Request, result: Result, links: list[tuple[int, bytes]]
) -> None:
    shown = result.shown
    w.ran("SLOT_TAPE", "SLOT_OUTPUT")
    if not check_tape_proof(w.table_id, w.params.n_slots, w.tape_root, k, shown.s, shown.proof):
        raise w.broken("SLOT_TAPE", f"the secret of slot {k} is not the one fixed before the game")
    prk = slots.slot_prk(w.table_id, k, purpose(request), shown.s, links)
    if list(shown.outputs) != outputs(prk, request):
        raise w.broken("SLOT_OUTPUT", f"slot {k} gives another result than the referee shows")


def outputs(prk: bytes, request: Request) -> list[int]:
    """Returns what a slot shows for dice, an order or a pick (2.4)."""
    if request.HasField("dice"):
        return slots.dice(prk, request.dice.count, request.dice.sides)
    if request.HasField("order"):
        return slots.order(prk, request.order.items)
    return [slots.pick(prk, request.pick.m)]


def _take_effect(w: Watched, pending: Pending, end: SlotEnd) -> None:
    due = w.duty.requests if isinstance(w.duty, Slots) and w.state is not None else None
    for number, request in enumerate(pending.message.requests):
        if request.HasField("shuffle"):
            w.ledger.consume(request.shuffle.inputs)
            shuffle, root = request.shuffle, end.results[number].sealed.root
            w.ledger.seal(shuffle.deck, shuffle.n, root, pending.index)
        elif request.HasField("pick") and request.pick.refs:
            w.picked = (request.pick.owner, request.pick.refs[end.results[number].shown.outputs[0]])
        if due is not None and w.title is not None:
            outcome = outcome_of_slot(w.title.notation, due[number], end.results[number].shown.outputs)
            try:
                chance(w, outcome)
            except StepError as error:
                raise w.broken("SLOT_PURPOSE", str(error)) from None
    settle(w)
