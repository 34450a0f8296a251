"""Judges the values in a parsed payload: lengths, ranges, order and limits (spec 2.2 "Limits", 2.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.blind import HANDLE_SIZE
from sealed.fairness.payloads.limits import (
    MAX_DICE,
    MAX_DIE_SIDES,
    MAX_DRAFT_REFERENCES,
    MAX_DRAW_CARDS,
    MAX_EPOCH_CARDS,
    MAX_PAGE_REFERENCES,
    MAX_PEEK_CARDS,
    MAX_REQUESTS,
    MAX_SEATS,
    ascending,
    at_most,
    between,
    byte,
    card,
    fixed_hash,
    fixed_hashes,
    laid_zone,
    one_of,
    references,
    require,
    seat,
    word,
)
from sealed.fairness.payloads.params_values import check_params
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from google.protobuf.message import Message

NOTICE_KINDS: Final = ("credit", "restored", "certificate", "reconnect", "info")
TIMEOUT_RULES: Final = ("loss", "answer")
END_CAUSES: Final = ("rules", "resign", "time", "abandon", "exhausted")


def _genesis(genesis: wire.Genesis) -> None:
    for parts in (genesis.joins, genesis.commits, genesis.blind_commits):
        at_most(len(parts), MAX_SEATS, "seats")
    for join in genesis.joins:
        _join(join)
    fixed_hash(genesis.tape_root, "the tape root")
    fixed_hashes(genesis.blind_commits, "a blind commitment")


def _join(join: wire.Join) -> None:
    fixed_hashes((join.pk, join.nonce), "a key or nonce")
    seat(join.seat)


def _start(start: wire.Start) -> None:
    at_most(len(start.agrees), MAX_SEATS, "seats")


def _slot_open(slot: wire.SlotOpen) -> None:
    at_most(len(slot.contributors), MAX_SEATS, "contributors")
    at_most(len(slot.requests), MAX_REQUESTS, "requests")
    require(bool(slot.requests), "a slot is opened for nothing")
    for number in slot.contributors:
        seat(number)
    for request in slot.requests:
        one_of(request)
        _REQUESTS[str(request.WhichOneof("act"))](request)


def _dice(request: wire.Request) -> None:
    at_most(request.dice.count, MAX_DICE, "dice")
    require(request.dice.count > 0, "no dice are asked for")
    between(request.dice.sides, 1, MAX_DIE_SIDES, "the number of sides")


def _shuffle(request: wire.Request) -> None:
    shuffle = request.shuffle
    byte(shuffle.deck, "a deck")
    between(shuffle.epoch, 1, 0xFFFF, "a sealed epoch")
    at_most(shuffle.n, MAX_EPOCH_CARDS, "cards in an epoch")
    require(shuffle.scheme == 1, "the scheme of a shuffle is not known")
    for given in shuffle.inputs:
        one_of(given)
        if given.HasField("range"):
            byte(given.range.deck, "a deck")
            for number in (given.range.epoch, given.range.first, given.range.count):
                word(number, "a part of a range")
        elif given.HasField("refs"):
            seat(given.refs.seat)
            references(given.refs.refs)
        else:
            seat(given.bag.seat)
            byte(given.bag.zone, "a bag")


def _order(request: wire.Request) -> None:
    ascending(request.order.items, "the items to be ordered")
    require(bool(request.order.items), "nothing is to be ordered")


def _pick(request: wire.Request) -> None:
    pick = request.pick
    between(pick.m, 1, MAX_DIE_SIDES, "the number of things to pick from")
    if pick.refs:
        seat(pick.owner)
        references(pick.refs)
        require(len(pick.refs) == pick.m, "a pick does not list as many references as it says")
    else:
        require(pick.owner == 0, "a pick names an owner without references")


_REQUESTS: Final[dict[str, Callable[[wire.Request], None]]] = {
    "dice": _dice,
    "shuffle": _shuffle,
    "order": _order,
    "pick": _pick,
}


def _slot_end(slot: wire.SlotEnd) -> None:
    at_most(len(slot.links), MAX_SEATS, "links")
    at_most(len(slot.waits), MAX_SEATS, "waits")
    at_most(len(slot.results), MAX_REQUESTS, "results")
    fixed_hashes(slot.links, "a link")
    for result in slot.results:
        one_of(result)
        if result.HasField("shown"):
            fixed_hash(result.shown.s, "a secret of the tape")
            fixed_hashes(result.shown.proof, "a part of a proof")
        else:
            fixed_hash(result.sealed.root, "the root of an epoch")


def _draw(draw: wire.Draw) -> None:
    byte(draw.deck, "a deck")
    for number in (draw.epoch, draw.first):
        word(number, "epoch or position")
    byte(draw.zone, "a bag")
    at_most(draw.count, MAX_DRAW_CARDS, "cards in a draw")
    require(draw.count > 0, "no card is drawn")
    seat(draw.seat)
    if draw.epoch:
        fixed_hash(draw.digest, "the digest of a draw")
    else:
        require(not draw.digest, "a draw from an open list has a digest")


def _peek(peek: wire.Peek) -> None:
    seat(peek.viewer)
    seat(peek.owner)
    at_most(len(peek.refs), MAX_PEEK_CARDS, "references in a peek")
    require(bool(peek.refs), "a peek is at nothing")
    references(peek.refs)
    fixed_hash(peek.digest, "the digest of a peek")


def _forced(forced: wire.Forced) -> None:
    require(bool(forced.cards), "nothing is forced open")
    for opening in forced.cards:
        seat(opening.seat)
        require(opening.ref > 0, "references count from 1")
        card(opening.card)
        fixed_hashes((opening.inner, opening.salt), "a commitment or salt")


def _timeout(timeout: wire.Timeout) -> None:
    seat(timeout.seat)
    require(timeout.rule in TIMEOUT_RULES, "the rule of a time-out is not known")
    between(timeout.kind, 1, 2, "the kind of a time-out")
    require(
        (timeout.kind == 2) == (timeout.first_k > 0), "a time-out names a slot exactly if it is for a link"
    )
    if timeout.rule == "answer":
        fixed_hash(timeout.state, "the digest of a state")
        require(bool(timeout.action), "a time-out states no answer")
    else:
        require(not timeout.action and not timeout.state, "a loss by time states an answer")


def _notice(notice: wire.Notice) -> None:
    require(notice.kind in NOTICE_KINDS, "the kind of a notice is not known")
    if notice.kind != "credit":
        require(notice.from_ms == notice.to_ms == 0, "a notice that is no credit has an interval")


def _message_of_seat(entry: wire.ResultEntry | wire.AuditEntry | wire.ResignEntry | wire.PauseEntry) -> None:
    require(entry.HasField("msg"), "the message of the seat is missing")


def _act(entry: wire.ActEntry) -> None:
    require(entry.HasField("msg"), "the message of the seat is missing")
    fixed_hash(entry.state, "the digest of a state")


def _game_over(over: wire.GameOver) -> None:
    fixed_hash(over.state, "the digest of a state")
    require(over.cause in END_CAUSES, "the cause of an end is not known")
    ascending(over.seats, "seats")
    for number in over.seats:
        seat(number)


def _final_reveal(reveal: wire.FinalReveal) -> None:
    fixed_hash(reveal.tape_seed, "the revealed secret")


def _final_page(page: wire.FinalPage) -> None:
    seat(page.seat)
    require(page.first_ref > 0, "references count from 1")
    count, rest = divmod(len(page.handles), HANDLE_SIZE)
    require(count > 0 and not rest, "a page has no handles, or half a handle")
    at_most(count, MAX_PAGE_REFERENCES, "references on a page")


def _draft(draft: wire.Draft) -> None:
    require(bool(draft.steps), "a draft has no step")
    made = sum(_card_act(act) for step in draft.steps for act in step.cards)
    at_most(made, MAX_DRAFT_REFERENCES, "new references in a draft")
    require(bool(made) or not draft.first_ref, "a draft that makes no references numbers them")


def _card_act(act: wire.CardAct) -> int:
    """Checks one act and returns how many references it makes."""
    one_of(act)
    return _CARD_ACTS[str(act.WhichOneof("act"))](act)


def _place(act: wire.CardAct) -> int:
    byte(act.place.from_zone, "a bag")
    laid_zone(act.place.to_zone)
    fixed_hash(act.place.outer, "a commitment")
    return 1


def _show(act: wire.CardAct) -> int:
    byte(act.show.from_zone, "a bag")
    laid_zone(act.show.to_zone)
    card(act.show.card)
    fixed_hash(act.show.inner, "a commitment")
    return 1


def _reveal(act: wire.CardAct) -> int:
    require(act.reveal.ref > 0, "references count from 1")
    card(act.reveal.card)
    fixed_hashes((act.reveal.inner, act.reveal.salt), "a commitment or salt")
    return 0


def _point(act: wire.CardAct) -> int:
    seat(act.point.owner)
    require(bool(act.point.refs), "a step points at nothing")
    references(act.point.refs)
    if act.point.to_zone:
        laid_zone(act.point.to_zone)
    return 0


def _regroup(act: wire.CardAct) -> int:
    """Checks only what no code of its own covers: ranges, and the length of commitments."""
    regroup = act.regroup
    zones = [part.zone for part in regroup.takes] + [part.zone for part in regroup.puts]
    zones += [zone for flow in regroup.flows for zone in (flow.from_zone, flow.to_zone)]
    for zone in zones:
        word(zone, "a zone")
    for put in regroup.puts:
        fixed_hashes(put.outers, "a commitment")
    return sum(len(put.outers) for put in regroup.puts)


_CARD_ACTS: Final[dict[str, Callable[[wire.CardAct], int]]] = {
    "place": _place,
    "show": _show,
    "reveal": _reveal,
    "regroup": _regroup,
    "point": _point,
}


def _commit(commit: wire.Commit) -> None:
    fixed_hash(commit.anchor, "an anchor")


def _result_vote(vote: wire.ResultVote) -> None:
    fixed_hash(vote.game_over_leaf, "the leaf of the GAME_OVER")


def _audit_verdict(verdict: wire.AuditVerdict) -> None:
    fixed_hash(verdict.record_digest, "the digest of a record")
    between(verdict.verdict, 1, 3, "a verdict")


def check_values(message: Message) -> None:
    """Checks the values of a payload or of parameters. Raises EncodingError; messages without a rule pass."""
    check = _CHECKS.get(type(message))
    if check is not None:
        check(message)


_CHECKS: Final[dict[type[Message], Callable[..., None]]] = {
    wire.Params: check_params,
    wire.Genesis: _genesis,
    wire.Join: _join,
    wire.Start: _start,
    wire.SlotOpen: _slot_open,
    wire.SlotEnd: _slot_end,
    wire.Draw: _draw,
    wire.Peek: _peek,
    wire.Forced: _forced,
    wire.Timeout: _timeout,
    wire.Notice: _notice,
    wire.ActEntry: _act,
    wire.ResultEntry: _message_of_seat,
    wire.AuditEntry: _message_of_seat,
    wire.ResignEntry: _message_of_seat,
    wire.PauseEntry: _message_of_seat,
    wire.GameOver: _game_over,
    wire.FinalReveal: _final_reveal,
    wire.FinalPage: _final_page,
    wire.Draft: _draft,
    wire.Commit: _commit,
    wire.ResultVote: _result_vote,
    wire.AuditVerdict: _audit_verdict,
}
