"""Checks the referee's card entries: draws, forced reveals, peeks (spec 2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.chance import ALL, NAMED, PICKED
from sealed.engine.zones import HIDDEN
from sealed.fairness.bridge import duties
from sealed.fairness.live.ledger import InputError
from sealed.fairness.live.watch_acts import check_copies, closed_ref, identity
from sealed.fairness.live.watch_replica import StepError, chance, settle
from sealed.fairness.live.watched import RULES, Watched

if TYPE_CHECKING:
    from sealed.fairness.bridge.duties import Disclosure
    from sealed.fairness.live.ledger import Epoch, Laid
    from sealed.wire.v1.fairness_pb2 import Draw, Forced, Opening, Peek


def check_draw(w: Watched, draw: Draw) -> None:
    """Checks a DRAW: from the top of the newest epoch, sealed before, to whom it is due."""
    epoch = _check_epoch(w, draw)
    w.ran("DRAW_POSITION")
    if draw.first != epoch.cursor or draw.first + draw.count > epoch.size:
        raise w.broken("DRAW_POSITION", f"the next card of deck {draw.deck} is at position {epoch.cursor}")
    if w.state is None:
        w.skip(RULES, "DRAW_RECIPIENT")
    else:
        w.ran("DRAW_RECIPIENT")
        if w.duty != duties.Draw(draw.deck, draw.count, draw.seat, draw.zone):
            raise w.broken("DRAW_RECIPIENT", "the rules do not give these cards to this seat now")
    if draw.seat not in w.speakers:
        raise w.broken("DRAW_RECIPIENT", "cards are drawn to no seat of this table")
    w.ledger.draw(epoch, draw.count, draw.seat, draw.zone)
    if draw.digest and draw.seat == w.seat:
        w.own.unopened[w.index] = draw
    if w.title is not None:
        cards = epoch.cards[draw.first : draw.first + draw.count] or (HIDDEN,) * draw.count
        try:
            chance(w, duties.outcome_of_draw(w.title.notation, cards))
        except StepError as error:
            raise w.broken("DRAW_RECIPIENT", str(error)) from None
    settle(w)


def _check_epoch(w: Watched, draw: Draw) -> Epoch:
    w.ran("DECK_SEAL_LATE", "DRAW_STALE_EPOCH")
    try:
        epoch = w.ledger.sealed(draw.deck, draw.epoch)
    except InputError as error:
        raise w.broken(error.code, f"cards are drawn, and {error}") from None
    if epoch.closed:
        raise w.broken("DRAW_STALE_EPOCH", f"cards are drawn from epoch {draw.epoch}, which is closed")
    return epoch


def check_forced(w: Watched, forced: Forced) -> None:
    """Checks a FORCED: due now, exactly the references meant, each as it was committed."""
    if w.state is None or w.title is None:
        w.skip(RULES, "BLIND_EARLY")
        for opening in forced.cards:
            _open(w, opening)
        return
    w.ran("BLIND_EARLY")
    if not isinstance(w.duty, duties.Forced):
        raise w.broken("BLIND_EARLY", "no card has to be opened at this moment")
    rest = list(forced.cards)
    for disclosure in w.duty.disclosures:
        cards = _check_disclosure(w, disclosure, rest)
        try:
            chance(w, duties.outcome_of_opening(w.title.notation, cards))
        except StepError as error:
            raise w.broken("BLIND_EARLY", str(error)) from None
    if rest:
        raise w.broken("BLIND_EARLY", "more cards are opened than the rules say")
    settle(w)


def _check_disclosure(w: Watched, due: Disclosure, rest: list[Opening]) -> list[int]:
    """Opens the references that one disclosure means and returns all cards that it discloses."""
    seat, zone = due.place.seat, due.place.number
    closed = w.ledger.in_zone(seat, zone, closed=True)
    cards = [laid.card for laid in w.ledger.in_zone(seat, zone, closed=False)] if due.which == ALL else []
    wanted = len(closed) if due.which == ALL else due.n
    mine = rest[:wanted]
    del rest[:wanted]
    numbers = [opening.ref for opening in mine]
    if len(mine) != wanted or any(one.seat != seat for one in mine) or numbers != sorted(set(numbers)):
        raise w.broken("BLIND_EARLY", "other cards are opened than the rules say")
    allowed = _allowed(w, due, closed)
    for opening in mine:
        if w.ledger.made(seat, opening.ref) and opening.ref not in allowed:
            laid = w.ledger.find(seat, opening.ref)
            if laid is not None and not laid.card:
                raise w.broken("BLIND_EARLY", "another card is opened than the rules say")
        _open(w, opening)
        if due.which == NAMED and opening.card != due.card:
            raise w.broken("BLIND_EARLY", "a card of another type is opened than was named")
        cards.append(opening.card)
    return cards


def _allowed(w: Watched, due: Disclosure, closed: tuple[Laid, ...]) -> set[int]:
    """Returns the numbers among which the opened references must be."""
    if due.which == PICKED:
        picked = w.picked
        return {picked[1]} if picked is not None and picked[0] == due.place.seat else set()
    if due.which == NAMED and any(laid.peeked for laid in closed):
        return {laid.number for laid in closed if laid.peeked}
    return {laid.number for laid in closed}


def _open(w: Watched, opening: Opening) -> None:
    laid = closed_ref(w, opening.seat, opening.ref)
    w.ran("BLIND_IDENTITY")
    if not identity(w, laid, opening.card, opening.inner, opening.salt):
        detail = f"reference {opening.ref} of seat {opening.seat} is not the card that the referee shows"
        raise w.broken("BLIND_IDENTITY", detail)
    w.ledger.open(laid, opening.card, opening.inner, w.index)
    check_copies(w, laid)


def check_peek(w: Watched, peek: Peek) -> None:
    """Checks a PEEK: due now, to this viewer, at exactly the closed references of the zone."""
    if peek.viewer not in w.speakers or peek.viewer == peek.owner:
        raise w.broken("PEEK_NOT_DUE", "the viewer is no other seat of this table")
    looked = [closed_ref(w, peek.owner, number) for number in peek.refs]
    if w.state is None or w.title is None:
        w.skip(RULES, "PEEK_NOT_DUE")
    else:
        w.ran("PEEK_NOT_DUE")
        if not _peek_due(w, peek):
            raise w.broken("PEEK_NOT_DUE", "the rules do not let this seat look at these cards now")
    for laid in looked:
        laid.peeked |= 1 << peek.viewer
    if peek.viewer == w.seat:
        w.own.unopened[w.index] = peek
    if w.title is not None and isinstance(w.duty, duties.Peek):
        place = w.duty.place
        known = [laid.card for laid in w.ledger.in_zone(place.seat, place.number)]
        try:
            chance(w, duties.outcome_of_peek(w.title.notation, known))
        except StepError as error:
            raise w.broken("PEEK_NOT_DUE", str(error)) from None
    settle(w)


def _peek_due(w: Watched, peek: Peek) -> bool:
    due = w.duty
    if not isinstance(due, duties.Peek):
        return False
    closed = [laid.number for laid in w.ledger.in_zone(due.place.seat, due.place.number, closed=True)]
    return (peek.viewer, peek.owner, list(peek.refs)) == (due.viewer, due.place.seat, closed)
