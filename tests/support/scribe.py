"""Writes the log of a whole match in memory: honest by default, and false where a test says so.

It plays the referee and all seats at once, without network, store or sessions, straight from the arithmetic;
so tests of the verifier can change any entry before it is signed: `alter` is called with every entry about
to be logged, `alter_draft` with every draft about to be signed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sealed.engine.canonical import public_bytes
from sealed.engine.chance import CHANCE
from sealed.engine.eye import PUBLIC
from sealed.engine.kernel import apply, legal_actions, mask
from sealed.engine.message import MOVED
from sealed.engine.title import BAG, DECK
from sealed.fairness.arithmetic import seals, slots
from sealed.fairness.arithmetic.blind import (
    Handle,
    blind_commit,
    blind_seed,
    equal_tag,
    make_ref,
    pack_handles,
    salt_out,
)
from sealed.fairness.arithmetic.chain import Chain
from sealed.fairness.arithmetic.identifiers import log_leaf_hash, state_digest, table_id
from sealed.fairness.arithmetic.layout import H
from sealed.fairness.arithmetic.merkle import RightEdge
from sealed.fairness.arithmetic.tape import Tape
from sealed.fairness.bridge import duties
from sealed.fairness.bridge.places import Places
from sealed.fairness.bridge.shifts import FOLLOW, PLACE, REVEAL, SHOW, shifts
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.payloads.codec import encode
from sealed.fairness.record import Record
from sealed.fairness.signing import messages
from sealed.fairness.signing.keys import Signer, load_backend
from sealed.fairness.signing.private import (
    Drawn,
    Kind,
    Peeked,
    PeekedCard,
    drawn_content,
    opening_digest,
    peeked_content,
    private_message,
)
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable

    from sealed.engine.title import Title

START_MS = 1_700_000_000_000
PURPOSE = {"dice": 1, "shuffle": 2, "order": 3, "pick": 4}


@dataclass
class Card:
    """A reference: what lies behind it and where."""

    seat: int
    number: int
    zone: int
    handle: Handle
    card: int
    open: bool


@dataclass
class Player:
    """A seat's keys, chain and counters."""

    seat: int
    signer: Signer
    chain: Chain
    counter: int = 0
    next_ref: int = 1
    pages: list[Handle] = field(default_factory=list)


