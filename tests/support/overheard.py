"""Whole games at a tapped referee, with everybody asking for everything, and what each one received."""

from __future__ import annotations

import queue
import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import grpc
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2
from loopback import PATIENCE_S, UNPLAYED, Guest, Party, Stream, referee
from scanner import EVERYBODY, Found, Needle, Scanner, Sent
from table_secrets import TableSecrets, opening_needle, seat_name
from wiretap import ANYBODY, LOG, METRICS, Wiretap

from sealed.engine import kernel
from sealed.engine.eye import PUBLIC
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.private import Kind, parse_private
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Draft, Signed, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from random import Random

    from sealed.engine.title import Title

SPECTATOR = "spectator"
ALL = 1 << 20
SLOTS_ASKED = 3
SERVICE = rpc.DESCRIPTOR.services_by_name["Referee"]
PROBED = {
    *("ListTitles", "ListTables", "GetTable", "GetRange", "GetConsistency", "GetRecord", "PrivateFrom"),
    *("OwnHandles", "PutEntries", "Contribute", "LeaveTable", "StartTable", "Submit", "Commit"),
}
ONGOING = {"Follow", "WatchTable", "Table", "Hello", "LogIn", "LogOut", "JoinTable", "CreateTable"}
"""Calls that are open all the while, or that everybody has made before the game."""
HEALTH = "/grpc.health.v1.Health/Check"
REFLECTION = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"


@dataclass
class Overheard:
    """Is a finished game: who received what, and what each was not to know."""

    sent: dict[str, list[Sent]]
    needles: list[Needle]
    names: set[str]
    """The names of the title's cards."""
    people: set[str]
    """The names and keys of everybody who came."""
    played: dict[str, int] = field(default_factory=dict)

    def leaks(self) -> list[Found]:
        """Returns every secret that somebody received too early."""
        scanner = Scanner(self.needles)
        return [found for receiver, sent in self.sent.items() for found in scanner.scan(receiver, sent)]

    @property
    def channels(self) -> set[str]:
        """Returns the calls and pages through which something came."""
        return {one.channel for sent in self.sent.values() for one in sent}


class TappedParty(Party):
    """Is a party that plays at random and notes the hidden text of each answer."""

    def __init__(self, *given, **more) -> None:
        super().__init__(*given, **more)
        self.hidden: list[tuple[int, str, str]] = []

    def act(self, player) -> None:
        """Sends a random answer of one step; says what others are not to read."""
        draft = player.seat.draft()
        legal = kernel.legal_actions(draft.state, player.seat.number)
        action = self.rng.choice([one for one in legal if one.verb not in UNPLAYED])
        masked = kernel.mask(draft.state, action, PUBLIC, self.title.notation)
        self.hidden.append((player.seat.number, action.text, masked.text))
        assert draft.add(action) is None
        player.do(player.seat.submit(draft))


def listen_in(
    store: Path,
    title: Title,
    rng: Random,
    seats: int,
    *,
    hook: Callable[[Wiretap, str, str, bytes], bytes] | None = None,
    every: int = 5,
    acts: int = 10_000,
    **more,
) -> Overheard:
    """Plays a whole game at a tapped referee and returns what everybody got.

    Everybody asks for everything after up to `every` answers, again and again. After `acts` answers somebody
    resigns.
    """
    with Wiretap(hook=hook) as tap, referee(store, title) as served:
        party = TappedParty(served, title, rng, seats, **more)
        onlooker = Guest(served, rng, "Onlooker").log_in()
        _watch(party, onlooker)
        between = _between_links(party, onlooker, tap)
        for player in party.players:
            player.before_link = between
        party.set_up()
        while not party.over:
            _probe(party, onlooker, tap)
            acts -= party.play(min(acts, rng.randrange(every) + 1))
            if not (acts or party.over):
                party.players[0].do(party.players[0].seat.resign())
                party.pump(lambda: party.over)
        party.finish()
        party.pump(lambda: not any(player.seat.awaiting for player in party.players))
        _probe(party, onlooker, tap)
        onlooker.call("LogOut", rpc.LogOutRequest())
        onlooker.channel.close()
        party.close()
        heard = _report(party, tap)
    for path in store.glob("*key*"):
        heard.needles.append(Needle(f"the file {path.name}", path.read_bytes()))
    return heard


