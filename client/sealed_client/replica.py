"""The rules' state as one seat, or a spectator, may see it, moved on by verified entries only."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sealed.engine import kernel, zones
from sealed.engine.chance import CHANCE, Look
from sealed.engine.eye import PUBLIC, seat_eye
from sealed.engine.frames import RuleBugError
from sealed.engine.message import Refusal, mask_event
from sealed.fairness.arithmetic.blind import Handle
from sealed.fairness.bridge import shifts
from sealed.fairness.bridge.duties import duty
from sealed.fairness.payloads.codec import EntryType
from sealed_client.card_acts import made_by, makes
from sealed_client.holdings import Holdings
from sealed_client.regrouping import read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Event
    from sealed.engine.title import Setup, Title
    from sealed.fairness.bridge.duties import Duty
    from sealed.fairness.bridge.places import Places
    from sealed.fairness.bridge.shifts import Shift
    from sealed.fairness.live.passages import Passage, Played
    from sealed.wire.v1.fairness_pb2 import Draft as DraftMessage
    from sealed.wire.v1.fairness_pb2 import Draw, Forced, Peek, SlotOpen, Step
    from sealed_client.regrouping import Regroup


class Replica:
    """Is a state with an eye. A seat's replica knows the seat's own cards, a spectator's has no secrets."""

    def __init__(self, title: Title, setup: Setup, places: Places, eye: int = PUBLIC) -> None:
        """Starts at the beginning of the game."""
        self.title, self.setup, self.places = title, setup, places
        self.state: State = kernel.view(title.start(setup), eye)

    @property
    def eye(self) -> int:
        """Returns whose secrets the state knows."""
        return self.state.eye

    @property
    def duty(self) -> Duty:
        """Returns what the rules make due now."""
        return duty(self.title, self.places, self.state)

    def advance(self, passage: Passage) -> tuple[Event, ...] | None:
        """Moves on by one verified entry and returns what happened, masked for this eye.

        Returns nothing at all, and changes nothing, if something that this seat must know is not there yet.
        Raises RuleBugError if the rules refuse what was verified: the two must never part.
        """
        return self._play(passage.played)

    def _play(self, played: tuple[Played, ...]) -> tuple[Event, ...]:
        return tuple(event for one in played for event in self._apply(one.seat, one.action))

    def _apply(self, seat: int, action: Action) -> tuple[Event, ...]:
        step = kernel.apply(self.state, action, seat)
        if isinstance(step, Refusal):
            message = f"the replica refuses {action.verb!r} of the verified log: {step.code}"
            raise RuleBugError(message)
        self.state = step.state
        self._moved(step.events)
        return tuple(mask_event(event, self.eye) for event in step.events)

    def _moved(self, events: tuple[Event, ...]) -> None:
        """Hook: cards have moved."""