class Scribe:
    """One table, from GENESIS on."""

    def __init__(
        self, title: Title, seats: int, rng: random.Random, options: dict[str, str] | None = None
    ) -> None:
        """Sets the table up to START; `alter` may be set before `begin`."""
        self.title, self.rng = title, rng
        self.setup = title.setup(seats, options)
        self.places = Places(title, self.setup)
        self.state = title.start(self.setup)
        self.backend = load_backend("cryptography")
        self.referee = self._signer()
        self.n = title.slots(self.setup)
        self.alter: Callable[[int, int, object], object] = lambda index, kind, message: message
        self.alter_draft: Callable[[int, wire.Draft], wire.Draft] = lambda seat, draft: draft
        self.entries: list[wire.Entry] = []
        self.heads: list[wire.Head] = []
        self.lines: list[object] = []
        self.privates: list[tuple[int, wire.Private]] = []
        self.edge, self.roots = RightEdge(), [H(b"")]
        self.now = START_MS
        self.batch: list[tuple[int, object]] = []
        self.tape_seed = rng.randbytes(32)
        self.last_k = 0
        self.orders: dict[tuple[int, int], list[int]] = {}
        self.sealed: dict[tuple[int, int], seals.SealedEpoch] = {}
        self.current: dict[int, int] = {}
        self.cursor: dict[int, int] = {}
        self.bags: dict[tuple[int, int], list[Handle]] = {}
        self.refs: dict[tuple[int, int], Card] = {}
        self.picked: tuple[int, int] | None = None
        for zone, counts in title.deck_lists(self.setup).items():
            deck = self.places.of(zone).number
            self.orders[deck, 0] = [card for card in sorted(counts) for _ in range(counts[card])]
            self.current[deck], self.cursor[deck] = 0, 0
        self._join(seats)

    def _signer(self) -> Signer:
        return Signer(self.rng.randbytes(32), self.backend)

    def _params(self) -> wire.Params:
        decks = {self.places.of(z).number: c for z, c in self.title.deck_lists(self.setup).items()}
        return wire.Params(
            version=1,
            referee_pk=self.referee.public,
            spki_hash=messages.PLAINTEXT_SPKI,
            nonce=self.rng.randbytes(32),
            game=self.title.id,
            edition=self.title.edition,
            lists=[
                wire.DeckList(deck=d, cards=[wire.Count(card=c, copies=n) for c, n in sorted(cards.items())])
                for d, cards in sorted(decks.items())
            ],
            seats=self.setup.seats,
            n_slots=self.n,
            dice_mode=1,
            clock=wire.Clock(on_timeout=1, stall_s=60, decision_s=604800, link_s=604800, result_s=300),
            audit=1,
            options=[wire.Option(name=name, value=value) for name, value in self.setup.options],
            chairs=[wire.Chair(side=chair.side, colours=chair.colours) for chair in self.setup.chairs],
            colours=self.setup.colours,
        )

    def _join(self, seats: int) -> None:
        self.params = encode(self._params())
        signers = [self._signer() for _ in range(seats)]
        self.joins = [
            messages.sign_join(signer, self.params, seat, self.rng.randbytes(32), f"Player {seat}")
            for seat, signer in enumerate(signers, 1)
        ]
        self.id = table_id(self.params, [(join.pk, join.nonce) for join in self.joins])
        self.tape = Tape(self.id, self.tape_seed, self.n)
        self.players = {
            seat: Player(seat, signer, Chain(self.id, signer.public, self.rng.randbytes(32), self.n))
            for seat, signer in enumerate(signers, 1)
        }
        self.seeds = {seat: blind_seed(self.id, self.tape_seed, seat) for seat in self.players}

    # ---- log ----

    def say(self, seat: int, kind: int, payload: bytes, seen: int | None = None) -> wire.Signed:
        """Signs a message of a seat."""
        player = self.players[seat]
        player.counter += 1
        size = len(self.entries) if seen is None else seen
        header = messages.Header(
            player.signer.public, self.id, seat, player.counter, size, self.roots[size], kind
        )
        return messages.sign_player(player.signer, header, payload)

    def log(self, kind: int, message: object) -> int:
        """Puts an entry on the append in progress and returns its index."""
        index = len(self.entries)
        message = self.alter(index, kind, message)
        payload = message if isinstance(message, bytes) else message.SerializeToString(deterministic=True)
        self.entries.append(wire.Entry(index=index, type=kind, payload=payload))
        self.lines.append(self.entries[-1])
        self.edge.append(log_leaf_hash(self.id, index, kind, payload))
        self.roots.append(self.edge.root())
        return index

    def sign(self) -> None:
        """Ends the append in progress with a head."""
        head = messages.sign_head(self.referee, self.id, len(self.entries), self.roots[-1], self.now)
        self.heads.append(head)
        self.lines.append(head)

    def tell(self, seat: int, index: int, kind: int, content: bytes) -> bytes:
        """Makes a private message and returns its digest."""
        message = private_message(self.id, seat, index, kind, content)
        self.privates.append((seat, messages.sign_private(self.referee, message)))
        return opening_digest(message)

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

    # ---- play ----

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

    def act(self, seat: int, action: object) -> None:
        """Logs one action of a seat as a draft of one step."""
        player = self.players[seat]
        first = player.next_ref
        text = mask(self.state, action, PUBLIC, self.title.notation).text
        step = apply(self.state, action, seat)
        acts = [act for shift in shifts(self.places, step.events) for act in self._acts(player, shift)]
        self.between_bags(step.events)
        self.state = step.state
        makes = player.next_ref > first
        draft = wire.Draft(steps=[wire.Step(action=text, cards=acts)], first_ref=first if makes else 0)
        draft = self.alter_draft(seat, draft)
        signed = self.say(seat, E.ACT, draft.SerializeToString(deterministic=True))
        digest = state_digest(self.id, public_bytes(self.state))
        self.log(E.ACT, wire.ActEntry(msg=signed, state=digest, received_ms=self.now))

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
        self.follow(shift)
        return []

    def card_at(self, handle: Handle) -> int:
        """Returns the card at a handle."""
        return self.orders[handle.deck, handle.epoch][handle.position]

    def lying(self, seat: int, zone: int) -> list[Card]:
        """Returns the references in a zone by number."""
        return sorted(
            (c for c in self.refs.values() if (c.seat, c.zone) == (seat, zone)), key=lambda c: c.number
        )

    def closed(self, seat: int, zone: int, card: int) -> Card:
        """Returns the closed reference of a type that is opened first."""
        found = [c for c in self.lying(seat, zone) if not c.open and c.card == card]
        return min(found, key=lambda c: equal_tag(self.seeds[seat], c.number))

    def identity(self, card: Card) -> tuple[bytes, bytes]:
        """Returns the inner commitment and the salt that open a reference."""
        seed = self.seeds[card.seat]
        made = make_ref(self.id, card.seat, seed, card.number, card.handle, card.card)
        return made.inner, salt_out(seed, card.number)

    def follow(self, shift: object) -> None:
        """Moves the open reference that a shift means."""
        lying = [c for c in self.lying(shift.source.seat, shift.source.number) if c.card == shift.card]
        opened = [c for c in lying if c.open] or lying
        opened[0].zone = shift.target.number

    def between_bags(self, events: Iterable[object]) -> None:
        """Moves cards from bag to bag."""
        for event in events:
            if event.id == MOVED:
                card, _, source, target = event.args
                source, target = self.places.of(source), self.places.of(target)
                if source.form == target.form == BAG:
                    bag = self.bags[source.seat, source.number]
                    handle = min(h for h in bag if self.card_at(h) == card)
                    bag.remove(handle)
                    self.bags.setdefault((target.seat, target.number), []).append(handle)

    def chance(self, outcome: object) -> None:
        """Applies an outcome to the full state and moves what the rules move."""
        step = apply(self.state, outcome, CHANCE)
        for shift in shifts(self.places, step.events):
            self.follow(shift)
        self.state = step.state

    # ---- what the referee owes ----

    def draw(self, due: duties.Draw) -> None:
        """Logs a DRAW with its private message."""
        epoch, first = self.current[due.deck], self.cursor[due.deck]
        self.cursor[due.deck] += due.n
        handles = [Handle(due.deck, epoch, first + i) for i in range(due.n)]
        self.bags.setdefault((due.seat, due.zone), []).extend(handles)
        digest = b""
        if epoch:
            sealed = self.sealed[due.deck, epoch]
            drawn = Drawn(due.deck, epoch, first, sealed.openings(first, due.n))
            content = drawn_content(drawn, len(sealed))
            digest = self.tell(due.seat, len(self.entries), Kind.DRAWN, content)
        entry = wire.Draw(
            deck=due.deck,
            epoch=epoch,
            first=first,
            count=due.n,
            seat=due.seat,
            zone=due.zone,
            digest=digest,
        )
        self.log(E.DRAW, entry)
        for outcome in duties.outcomes_of_draw(self.title.notation, [self.card_at(h) for h in handles]):
            self.chance(outcome)

    def force(self, due: duties.Forced) -> None:
        """Logs a FORCED and applies its disclosures."""
        opened, outcomes = [], []
        for disclosure in due.disclosures:
            seat, zone = disclosure.place.seat, disclosure.place.number
            closed = [card for card in self.lying(seat, zone) if not card.open]
            if disclosure.which == "picked":
                closed = [self.refs[self.picked]]
            elif disclosure.which == "named":
                closed = [self.closed(seat, zone, disclosure.card)]
            for card in closed:
                inner, salt = self.identity(card)
                card.open = True
                opening = wire.Opening(seat=seat, ref=card.number, card=card.card, inner=inner, salt=salt)
                opened.append(opening)
            cards = [card.card for card in closed]
            outcomes.append(duties.outcome_of_opening(self.title.notation, cards))
        self.log(E.FORCED, wire.Forced(cards=opened))
        for outcome in outcomes:
            self.chance(outcome)

    def peek(self, due: duties.Peek) -> None:
        """Logs a PEEK with its private message."""
        closed = [c for c in self.lying(due.place.seat, due.place.number) if not c.open]
        cards = tuple(PeekedCard(c.number, c.card, *self.identity(c)) for c in closed)
        content = peeked_content(Peeked(due.place.seat, cards))
        digest = self.tell(due.viewer, len(self.entries), Kind.PEEKED, content)
        numbers = [c.number for c in closed]
        entry = wire.Peek(viewer=due.viewer, owner=due.place.seat, refs=numbers, digest=digest)
        self.log(E.PEEK, entry)
        self.chance(duties.outcome_of_peek(self.title.notation, [c.card for c in closed]))

    def open_slot(self, due: duties.Slots) -> None:
        """Logs a SLOT_OPEN."""
        self.opened = wire.SlotOpen(
            first_k=self.last_k + 1,
            contributors=list(self.players),
            requests=[self._request(d) for d in due.requests],
        )
        self.last_k += len(due.requests)
        self.opened_ms = self.now
        self.log(E.SLOT_OPEN, self.opened)

    def _request(self, due: duties.SlotDue) -> wire.Request:
        match due:
            case duties.DiceDue(count, sides):
                return wire.Request(dice=wire.Dice(count=count, sides=sides))
            case duties.OrderDue(items):
                return wire.Request(order=wire.Order(items=items))
            case duties.PickDue(m, place):
                if place is None:
                    return wire.Request(pick=wire.Pick(m=m))
                numbers = [c.number for c in self.lying(place.seat, place.number) if not c.open]
                return wire.Request(pick=wire.Pick(m=m, owner=place.seat, refs=numbers))
            case duties.ShuffleDue(deck, n, sources):
                shuffle = wire.Shuffle(
                    deck=deck,
                    epoch=self.current[deck] + 1,
                    n=n,
                    inputs=[self._input(s) for s in sources],
                    scheme=1,
                )
                return wire.Request(shuffle=shuffle)

    def _input(self, place: object) -> wire.Input:
        if place.form == DECK:
            deck = place.number
            epoch, first = self.current[deck], self.cursor[deck]
            count = len(self.orders[deck, epoch]) - first
            return wire.Input(range=wire.Range(deck=deck, epoch=epoch, first=first, count=count))
        if place.form == BAG:
            count = len(self.bags.get((place.seat, place.number), ()))
            return wire.Input(bag=wire.Bag(seat=place.seat, zone=place.number, count=count))
        numbers = [c.number for c in self.lying(place.seat, place.number)]
        return wire.Input(refs=wire.Refs(seat=place.seat, refs=numbers))

    def resolve(self, given: wire.Input) -> list[int]:
        """Returns the cards of an input and takes them off their places."""
        if given.HasField("range"):
            part = given.range
            self.cursor[part.deck] = part.first + part.count
            return self.orders[part.deck, part.epoch][part.first : part.first + part.count]
        if given.HasField("bag"):
            return [self.card_at(h) for h in self.bags.pop((given.bag.seat, given.bag.zone), [])]
        return [self.refs.pop((given.refs.seat, number)).card for number in given.refs.refs]

    def end_slot(self, due: duties.Slots) -> None:
        """Logs the SLOT_END of the open slot and applies its outcomes."""
        opened, results, outcomes = self.opened, [], []
        for k, (request, one) in enumerate(zip(opened.requests, due.requests, strict=True), opened.first_k):
            links = [(seat, player.chain.link(k)) for seat, player in self.players.items()]
            kind = str(request.WhichOneof("act"))
            prk = slots.slot_prk(self.id, k, PURPOSE[kind], self.tape.secret(k), links)
            shown: list[int] = []
            if kind == "shuffle":
                results.append(self._seal(request.shuffle, prk))
            else:
                shown = self._outputs(request, prk)
                result = wire.Shown(s=self.tape.secret(k), proof=self.tape.proof(k), outputs=shown)
                results.append(wire.Result(shown=result))
                if kind == "pick" and request.pick.refs:
                    self.picked = (request.pick.owner, request.pick.refs[shown[0]])
            outcomes.append(duties.outcome_of_slot(self.title.notation, one, shown))
        end = wire.SlotEnd(
            first_k=opened.first_k,
            links=[player.chain.link(self.last_k) for player in self.players.values()],
            results=results,
            waits=[self.now - self.opened_ms] * len(self.players),
        )
        self.log(E.SLOT_END, end)
        for outcome in outcomes:
            self.chance(outcome)

    def _seal(self, shuffle: wire.Shuffle, prk: bytes) -> wire.Result:
        cards = [card for given in shuffle.inputs for card in self.resolve(given)]
        sealed = seals.SealedEpoch(self.id, shuffle.deck, shuffle.epoch, prk, cards)
        self.sealed[shuffle.deck, shuffle.epoch] = sealed
        self.orders[shuffle.deck, shuffle.epoch] = list(sealed.order)
        self.current[shuffle.deck], self.cursor[shuffle.deck] = shuffle.epoch, 0
        return wire.Result(sealed=wire.Sealed(root=sealed.root))

    @staticmethod
    def _outputs(request: wire.Request, prk: bytes) -> list[int]:
        if request.HasField("dice"):
            return slots.dice(prk, request.dice.count, request.dice.sides)
        if request.HasField("order"):
            return slots.order(prk, request.order.items)
        return [slots.pick(prk, request.pick.m)]

    # ---- the end ----

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

    def record(self) -> Record:
        """Returns the record so far."""
        return Record(self.id, "2026-01-01T00:00:00Z", "scribe", tuple(self.lines))

    def appends(self) -> Iterable[tuple[list[wire.Entry], wire.Head]]:
        """Yields each append: its entries and its head."""
        waiting: list[wire.Entry] = []
        for line in self.lines:
            if isinstance(line, wire.Head):
                yield waiting, line
                waiting = []
            else:
                waiting.append(line)
