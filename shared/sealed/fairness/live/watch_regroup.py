"""Checks regroups: their form, that nobody is left out, that they do what the rules have moved (spec 2.16).

Everybody can check the count flow; which card took which flow is the referee's to check, and the audit's.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from sealed.engine.title import LAID
from sealed.fairness.bridge.places import FIRST_LAID
from sealed.fairness.bridge.shifts import Cell, moves_by_cell
from sealed.fairness.live.watch_replica import StepError
from sealed.fairness.live.watched import RULES, Watched

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Sequence

    from sealed.fairness.bridge.places import Place
    from sealed.fairness.bridge.shifts import Shift
    from sealed.fairness.live.ledger import Laid
    from sealed.wire.v1.fairness_pb2 import CardAct, Put, Regroup, Take


def regroup(w: Watched, seat: int, acts: Sequence[CardAct], moved: Sequence[Shift]) -> None:
    """Checks the regroup of a step against the moves that need one, and carries it out.

    `acts` are all acts of the step but POINTs. Raises `StepError` where act and moves do not belong together.
    """
    sent = [act.regroup for act in acts if act.HasField("regroup")]
    if not moved and not sent:
        return
    if not moved:
        raise StepError("a regroup belongs to no move of this step")
    if any(shift.source.seat != seat for shift in moved):
        raise StepError("cards of another seat are mixed")
    if len(sent) != 1 or not acts[0].HasField("regroup"):
        raise StepError("a step that mixes cards needs one regroup, before its other acts")
    taken = _check(w, seat, sent[0], ruled=True)
    if _said(sent[0]) != _due(w, seat, moved):
        raise StepError("another regroup is made than the action says")
    w.ledger.regroup(seat, sent[0], taken, w.index)


def regroup_alone(w: Watched, seat: int, act: Regroup) -> None:
    """Checks a regroup without the rules, which may have moved references since they were laid (2.17)."""
    w.skip(RULES, "REGROUP_ZONE", "REGROUP_PARTIAL")
    w.ledger.regroup(seat, act, _check(w, seat, act, ruled=False), w.index)


def _check(w: Watched, seat: int, act: Regroup, *, ruled: bool) -> list[Laid]:
    """Checks everything that needs no move of the rules, and returns the references that are taken."""
    if ruled:
        w.ran("REGROUP_ZONE", "REGROUP_PARTIAL")
    if fault := _form(act):
        raise w.broken("REGROUP_ZONE", f"a regroup is not in form: {fault}")
    taken = _taken(w, seat, act, ruled=ruled)
    if ruled:
        _check_whole(w, seat, act, taken)
    w.ran("REGROUP_COUNT")
    if not _adds_up(act):
        raise w.broken("REGROUP_COUNT", "the flows of a regroup do not add up with what it takes and puts")
    for take in act.takes:
        if take.zone < FIRST_LAID:
            w.ran("HAND_COUNT")
            if w.ledger.bag(seat, take.zone) < take.count:
                raise w.broken("HAND_COUNT", f"seat {seat} takes more cards from a bag than it holds")
    for put in act.puts:
        for outer in put.outers:
            w.ran("BLIND_REUSED")
            if not w.ledger.fresh(outer):
                raise w.broken("BLIND_REUSED", f"seat {seat} uses a commitment a second time")
    return taken


def _form(act: Regroup) -> str:
    """Returns what is wrong with the form of a regroup; empty if nothing is."""
    if not act.flows:
        return "nothing is regrouped"
    for parts in (act.takes, act.puts):
        if not _ascending(part.zone for part in parts):
            return "its zones do not ascend"
        if sum(part.zone < FIRST_LAID for part in parts) > 1:
            return "it has two bags on one side"
    if not all(_in_form(take, take.refs) and _ascending(take.refs) for take in act.takes):
        return "what it takes does not fit the kind of the zone, or does not ascend"
    if not all(_in_form(put, put.outers) for put in act.puts):
        return "what it puts does not fit the kind of the zone"
    if not _ascending((flow.from_zone, flow.to_zone) for flow in act.flows):
        return "its flows do not ascend"
    if any(not flow.n or max(flow.from_zone, flow.to_zone) < FIRST_LAID for flow in act.flows):
        return "one of its flows is empty, or from bag to bag"
    return ""


def _in_form(part: Take | Put, listed: Sequence[object]) -> bool:
    """Tells whether a part lists cards of a laid zone, or counts those of a bag."""
    if part.zone < FIRST_LAID:
        return bool(part.count) and not listed
    return bool(listed) and not part.count


def _ascending(keys: Iterable[int] | Iterable[tuple[int, int]]) -> bool:
    return all(one < other for one, other in pairwise(keys))  # type: ignore[operator]  # all are of one type


def _taken(w: Watched, seat: int, act: Regroup, *, ruled: bool) -> list[Laid]:
    """Returns the references that are taken: live ones of this seat, in the zone where they are named."""
    found: list[Laid] = []
    named: set[int] = set()
    for take in act.takes:
        for number in take.refs:
            w.ran("BLIND_NOT_HELD", "BLIND_REUSED")
            if not w.ledger.made(seat, number):
                raise w.broken("BLIND_NOT_HELD", f"seat {seat} has no reference {number}")
            laid = w.ledger.find(seat, number)
            if laid is None or number in named:
                raise w.broken("BLIND_REUSED", f"reference {number} of seat {seat} is used up")
            if ruled and laid.zone != take.zone:
                detail = f"reference {number} of seat {seat} does not lie in zone {take.zone}"
                raise w.broken("REGROUP_ZONE", detail)
            named.add(number)
            found.append(laid)
    return found


def _check_whole(w: Watched, seat: int, act: Regroup, taken: Iterable[Laid]) -> None:
    """Checks that of every laid zone that takes part no closed reference is left out."""
    numbers = {laid.number for laid in taken}
    for zone in sorted({part.zone for parts in (act.takes, act.puts) for part in parts}):
        if zone < FIRST_LAID:
            continue
        if any(laid.number not in numbers for laid in w.ledger.in_zone(seat, zone, closed=True)):
            raise w.broken("REGROUP_PARTIAL", f"closed cards in zone {zone} of seat {seat} are not regrouped")


def _adds_up(act: Regroup) -> bool:
    """Tells whether the flows are what is taken from, and put to, each zone."""
    left: dict[int, int] = {}
    came: dict[int, int] = {}
    for flow in act.flows:
        left[flow.from_zone] = left.get(flow.from_zone, 0) + flow.n
        came[flow.to_zone] = came.get(flow.to_zone, 0) + flow.n
    return left == _taken_from(act) and came == {put.zone: len(put.outers) or put.count for put in act.puts}


def _taken_from(act: Regroup) -> dict[int, int]:
    return {take.zone: len(take.refs) or take.count for take in act.takes}


def _said(act: Regroup) -> tuple[dict[Cell, int], dict[int, list[int]]]:
    """Returns the flows of a regroup by cell, and the references it takes by laid zone."""
    flows = {Cell(flow.from_zone, flow.to_zone): flow.n for flow in act.flows}
    return flows, {take.zone: list(take.refs) for take in act.takes if take.refs}


def _due(w: Watched, seat: int, moved: Sequence[Shift]) -> tuple[dict[Cell, int], dict[int, list[int]]]:
    """Returns the same of the one regroup that these moves need, from the ledger before the step."""
    cells = moves_by_cell(moved)
    flows = {cell: cards.total() for cell, cards in cells.items()}
    takes: dict[int, list[int]] = {}
    for number, place in _touched(moved).items():
        lying = w.ledger.in_zone(seat, number)
        leaving: list[Counter[int]] = [cards for cell, cards in cells.items() if cell.source == number]
        numbers = _lowest(lying, leaving) if place.open else [laid.number for laid in lying]
        if numbers:
            takes[number] = numbers
        stays = len(numbers) - sum(cards.total() for cards in leaving)
        if stays:
            flows[Cell(number, number)] = stays
    return flows, takes


def _touched(moved: Iterable[Shift]) -> dict[int, Place]:
    """Returns the laid zones that take part, by number."""
    places = {place.number: place for shift in moved for place in (shift.source, shift.target)}
    return {number: place for number, place in places.items() if place.form == LAID}


def _lowest(lying: Iterable[Laid], leaving: Iterable[Counter[int]]) -> list[int]:
    """Returns the open references that leave an open zone: of equal cards the lowest numbers (2.6)."""
    wanted: dict[int, int] = {}
    for cards in leaving:
        for card, n in cards.items():
            wanted[card] = wanted.get(card, 0) + n
    found = []
    for laid in lying:
        if wanted.get(laid.card, 0):
            wanted[laid.card] -= 1
            found.append(laid.number)
    if any(wanted.values()):
        raise StepError("a card is mixed, and no open reference stands for it")
    return found