def _between_links(party: Party, onlooker: Guest, tap: Wiretap) -> Callable[[rpc.Link], None]:
    """Returns what lets everybody ask while only the last link of a slot is missing, in a few slots."""
    given: Counter[int] = Counter()

    def before(link: rpc.Link) -> None:
        given[link.k] += 1
        if given[link.k] == len(party.players) and len(given) <= SLOTS_ASKED:
            _probe(party, onlooker, tap)

    return before


def _watch(party: Party, onlooker: Guest) -> None:
    """Opens everything that goes on by itself and reads it."""
    follow = {"table": party.ref, "from": 0}
    streams = (
        onlooker.stub.Follow(rpc.FollowRequest(**follow), metadata=onlooker.metadata),
        onlooker.stub.Follow(rpc.FollowRequest(**follow, heads_only=True), metadata=onlooker.metadata),
        onlooker.stub.WatchTable(party.ref, metadata=onlooker.metadata),
    )
    for stream in streams:
        threading.Thread(target=_drain, args=(stream,), daemon=True).start()


def _drain(stream) -> None:
    try:
        for _ in stream:
            pass
    except grpc.RpcError:
        pass


def _probe(party: Party, onlooker: Guest, tap: Wiretap) -> None:
    """Lets everybody ask for everything, allowed or not."""
    tap.scrape()
    for guest in (onlooker, *(player.guest for player in party.players)):
        for name, request in _requests(party):
            try:
                answer = guest.call(name, request)
                if hasattr(answer, "__next__"):
                    list(answer)
            except grpc.RpcError:
                pass
        _resume(party, guest)
    for player in party.players:
        _forge(party, player)
    _standard_services(onlooker)


def _requests(party: Party) -> Iterator[tuple[str, object]]:
    ref = party.ref
    yield "ListTitles", rpc.ListTitlesRequest()
    yield "ListTables", rpc.ListTablesRequest(mine=True)
    yield "GetTable", ref
    yield "GetRange", rpc.GetRangeRequest(table=ref)
    yield "GetConsistency", rpc.GetConsistencyRequest(table=ref, first_size=1, second_size=2)
    yield "GetRecord", rpc.GetRecordRequest(table=ref)
    yield "GetRecord", rpc.GetRecordRequest(table=ref, own=True)
    yield "PrivateFrom", rpc.PrivateFromRequest(table=ref, index=0)
    yield "OwnHandles", rpc.OwnHandlesRequest(table=ref, first_ref=1)
    yield "PutEntries", rpc.PutEntriesRequest(table=ref)
    yield "Contribute", rpc.ContributeRequest(table=ref, link=rpc.Link(k=500, link=bytes(32)))
    yield "LeaveTable", ref
    yield "StartTable", ref
    yield "Submit", rpc.SubmitRequest(table=ref, submit=rpc.Submit(signed=Signed(header=b"short")))
    yield "Commit", rpc.SignedRequest(table=ref, signed=Signed(header=b"short"))
    yield from _unasked(ref)


def _unasked(ref: rpc.TableRef) -> Iterator[tuple[str, object]]:
    """Yields a request of every other call, new ones too, that names the table and nothing else."""
    for method in SERVICE.methods:
        if method.name in {*PROBED, *ONGOING}:
            continue
        request = GetMessageClass(method.input_type)()
        if isinstance(request, rpc.TableRef):
            request.CopyFrom(ref)
        elif "table" in request.DESCRIPTOR.fields_by_name:
            request.table.CopyFrom(ref)
        yield method.name, request


def _resume(party: Party, guest: Guest) -> None:
    """Opens a stream beside those of the game, from its beginning, and asks there for all once more."""
    inbox: queue.Queue = queue.Queue()
    stream = Stream(guest, inbox)
    stream.send(rpc.Up(resume=rpc.Resume(table=party.ref)))
    stream.send(rpc.Up(fetch=rpc.Fetch(end=ALL, privates=True)))
    stream.send(rpc.Up(fetch=rpc.Fetch(handles_from=1)))
    while isinstance(down := inbox.get(timeout=PATIENCE_S)[1], rpc.Down) and not brings_handles(down):
        pass
    stream.close()


def brings_handles(down: rpc.Down) -> bool:
    """Tells whether a message is the answer to a Fetch of handles, which comes after all else."""
    return down.HasField("opening") and parse_private(down.opening.message).kind == Kind.OWN


