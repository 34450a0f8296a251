"""Plays a finished match again with full information, from R and the pages (spec 3.2).

What the live verifier has established is not checked again; this adds the hidden part: decks, handles, salts,
order of equal cards, and the rules for everybody's eyes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.canonical import public_bytes
from sealed.engine.chance import ALL, CHANCE, LOOK, NAMED
from sealed.engine.frames import RuleBugError
from sealed.engine.kernel import apply
from sealed.engine.message import Refusal
from sealed.fairness.arithmetic import slots
from sealed.fairness.arithmetic.blind import (
    Handle,
    blind_commit,
    blind_inner,
    blind_outer,
    blind_seed,
    equal_tag,
    salt_in,
    salt_out,
    unpack_handles,
)
from sealed.fairness.arithmetic.identifiers import state_digest
from sealed.fairness.arithmetic.tape import Tape
from sealed.fairness.audit import multiset, regroups
from sealed.fairness.audit.epochs import drawn_digest, sealed_order
from sealed.fairness.audit.whereabouts import Behind, Whereabouts
from sealed.fairness.bridge import duties
from sealed.fairness.live.ledger import Change, Did, Regrouped
from sealed.fairness.live.watch_end import expected_result
from sealed.fairness.live.watch_slots import purpose
from sealed.fairness.live.watch_timeout import STATED
from sealed.fairness.live.watched import RULES, BrokenError, Watched
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.private import (
    Kind,
    Peeked,
    PeekedCard,
    opening_digest,
    peeked_content,
    private_message,
)
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.message import Event
    from sealed.fairness.bridge.shifts import Cell
    from sealed.fairness.live.ledger import Happened
    from sealed.fairness.live.passages import Passage
    from sealed.fairness.live.verdicts import Verdict

_PLAYED = frozenset({EntryType.ACT, EntryType.SLOT_END, EntryType.DRAW, EntryType.FORCED, EntryType.PEEK})


class Replay:
    """Walks through the passages of a match once."""

    def __init__(self, w: Watched, passages: Sequence[Passage]) -> None:
        """Takes what the live verifier knows at the end, and what each entry did."""
        self._w = w
        self._passages = passages
        self._tape = Tape(w.table_id, w.tape_seed, w.params.n_slots)
        self._seeds = {seat: blind_seed(w.table_id, w.tape_seed, seat) for seat in w.seats}
        self._pages: dict[int, list[Handle]] = {seat: [] for seat in w.seats}
        self._at = Whereabouts(w)
        self._opened: wire.SlotOpen | None = None
        self._moved: list[list[tuple[Cell, int]]] = []  # by the regroups of the draft being played

    def run(self) -> None:
        """Makes the checks of 3.2 that rest on R and the pages. Raises BrokenError at the first failure."""
        w = self._w
        w.trusted = True
        self._check_secrets()
        self._read_pages()
        for passage in self._passages:
            w.index = passage.index
            self._walk(passage)

    def _check_secrets(self) -> None:
        w = self._w
        w.index = next(p.index for p in self._passages if p.type == EntryType.FINAL_REVEAL)
        w.ran("FIN_TAPE_ROOT")
        if self._tape.root != w.tape_root:
            raise w.broken("FIN_TAPE_ROOT", "the revealed secret is not the one committed in GENESIS")
        for seat, seed in self._seeds.items():
            w.ran("FIN_BLIND_SEED")
            if blind_commit(w.table_id, seat, seed) != w.blind_commits[seat - 1]:
                raise w.broken("FIN_BLIND_SEED", f"the blind seed of seat {seat} is not the committed one")

    def _read_pages(self) -> None:
        """Collects the handles behind all references, by number."""
        w = self._w
        for passage in self._passages:
            page = passage.message
            if isinstance(page, wire.FinalPage):
                w.index = passage.index
                told = self._pages.get(page.seat)
                if told is None or page.first_ref != len(told) + 1:
                    raise w.broken("FIN_BLIND_UNOPENED", "a page does not go on where the one before ended")
                told.extend(unpack_handles(page.handles))
        for seat, told in self._pages.items():
            made = w.ledger.next_ref(seat) - 1
            if len(told) != made:
                detail = f"seat {seat} made {made} references and the pages have {len(told)}"
                raise w.broken("FIN_BLIND_UNOPENED", detail)

    def _walk(self, passage: Passage) -> None:
        """Carries out one entry with full information and compares where every card is."""
        message = passage.message
        match message:
            case wire.ActEntry():
                self._act(passage)
            case wire.Timeout():
                self._stated(passage, message)
            case wire.Draw():
                self._draw(passage, message)
            case wire.SlotOpen():
                self._open_slot(message)
            case wire.SlotEnd():
                self._end_slot(passage, message)
            case wire.Forced():
                self._forced(passage)
            case wire.Peek():
                self._peek(passage, message)
            case wire.GameOver():
                self._game_over(message)
        if passage.type in _PLAYED or (isinstance(message, wire.Timeout) and message.rule == STATED):
            self._conserve()

    # ---- rules ----

    def _play(self, action: Action, seat: int) -> tuple[Event, ...]:
        w, full = self._w, self._at.full
        if full is None:
            return ()
        try:
            step = apply(full, action, seat)
        except (RuleBugError, ValueError, LookupError):
            raise w.broken("FIN_RULES", "with all cards known the rules cannot carry this out") from None
        if isinstance(step, Refusal):
            raise w.broken("FIN_RULES", f"with all cards known {action.text!r} is not allowed ({step.code})")
        self._at.full = step.state
        self._at.between_bags(step.events)
        return step.events

    def _chances(self, outcomes: Iterable[Action]) -> None:
        for outcome in outcomes:
            self._play(outcome, CHANCE)

    def _act(self, passage: Passage) -> None:
        w, draft = self._w, passage.draft
        if draft is None:
            return
        self._moved = []
        for change in passage.changes:
            self._change(change, ordered=True)
        if self._at.full is None or w.title is None:
            w.skip(RULES, *["FIN_RULES"] * len(draft.steps))
            return
        number, regrouped = draft.first_ref, iter(self._moved)
        for step, played in zip(draft.steps, passage.played, strict=True):
            hidden: list[int] = []
            moved: list[tuple[Cell, int]] = []
            for act in step.cards:
                if act.HasField("point"):
                    hidden += [self._card_of(act.point.owner, ref) for ref in act.point.refs]
                elif act.HasField("place"):
                    hidden.append(self._card_of(passage.seat, number))
                elif act.HasField("regroup"):
                    moved = next(regrouped)
                    number += sum(len(put.outers) for put in act.regroup.puts)
                number += act.HasField("place") or act.HasField("show")
            w.ran("FIN_RULES")
            action = regroups.filled(w, played.action, hidden, moved)
            events = self._play(action, passage.seat)
            if moved:
                regroups.check_rules(w, passage.seat, events, moved)

    def _stated(self, passage: Passage, timeout: wire.Timeout) -> None:
        """Carries out the answer that a time-out has stated."""
        w = self._w
        if timeout.rule != STATED:
            return
        self._changes(passage)
        if self._at.full is None:
            w.skip(RULES, "FIN_RULES")
            return
        w.ran("FIN_RULES")
        for played in passage.played:
            self._play(played.action, played.seat)

    def _card_of(self, seat: int, number: int) -> int:
        return self._at.card_at(self._pages[seat][number - 1])

    def _conserve(self) -> None:
        """Each card is in exactly one place, and it is the one that the rules say (FIN_CONSERVATION)."""
        w = self._w
        if self._at.full is None:
            w.skip(RULES, "FIN_CONSERVATION")
            return
        w.ran("FIN_CONSERVATION")
        if not self._at.agree():
            raise w.broken("FIN_CONSERVATION", "a card is not where the rules say it is")

    # ---- draws and openings ----

    def _draw(self, passage: Passage, draw: wire.Draw) -> None:
        w = self._w
        place = (draw.deck, draw.epoch, draw.first)
        order = self._at.orders[draw.deck, draw.epoch]
        if draw.digest:
            w.ran("FIN_OPENING")
            if drawn_digest(w.table_id, draw.seat, passage.index, place, draw.count, order) != draw.digest:
                raise w.broken("FIN_OPENING", f"seat {draw.seat} was told other cards than lay in the deck")
        cards = order.cards[draw.first : draw.first + draw.count]
        self._at.draw(place, cards, draw.seat, draw.zone)
        self._changes(passage)
        if w.title is not None:
            self._chances([duties.outcome_of_draw(w.title.notation, cards)])

    def _forced(self, passage: Passage) -> None:
        """Opens cards; where a type was named, of equal ones the lowest tag must be the one opened."""
        named = self._named()
        for change in passage.changes:
            opened = isinstance(change, Change) and change.did is Did.OPENED
            self._change(change, ordered=opened and next(named, False), named=True)
        self._chances(played.action for played in passage.played)

    def _named(self) -> Iterator[bool]:
        """Yields for each opening of the FORCED that is due whether it was named by type."""
        w, full = self._w, self._at.full
        if full is None or w.title is None or w.places is None:
            return
        due = duties.duty(w.title, w.places, full)
        for disclosure in due.disclosures if isinstance(due, duties.Forced) else ():
            seat, zone = disclosure.place.seat, disclosure.place.number
            closed = sum(not self._at.refs[seat, number].open for number in self._at.lying(seat, zone))
            count = closed if disclosure.which == ALL else disclosure.n
            yield from [disclosure.which == NAMED] * count

    def _peek(self, passage: Passage, peek: wire.Peek) -> None:
        w = self._w
        shown = []
        for number in peek.refs:
            behind, seed = self._at.refs[peek.owner, number], self._seeds[peek.owner]
            behind.peeked = True
            inner = blind_inner(w.table_id, behind.handle, salt_in(seed, number))
            shown.append(PeekedCard(number, behind.card, inner, salt_out(seed, number)))
        w.ran("FIN_OPENING")
        content = peeked_content(Peeked(peek.owner, tuple(shown)))
        message = private_message(w.table_id, peek.viewer, passage.index, Kind.PEEKED, content)
        if opening_digest(message) != peek.digest:
            raise w.broken("FIN_OPENING", f"seat {peek.viewer} was shown other cards than lay there")
        # What lay there before the rules have moved what was looked at.
        zone = self._at.refs[peek.owner, peek.refs[0]].zone
        cards = sorted(self._at.refs[peek.owner, number].card for number in self._at.lying(peek.owner, zone))
        self._changes(passage)
        if w.title is not None:
            self._chances([w.title.notation.action(LOOK, *cards)])

    # ---- references ----

    def _changes(self, passage: Passage) -> None:
        for change in passage.changes:
            self._change(change, ordered=False)

    def _change(self, change: Happened, *, ordered: bool, named: bool = False) -> None:
        if isinstance(change, Regrouped):
            first = len(change.made) and change.made[0].number - 1
            handles = self._pages[change.seat][first : first + len(change.made)]
            seed = self._seeds[change.seat]
            self._moved.append(regroups.regroup(self._w, self._at, seed, change, handles))
            return
        key = (change.laid.seat, change.laid.number)
        match change.did:
            case Did.LAID | Did.SHOWN:
                self._enter(change)
            case Did.OPENED:
                self._check_order(change, ordered=ordered, named=named)
                self._at.refs[key].open = True
            case Did.MOVED:
                self._at.move(key, change.target)
            case Did.USED:
                self._at.use_up(key)

    def _enter(self, change: Change) -> None:
        """Opens a new reference by its page: the commitment first, then where its card came from."""
        w, laid = self._w, change.laid
        handle = self._pages[laid.seat][laid.number - 1]
        card, shown = self._at.card_at(handle), change.did is Did.SHOWN
        w.ran("FIN_BLIND_UNOPENED")
        if not self._opens(change, handle, card):
            detail = f"reference {laid.number} of seat {laid.seat} does not open to what the page says"
            raise w.broken("FIN_BLIND_UNOPENED", detail)
        w.ran("FIN_HAND")
        held = self._at.bag(laid.seat, change.source).get(card, [])
        if (shown and laid.card != card) or handle not in held or handle != min(held):
            what = f"the card behind reference {laid.number} of seat {laid.seat}"
            detail = f"{what} was not the one to take from that hand"
            raise BrokenError((w.verdict("FIN_HAND", detail), w.verdict("FIN_HAND", detail, blame=laid.seat)))
        self._at.lay((laid.seat, laid.number), Behind(handle, card, change.target, shown), change.source)

    def _opens(self, change: Change, handle: Handle, card: int) -> bool:
        """Tells whether number, seed, handle and card give the logged commitment."""
        w, laid, seed = self._w, change.laid, self._seeds[change.laid.seat]
        inner = blind_inner(w.table_id, handle, salt_in(seed, laid.number))
        if change.did is Did.SHOWN:
            return inner == laid.inner
        salt = salt_out(seed, laid.number)
        return blind_outer(w.table_id, laid.seat, laid.number, card, inner, salt) == laid.outer

    def _check_order(self, change: Change, *, ordered: bool, named: bool) -> None:
        """Of equal closed cards the one with the lowest tag is opened first (REF_ORDER).

        Which cards lie together is the rules' to say: they move references without an act.
        """
        w, laid, refs = self._w, change.laid, self._at.refs
        if self._at.full is None:
            w.skip(RULES, "REF_ORDER")
            return
        w.ran("REF_ORDER")
        if not ordered:
            return
        mine = refs[laid.seat, laid.number]
        lying = [(n, refs[laid.seat, n]) for n in self._at.lying(laid.seat, mine.zone)]
        equal = [
            n
            for n, other in lying
            if not other.open and other.card == mine.card and (not named or other.peeked == mine.peeked)
        ]
        if len(equal) > 1 and min(equal, key=lambda n: equal_tag(self._seeds[laid.seat], n)) != laid.number:
            detail = f"an equal card of seat {laid.seat} had to be opened before reference {laid.number}"
            raise w.broken("REF_ORDER", detail)

    # ---- slots ----

    def _open_slot(self, opened: wire.SlotOpen) -> None:
        self._check_orphan()
        self._opened = opened

    def _end_slot(self, passage: Passage, end: wire.SlotEnd) -> None:
        w, opened = self._w, self._opened
        if opened is None or opened.first_k != end.first_k:
            raise w.broken("FIN_SLOT_ORPHAN", "a slot ends that was not open")
        w.ran("FIN_SLOT_ORPHAN")
        for number, request in enumerate(opened.requests):
            if request.HasField("shuffle"):
                k = opened.first_k + number
                links = [(seat, passage.links[seat][number]) for seat in opened.contributors]
                prk = slots.slot_prk(w.table_id, k, purpose(request), self._tape.secret(k), links)
                self._seal(request.shuffle, prk, end.results[number].sealed.root)
        self._opened = None
        self._changes(passage)
        self._chances(played.action for played in passage.played)

    def _check_orphan(self) -> None:
        """A slot that is still open has no end: an orphan, unless the game ends now."""
        if self._opened is not None:
            raise self._w.broken("FIN_SLOT_ORPHAN", "a slot was opened and never ended")

    def _seal(self, shuffle: wire.Shuffle, prk: bytes, root: bytes) -> None:
        """Resolves the inputs of a shuffle, shuffles and seals, and compares the root (FIN_DECK_ROOT)."""
        w = self._w
        cards = [card for given in shuffle.inputs for card in self._at.resolve(given)]
        order = sealed_order(w.table_id, shuffle.deck, shuffle.epoch, prk, cards)
        w.ran("FIN_DECK_ROOT")
        if order.root != root:
            raise BrokenError(self._false_seal((shuffle.deck, shuffle.epoch), cards))
        self._at.seal(shuffle.deck, shuffle.epoch, order)

    def _false_seal(self, place: tuple[int, int], cards: list[int]) -> tuple[Verdict, ...]:
        """Returns the failure of an epoch, and what it held where all came to light (FIN_MULTISET)."""
        w, what = self._w, f"epoch {place[1]} of deck {place[0]}"
        found = multiset.opened_cards(w, self._passages, self._pages, self._seeds, place)
        wrong = multiset.difference(w, cards, found)
        false = w.verdict("FIN_DECK_ROOT", f"{what} was sealed falsely")
        if wrong is None:
            return (false,)
        w.ran("FIN_MULTISET")
        return (false, w.verdict("FIN_MULTISET", f"{what}, {wrong}")) if wrong else (false,)

    # ---- the end ----

    def _game_over(self, over: wire.GameOver) -> None:
        """Checks result and final position with all cards known (FIN_RESULT)."""
        w, full = self._w, self._at.full
        if self._opened is not None:
            w.ran("FIN_SLOT_ORPHAN")  # unfinished, and reported as such (2.10)
            self._opened = None
        if full is None:
            w.skip(RULES, "FIN_RESULT")
            return
        w.ran("FIN_RESULT")
        same = state_digest(w.table_id, public_bytes(full)) == over.state
        if over.result != expected_result(w, over, full) or not same:
            raise w.broken("FIN_RESULT", "with all cards known the rules give another end of the game")
