"""Writes the log of a whole match in memory: honest by default, and false where a test says so.

It plays the referee and all seats at once, without network, store or sessions, straight from the arithmetic;
so tests of the verifier can change any entry before it is signed: `alter` is called with every entry about
to be logged, `alter_draft` with every draft about to be signed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scribe_cards import Card, ScribeCards
from scribe_regroup import Regrouper

from sealed.engine.canonical import public_bytes
from sealed.engine.eye import PUBLIC
from sealed.engine.kernel import apply, legal_actions, mask
from sealed.fairness.arithmetic.blind import blind_commit, make_ref, pack_handles
from sealed.fairness.arithmetic.identifiers import log_leaf_hash, state_digest
from sealed.fairness.bridge import duties
from sealed.fairness.bridge.shifts import FOLLOW, PLACE, REGROUP, REVEAL, SHOW, shifts
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.payloads.codec import encode
from sealed.fairness.signing import messages
from sealed.fairness.signing.private import Kind
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from scribe_log import Player

    from sealed.engine.title import Title


class Scribe(ScribeCards):
    """One table, from GENESIS on. `alter` may be set before `begin`."""

    def __init__(
        self, title: Title, seats: int, rng: random.Random, options: dict[str, str] | None = None
    ) -> None:
        """Sets the table up to START."""
        super().__init__(title, seats, rng, options)
        self.alter_draft: Callable[[int, wire.Draft], wire.Draft] = lambda seat, draft: draft
        self.regrouper = Regrouper(self)
        self.pointed: list[Card] = []

    def begin(self) -> None:
        """Logs GENESIS and START."""
        commits = [
            self.say(seat, E.COMMIT, encode(wire.Commit(anchor=player.chain.anchor)))
            for seat, player in self.players.items()
        ]
        genesis = wire.Genesis(
            params=self.params,
            params_sig=messages.sign_params(self.referee, self.params),
            joins=self.joins,
            commits=commits,
            tape_root=self.tape.root,
            blind_commits=[blind_commit(self.id, seat, seed) for seat, seed in self.seeds.items()],
        )
        self.log(E.GENESIS, genesis)
        for seat, seed in self.seeds.items():
            self.tell(seat, 0, Kind.SEED, seed)
        self.sign()
        self.now += 1000
        self.log(E.START, wire.Start(agrees=[self.say(seat, E.AGREE, b"") for seat in self.players]))
        self.settle()
        self.sign()

    def due(self) -> duties.Duty:
        """Returns what is due."""
        return duties.duty(self.title, self.places, self.state)

    def settle(self) -> None:
        """Logs what the referee owes without waiting: draws, forced reveals, peeks, slots, the end."""
        while True:
            match self.due():
                case duties.Draw() as due:
                    self.draw(due)
                case duties.Forced() as due:
                    self.force(due)
                case duties.Peek() as due:
                    self.peek(due)
                case duties.Slots() as due:
                    self.open_slot(due)
                    return
                case duties.Ended(result):
                    digest = state_digest(self.id, public_bytes(self.state))
                    self.log(E.GAME_OVER, wire.GameOver(result=result, state=digest, cause="rules"))
                    return
                case _:
                    return

    def turn(self, choose: Callable[[int, list[object]], object] | None = None) -> bool:
        """Makes one append: an answer, or the links of an open slot; False when the game is over."""
        self.now += 1000
        due = self.due()
        if isinstance(due, duties.Ended):
            return False
        if isinstance(due, duties.Slots):
            self.end_slot(due)
        else:
            seat = due.seats[0]
            legal = list(legal_actions(self.state, seat))
            self.act(seat, choose(seat, legal) if choose else self.rng.choice(legal))
        self.settle()
        self.sign()
        return True

    def act(self, seat: int, *actions: object) -> None:
        """Logs actions of a seat as a draft with a step for each."""
        player = self.players[seat]
        first = player.next_ref
        steps = [self._step(player, action) for action in actions]
        makes = player.next_ref > first
        draft = self.alter_draft(seat, wire.Draft(steps=steps, first_ref=first if makes else 0))
        signed = self.say(seat, E.ACT, draft.SerializeToString(deterministic=True))
        digest = state_digest(self.id, public_bytes(self.state))
        self.log(E.ACT, wire.ActEntry(msg=signed, state=digest, received_ms=self.now))

    def _step(self, player: Player, action: object) -> wire.Step:
        """Carries out one action and returns it with its card acts."""
        text = mask(self.state, action, PUBLIC, self.title.notation).text
        step = apply(self.state, action, player.seat)
        moved = list(shifts(self.places, step.events))
        mixed = [shift for shift in moved if shift.act == REGROUP]
        acts = [self.regrouper.act(player, mixed)] if mixed else []
        acts += self._points(player, action, moved)
        acts += [a for shift in moved if shift.act != REGROUP for a in self._acts(player, shift)]
        self.between_bags(step.events)
        self.state = step.state
        return wire.Step(action=text, cards=acts)

    def _points(self, player: Player, action: object, moved: list[object]) -> list[wire.CardAct]:
        """Points at the own closed cards that a verb of the title drops unopened."""
        if mask(self.state, action, PUBLIC, self.title.notation) is action:
            return []
        dropped = [s for s in moved if s.act == FOLLOW and not s.source.open and s.source.seat == player.seat]
        cards = [(self.closed(player.seat, s.source.number, s.card), s.target.number) for s in dropped]
        self.pointed = [card for card, _ in cards]
        return [
            wire.CardAct(point=wire.Point(owner=player.seat, refs=[card.number], to_zone=target))
            for card, target in cards
        ]

    def _acts(self, player: Player, shift: object) -> list[wire.CardAct]:
        source, target = shift.source.number, shift.target.number
        if shift.act in {PLACE, SHOW}:
            handle = min(h for h in self.bags[player.seat, source] if self.card_at(h) == shift.card)
            self.bags[player.seat, source].remove(handle)
            number = player.next_ref
            player.next_ref += 1
            player.pages.append(handle)
            made = make_ref(self.id, player.seat, self.seeds[player.seat], number, handle, shift.card)
            card = Card(player.seat, number, target, handle, shift.card, shift.act == SHOW)
            self.refs[player.seat, number] = card
            if shift.act == PLACE:
                return [wire.CardAct(place=wire.Place(from_zone=source, to_zone=target, outer=made.outer))]
            shown = wire.Show(from_zone=source, to_zone=target, card=shift.card, inner=made.inner)
            return [wire.CardAct(show=shown)]
        if shift.act == REVEAL:
            card = self.closed(shift.source.seat, source, shift.card)
            card.open, card.zone = True, target
            inner, salt = self.identity(card)
            reveal = wire.Reveal(ref=card.number, card=card.card, inner=inner, salt=salt)
            return [wire.CardAct(reveal=reveal)]
        assert shift.act == FOLLOW
        if self.pointed:
            self.pointed.pop(0).zone = target
        else:
            self.follow(shift)
        return []

    def resign(self, seat: int, *, stop: bool = False) -> None:
        """Logs a RESIGN in an append of its own, with the GAME_OVER that follows it."""
        self.now += 1000
        signed = self.say(seat, E.RESIGN, wire.Resign(stop=stop).SerializeToString(deterministic=True))
        self.log(E.RESIGN, wire.ResignEntry(msg=signed, received_ms=self.now))
        if not stop:
            self.game_over("resign", seat)
        self.sign()

    def game_over(self, cause: str, *seats: int) -> None:
        """Logs a GAME_OVER that the rules did not bring about."""
        result = "none" if cause == "abandon" else self.title.after_loss(self.setup, seats)
        digest = state_digest(self.id, public_bytes(self.state))
        self.log(E.GAME_OVER, wire.GameOver(result=result, state=digest, cause=cause, seats=seats))

    def timeout(self, seat: int, deadline: int, *, first_k: int = 0) -> None:
        """Logs a TIMEOUT in an append of its own, with the GAME_OVER that follows it."""
        entry = wire.Timeout(
            seat=seat,
            deadline_ms=deadline,
            counter=self.players[seat].counter,
            rule="loss",
            kind=2 if first_k else 1,
            first_k=first_k,
        )
        self.log(E.TIMEOUT, entry)
        self.game_over("time", seat)
        self.sign()

    def credit(self, start: int, end: int) -> None:
        """Logs a restart credit."""
        self.log(E.NOTICE, wire.Notice(kind="credit", text="restart", from_ms=start, to_ms=end))
        self.sign()

    def finish(self) -> None:
        """Logs the RESULT of each seat and the reveal; AUDITs are left out."""
        over = next(i for i, entry in enumerate(self.entries) if entry.type == E.GAME_OVER)
        entry = self.entries[over]
        leaf = log_leaf_hash(self.id, over, entry.type, entry.payload)
        for seat in self.players:
            self.now += 1000
            vote = wire.ResultVote(game_over_leaf=leaf, agree=True)
            self.log(E.RESULT, wire.ResultEntry(msg=self.say(seat, E.RESULT, encode(vote))))
            self.sign()
        self.reveal()

    def reveal(self) -> None:
        """Logs the reveal and its pages."""
        self.now += 1000
        told = [player for player in self.players.values() if player.pages]
        self.log(E.FINAL_REVEAL, wire.FinalReveal(tape_seed=self.tape_seed, pages=len(told)))
        for player in told:
            page = wire.FinalPage(seat=player.seat, first_ref=1, handles=pack_handles(player.pages))
            self.log(E.FINAL_PAGE, page)
        self.sign()

    def play(self, turns: int | None = None) -> None:
        """Plays random answers to the end, or for some appends."""
        while (turns is None or turns > 0) and self.turn():
            if turns is not None:
                turns -= 1
