"""What somebody can have who wants to frame an honest party: honest bytes, refused drafts, edits."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from malicious_referee import MaliciousReferee, flip

from sealed.engine.kernel import legal_actions
from sealed.fairness.arithmetic import merkle
from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.codes import CODES, Class
from sealed.fairness.evidence.file import Evidence, Path, Shown
from sealed.fairness.evidence.selection import Held, select
from sealed.fairness.live.verdicts import Klass, Outcome, Verdict
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.record import PrivateLine, Record, RefusalLine
from sealed.fairness.signing import messages
from sealed.games.popular_front import TITLE
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Sequence

CLAIMS = [code for code, one in CODES.items() if one.level == 1 and one.kind is not Class.LOCAL]


class Honest(MaliciousReferee):
    """An honest table at which every third draft is first offered otherwise, and refused by signature."""

    def __init__(self, *given, **more) -> None:
        super().__init__(*given, **more)
        self.refused: list[tuple[wire.Signed, RefusalLine]] = []
        self.alter_draft = self._offered

    def _offered(self, seat: int, draft: wire.Draft) -> wire.Draft:
        if self.rng.random() < 1 / 3:
            other = wire.Draft.FromString(draft.SerializeToString())
            for step in other.steps:
                for act in step.cards:
                    if act.HasField("place"):
                        act.place.outer = flip(act.place.outer)
            signed = self.say(seat, E.ACT, other.SerializeToString(deterministic=True))
            counter = self.players[seat].counter
            refusal = messages.sign_refusal(self.referee, self.id, seat, counter, signed, "HAND_COUNT")
            self.refused.append((signed, RefusalLine(seat, refusal)))
        return draft

    def act(self, seat: int, action: object) -> None:
        """Answers honestly, and turns up what was laid as soon as the rules let it."""
        turning = [one for one in legal_actions(self.state, seat) if "5th" in one.text]
        super().act(seat, turning[0] if turning else action)


def table(seats: int, seed: int, turns: int, *, finished: bool) -> Honest:
    """Returns a table that was played honestly, perhaps to its reveal."""
    made = Honest(TITLE, seats, Random(seed))
    made.begin()
    made.play(turns)
    if finished and made.entries[-1].type != E.GAME_OVER:
        made.resign(1)
        made.finish()
    return made


class Pool:
    """Everything that exists of a table, ready to be put into files."""

    def __init__(self, scribe: Honest) -> None:
        self.scribe = scribe
        self.leaves = [log_leaf_hash(scribe.id, e.index, e.type, e.payload) for e in scribe.entries]
        self.signed = [
            wire.ActEntry.FromString(e.payload).msg for e in scribe.entries if e.type in {E.ACT, E.RESIGN}
        ]
        self.signed += [signed for signed, _ in scribe.refused]

    def claim(self, code: str = "LOG_FORK", key: bytes | None = None, **parts) -> Evidence:
        """Returns a file with a claim of class C about this table."""
        scribe = self.scribe
        named = scribe.referee.public if key is None else key
        base = (code, Klass.C, scribe.id, named, b"", scribe.params, scribe.entries[0].payload)
        return Evidence(*base, **parts)

    def whole(self, size: int | None = None) -> dict[str, object]:
        """Returns the log up to a head as the parts of a file."""
        top = size or self.scribe.heads[-1].size
        heads = tuple(head for head in self.scribe.heads if head.size <= top)
        return {"heads": heads, "entries": tuple(Shown(e) for e in self.scribe.entries[: heads[-1].size])}

    def shown(self, index: int, head: wire.Head) -> Shown:
        """Returns an entry with its path to a head."""
        hashes = merkle.path(index, self.leaves[: head.size])
        return Shown(self.scribe.entries[index], Path(tuple(hashes), head.size))

    @property
    def keys(self) -> list[bytes]:
        """Is the keys that somebody may want to see named."""
        return [self.scribe.referee.public, *(p.signer.public for p in self.scribe.players.values())]


def any_file(pools: Sequence[Pool], rng: Random) -> Evidence:
    """Returns a random file about the first table, of random parts of all, some of them edited."""
    pool, heads, entries = pools[0], [], []
    for _ in range(rng.randint(0, 4)):
        source = rng.choice(pools)
        head = rng.choice(source.scribe.heads)
        heads.append(head)
        entries.append(source.shown(rng.randrange(head.size), head))
        if rng.random() < 0.5:
            entries.append(source.shown(0, head))
    signed = [rng.choice(rng.choice(pools).signed) for _ in range(rng.randint(0, 3))]
    lines = [line for source in pools for _, line in source.scribe.refused]
    refusals = [rng.choice(lines) for _ in range(rng.randint(0, 2))]
    told = [rng.choice(rng.choice(pools).scribe.privates) for _ in range(rng.randint(0, 2))]
    private = tuple(PrivateLine(seat, one) for seat, one in told)
    parts = {"heads": tuple(heads), "entries": tuple(entries), "private": private}
    made = pool.claim(rng.choice(CLAIMS), rng.choice(pool.keys), messages=(*signed, *refusals), **parts)
    return edited(made, rng) if rng.random() < 0.7 else made


PARTS = ("heads", "entries", "messages", "private")
"""What a file may hold; a frame may lack any of it."""


def aimed_file(pools: Sequence[Pool], rng: Random, code: str, key: bytes) -> Evidence:
    """Returns a file that is made as the client would make it for a code, out of an honest table.

    It is about a random entry, cut off at a random head where the code needs the whole log; then perhaps a
    part is left out, comes from the other table, or is edited.
    """
    pool = pools[0]
    held, size = _held(pool, rng), rng.choice(pool.scribe.heads).size
    entry = rng.randrange(size)
    blame = pool.keys.index(key)
    failure = Verdict(code, Outcome.FAIL, entry, "it is false", Klass.C, blame, key)
    chosen = select(failure, Held(held)) if rng.random() < 0.8 else None
    if chosen is None:
        made = pool.claim(code, key, **pool.whole(size))
    else:
        head = rng.choice([one for one in pool.scribe.heads if one.size > entry] or [pool.scribe.heads[-1]])
        shown = tuple(pool.shown(index, head) for index, _ in ((0, 0), *chosen.entries) if index < head.size)
        parts = {"heads": (head, *chosen.heads), "entries": shown, "messages": chosen.messages}
        made = pool.claim(code, key, **parts)
    made = made._replace(messages=(*made.messages, *_said(pool, rng)), private=_told(pools, rng))
    if rng.random() < 0.3:
        made = made._replace(**{rng.choice(PARTS): ()})
    return edited(made, rng) if rng.random() < 0.6 else made


def _held(pool: Pool, rng: Random) -> Record:
    """Returns all that a seat could hold of a table, in a random order of what it was told last."""
    scribe = pool.scribe
    told = [PrivateLine(seat, one) for seat, one in scribe.privates]
    refused = [line for _, line in scribe.refused]
    rng.shuffle(told)
    return Record(scribe.id, "", "", (*scribe.entries, *scribe.heads, *refused, *told))


def _said(pool: Pool, rng: Random) -> list[object]:
    everything = [*pool.signed, *(line for _, line in pool.scribe.refused)]
    return rng.sample(everything, rng.choice((0, 0, 1, 2)))


def _told(pools: Sequence[Pool], rng: Random) -> tuple[PrivateLine, ...]:
    """Returns private messages, sometimes for another seat or of the other table."""
    made = []
    for _ in range(rng.choice((0, 1, 1, 2))):
        pool = pools[0] if rng.random() < 0.9 else pools[1]
        seat, private = rng.choice(pool.scribe.privates)
        made.append(PrivateLine(seat if rng.random() < 0.9 else seat % 2 + 1, private))
    return tuple(made)


def edited(evidence: Evidence, rng: Random) -> Evidence:
    """Returns a file with one thing in it changed."""
    fields = [name for name in PARTS if getattr(evidence, name)]
    if not fields:
        return evidence._replace(genesis=flipped(evidence.genesis, rng))
    name = rng.choice(fields)
    things = list(getattr(evidence, name))
    place = rng.randrange(len(things))
    things[place] = _edited(things[place], rng)
    return evidence._replace(**{name: tuple(things)})


def flipped(data: bytes, rng: Random) -> bytes:
    """Returns bytes with one bit changed."""
    if not data:
        return b"\1"
    changed = bytearray(data)
    changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _edited(thing: object, rng: Random) -> object:
    if isinstance(thing, Shown):
        entry, path = thing
        if rng.random() < 0.3 and path and path.hashes:
            return Shown(entry, Path(path.hashes[:-1], path.size))
        return Shown(_edited(entry, rng), path)
    if isinstance(thing, PrivateLine):
        return PrivateLine(thing.seat, _edited(thing.private, rng))
    if isinstance(thing, RefusalLine):
        return RefusalLine(thing.seat, _edited(thing.refusal, rng))
    copy = type(thing).FromString(thing.SerializeToString())
    field = rng.choice([one for one in copy.DESCRIPTOR.fields if one.name != "code"])
    value = getattr(copy, field.name)
    if isinstance(value, bytes):
        setattr(copy, field.name, flipped(value, rng))
    else:
        setattr(copy, field.name, value ^ 1)
    return copy


def rogue_log(pool: Pool, rng: Random) -> Evidence:
    """Returns a whole log that a false referee made of a true one: entries changed, all heads signed anew."""
    scribe = pool.scribe
    entries = [(entry.type, entry.payload) for entry in scribe.entries]
    acts = [place for place, (kind, _) in enumerate(entries) if kind == E.ACT]
    for _ in range(rng.randint(1, 3)):
        place = rng.choice(acts) if rng.random() < 0.5 else rng.randrange(2, len(entries))
        kind, payload = entries[place]
        match rng.randrange(5):
            case 0 if kind == E.ACT:
                act = wire.ActEntry.FromString(payload)
                act.msg.CopyFrom(rng.choice(pool.signed))
                entries[place] = kind, act.SerializeToString()
            case 1:
                entries[place] = rng.choice(entries[2:])
            case 2:
                entries.insert(place, rng.choice(entries[2:]))
            case 3:
                entries[place] = kind, flipped(payload, rng)
            case _ if len(entries) > 4:
                del entries[place]
        acts = [at for at, (kind, _) in enumerate(entries) if kind == E.ACT] or [2]
    return _signed_anew(pool, entries, {head.size: head.time_ms for head in scribe.heads})


def _signed_anew(pool: Pool, entries: list[tuple[int, bytes]], times: dict[int, int]) -> Evidence:
    scribe, heads, shown, edge = pool.scribe, [], [], merkle.RightEdge()
    now = 0
    for index, (kind, payload) in enumerate(entries):
        edge.append(log_leaf_hash(scribe.id, index, kind, payload))
        shown.append(Shown(wire.Entry(index=index, type=kind, payload=payload)))
        if index + 1 in times or index + 1 == len(entries):
            now = times.get(index + 1, now)
            heads.append(messages.sign_head(scribe.referee, scribe.id, edge.size, edge.root(), now))
    return pool.claim(heads=tuple(heads), entries=tuple(shown))


def rogue_messages(pool: Pool, rng: Random) -> tuple[wire.Signed, ...]:
    """Returns messages that false seats sign: any number, any view, any type, any payload."""
    scribe, made = pool.scribe, []
    for _ in range(rng.randint(1, 4)):
        seat = rng.choice(list(scribe.players))
        player, size = scribe.players[seat], rng.randrange(len(scribe.roots))
        root = scribe.roots[size] if rng.random() < 0.5 else rng.randbytes(32)
        old = messages.parse_header(rng.choice(pool.signed).header)
        fields = (
            rng.choice((old.counter, 9999)),
            size,
            root,
            rng.choice((E.ACT, E.RESIGN, E.AUDIT, E.COMMIT)),
        )
        header = messages.Header(player.signer.public, scribe.id, seat, *fields)
        made.append(messages.sign_player(player.signer, header, rng.choice((b"", rng.randbytes(20)))))
    return tuple(made)