class SeatReplica(Replica):
    """Is the replica of a seat.

    Its own draws, looks and plays are filled in where the log hides them (spec 2.6).

    `cards` are the cards of the seat's verified private messages by entry. `handles` are the handles behind
    the seat's own references by number, from its own drafts or from OWN.
    """

    def __init__(
        self,
        rules: tuple[Title, Setup, Places],
        seat: int,
        blind_seed: bytes,
        cards: Mapping[int, tuple[int, ...]],
        handles: Mapping[int, Handle],
        lists: Mapping[int, tuple[int, ...]],
    ) -> None:
        """Starts with an empty hand; `cards` and `handles` grow while it is in use.

        `lists` are the open lists by deck number, ascending.
        """
        super().__init__(*rules, seat_eye(seat))
        self.seat, self.blind_seed = seat, blind_seed
        self.holdings = Holdings(blind_seed)
        self._handles = handles
        self._cards = cards
        self._lists = lists
        self._slot: SlotOpen | None = None

    def advance(self, passage: Passage) -> tuple[Event, ...] | None:
        """Moves on by one verified entry; nothing if a private message or handles are missing."""
        match passage.type:
            case EntryType.ACT if passage.seat == self.seat and passage.draft is not None:
                return self._own_act(passage, passage.draft)
            case EntryType.DRAW:
                return self._draw(passage, cast("Draw", passage.message))
            case EntryType.PEEK:
                return self._peek(passage, cast("Peek", passage.message))
            case EntryType.FORCED:
                for opening in cast("Forced", passage.message).cards:
                    if opening.seat == self.seat:
                        self.holdings.open(opening.ref)
            case EntryType.SLOT_OPEN:
                self._slot = cast("SlotOpen", passage.message)
            case EntryType.SLOT_END:
                self._use_inputs()
            case _:
                pass
        return self._play(passage.played)

    def __repr__(self) -> str:
        """Shows whose it is, and nothing it knows."""
        return f"<replica of seat {self.seat}>"

    def missing_handles(self, draft: DraftMessage) -> bool:
        """Tells whether the handles behind the references that an own logged draft made are unknown."""
        first = self.holdings.next_ref
        return any(ref not in self._handles for ref in range(first, first + made_by(draft)))

    def _own_act(self, passage: Passage, draft: DraftMessage) -> tuple[Event, ...] | None:
        if self.missing_handles(draft):
            return None
        events: list[Event] = []
        for one, step in zip(passage.played, draft.steps, strict=True):
            regroup = self._regroup(step)
            moves = regroup[0].moves if regroup is not None else ()
            action = shifts.fill(self.title.notation, one.action, self._hidden(step), moves)
            pointed = [ref for act in step.cards if act.point.owner == self.seat for ref in act.point.refs]
            events.extend(self._own_step(action, regroup, pointed))
        return tuple(events)

    def _regroup(self, step: Step) -> tuple[Regroup, list[Handle]] | None:
        """Reads the REGROUP of an own step, if it has one, with the handles of its new references."""
        first = self.holdings.next_ref
        for act in step.cards:
            made = makes(act)
            if act.HasField("regroup"):
                handles = [self._handles[ref] for ref in range(first, first + made)]
                return read(act.regroup, handles, self.holdings), handles
            first += made
        return None

    def _own_step(
        self, action: Action, regroup: tuple[Regroup, list[Handle]] | None, pointed: Sequence[int]
    ) -> tuple[Event, ...]:
        step = kernel.apply(self.state, action, self.seat)
        if isinstance(step, Refusal):
            message = f"the replica refuses {action.verb!r} of its own seat: {step.code}"
            raise RuleBugError(message)
        self.state = step.state
        if regroup is not None:
            self.holdings.regroup(*regroup)
        for shift in shifts.shifts(self.places, step.events):
            if shift.source.seat != self.seat:
                continue
            if shift.act == shifts.REGROUP:
                continue
            source, target = shift.source.number, shift.target.number
            for _ in range(shift.n):
                named = self._named(shift, pointed)
                if named is not None:
                    self.holdings.move(named, source, target)
                elif shift.act in {shifts.PLACE, shifts.SHOW}:
                    handle = self._handles[self.holdings.next_ref]
                    self.holdings.lay(source, target, handle, shown=shift.act == shifts.SHOW)
                else:
                    if shift.act == shifts.REVEAL:
                        self.holdings.open(self.holdings.closed(source, shift.card))
                    self.holdings.follow(source, target, shift.card, 1)
        return step.events

    def _named(self, shift: Shift, pointed: Sequence[int]) -> int | None:
        """Returns the reference by which a POINT says what moves, if it does."""
        if shift.act != shifts.FOLLOW or not pointed:
            return None
        lying = self.holdings.laid(shift.source.number)
        return next((ref for ref in pointed if ref in lying and lying[ref].card == shift.card), None)

    def _hidden(self, step: Step) -> list[int]:
        """Returns the cards behind the references that PLACE and POINT acts make or name (spec 2.6)."""
        ref, cards = self.holdings.next_ref, list[int]()
        for act in step.cards:
            match act.WhichOneof("act"):
                case "place":
                    cards.append(self.holdings.bag(act.place.from_zone)[self._handles[ref]])
                case "point" if act.point.owner == self.seat:
                    cards.extend(self.holdings.cards_of(act.point.refs))
                case "point":
                    cards.extend(0 for _ in act.point.refs)
                case _:
                    pass
            ref += makes(act)
        return cards

    def _draw(self, passage: Passage, draw: Draw) -> tuple[Event, ...] | None:
        if draw.seat != self.seat:
            return self._play(passage.played)
        first, end = draw.first, draw.first + draw.count
        cards = self._lists[draw.deck][first:end] if draw.epoch == 0 else self._cards.get(passage.index)
        if cards is None:
            return None
        handles = [Handle(draw.deck, draw.epoch, position) for position in range(first, end)]
        self.holdings.draw(draw.zone, handles, cards)
        (deal,) = passage.played
        return self._apply(CHANCE, self.title.notation.action(deal.action.verb, *sorted(cards)))

    def _peek(self, passage: Passage, peek: Peek) -> tuple[Event, ...] | None:
        cards: tuple[int, ...] | None = None
        if peek.viewer == self.seat:
            cards = self._cards.get(passage.index)
            if cards is None:
                return None
        else:
            cards = self._seen()
        if cards is None:
            return self._play(passage.played)
        looks = (self.title.notation.action(one.action.verb, *sorted(cards)) for one in passage.played)
        return tuple(event for look in looks for event in self._apply(CHANCE, look))

    def _seen(self) -> tuple[int, ...] | None:
        """Returns the cards of the zone looked at, if this seat sees it anyway (owner, earlier viewer)."""
        look = kernel.requests(self.state)[0]
        if not isinstance(look, Look) or not self.state.audience[look.zone] & self.eye:
            return None
        return zones.cards(self.state.zones[look.zone])

    def _use_inputs(self) -> None:
        """Takes off the table what the shuffles of the slot just ended have used up (spec 2.7)."""
        slot, self._slot = self._slot, None
        for request in slot.requests if slot else ():
            for given in request.shuffle.inputs:
                if given.HasField("refs") and given.refs.seat == self.seat:
                    self.holdings.use_up(given.refs.refs)
                elif given.HasField("bag") and given.bag.seat == self.seat:
                    self.holdings.empty_bag(given.bag.zone)

    def _moved(self, events: tuple[Event, ...]) -> None:
        for shift in shifts.shifts(self.places, events):
            if shift.source.seat == self.seat and shift.act in {shifts.FOLLOW, shifts.REVEAL}:
                self.holdings.follow(shift.source.number, shift.target.number, shift.card, shift.n)
