"""Two games that are equal but for hidden cards of seat 1, played side by side through real sockets.

Both referees have the same secrets, the same clock and the same players; one of them seals the deck of seat 1
with two cards exchanged. Everybody answers alike; seat 1, where nobody sees the card, plays another one.
"""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

from loopback import UNPLAYED, Guest, Party, referee
from overheard import _drain
from wiretap import Wiretap

from sealed.engine import kernel
from sealed.engine.eye import PUBLIC
from sealed.fairness.arithmetic import merkle
from sealed.fairness.arithmetic.seals import SealedEpoch
from sealed.fairness.payloads.codec import EntryType, decode, decode_signed
from sealed.fairness.signing.messages import parse_header
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Draft, Entry, Signed, Step
from sealed_referee import dealer

if TYPE_CHECKING:
    from collections.abc import Container, Iterator
    from pathlib import Path

    from google.protobuf.message import Message
    from match import InMemoryMatch

    from sealed.engine.title import Title

NOW_MS = 1_800_000_000_000
COMMITMENTS = {"root", "sig", "digest", "outer", "outers", "inner", "signed_hash"}
"""Fields that bind what they do not show, and what is signed or hashed over them."""
DRAWN = {("Reveal", "ref"), ("Reveal", "salt"), *((kind, "refs") for kind in ("Point", "Take", "Refs"))}
"""Fields that say under which reference of its unit a card lies: secret tags have drawn that."""
HIDING = {"GetTable": rpc.TableDescription, "Follow": rpc.Batch, "Table": rpc.Down}


class Heard(NamedTuple):
    """Is what others received in one game, by receiver and call, and the sizes of what came to seat 1."""

    others: dict[str, list[bytes]]
    sizes_to_seat_1: list[int]


class ExchangedEpoch(SealedEpoch):
    """Is an epoch in which the top card and the nearest other one below `depth` have changed places."""

    depth = 1

    def __init__(self, *given) -> None:
        super().__init__(*given)
        order = list(self.order)
        other = next(at for at in range(self.depth, len(order)) if order[at] != order[0])
        order[0], order[other] = order[other], order[0]
        self.order = tuple(order)
        self.root = merkle.root(self._leaves())


class Twin:
    """Is one of the two games."""

    def __init__(self, store: Path, title: Title, seed: int, seats: int, **more) -> None:
        self.tap = Wiretap(count_all=True)
        rng = Random(seed)
        entropy = Random(seed + 1)
        with self.tap:
            self.referee = referee(store, title, now_ms=lambda: NOW_MS, entropy=entropy.randbytes)
            self.referee.__enter__()
        self.party = Party(self.referee, title, rng, seats, **more)
        self.onlookers = [Guest(self.referee, rng, "Onlooker").log_in() for _ in range(3)]

    def watch(self) -> None:
        """Lets one onlooker follow all, and one the heads."""
        ref = self.party.ref
        whole, bare, _ = self.onlookers
        streams = (
            whole.stub.Follow(rpc.FollowRequest(table=ref), metadata=whole.metadata),
            bare.stub.Follow(rpc.FollowRequest(table=ref, heads_only=True), metadata=bare.metadata),
        )
        for stream in streams:
            threading.Thread(target=_drain, args=(stream,), daemon=True).start()

    def close(self) -> None:
        """Ends everything."""
        for one in self.onlookers:
            one.channel.close()
        self.party.close()
        self.referee.stop()

    def settle(self) -> None:
        """Waits until everybody stands at the same question and has been sent all there is."""
        self.party.pump(self.party._settled)
        self.onlookers[2].call("GetTable", self.party.ref)

    def heard(self) -> Heard:
        """Returns what has come to every other seat and to the onlookers, and how much to seat 1."""
        mine, *keys = [one.guest.identity.public for one in self.party.players]
        keys += [one.identity.public for one in self.onlookers]
        others = {
            f"{number} {channel}": self._came(key, channel)
            for number, key in enumerate(keys, 2)
            for channel in HIDING
        }
        return Heard(others, [len(data) for data in self._came(mine, "Table")])

    def _came(self, key: bytes, channel: str) -> list[bytes]:
        """Returns what came from START on: before, the order of messages says who was quicker to commit."""
        came = [one.data for one in self.tap.sent.get(key.hex(), ()) if one.channel == channel]
        for at, data in enumerate(came):
            message = HIDING[channel].FromString(data)
            batch = message.batch if channel == "Table" else message
            if channel == "GetTable" or batch.head.size > 1:
                return came[at:]
        return []

    def log(self) -> list[Entry]:
        """Returns the log."""
        return list(self.tap.table.entries(0, self.tap.table.size))


def seen(channel: str, data: bytes, blank: Container[tuple[str, str]] = ()) -> tuple[int, str]:
    """Returns the size of a message and what it says, with the commitments in it and `blank` fields blanked.

    Of a message with fields that it does not have every byte counts.
    """
    message = HIDING[channel].FromString(data)
    told = _told(message, blank)
    message.DiscardUnknownFields()
    return len(data), told if message.ByteSize() == len(data) else repr(data)


def told(match: InMemoryMatch, seat: int, blank: Container[tuple[str, str]] = ()) -> list[tuple[int, str]]:
    """Returns all that a seat was sent in play in memory, in order, as `seen` tells it."""
    downs = []
    for output in match.outputs:
        if output.entries and output.entries[-1].type > EntryType.GAME_OVER:
            break
        if output.entries and output.entries[0].index > 1:
            downs.append(rpc.Down(batch=rpc.Batch(entries=output.entries, head=output.head)))
        downs += [rpc.Down(opening=private) for number, private in output.privates if number == seat]
    return [seen("Table", down.SerializeToString(), blank) for down in downs]