def _forge(party: Party, player) -> None:
    """Sends, now and then, a well-signed answer that the rules refuse; the seat alone is told."""
    verifier = player.seat.follower.verifier
    if party.over or player.seat.number != party.rng.randrange(1, 8):
        return
    payload = Draft(steps=[Step(action="parry")]).SerializeToString()
    outbox, told = player.seat.outbox, len(player.refusals)
    sent = outbox.write(
        EntryType.ACT, verifier.counter(player.seat.number), (verifier.size, verifier.root), payload, b""
    )
    player.send(sent)
    party.pump(lambda: len(player.refusals) > told or not player.seat.awaiting)


def _standard_services(onlooker: Guest) -> None:
    check = health_pb2.HealthCheckRequest(service="sealed.wire.v1.Referee").SerializeToString()
    onlooker.channel.unary_unary(HEALTH)(check, timeout=10)
    wish = reflection_pb2.ServerReflectionRequest(list_services="")
    files = reflection_pb2.ServerReflectionRequest(file_containing_symbol="sealed.wire.v1.Referee")
    asked = iter([wish.SerializeToString(), files.SerializeToString()])
    list(onlooker.channel.stream_stream(REFLECTION)(asked, timeout=10))


def _report(party: TappedParty, tap: Wiretap) -> Overheard:
    """Sorts what was recorded by receiver and computes what each was not to know."""
    table = tap.table
    log = list(table.entries(0, table.size))
    chains = {player.seat.number: player.seat._place.chain for player in party.players}
    secrets = TableSecrets(table.table_id, table.opening.secret, chains, log)
    names = {player.guest.identity.public.hex(): seat_name(player.seat.number) for player in party.players}
    sent: dict[str, list[Sent]] = {}
    for receiver, got in tap.sent.items():
        name = names.get(receiver, receiver if receiver in {LOG, METRICS, ANYBODY} else SPECTATOR)
        sent.setdefault(name, []).extend(got)
    needles = [*secrets.needles(), *_sessions(tap, names), *_texts(party, secrets)]
    needles += _openings(secrets, _lists(table) | tap.orders)
    needles.append(Needle("the referee's key", table.keys.signer._secret))
    played: dict[str, int] = {}
    for entry in log:
        name = EntryType(entry.type).name
        played[name] = played.get(name, 0) + 1
    played["hidden"] = sum(text != masked for _, text, masked in party.hidden)
    played["refused"] = sum(len(player.refusals) for player in party.players)
    cards = set(party.title.notation.names["card"].values())
    return Overheard(sent, needles, cards, _people(party, tap), played)


def _people(party: TappedParty, tap: Wiretap) -> set[str]:
    """Returns what nobody is to be called by in a log line: names, keys, table names."""
    told = tap.table.description()
    return {seat.name for seat in told.seats} | {key for key in tap.sent if len(key) == 64} | {"Onlooker"}


def _sessions(tap: Wiretap, names: dict[str, str]) -> Iterator[Needle]:
    for kind, held in (("token", tap.tokens), ("challenge", tap.challenges)):
        for secret, receiver in held.items():
            yield Needle(f"{kind} of {names.get(receiver)}", secret, {names.get(receiver, SPECTATOR): 0})


def _texts(party: TappedParty, secrets: TableSecrets) -> Iterator[Needle]:
    """Yields the full text of hidden answers, as far as nobody has said the same words openly."""
    openly = {masked for _, _, masked in party.hidden}
    for seat, text, masked in set(party.hidden):
        if text != masked and text not in openly:
            known = {seat_name(seat): 0} | secrets.revealed
            yield Needle(f"{text!r} of {seat}", text.encode(), known, text=True)


def _openings(secrets: TableSecrets, orders) -> Iterator[Needle]:
    """Yields the identity of each reference as an Opening begins with it."""
    for (seat, ref), handle in secrets.handles.items():
        card = orders[handle.deck, handle.epoch][handle.position]
        known = {seat_name(seat): 0} | secrets.revealed | secrets.references[seat, ref].inner
        yield opening_needle(seat, ref, card, known)


def _lists(table) -> dict[tuple[int, int], list[int]]:
    return {
        (each.deck, 0): [count.card for count in each.cards for _ in range(count.copies)]
        for each in table.params.lists
    }


__all__ = ["ANYBODY", "EVERYBODY", "LOG", "METRICS", "SPECTATOR", "Overheard", "TappedParty", "listen_in"]
