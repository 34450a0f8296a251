"""A match from START to GAME_OVER: answers, slots, draws, openings, every way to stop (spec 2.4-2.12).

Methods put entries into the append in progress; whoever calls them begins the append and ends it with a head.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.frames import RuleBugError
from sealed.fairness.arithmetic.chain import LinkError, link_below, links_between
from sealed.fairness.bridge.duties import (
    Answers,
    Draw,
    Ended,
    Forced,
    Peek,
    ShuffleDue,
    Slots,
    outcome_of_draw,
    outcome_of_opening,
    outcome_of_peek,
)
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.private import opening_digest
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_referee.acting import play
from sealed_referee.changes import Fact, FactKind
from sealed_referee.dealer import Link, Pending, links_by_slot
from sealed_referee.game import Game
from sealed_referee.refusing import RefusedError
from sealed_referee.time_outs import is_fresh

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sealed.engine.title import Setup, Title
    from sealed.fairness.bridge.duties import SlotDue
    from sealed_referee.chronicle import Chronicle
    from sealed_referee.deadlines import Deadlines
    from sealed_referee.dealer import Dealer
    from sealed_referee.letters import Letter

_KEPT_LINKS = 64
"""How far below the newest slot a link that comes again is recognised."""


class Seated(NamedTuple):
    """Is what set-up says of a seat: its key and the anchor of its chain."""

    pk: bytes
    anchor: bytes


class Over(NamedTuple):
    """Is how the game ended: the index of the GAME_OVER entry, its time and what it says."""

    entry: int
    time_ms: int
    result: str
    cause: str
    seats: tuple[int, ...]


class Match:
    """Is the game at a table with its log."""

    def __init__(
        self,
        title: Title,
        setup: Setup,
        seated: Mapping[int, Seated],
        n_slots: int,
        dealer: Dealer,
        chronicle: Chronicle,
        deadlines: Deadlines,
    ) -> None:
        """Sets the game up; nothing is due before `start`."""
        self._dealer, self.log, self.deadlines = dealer, chronicle, deadlines
        self._seated, self._n_slots = seated, n_slots
        self.game = Game(title, setup, dealer.table_id, dealer.blind_seeds)
        self.pending: Pending | None = None
        self.over: Over | None = None
        self.stops: set[int] = set()
        """The seats whose wish to stop stands."""
        self._last_k = 0
        self._known = {seat: (0, one.anchor) for seat, one in seated.items()}
        self.privates: list[tuple[int, int, bytes]] = []
        """All private messages: seat, entry, unsigned bytes."""
        self.facts: list[Fact] = []
        """What is to be kept beside the entries of the append in progress."""

    def start(self, agrees: Sequence[wire.Signed]) -> None:
        """Logs START and what is due after it."""
        index = self.log.add(EntryType.START, wire.Start(agrees=agrees))
        self.game.settle(index, self.log.time_ms)
        self.advance()

    # -- seats -----------------------------------------------------------------------------------------------

    def act(self, letter: Letter, draft: wire.Draft, handles: bytes, received_ms: int, now_ms: int) -> int:
        """Plays and logs a draft and what is due then; returns its entry. Raises RefusedError."""
        game, seat = self.game, letter.seat
        first_ref = game.piles.next_ref(seat)
        played = play(game, seat, draft, handles, self._dealer.blind_seeds[seat])
        time_ms = self.log.begin(now_ms)
        made = played.piles.new_handles(seat)
        if made:
            played.piles.keep()
            self.facts.append(Fact(FactKind.HANDLES, seat, first_ref, made, time_ms))
        game.state, game.piles = played.state, played.piles
        entry = wire.ActEntry(
            msg=letter.signed,
            state=game.digest(),
            received_ms=received_ms,
        )
        index = self.log.add(EntryType.ACT, entry)
        self.stops.discard(seat)
        self._charge_answer(seat, received_ms)
        game.settle(index, time_ms, seat, played.due)
        self.advance()
        return index

    def _charge_answer(self, seat: int, received_ms: int) -> None:
        """Charges a seat for the answer that it has just given; the question is still the answered one."""
        asked = self.game.asked[seat]
        fresh = self.deadlines.clocked and is_fresh(self.log.entries, asked, seat)
        self.deadlines.answered(seat, self.game.asked_ms[seat], received_ms, fresh=fresh)

    def resign(self, letter: Letter, resign: wire.Resign, received_ms: int, now_ms: int) -> int:
        """Logs a resignation, or a wish to stop; the game ends with it or when all seats wish it."""
        self.log.begin(now_ms)
        entry = wire.ResignEntry(msg=letter.signed, received_ms=received_ms)
        index = self.log.add(EntryType.RESIGN, entry)
        if not resign.stop:
            self.lose("resign", (letter.seat,))
            return index
        self.stops.add(letter.seat)
        if len(self.stops) == len(self._seated):
            self._end("abandon", "none", tuple(sorted(self.stops)))
        return index

    # -- time ------------------------------------------------------------------------------------------------

    def owed(self) -> dict[int, int]:
        """Returns until when each seat that owes an answer or a link has to give it."""
        if self.over:
            return {}
        if self.pending:
            opened_ms = self.pending.opened_ms
            return {seat: self.deadlines.link(seat, opened_ms) for seat in self.pending.owing}
        asked_ms = self.game.asked_ms
        return {seat: self.deadlines.answer(seat, asked_ms[seat]) for seat in self.game.owing}

    def pause(self, letter: Letter, *, on: bool, received_ms: int, now_ms: int) -> int:
        """Logs that a seat wishes a pause or no longer does; returns its entry."""
        time_ms = self.log.begin(now_ms)
        entry = wire.PauseEntry(msg=letter.signed, received_ms=received_ms)
        index = self.log.add(EntryType.PAUSE, entry)
        self.deadlines.pauses.wish(letter.seat, time_ms, on=on)
        return index

    def credit(self, from_ms: int, to_ms: int) -> None:
        """Logs that an interval is charged to nobody, because the referee was away."""
        notice = wire.Notice(kind="credit", text="restart", from_ms=from_ms, to_ms=to_ms)
        self.log.add(EntryType.NOTICE, notice)
        self.deadlines.credit(from_ms, to_ms)

    def lose(self, cause: str, seats: tuple[int, ...]) -> None:
        """Ends the game because these seats have resigned or run out of time."""
        self._end(cause, self.game.title.after_loss(self.game.setup, seats), seats)

    def _end(self, cause: str, result: str, seats: tuple[int, ...] = ()) -> None:
        over = wire.GameOver(result=result, state=self.game.digest(), cause=cause, seats=seats)
        index = self.log.add(EntryType.GAME_OVER, over)
        self.deadlines.pauses.end(self.log.time_ms)
        self.over = Over(index, self.log.time_ms, result, cause, seats)

    # -- what the referee owes -------------------------------------------------------------------------------

    def advance(self) -> None:
        """Logs everything that is due without waiting for anybody."""
        while self.over is None and self._deal_next():
            pass

    def _deal_next(self) -> bool:
        match self.game.due:
            case Answers():
                return False
            case Slots(requests):
                self._open_slots(requests)
                return False
            case Draw() as due:
                self._draw(due)
            case Peek() as due:
                self._peek(due)
            case Forced() as due:
                self._force(due)
            case Ended(result):
                self._end("rules", result)
        return True

    def _tell(self, seat: int, index: int, message: bytes) -> bytes:
        """Puts a private message down and returns the digest that binds it."""
        self.privates.append((seat, index, message))
        return opening_digest(message)

    def _draw(self, due: Draw) -> None:
        game, index = self.game, self.log.size
        entry, message = self._dealer.drawn(due, index, game.piles)
        if message:
            entry.digest = self._tell(due.seat, index, message)
        cards = game.piles.draw(due.deck, due.n, due.seat, due.zone)
        game.happen((outcome_of_draw(game.title.notation, cards),))
        self.log.add(EntryType.DRAW, entry)
        game.settle(index, self.log.time_ms)

    def _peek(self, due: Peek) -> None:
        game, index = self.game, self.log.size
        entry, message, cards = self._dealer.peeked(due, index, game.piles)
        entry.digest = self._tell(due.viewer, index, message)
        game.happen((outcome_of_peek(game.title.notation, cards),))
        self.log.add(EntryType.PEEK, entry)
        game.settle(index, self.log.time_ms)

    def _force(self, due: Forced) -> None:
        game, entry = self.game, wire.Forced()
        for disclosure in due.disclosures:
            openings, cards = self._dealer.forced(disclosure, game.piles)
            entry.cards.extend(openings)
            game.happen((outcome_of_opening(game.title.notation, cards),))
        index = self.log.add(EntryType.FORCED, entry)
        game.settle(index, self.log.time_ms)

    # -- slots -----------------------------------------------------------------------------------------------

    def _open_slots(self, requests: tuple[SlotDue, ...]) -> None:
        if self._last_k + len(requests) > self._n_slots:
            self._end("exhausted", self.game.title.unfinished(self.game.state))
            return
        self.pending = Pending(self._last_k + 1, requests, self.log.time_ms, tuple(sorted(self._seated)))
        entry = wire.SlotOpen(
            first_k=self.pending.first_k,
            contributors=self.pending.contributors,
            requests=[self._dealer.request(due, self.game.piles) for due in requests],
        )
        self.log.add(EntryType.SLOT_OPEN, entry)

    def contribute(self, seat: int, k: int, link: bytes, now_ms: int) -> bool:
        """Takes a link for the pending batch; tells whether it is new. Raises RefusedError (SLOT_LINK...)."""
        pending = self.pending
        if pending is None or self.over or k != pending.last_k:
            if self._is_old(seat, k, link):
                return False
            raise RefusedError(
                "SLOT_SEQUENCE", f"no link for slot {k} is owed now; answer the newest SLOT_OPEN"
            )
        given = pending.links.get(seat)
        if given is not None:
            if given.link == link:
                return False
            raise RefusedError("SLOT_LINK", f"another link for slot {k} is here already, and that one fits")
        known_k, known = self._known[seat]
        try:
            links_between(self._dealer.table_id, self._seated[seat].pk, k, link, known_k, known)
        except LinkError as error:
            raise RefusedError("SLOT_LINK", f"{error}; send the link of this seat's own chain") from None
        pending.links[seat] = Link(link, max(now_ms, pending.opened_ms))
        return True

    def _is_old(self, seat: int, k: int, link: bytes) -> bool:
        """Tells whether this is the link of a slot that has ended not long ago."""
        known_k, known = self._known[seat]
        if not known_k - _KEPT_LINKS < k <= known_k:
            return False
        for number in range(known_k, k, -1):
            known = link_below(self._dealer.table_id, self._seated[seat].pk, number, known)
        return known == link

    def end_slots(self) -> None:
        """Logs the results of the pending batch, for which all links are here, and what is due after it."""
        pending, table_id = self.pending, self._dealer.table_id
        if pending is None or pending.owing:
            raise RuleBugError("a slot never ends without the link of every contributor")
        links = {
            seat: links_between(
                table_id, self._seated[seat].pk, pending.last_k, given.link, *self._known[seat]
            )
            for seat, given in pending.links.items()
        }
        dealt = [
            self._dealer.deal(pending.first_k + at, due, links_by_slot(links, at), self.game.piles)
            for at, due in enumerate(pending.dues)
        ]
        for due, one in zip(pending.dues, dealt, strict=True):
            if one.seal is not None and isinstance(due, ShuffleDue):
                self.game.piles.seal(due.deck, one.seal, due.sources)
            self.game.happen_in_slot(due, one.outputs)
        longest = self.log.time_ms - pending.opened_ms
        waits = {
            seat: min(pending.links[seat].received_ms - pending.opened_ms, longest)
            for seat in pending.contributors
        }
        entry = wire.SlotEnd(
            first_k=pending.first_k,
            links=[pending.links[seat].link for seat in pending.contributors],
            results=[one.result for one in dealt],
            waits=list(waits.values()),
        )
        index = self.log.add(EntryType.SLOT_END, entry)
        for seat, wait in waits.items():
            self.deadlines.linked(seat, pending.opened_ms, pending.opened_ms + wait)
        self._last_k = pending.last_k
        self._known = {seat: (pending.last_k, given.link) for seat, given in pending.links.items()}
        self.pending = None
        self.game.settle(index, self.log.time_ms)
        self.advance()
