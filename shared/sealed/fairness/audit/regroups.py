"""Checks with all cards known which of them took which flow of a regroup (FIN_HAND, FIN_REGROUP; 2.16)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.blind import make_ref, regroup_tag
from sealed.fairness.bridge.places import FIRST_LAID
from sealed.fairness.bridge.shifts import REGROUP, Cell, fill, moves_by_cell, shifts
from sealed.fairness.live.watched import BrokenError, Watched

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sealed.engine.action import Action
    from sealed.engine.message import Event
    from sealed.fairness.arithmetic.blind import Handle
    from sealed.fairness.audit.whereabouts import Whereabouts
    from sealed.fairness.live.ledger import Laid, Regrouped


def regroup(
    w: Watched, at: Whereabouts, seed: bytes, done: Regrouped, handles: Sequence[Handle]
) -> list[tuple[Cell, int]]:
    """Checks a regroup, carries it out, and returns each card that changed its zone with its cell.

    `handles` are those behind the references that it made, in order of numbers. Raises BrokenError.
    """
    seat, act = done.seat, done.act
    _check_pages(w, at, seed, done.made, handles)
    origin = {at.refs[seat, number].handle: take.zone for take in act.takes for number in take.refs}
    source_bag = next((take.zone for take in act.takes if take.zone < FIRST_LAID), None)
    target_bag = next((put.zone for put in act.puts if put.zone < FIRST_LAID), None)
    from_bag = _check_held(w, at, done, handles, (origin, source_bag))
    goes: dict[Handle, Cell] = {}
    for zone, handle in zip(done.zones, handles, strict=True):
        goes[handle] = Cell(origin.get(handle, source_bag or 0), zone)
    for handle, zone in origin.items():
        if handle not in goes:
            goes[handle] = Cell(zone, -1 if target_bag is None else target_bag)
    _check_flow(w, seed, done, goes)
    at.regroup(seat, [number for take in act.takes for number in take.refs], goes, from_bag)
    for laid, zone, handle in zip(done.made, done.zones, handles, strict=True):
        at.put(seat, laid.number, handle, zone)
    return sorted((cell, at.card_at(handle)) for handle, cell in goes.items() if cell.source != cell.target)


def _check_pages(
    w: Watched, at: Whereabouts, seed: bytes, made: Iterable[Laid], handles: Iterable[Handle]
) -> None:
    """Opens each new reference by its page (FIN_BLIND_UNOPENED)."""
    for laid, handle in zip(made, handles, strict=True):
        w.ran("FIN_BLIND_UNOPENED")
        opened = make_ref(w.table_id, laid.seat, seed, laid.number, handle, at.card_at(handle))
        if opened.outer != laid.outer:
            detail = f"reference {laid.number} of seat {laid.seat} does not open to what the page says"
            raise w.broken("FIN_BLIND_UNOPENED", detail)


def _check_held(
    w: Watched,
    at: Whereabouts,
    done: Regrouped,
    handles: Iterable[Handle],
    taken: tuple[Mapping[Handle, int], int | None],
) -> list[Handle]:
    """Returns the handles that come out of the bag; all others lay in a taken zone, each once (FIN_HAND).

    Of equal cards the lowest handles leave the bag.
    """
    origin, bag = taken
    held = at.bag(done.seat, bag) if bag is not None else {}
    used: set[Handle] = set()
    left: dict[int, list[Handle]] = {}
    for laid, handle in zip(done.made, handles, strict=True):
        w.ran("FIN_HAND")
        card = at.card_at(handle)
        if handle in used or (handle not in origin and handle not in held.get(card, ())):
            raise _guilty(
                w, "FIN_HAND", done.seat, f"the card behind reference {laid.number} did not lie there"
            )
        used.add(handle)
        if handle not in origin:
            left.setdefault(card, []).append(handle)
    for card, leaving in left.items():
        if sorted(leaving) != sorted(held[card])[: len(leaving)]:
            raise _guilty(w, "FIN_HAND", done.seat, "a regroup takes another of equal cards than the lowest")
    return [handle for leaving in left.values() for handle in leaving]


def _check_flow(w: Watched, seed: bytes, done: Regrouped, goes: Mapping[Handle, Cell]) -> None:
    """The true flow is the declared one, cell by cell, and nobody chose the order (FIN_REGROUP)."""
    w.ran("FIN_REGROUP")
    true = Counter(goes.values())
    declared = {Cell(flow.from_zone, flow.to_zone): flow.n for flow in done.act.flows}
    if true != declared:
        raise _guilty(w, "FIN_REGROUP", done.seat, "cards went other ways than the regroup declares")
    first = done.made[0].number if done.made else 0
    keys = [(zone, regroup_tag(seed, first, handle)) for zone, handle in zip(done.zones, goes, strict=False)]
    if keys != sorted(keys):
        raise _guilty(w, "FIN_REGROUP", done.seat, "new references do not lie in the order of their tags")


def filled(w: Watched, masked: Action, hidden: Sequence[int], moved: Sequence[tuple[Cell, int]]) -> Action:
    """Returns an action with all cards that it hides or leaves unsaid."""
    if w.title is None or not (hidden or moved):
        return masked
    try:
        return fill(w.title.notation, masked, hidden, moved)
    except ValueError:
        raise w.broken("FIN_RULES", f"{masked.text!r} does not say as many cards as it moves") from None


def check_rules(w: Watched, seat: int, events: Iterable[Event], moved: Iterable[tuple[Cell, int]]) -> None:
    """What the rules have mixed in a step is what the handles say, cell by cell (FIN_REGROUP)."""
    if w.places is None:
        return
    told: dict[Cell, Counter[int]] = {}
    for cell, card in moved:
        told.setdefault(cell, Counter())[card] += 1
    if told != moves_by_cell(shift for shift in shifts(w.places, events) if shift.act == REGROUP):
        raise _guilty(w, "FIN_REGROUP", seat, "other cards were regrouped than the rules have moved")


def _guilty(w: Watched, code: str, seat: int, detail: str) -> BrokenError:
    """Returns the error that names the referee, who took the handles, and the seat that signed for them."""
    said = f"{detail} (seat {seat})"
    return BrokenError((w.verdict(code, said), w.verdict(code, said, blame=seat)))
