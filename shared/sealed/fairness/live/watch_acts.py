"""Checks what seats do: drafts against the rules, card acts against the moves (spec 2.6, 2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.canonical import public_bytes
from sealed.engine.eye import PUBLIC
from sealed.engine.frames import Decision
from sealed.engine.kernel import asked, mask, permits
from sealed.engine.notation import NotationError
from sealed.engine.zones import HIDDEN
from sealed.fairness.arithmetic.blind import blind_outer
from sealed.fairness.arithmetic.identifiers import record_digest, state_digest
from sealed.fairness.bridge.shifts import PLACE, REGROUP, REVEAL, SHOW, Shift, shifts
from sealed.fairness.live.ledger import Laid, colour_index
from sealed.fairness.live.watch_messages import Heard, hear
from sealed.fairness.live.watch_regroup import regroup, regroup_alone
from sealed.fairness.live.watch_replica import StepError, between_bags, follow_one, play, settle
from sealed.fairness.live.watch_time import check_in_time, check_received, note_answer
from sealed.fairness.live.watched import RULES, BrokenError, Watched
from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1.fairness_pb2 import AuditVerdict, Draft, Pause, Resign, ResultVote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.frames import State
    from sealed.engine.message import Event
    from sealed.wire.v1.fairness_pb2 import (
        ActEntry,
        AuditEntry,
        CardAct,
        PauseEntry,
        Point,
        ResignEntry,
        ResultEntry,
        Reveal,
        Step,
    )


def check_act(w: Watched, entry: ActEntry) -> tuple[int, Draft]:
    """Checks a draft: the message, its time, every step with its card acts, the state after it."""
    heard = hear(w, entry.msg, EntryType.ACT, Draft)
    check_received(w, heard.header, entry.received_ms)
    _check_asked(w, heard)
    check_in_time(w, heard.seat, entry.received_ms)
    draft = heard.payload
    _check_first_ref(w, heard.seat, draft)
    _check_steps(w, heard, draft)
    check_state(w, entry.state)
    w.speakers[heard.seat].stops = False
    note_answer(w, heard.seat, entry.received_ms)
    w.origin = heard.seat
    settle(w, heard.seat)
    return heard.seat, draft


def _check_asked(w: Watched, heard: Heard[Draft]) -> None:
    if w.state is None:
        w.skip(RULES, "HEAD_STALE")
        return
    w.ran("HEAD_STALE")
    question = w.speakers[heard.seat].asked
    if question >= heard.header.seen_size:
        detail = f"seat {heard.seat} answers to a log that did not hold its question yet"
        raise w.broken("HEAD_STALE", detail)


def _check_first_ref(w: Watched, seat: int, draft: Draft) -> None:
    w.ran("BLIND_REF_NO")
    makes = any(makes_references(act) for step in draft.steps if step.cards for act in step.cards)
    if draft.first_ref != (w.ledger.next_ref(seat) if makes else 0):
        detail = f"the next reference of seat {seat} is {w.ledger.next_ref(seat)}"
        raise w.broken("BLIND_REF_NO", detail)


def makes_references(act: CardAct) -> bool:
    """Tells whether a card act makes references; a regroup that puts all into a bag makes none."""
    if act.HasField("regroup"):
        return any(put.outers for put in act.regroup.puts)
    return act.HasField("place") or act.HasField("show")


def _check_steps(w: Watched, heard: Heard[Draft], draft: Draft) -> None:
    if w.state is None:
        w.skip(RULES, "ACT_ILLEGAL", "DRAFT_BARRIER", "STATE_MISMATCH")
    else:
        w.ran("ACT_ILLEGAL", "DRAFT_BARRIER")
    last = len(draft.steps) - 1
    for number, step in enumerate(draft.steps):
        _check_step(w, heard, step)
        if number < last and w.state is not None and heard.seat not in asked(w.state):
            raise w.broken("DRAFT_BARRIER", f"the draft goes on after step {number + 1}, which ends its turn")


def _check_step(w: Watched, heard: Heard[Draft], step: Step) -> None:
    """Carries out one step: the action, then each card act beside the move that it stands for."""
    cards = list(step.cards)
    if w.state is None:
        for act in cards:
            _check_alone(w, heard, act)
        return
    try:
        events = _act_out(w, heard.seat, step, cards)
        _match(w, heard, cards, events)
    except StepError as error:
        raise w.broken("ACT_ILLEGAL", str(error)) from None


def _named(cards: list[CardAct]) -> int:
    """Returns how many references the acts of a step make or name that stay closed."""
    return sum(len(act.point.refs) if act.HasField("point") else act.HasField("place") for act in cards)


def _act_out(w: Watched, seat: int, step: Step, cards: list[CardAct]) -> tuple[Event, ...]:
    title, _, state = w.board
    notation = title.notation
    try:
        action = notation.parse(step.action)
    except NotationError as error:
        raise StepError(str(error)) from None
    if seat not in asked(state):
        raise StepError(f"seat {seat} is not asked")
    if mask(state, action, PUBLIC, notation) is not action:
        raise StepError("the action names a card that it has to hide")
    if _owes(state) and not permits(state, action, seat):
        raise w.broken("REGROUP_OWED", f"seat {seat} goes on before it has turned down what it owes")
    hidden = notation.cards(action).count(HIDDEN) if HIDDEN in action.args else 0
    if hidden != _named(cards):
        raise StepError("text and card acts disagree on how many cards stay hidden")
    return play(w, action, seat)


def _owes(s: State) -> bool:
    """Tells whether the open question is a turn-down that is owed (2.16)."""
    frame = s.stack.frame if s.stack else None
    return isinstance(frame, Decision) and frame.owes


def _match(w: Watched, heard: Heard[Draft], cards: list[CardAct], events: tuple[Event, ...]) -> None:
    """Goes through the moves of a step: each PLACE, SHOW and REVEAL takes the next act, the rest follows.

    What is regrouped comes first, all at once: the zones are those before the step.
    """
    pointed: list[Laid] = []
    acts: list[CardAct] = []
    for act in cards:
        if act.HasField("point"):
            pointed += _check_point(w, heard.seat, act.point)
        else:
            acts.append(act)
    _, places, _ = w.board
    moved = list(shifts(places, events))
    mixed = [shift for shift in moved if shift.act == REGROUP]
    regroup(w, heard.seat, acts, mixed)
    queue: Iterator[CardAct] = iter(acts[1:] if mixed else acts)
    for shift in moved:
        for _ in range(0 if shift.act == REGROUP else shift.n):
            _match_one(w, heard, shift, queue, pointed)
    if next(queue, None) is not None:
        raise StepError("a card act belongs to no move of this step")
    between_bags(w, events)


def _match_one(
    w: Watched, heard: Heard[Draft], shift: Shift, queue: Iterator[CardAct], pointed: list[Laid]
) -> None:
    if shift.act in {PLACE, SHOW, REVEAL}:
        if shift.source.seat != heard.seat:
            raise StepError("a card of another seat is laid or opened")
        act = next(queue, None)
        if act is None or act.WhichOneof("act") != shift.act:
            raise StepError(f"a {shift.act} is missing where the rules move a card so")
        _ACTS[shift.act](w, heard, shift, act)
    elif shift.card == HIDDEN:
        _move_pointed(w, shift, pointed)
    else:
        follow_one(w, shift)


def _move_pointed(w: Watched, shift: Shift, pointed: list[Laid]) -> None:
    """Moves a closed reference unopened: one that was pointed at, or any if all of the zone go."""
    for laid in pointed:
        if (laid.seat, laid.zone) == (shift.source.seat, shift.source.number):
            pointed.remove(laid)
            w.ledger.move(laid, shift.target.number)
            return
    follow_one(w, shift)


def _place(w: Watched, heard: Heard[Draft], shift: Shift, act: CardAct) -> None:
    place = act.place
    if (place.from_zone, place.to_zone) != (shift.source.number, shift.target.number):
        raise StepError("a card is placed from or to another zone than the action says")
    _lay(w, heard.seat, act)


def _show(w: Watched, heard: Heard[Draft], shift: Shift, act: CardAct) -> None:
    show = act.show
    if (show.from_zone, show.to_zone, show.card) != (shift.source.number, shift.target.number, shift.card):
        raise StepError("another card or zone is shown than the action says")
    _lay(w, heard.seat, act)


def _reveal(w: Watched, heard: Heard[Draft], shift: Shift, act: CardAct) -> None:
    laid = _check_reveal(w, heard, act.reveal)
    if act.reveal.card != shift.card or laid.zone != shift.source.number:
        raise StepError("another card is opened than the action says")
    w.ledger.move(laid, shift.target.number)


_ACTS = {PLACE: _place, SHOW: _show, REVEAL: _reveal}


def _check_alone(w: Watched, heard: Heard[Draft], act: CardAct) -> None:
    """Checks a card act without the rules: what its bytes and the ledger show."""
    if act.HasField("point"):
        _check_point(w, heard.seat, act.point)
    elif act.HasField("reveal"):
        _check_reveal(w, heard, act.reveal)
    elif act.HasField("regroup"):
        regroup_alone(w, heard.seat, act.regroup)
    else:
        _lay(w, heard.seat, act)


def _lay(w: Watched, seat: int, act: CardAct) -> None:
    """Checks a PLACE or SHOW against bag, numbers and commitments, and lays the reference."""
    part = act.place if act.HasField("place") else act.show
    commitment = act.place.outer if act.HasField("place") else act.show.inner
    w.ran("HAND_COUNT", "BLIND_REUSED")
    if w.ledger.bag(seat, part.from_zone) < 1:
        raise w.broken("HAND_COUNT", f"seat {seat} takes more cards from a bag than it holds")
    if not w.ledger.fresh(commitment):
        raise w.broken("BLIND_REUSED", f"seat {seat} uses a commitment a second time")
    if act.HasField("place"):
        w.ledger.lay(seat, act.place.from_zone, act.place.to_zone, commitment, w.index)
    else:
        show = act.show
        laid = w.ledger.show(seat, show.from_zone, show.to_zone, show.card, commitment, w.index)
        check_copies(w, laid)


def check_copies(w: Watched, laid: Laid) -> None:
    """Checks that no more copies of a type lie open in the zones of one colour than its lists hold."""
    w.ran("BLIND_TYPE_COUNT")
    colour = w.colour(laid.seat, colour_index(laid.zone))
    if w.ledger.open_copies(laid.seat, laid.zone, laid.card) > w.ledger.copies(colour, laid.card):
        raise w.broken("BLIND_TYPE_COUNT", "more copies of a card lie open than its colour has")


def closed_ref(w: Watched, seat: int, number: int, used: str = "BLIND_REUSED") -> Laid:
    """Returns a live closed reference; `used` is the code for one that is open or gone (BLIND_NOT_HELD)."""
    w.ran("BLIND_NOT_HELD", "BLIND_REUSED")
    if not w.ledger.made(seat, number):
        raise w.broken("BLIND_NOT_HELD", f"seat {seat} has no reference {number}")
    laid = w.ledger.find(seat, number)
    if laid is None or laid.card:
        raise w.broken(used, f"reference {number} of seat {seat} is used up or already open")
    return laid


def _check_reveal(w: Watched, heard: Heard[Draft], reveal: Reveal) -> Laid:
    laid = closed_ref(w, heard.seat, reveal.ref)
    w.ran("BLIND_IDENTITY")
    if not identity(w, laid, reveal.card, reveal.inner, reveal.salt):
        main = w.verdict("BLIND_IDENTITY", f"reference {reveal.ref} of seat {heard.seat} is not that card")
        if laid.since < heard.header.seen_size:
            detail = f"seat {heard.seat} signed two things about its reference {reveal.ref}"
            raise BrokenError((main, w.verdict("BLIND_IDENTITY", detail, blame=heard.seat)))
        raise BrokenError((main,))
    w.ledger.open(laid, reveal.card, reveal.inner, w.index)
    check_copies(w, laid)
    return laid


def identity(w: Watched, laid: Laid, card: int, inner: bytes, salt: bytes) -> bool:
    """Tells whether an opening leads to the logged commitment, under its owner's seat number."""
    return blind_outer(w.table_id, laid.seat, laid.number, card, inner, salt) == laid.outer