def _told(message: Message, blank: Container[tuple[str, str]]) -> str:
    """Writes a message down, the bytes inside it that are messages too, and its commitments by length."""
    if isinstance(message, Entry):
        payload = decode(message.type, message.payload)
        return f"{message.index} {EntryType(message.type).name} {_told(payload, blank)}"
    if isinstance(message, Signed):
        header = parse_header(message.header)
        payload = decode_signed(header.type, message.payload)
        parts = (header.seat, header.counter, header.seen_size, header.type, len(message.sig))
        return f"{parts} {_told(payload, blank)}"
    lines = []
    for field, value in message.ListFields():
        values = value if field.is_repeated else [value]
        if (message.DESCRIPTOR.name, field.name) in blank:
            told = ["<drawn>" for _ in values]
        elif field.name in COMMITMENTS:
            told = [f"<{len(one)}>" for one in values]
        elif field.message_type is not None:
            told = [_told(one, blank) for one in values]
        else:
            told = [repr(one) for one in values]
        lines.append(f"{field.name}={told}")
    return f"({', '.join(lines)})"


class Twins:
    """Plays both games, answer by answer."""

    def __init__(self, plain: Twin, exchanged: Twin, seed: int) -> None:
        self.both = (plain, exchanged)
        self.rng = Random(seed + 2)
        self.done: Counter[str] = Counter()

    def play(self, answers: int) -> list[Heard]:
        """Plays to the end, or until a card is opened that differs; returns what all had received before."""
        for twin in self.both:
            twin.watch()
            twin.party.set_up()
        heard = self._heard()
        for _ in range(answers):
            if not self._answer() or self._parted() or any(twin.party.over for twin in self.both):
                break
            heard = self._heard()
        return heard

    def _heard(self) -> list[Heard]:
        return [twin.heard() for twin in self.both]

    def _parted(self) -> bool:
        """Tells whether cards have been opened that are not the same, or not at the same reference."""
        shown = [[opened for entry in twin.log() for opened in _opened(entry)] for twin in self.both]
        return shown[0] != shown[1]

    def _answer(self) -> bool:
        asked = [[one.seat.number for one in twin.party.asked()] for twin in self.both]
        assert asked[0] == asked[1]
        number = 1 if 1 in asked[0] else self.rng.choice(asked[0])
        players = [twin.party.players[number - 1] for twin in self.both]
        drafts = [player.seat.draft() for player in players]
        by_mask = [self._by_mask(draft, number) for draft in drafts]
        common = sorted(by_mask[0].keys() & by_mask[1].keys())
        if not common:
            return False
        hiding = [text for text in common if "?" in text]
        masked = self.rng.choice(hiding if hiding and self.rng.randrange(3) else common)
        pair = [self.rng.choice(choices[masked]) for choices in by_mask]
        if number == 1:
            pair[1] = next((one for one in by_mask[1][masked] if one != pair[0]), pair[1])
        else:
            assert by_mask[0] == by_mask[1]
            pair[1] = pair[0]
        self._forge(self.rng.randrange(2, len(self.both[0].party.players) + 1))
        for player, draft, action in zip(players, drafts, pair, strict=True):
            assert draft.add(action) is None
            player.do(player.seat.submit(draft))
        for twin in self.both:
            twin.settle()
        if number == 1 and pair[0] != pair[1]:
            self.done[pair[0].verb] += 1
        return True

    @staticmethod
    def _by_mask(draft, number: int) -> dict[str, list]:
        found: dict[str, list] = {}
        notation = draft._title.notation
        for action in kernel.legal_actions(draft.state, number):
            if action.verb not in UNPLAYED:
                text = kernel.mask(draft.state, action, PUBLIC, notation).text
                found.setdefault(text, []).append(action)
        return found

    def _forge(self, number: int) -> None:
        """Lets another seat say what is refused, in both games, and waits for the refusals."""
        for twin in self.both:
            player = twin.party.players[number - 1]
            verifier, told = player.seat.follower.verifier, len(player.refusals)
            payload = Draft(steps=[Step(action="parry")]).SerializeToString()
            seen_size = (verifier.size, verifier.root)
            counter = verifier.counter(number)
            player.send(player.seat.outbox.write(EntryType.ACT, counter, seen_size, payload, b""))
            twin.party.pump(lambda p=player, n=told: len(p.refusals) > n and not p.seat.awaiting)


def _opened(entry: Entry) -> Iterator[tuple[int, int]]:
    """Yields the references that an entry opens, each with its card."""
    if entry.type == EntryType.FORCED:
        yield from ((one.ref, one.card) for one in decode(entry.type, entry.payload).cards)
    if entry.type == EntryType.ACT:
        draft = decode_signed(entry.type, decode(entry.type, entry.payload).msg.payload)
        for act in (act for step in draft.steps for act in step.cards if act.HasField("reveal")):
            yield act.reveal.ref, act.reveal.card


@contextmanager
def twins(store: Path, title: Title, seed: int, seats: int, depth: int, **more) -> Iterator[Twins]:
    """Returns two games to be played side by side; the other card lies at `depth` or deeper."""
    threads: set[int] = set()
    exchanged = type("Exchanged", (ExchangedEpoch,), {"depth": depth})

    def seal(table_id, deck, epoch, prk, cards):
        swapped = deck == 0 and epoch == 1 and threading.get_ident() in threads
        return (exchanged if swapped else SealedEpoch)(table_id, deck, epoch, prk, cards)

    with mock.patch.object(dealer, "SealedEpoch", seal):
        pair = [Twin(store / name, title, seed, seats, **more) for name in ("plain", "exchanged")]
        threads.add(pair[1].referee._thread.ident)
        try:
            yield Twins(pair[0], pair[1], seed)
        finally:
            for twin in pair:
                twin.close()
