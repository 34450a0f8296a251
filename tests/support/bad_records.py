"""False tables of Popular Front, one for each code that a record can show (spec 6.1); for tests only."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from falsified import changed, drafted, encoded, entries, honest, place, put_in, resigned, signed_anew, spoken
from good_records import asked, begun, vote
from malicious_referee import PRIVATE, SEAL, MaliciousReferee, flip
from malicious_seat import act_of, conniving, has_act
from witness import Trial, tried

from sealed.fairness.arithmetic.blind import Handle, blind_seed, equal_tag
from sealed.fairness.arithmetic.identifiers import table_id
from sealed.fairness.arithmetic.tape import Tape
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.record import Record, RefusalLine
from sealed.fairness.signing import messages
from sealed.fairness.signing.private import Kind
from sealed.games.popular_front import TITLE
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from falsified import Entries

_HASH = b"\7" * 32


def _shuffle(opened: wire.SlotOpen) -> wire.Shuffle:
    return next(one.shuffle for one in opened.requests if one.HasField("shuffle"))


def _shown(end: wire.SlotEnd) -> wire.Shown:
    return next(one.shown for one in end.results if one.HasField("shown"))


def _set(**values: object) -> Callable[[object], None]:
    return lambda message: [setattr(message, name, value) for name, value in values.items()] and None


def _other_secret(end: wire.SlotEnd) -> None:
    tape = Tape(honest().id, honest().tape_seed, honest().n)
    _shown(end).s, _shown(end).proof[:] = tape.secret(9), tape.proof(9)


def _other_output(end: wire.SlotEnd) -> None:
    _shown(end).outputs[0] ^= 1


def _other_pick(opened: wire.SlotOpen) -> None:
    next(one.pick for one in opened.requests if one.HasField("pick")).m = 200


def _exchanged_inputs(opened: wire.SlotOpen) -> None:
    one, other = [r.shuffle.inputs[0].range for r in opened.requests if r.HasField("shuffle")][:2]
    one.deck, other.deck = other.deck, one.deck


def _genesis(change: Callable[[wire.Genesis], object]) -> Callable[[], Entries]:
    return lambda: changed(E.GENESIS, change)


def _act(change: Callable[[wire.ActEntry], object]) -> Callable[[], Entries]:
    return lambda: changed(E.ACT, change)


def _open(change: Callable[[wire.SlotOpen], object], nth: int = 0) -> Callable[[], Entries]:
    return lambda: changed(E.SLOT_OPEN, change, nth=nth)


def _end(change: Callable[[wire.SlotEnd], object]) -> Callable[[], Entries]:
    return lambda: changed(E.SLOT_END, change)


def _draw(**values: object) -> Callable[[], Entries]:
    return lambda: changed(E.DRAW, _set(**values))


def _raw(kind: int, more: bytes) -> Callable[[], Entries]:
    def make() -> Entries:
        made, at = entries(), place(kind)
        made[at] = kind, made[at][1] + more
        return made

    return make


def _same_counter() -> Entries:
    """A seat signs a RESIGN under the counter of its AGREE."""
    return put_in(place(E.ACT), spoken(E.RESIGN, 1, b"", 2, received_ms=honest().heads[1].time_ms))


def _timeout() -> Entries:
    late = wire.Timeout(seat=1, deadline_ms=5, rule="loss", kind=2, first_k=1, counter=2)
    return put_in(place(E.SLOT_END), (E.TIMEOUT, encoded(late)))


ENTRIES: dict[str, Callable[[], Entries]] = {
    "ENC_TOO_LARGE": _raw(E.DRAW, bytes(33_000)),
    "ENC_NOT_STRICT": _act(lambda m: setattr(m.msg, "header", m.msg.header[:-1])),
    "ENC_UNKNOWN_FIELD": _raw(E.SLOT_OPEN, b"\x78\x01"),
    "ENC_BAD_VALUE": _draw(digest=b"short"),
    "ENC_BAD_TYPE": lambda: put_in(place(E.ACT), (17, b"")),
    "SIG_INVALID": _act(lambda m: setattr(m.msg, "sig", flip(m.msg.sig, 40))),
    "SIG_WRONG_CONTEXT": lambda: resigned(place(E.ACT), type=15),
    "GEN_COMMIT_MISSING": _genesis(lambda m: m.blind_commits.pop()),
    "GEN_UNSIGNED": lambda: changed(E.START, lambda m: m.agrees.pop()),
    "LOG_PHASE": lambda: put_in(place(E.ACT), entries()[1]),
    "ACT_COUNTER": lambda: resigned(place(E.ACT), counter=0),
    "ACT_EQUIVOCATED": _same_counter,
    "ACT_REPLAYED": lambda: put_in(place(E.ACT) + 1, entries()[place(E.ACT)]),
    "HEAD_FALSE": lambda: resigned(place(E.ACT), seen_root=_HASH),
    "HEAD_STALE": lambda: resigned(place(E.ACT), seen_size=1, seen_root=honest().roots[1]),
    "DRAFT_BARRIER": lambda: drafted(lambda d: d.steps.append(d.steps[-1])),
    "ACT_ILLEGAL": lambda: drafted(lambda d: setattr(d.steps[0], "action", "sing")),
    "STATE_MISMATCH": _act(lambda m: setattr(m, "state", flip(m.state))),
    "SLOT_SEQUENCE": _open(_set(first_k=0), 1),
    "SLOT_SKIPPED": _open(_set(first_k=2)),
    "SLOT_REOPENED": lambda: put_in(place(E.ACT), entries()[place(E.SLOT_END)]),
    "SLOT_PURPOSE": _open(_other_pick),
    "SLOT_CONTRIBUTORS": _open(lambda m: m.contributors.pop()),
    "SLOT_EARLY": _end(lambda m: (m.links.pop(), m.waits.pop())),
    "SLOT_LINK": _end(lambda m: m.links.__setitem__(0, flip(m.links[0]))),
    "SLOT_TAPE": _end(_other_secret),
    "SLOT_OUTPUT": _end(_other_output),
    "DECK_INPUTS": _open(_exchanged_inputs),
    "DECK_SIZE": _open(lambda m: setattr(_shuffle(m), "n", 7)),
    "DECK_EPOCH": _open(lambda m: setattr(_shuffle(m), "epoch", 2)),
    "DECK_SEAL_LATE": _draw(epoch=2),
    "DRAW_POSITION": _draw(first=1),
    "DRAW_STALE_EPOCH": _draw(epoch=0, digest=b""),
    "DRAW_RECIPIENT": _draw(zone=7),
    "BLIND_REF_NO": lambda: drafted(_set(first_ref=9), lambda d: d.first_ref),
    "BLIND_NOT_HELD": lambda: put_in(place(E.RESIGN), (E.PEEK, _peek(2, 1, 250))),
    "BLIND_REUSED": lambda: put_in(place(E.RESIGN), (E.PEEK, _peek(2, 1, 1))),
    "PEEK_NOT_DUE": lambda: put_in(place(E.RESIGN), (E.PEEK, _peek(1, 1, 1))),
    "BLIND_IDENTITY": lambda: drafted(
        lambda d: setattr(act_of(d, "reveal"), "salt", _HASH), has_act("reveal")
    ),
    "BLIND_EARLY": lambda: put_in(place(E.ACT), (E.FORCED, _forced())),
    "TIME_RANGE": _act(lambda m: setattr(m, "received_ms", 5)),
    "TIMEOUT_EARLY": _timeout,
    "END_CAUSE": lambda: changed(E.GAME_OVER, _set(cause="time")),
    "FIN_RESULT": lambda: changed(E.GAME_OVER, _set(result="side 9")),
    "FIN_TAPE_ROOT": lambda: changed(E.FINAL_REVEAL, lambda m: setattr(m, "tape_seed", flip(m.tape_seed))),
    "FIN_BLIND_UNOPENED": lambda: changed(E.FINAL_PAGE, _exchange),
}
"""Codes that one false entry of an honest table shows."""


def _peek(viewer: int, owner: int, *refs: int) -> bytes:
    return encoded(wire.Peek(viewer=viewer, owner=owner, refs=refs, digest=_HASH))


def _forced() -> bytes:
    return encoded(wire.Forced(cards=[wire.Opening(seat=1, ref=1, card=1, inner=_HASH, salt=_HASH)]))


def _exchange(page: wire.FinalPage) -> None:
    page.handles = page.handles[5:10] + page.handles[:5] + page.handles[10:]


# ---- records that one false line shows ----


def _record(*more: object) -> Record:
    record = honest().record()
    return record._replace(lines=(*record.lines, *more))


def _back_in_time() -> Record:
    scribe = honest()
    *lines, last = scribe.lines
    size = last.size
    return scribe.record()._replace(
        lines=(*lines, messages.sign_head(scribe.referee, scribe.id, size, scribe.roots[size], 5))
    )


def _refused() -> Record:
    scribe = honest()
    act = wire.ActEntry.FromString(entries()[place(E.ACT)][1])
    seat = messages.parse_header(act.msg.header).seat
    refusal = messages.sign_refusal(scribe.referee, scribe.id, seat, 3, act.msg, "HEAD_STALE")
    return _record(RefusalLine(seat, refusal))


def _cut(kind: int) -> Record:
    """Cuts the honest log before the first entry of a type."""
    lines = honest().lines
    at = next(index for index, line in enumerate(lines) if isinstance(line, wire.Entry) and line.type == kind)
    while isinstance(lines[at - 1], wire.Entry):
        at -= 1
    return honest().record()._replace(lines=tuple(lines[:at]))


def _early() -> Record:
    scribe = begun(2)
    scribe.resign(1)
    vote(scribe, 1, agree=True)
    scribe.reveal()
    return scribe.record()


def _late() -> Record:
    scribe = asked(2)
    scribe.now += 604_800_000 + 5
    scribe.turn()
    return scribe.record()


# ---- records that are false from the moment on ----


def _hooked(step: str, change: Callable[..., object], when=lambda *given: True, *, end: bool) -> Record:
    """Plays with one cheat: to the end, or what the witness who finds it holds."""
    if not end:
        return tried(2, lambda t: t.scribe.at(step, change, when))[2].held
    trial = Trial(2)
    trial.connive()
    trial.scribe.at(step, change, when)
    return trial.finish(60).held


def _told(change: Callable[[bytes], bytes], kind: Kind) -> Callable[[], Record]:
    return lambda: _hooked(PRIVATE, lambda s, k, c: change(c), lambda s, k, c: k == kind, end=False)


class _Thief(MaliciousReferee):
    """The first card laid is one from the bottom of the deck."""

    stolen = False

    def _acts(self, player, shift):
        bag = self.bags[player.seat, shift.source.number] if shift.act in {"place", "show"} else []
        if bag and not self.stolen:
            deck, epoch, _ = bag[0]
            order = self.orders[deck, epoch]
            bottom = max(at for at, card in enumerate(order) if card == shift.card)
            if Handle(deck, epoch, bottom) not in bag:
                self.stolen = True
                bag[:] = [Handle(deck, epoch, bottom), *(h for h in bag if self.card_at(h) != shift.card)]
        return super()._acts(player, shift)


class _WrongTag(MaliciousReferee):
    """Of equal closed cards the one with the highest tag is opened."""

    changed = False

    def closed(self, seat, zone, card):
        """Returns the reference that must not be opened first."""
        found = [c for c in self.lying(seat, zone) if not c.open and c.card == card]
        self.changed |= len(found) > 1
        return max(found, key=lambda c: equal_tag(self.seeds[seat], c.number))


def _played(cls: type[MaliciousReferee], flag: str) -> Record:
    for seed in range(1, 60):
        scribe = cls(TITLE, 2, Random(seed))
        scribe.begin()
        while not getattr(scribe, flag) and scribe.turn():
            pass
        if getattr(scribe, flag) and scribe.entries[-1].type != E.GAME_OVER:
            scribe.resign(1)
            scribe.finish()
            return scribe.record()
    raise AssertionError(flag)


def _other_seed() -> Record:
    trial = Trial(2)
    trial.scribe.seeds[2] = flip(trial.scribe.seeds[2])
    trial.begin()
    trial.begin = lambda: None
    return trial.finish(20).held


class _WeakSeat(MaliciousReferee):
    """A seat sits down with a key of small order."""

    def _join(self, seats):
        super()._join(seats)
        self.joins[0].pk = b"\1" + bytes(31)
        self.id = table_id(self.params, [(join.pk, join.nonce) for join in self.joins])
        self.tape = Tape(self.id, self.tape_seed, self.n)
        self.seeds = {seat: blind_seed(self.id, self.tape_seed, seat) for seat in self.players}


class _OneKey(MaliciousReferee):
    """One key sits on both seats."""

    def _signer(self):
        made = super()._signer()
        self.kept = getattr(self, "kept", made)
        self.first = getattr(self, "first", None) or (made if made is not self.kept else None)
        return self.first or made


def _begun_by(cls: type[MaliciousReferee]) -> Record:
    scribe = cls(TITLE, 2, Random(1))
    scribe.begin()
    return scribe.record()._replace(lines=tuple(scribe.lines[:2]))


def _copied_anchor() -> Record:
    trial = Trial(2)

    def change(genesis) -> None:
        player, scribe = trial.scribe.players[2], trial.scribe
        header = messages.Header(player.signer.public, scribe.id, 2, 1, 0, scribe.roots[0], E.COMMIT)
        anchor = wire.Commit(anchor=scribe.players[1].chain.anchor)
        genesis.commits[1].CopyFrom(messages.sign_player(player.signer, header, encoded(anchor)))

    trial.scribe.at("GENESIS", change)
    return trial.begin().held


def _ten_shown() -> Record:
    trial = Trial(2)
    trial.connive()
    conniving(trial.scribe, lambda d: setattr(act_of(d, "show"), "card", 10), has_act("show"), often=True)
    trial.scribe.begin()
    trial.scribe.play(400)
    return trial.scribe.record()


RECORDS: dict[str, Callable[[], Record]] = {
    "LOG_TIME": _back_in_time,
    "ACT_REFUSED_LOGGED": _refused,
    "SLOT_STALLED": lambda: _cut(E.SLOT_END),
    "FIN_TRUNCATED": lambda: _cut(E.RESIGN),
    "FIN_MISSING": lambda: _cut(E.FINAL_REVEAL),
    "FIN_EARLY": _early,
    "TIME_UP": _late,
    "KEY_WEAK": lambda: _begun_by(_WeakSeat),
    "KEY_DUPLICATE": lambda: _begun_by(_OneKey),
    "GEN_COMMIT_DUPLICATE": _copied_anchor,
    "PRIV_SEED": _told(flip, Kind.SEED),
    "OPEN_PROOF": _told(lambda c: flip(c, 8), Kind.DRAWN),
    "OPEN_POSITION": _told(lambda c: flip(c, 4), Kind.DRAWN),
    "PEEK_REFS": _told(lambda c: flip(c, 5), Kind.PEEKED),
    "OPEN_DIGEST": lambda: _hooked("DRAW", lambda m: setattr(m, "digest", flip(m.digest)), end=False),
    "FIN_DECK_ROOT": lambda: _hooked(SEAL, lambda shuffle, order: order[1:] + order[:1], end=True),
    "FIN_OPENING": lambda: _hooked("DRAW", lambda m: setattr(m, "digest", flip(m.digest)), end=True),
    "FIN_HAND": lambda: _played(_Thief, "stolen"),
    "REF_ORDER": lambda: _played(_WrongTag, "changed"),
    "FIN_BLIND_SEED": _other_seed,
    "HAND_COUNT": lambda: signed_anew(
        drafted(lambda d: setattr(act_of(d, "show"), "from_zone", 7), has_act("show"))
    ),
    "BLIND_TYPE_COUNT": _ten_shown,
}
"""Codes that need more than one false entry."""

WITHOUT_RULES = frozenset({"HAND_COUNT", "BLIND_TYPE_COUNT"})
"""What shows to whoever lacks the rules; with them ACT_ILLEGAL comes first."""

BAD: dict[str, Callable[[], Record]] = {
    code: (lambda false=false: signed_anew(false())) for code, false in ENTRIES.items()
} | RECORDS
"""Code: what makes a record that shows it."""