def _check_point(w: Watched, seat: int, point: Point) -> list[Laid]:
    if point.owner != seat and point.to_zone:
        raise w.broken("ENC_BAD_VALUE", "another seat's references are pointed away")
    return [closed_ref(w, point.owner, number, "BLIND_NOT_HELD") for number in point.refs]


def check_state(w: Watched, digest: bytes) -> None:
    """Checks the digest of the public state after a draft, or at the end (STATE_MISMATCH)."""
    if w.state is None:
        return
    w.ran("STATE_MISMATCH")
    if state_digest(w.table_id, public_bytes(w.state)) != digest:
        raise w.broken("STATE_MISMATCH", "the rules give another position than the referee has")


def check_resign(w: Watched, entry: ResignEntry) -> int:
    """Checks a RESIGN; without `stop` the game must end with the next entry."""
    heard = hear(w, entry.msg, EntryType.RESIGN, Resign)
    check_received(w, heard.header, entry.received_ms)
    speaker = w.speakers[heard.seat]
    if heard.payload.stop:
        speaker.stops = True
    else:
        speaker.resigned = True
        w.ending = "resign"
    return heard.seat


def check_pause(w: Watched, entry: PauseEntry) -> int:
    """Checks a PAUSE and takes its word: a pause counts from the time of the entry."""
    heard = hear(w, entry.msg, EntryType.PAUSE, Pause)
    check_received(w, heard.header, entry.received_ms)
    w.clocks.wish(heard.seat, w.now, on=heard.payload.on)
    return heard.seat


