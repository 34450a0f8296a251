"""An honest seat, as small as can be: believes the referee, keeps its own cards, signs what it is asked.

It is no client and shares no code with one. The referee's tests use it, so that they stand on their own feet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine import kernel
from sealed.engine.chance import CHANCE
from sealed.engine.eye import PUBLIC, seat_eye
from sealed.engine.title import BAG, LAID, Title
from sealed.engine.zones import cards as cards_of
from sealed.fairness.arithmetic.blind import (
    Handle,
    blind_inner,
    equal_tag,
    make_ref,
    pack_handles,
    salt_in,
    salt_out,
)
from sealed.fairness.arithmetic.chain import Chain
from sealed.fairness.arithmetic.identifiers import log_leaf_hash, record_digest, table_id
from sealed.fairness.bridge import duties
from sealed.fairness.bridge.places import Place, Places
from sealed.fairness.bridge.shifts import FOLLOW, PLACE, REVEAL, SHOW, shifts
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing import messages
from sealed.fairness.signing.keys import Signer, load_backend
from sealed.fairness.signing.private import Kind, parse_drawn, parse_peeked, parse_private, parse_seed
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from random import Random

    from sealed.wire.v1.referee_pb2 import TableDescription


@dataclass
class OwnRef:
    """A reference of this seat: where it lies, what is behind it, whether everybody knows."""

    zone: int
    card: int
    handle: Handle
    open: bool


@dataclass
class Sent:
    """A message and its hidden part."""

    signed: wire.Signed
    handles: bytes = b""


class PlainSeat:
    """One seat of one table."""

    def __init__(
        self,
        seat: int,
        title: Title,
        rng: Random,
        longest_draft: int = 3,
        never: tuple[str, ...] = ("strike", "scout"),
    ) -> None:
        self.seat, self.title, self.rng, self.longest = seat, title, rng, longest_draft
        self.never = never
        self.signer = Signer(rng.randbytes(32), load_backend())
        self.counter = 0
        self.size, self.root, self.time_ms = 0, b"", 0
        self.bags: dict[int, list[tuple[int, Handle]]] = {}
        self.refs: dict[int, OwnRef] = {}
        self.made = 0
        self.epoch_size: dict[tuple[int, int], int] = {}
        self.opened: wire.SlotOpen | None = None
        self.slot_dues: tuple[duties.SlotDue, ...] = ()
        self.drawn: dict[int, list[int]] = {}
        self.peeked: dict[int, list[int]] = {}
        self.mine: list[tuple[list, list[Handle]]] = []
        self.over = False
        self.game_over_leaf = b""
        self.record = b""
        self.pages = 0
        self.seed = b""

    # -- set-up

    def join(self, table: TableDescription) -> wire.Join:
        """Signs a join for the parameters of a table."""
        self.params = wire.Params.FromString(table.params)
        self.params_bytes = table.params
        options = {option.name: option.value for option in self.params.options}
        self.setup = self.title.setup(self.params.seats, options)
        self.places = Places(self.title, self.setup)
        self.state = kernel.view(self.title.start(self.setup), seat_eye(self.seat))
        nonce = self.rng.randbytes(32)
        return messages.sign_join(self.signer, table.params, self.seat, nonce, f"Seat {self.seat}")

    def commit(self, joins: list[wire.Join]) -> wire.Signed:
        """Makes the chain and signs its anchor."""
        self.table_id = table_id(self.params_bytes, [(join.pk, join.nonce) for join in joins])
        self.chain = Chain(self.table_id, self.signer.public, self.rng.randbytes(32), self.params.n_slots)
        self.root = messages.BEFORE_GENESIS
        return self.sign(EntryType.COMMIT, wire.Commit(anchor=self.chain.anchor))

    def agree(self) -> wire.Signed:
        """Signs GENESIS."""
        return self.sign(EntryType.AGREE, wire.Agree())

    def sign(self, entry_type: int, payload, **changes) -> wire.Signed:
        """Signs the next message; `changes` override header fields."""
        self.counter += 1
        fields = {
            "pk": self.signer.public,
            "table_id": self.table_id,
            "seat": self.seat,
            "counter": self.counter,
            "seen_size": self.size,
            "seen_root": self.root,
            "type": entry_type,
        }
        header = messages.Header(**{**fields, **changes})
        body = payload if isinstance(payload, bytes) else payload.SerializeToString(deterministic=True)
        return messages.sign_player(self.signer, header, body)

    # -- what comes down

    def private(self, private: wire.Private) -> None:
        """Learns what it is told alone."""
        told = parse_private(private.message)
        if told.kind == Kind.SEED:
            self.seed = parse_seed(told.content)
        elif told.kind == Kind.DRAWN:
            size = self.epoch_size[told.content[0], int.from_bytes(told.content[1:3], "big")]
            self.drawn[told.index] = [one.card for one in parse_drawn(told.content, size).cards]
        elif told.kind == Kind.PEEKED:
            self.peeked[told.index] = [one.card for one in parse_peeked(told.content).cards]

    def feed(self, entries, head: wire.Head) -> None:
        """Follows an append."""
        for entry in entries:
            self._entry(entry)
        self.size, self.root, self.time_ms = head.size, head.root, head.time_ms
        if self.pages == 0 and self.record == b"reveal":
            self.record = record_digest(self.table_id, head.size, head.root)

    def note_epochs(self, entries) -> None:
        """Learns the sizes of epochs, which private messages need."""
        for entry in entries:
            if entry.type == EntryType.SLOT_OPEN:
                for request in wire.SlotOpen.FromString(entry.payload).requests:
                    if request.HasField("shuffle"):
                        self.epoch_size[request.shuffle.deck, request.shuffle.epoch] = request.shuffle.n

    def _entry(self, entry: wire.Entry) -> None:
        notation, payload = self.title.notation, entry.payload
        match entry.type:
            case EntryType.ACT:
                signed = wire.ActEntry.FromString(payload).msg
                header = messages.parse_header(signed.header)
                if header.seat == self.seat:
                    self._own_act()
                else:
                    for step in wire.Draft.FromString(signed.payload).steps:
                        self._apply(notation.parse(step.action), header.seat)
            case EntryType.SLOT_OPEN:
                self.opened = wire.SlotOpen.FromString(payload)
                due = duties.duty(self.title, self.places, self.state)
                assert isinstance(due, duties.Slots)
                self.slot_dues = due.requests
            case EntryType.SLOT_END:
                self.opened = None
                end = wire.SlotEnd.FromString(payload)
                for due, result in zip(self.slot_dues, end.results, strict=True):
                    if isinstance(due, duties.ShuffleDue):
                        self._used_up(due.sources)
                    self._apply(duties.outcome_of_slot(notation, due, result.shown.outputs), CHANCE)
            case EntryType.DRAW:
                self._draw(wire.Draw.FromString(payload), entry.index)
            case EntryType.FORCED:
                self._forced(wire.Forced.FromString(payload))
            case EntryType.PEEK:
                peek = wire.Peek.FromString(payload)
                cards = self.peeked.get(entry.index, [0] * len(peek.refs))
                look = kernel.requests(self.state)[0]
                if self.state.audience[look.zone] & self.state.eye:
                    cards = cards_of(self.state.zones[look.zone])
                self._apply(duties.outcome_of_peek(notation, cards), CHANCE)
            case EntryType.TIMEOUT:
                timeout = wire.Timeout.FromString(payload)
                if timeout.action:
                    self._apply(notation.parse(timeout.action), timeout.seat)
            case EntryType.GAME_OVER:
                self.over, self.opened = True, None
                self.game_over_leaf = log_leaf_hash(self.table_id, entry.index, entry.type, payload)
            case EntryType.FINAL_REVEAL:
                self.pages = wire.FinalReveal.FromString(payload).pages
                self.record = b"reveal"
            case EntryType.FINAL_PAGE:
                self.pages -= 1

    def _apply(self, action, seat: int):
        step = kernel.apply(self.state, action, seat)
        assert isinstance(step, kernel.Step), (action, step)
        self.state = step.state
        for shift in shifts(self.places, step.events):
            if shift.source.seat == self.seat:
                for _ in range(shift.n):
                    self._follow(shift.card, shift.source, shift.target)

    def _own_act(self) -> None:
        actions, handles = self.mine.pop(0)
        queue = iter(handles)
        for action in actions:
            step = kernel.apply(self.state, action, self.seat)
            assert isinstance(step, kernel.Step)
            self.state = step.state
            for shift in shifts(self.places, step.events):
                if shift.act in {PLACE, SHOW}:
                    self._lay(shift, next(queue))
                elif shift.source.seat == self.seat:
                    self._follow(shift.card, shift.source, shift.target, reveal=shift.act == REVEAL)

    def _lay(self, shift, handle: Handle) -> None:
        self.made += 1
        self.bags[shift.source.number].remove((shift.card, handle))
        self.refs[self.made] = OwnRef(shift.target.number, shift.card, handle, shift.act == SHOW)

    def _follow(self, card: int, source: Place, target: Place, *, reveal: bool = False) -> None:
        number = None if reveal else self._lowest_open(source.number, card)
        number = self._lowest_closed(source.number, card) if number is None else number
        ref = self.refs[number]
        ref.zone, ref.open = target.number, ref.open or reveal

    def _lowest_open(self, zone: int, card: int) -> int | None:
        found = [n for n, ref in self.refs.items() if ref.zone == zone and ref.card == card and ref.open]
        return min(found, default=None)

    def _lowest_closed(self, zone: int, card: int) -> int:
        found = [n for n, ref in self.refs.items() if ref.zone == zone and ref.card == card and not ref.open]
        return min(found, key=lambda number: equal_tag(self.seed, number))

    def _used_up(self, sources) -> None:
        for place in sources:
            if place.seat == self.seat and place.form == BAG:
                self.bags[place.number] = []
            elif place.seat == self.seat and place.form == LAID:
                self.refs = {n: ref for n, ref in self.refs.items() if ref.zone != place.number}

    def _draw(self, draw: wire.Draw, index: int) -> None:
        cards = [0] * draw.count
        if draw.seat == self.seat:
            cards = self.drawn[index] if draw.epoch else self._open_list(draw)
            bag = self.bags.setdefault(draw.zone, [])
            bag += [(card, Handle(draw.deck, draw.epoch, draw.first + at)) for at, card in enumerate(cards)]
            bag.sort()
        self._apply(duties.outcome_of_draw(self.title.notation, cards), CHANCE)

    def _open_list(self, draw: wire.Draw) -> list[int]:
        counts = next(one.cards for one in self.params.lists if one.deck == draw.deck)
        cards = [count.card for count in counts for _ in range(count.copies)]
        return cards[draw.first : draw.first + draw.count]

    def _forced(self, forced: wire.Forced) -> None:
        due = duties.duty(self.title, self.places, self.state)
        assert isinstance(due, duties.Forced)
        rest = list(forced.cards)
        for disclosure in due.disclosures:
            openings, rest = rest[: disclosure.n], rest[disclosure.n :]
            for opening in openings:
                if opening.seat == self.seat:
                    self.refs[opening.ref].open = True
            cards = [opening.card for opening in openings]
            self._apply(duties.outcome_of_opening(self.title.notation, cards), CHANCE)

    # -- what goes up

    def link(self) -> tuple[int, bytes]:
        """Returns the slot for which a link is owed, and the link."""
        k = self.opened.first_k + len(self.opened.requests) - 1
        return k, self.chain.link(k)

    @property
    def asked(self) -> bool:
        """Tells whether it owes an answer."""
        return not self.over and self.opened is None and self.seat in kernel.asked(self.state)

    def act(self) -> Sent:
        """Makes a random draft of up to the longest number of steps, up to the first barrier."""
        actions = [self._choose(self.state)]
        state = kernel.apply(self.state, actions[0], self.seat).state
        for _ in range(self.rng.randrange(self.longest)):
            due = duties.duty(self.title, self.places, state)
            if not isinstance(due, duties.Answers) or self.seat not in due.seats:
                break
            actions.append(self._choose(state))
            state = kernel.apply(state, actions[-1], self.seat).state
        return self.draft(actions)

    def _choose(self, state):
        legal = kernel.legal_actions(state, self.seat)
        return self.rng.choice([action for action in legal if action.verb not in self.never])

    def draft(self, actions) -> Sent:
        """Signs a draft of these actions with the acts they need."""
        steps, handles = self.steps(actions)
        self.mine.append((list(actions), handles))
        first_ref = self.made + 1 if handles else 0
        draft = wire.Draft(steps=steps, first_ref=first_ref)
        return Sent(self.sign(EntryType.ACT, draft), pack_handles(handles))

    def forge(self, steps, handles: bytes = b"", first_ref: int = 0, **header) -> Sent:
        """Signs any draft, and expects nothing of it."""
        return Sent(self.sign(EntryType.ACT, wire.Draft(steps=steps, first_ref=first_ref), **header), handles)

    def steps(self, actions) -> tuple[list[wire.Step], list[Handle]]:
        """Returns the steps of a draft with the acts they need, and the handles of its new references."""
        state, notation = self.state, self.title.notation
        bags = {zone: list(bag) for zone, bag in self.bags.items()}
        refs = {n: OwnRef(ref.zone, ref.card, ref.handle, ref.open) for n, ref in self.refs.items()}
        handles: list[Handle] = []
        steps = []
        for action in actions:
            masked = kernel.mask(state, action, PUBLIC, notation)
            step = kernel.apply(state, action, self.seat)
            assert isinstance(step, kernel.Step), step
            state = step.state
            cards = [
                self._card_act(shift, bags, refs, handles)
                for shift in shifts(self.places, step.events)
                if shift.act != FOLLOW
            ]
            steps.append(wire.Step(action=masked.text, cards=cards))
        return steps, handles

    def _card_act(self, shift, bags, refs, handles) -> wire.CardAct:
        zones = {"from_zone": shift.source.number, "to_zone": shift.target.number}
        if shift.act == REVEAL:
            equal = [
                n
                for n, ref in refs.items()
                if ref.zone == shift.source.number and ref.card == shift.card and not ref.open
            ]
            number = min(equal, key=lambda n: equal_tag(self.seed, n))
            ref = refs[number]
            ref.zone, ref.open = shift.target.number, True
            inner = blind_inner(self.table_id, ref.handle, salt_in(self.seed, number))
            salt = salt_out(self.seed, number)
            return wire.CardAct(reveal=wire.Reveal(ref=number, card=ref.card, inner=inner, salt=salt))
        bag = bags[shift.source.number]
        handle = next(handle for card, handle in bag if card == shift.card)
        bag.remove((shift.card, handle))
        handles.append(handle)
        number = self.made + len(handles)
        refs[number] = OwnRef(shift.target.number, shift.card, handle, shift.act == SHOW)
        made = make_ref(self.table_id, self.seat, self.seed, number, handle, shift.card)
        if shift.act == SHOW:
            return wire.CardAct(show=wire.Show(**zones, card=shift.card, inner=made.inner))
        return wire.CardAct(place=wire.Place(**zones, outer=made.outer))

    def resign(self, *, stop: bool = False, **header) -> Sent:
        """Signs a resignation, or the wish to stop."""
        return Sent(self.sign(EntryType.RESIGN, wire.Resign(stop=stop), **header))

    def pause(self, *, on: bool = True) -> Sent:
        """Signs the wish for a pause, or its end."""
        return Sent(self.sign(EntryType.PAUSE, wire.Pause(on=on)))

    def result(self) -> Sent:
        """Agrees to the result."""
        vote = wire.ResultVote(game_over_leaf=self.game_over_leaf, agree=True)
        return Sent(self.sign(EntryType.RESULT, vote))

    def audit(self) -> Sent:
        """Signs that the record passes."""
        return Sent(self.sign(EntryType.AUDIT, wire.AuditVerdict(record_digest=self.record, verdict=1)))