def check_result(w: Watched, entry: ResultEntry) -> int:
    """Checks a RESULT: one a seat, about this GAME_OVER."""
    heard = hear(w, entry.msg, EntryType.RESULT, ResultVote)
    speaker = w.speakers[heard.seat]
    if speaker.voted is not None:
        raise w.broken("LOG_PHASE", f"seat {heard.seat} has signed a RESULT already")
    if heard.payload.game_over_leaf != w.over_leaf:
        raise w.broken("ENC_BAD_VALUE", f"the RESULT of seat {heard.seat} is about another end of the game")
    speaker.voted = heard.payload.agree
    return heard.seat


def check_audit(w: Watched, entry: AuditEntry) -> int:
    """Checks an AUDIT: one a seat, about this record; its verdict is the seat's own."""
    heard = hear(w, entry.msg, EntryType.AUDIT, AuditVerdict)
    speaker = w.speakers[heard.seat]
    if speaker.audited:
        raise w.broken("LOG_PHASE", f"seat {heard.seat} has signed an AUDIT already")
    if heard.payload.record_digest != record_digest(w.table_id, w.last_page, w.roots[w.last_page]):
        raise w.broken("ENC_BAD_VALUE", f"the AUDIT of seat {heard.seat} is about another record")
    speaker.audited = True
    return heard.seat
