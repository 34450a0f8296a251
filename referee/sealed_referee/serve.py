"""Starts and stops a referee on an event loop (spec 2.2, 2.13)."""

from __future__ import annotations

import errno
import logging
import socket
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

from grpc import aio

from sealed.fairness.signing.keys import load_backend
from sealed_referee.calls import Guard
from sealed_referee.house import House
from sealed_referee.identity_key import fingerprint, open_key
from sealed_referee.journal import Journal, JournalError
from sealed_referee.lobby import Lobby
from sealed_referee.logs import line
from sealed_referee.opening import Keys
from sealed_referee.options import (
    Address,
    PortBusyError,
    ServeError,
    StoreError,
    parse_listen,
    shipped_titles,
)
from sealed_referee.problems import ServiceError
from sealed_referee.service import SERVICE_NAME, generic_handler, handlers
from sealed_referee.service_identity import IdentityService
from sealed_referee.service_lobby import LobbyService
from sealed_referee.service_play import PlayService
from sealed_referee.service_records import RecordService
from sealed_referee.sessions import Sessions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.title import Title
    from sealed_referee.options import Options
    from sealed_referee.table import Titles

JOURNAL_FILE: Final = "journal.sqlite"
MESSAGE_LIMIT: Final = 64 * 1024
METADATA_LIMIT: Final = 8 * 1024
PING_MS: Final = 20_000
FASTEST_PING_MS: Final = 4_000
DRAIN_S: Final = 2.0

SERVER_OPTIONS: Final = (
    ("grpc.max_receive_message_length", MESSAGE_LIMIT),
    ("grpc.max_send_message_length", MESSAGE_LIMIT),
    ("grpc.max_metadata_size", METADATA_LIMIT),
    ("grpc.absolute_max_metadata_size", METADATA_LIMIT),
    ("grpc.so_reuseport", 0),
    ("grpc.keepalive_time_ms", PING_MS),
    ("grpc.keepalive_timeout_ms", PING_MS),
    # grpcio notices a dead peer only after this one, whatever the line above says.
    ("grpc.http2.ping_timeout_ms", PING_MS),
    ("grpc.keepalive_permit_without_calls", 1),
    # Below what clients send (a ping after 20 s of silence), else the server sends them away.
    ("grpc.http2.min_ping_interval_without_data_ms", FASTEST_PING_MS),
)

log: Final = logging.getLogger("sealed.referee.serve")


class Health(Protocol):
    """Is what the health service of grpcio offers here; its type stubs leave the asyncio half out."""

    async def set(self, service: str, status: int) -> None:
        """Tells the health of a service."""

    async def enter_graceful_shutdown(self) -> None:
        """Tells for all services, for good, that they are going."""


class Identity(NamedTuple):
    """Is how a referee is known: its public key and its fingerprint for people."""

    public: bytes
    fingerprint: str


class Running:
    """Is a referee at work. Made by `serve`."""

    def __init__(
        self,
        address: Address,
        identity: Identity,
        server: aio.Server,
        house: House,
        journal: Journal,
        health: Health,
    ) -> None:
        """Takes over what `serve` has started."""
        self.address = address
        self.public = identity.public
        self.fingerprint = identity.fingerprint
        self._server = server
        self._house = house
        self._journal = journal
        self._health = health

    async def stop(self, grace_s: float = DRAIN_S) -> None:
        """Drains: stores what is pending, ends the streams in words, stops listening, closes the store."""
        await self._health.enter_graceful_shutdown()
        why = ServiceError(
            "SHUTTING_DOWN", "the referee is stopping; resume when it is back", retry_after_ms=5000
        )
        await self._house.close(why)
        await self._server.stop(grace_s)
        self._journal.close()
        log.info(line("stopped", address=str(self.address)))


async def serve(options: Options) -> Running:
    """Starts a referee on the running loop.

    Raises ServeError in one of its kinds: the address is none, not loopback or busy; the store is unusable.
    """
    listen = parse_listen(options.listen)
    _probe(listen)
    titles = options.titles if options.titles is not None else shipped_titles()
    signatures = load_backend()
    journal = _open_journal(options)
    try:
        signer = open_key(options.store, signatures, options.entropy, fresh=journal.empty)
        keys = Keys(signer, signatures)
        house = House(journal, finder(titles), keys, options.now_ms)
        house.open_all()
        server, health = await _server(options, titles, keys, house)
        address = _bind(server, listen)
        await server.start()
        house.start()
    except JournalError as error:
        journal.close()
        raise StoreError(str(error)) from error
    except BaseException:
        journal.close()
        raise
    identity = Identity(keys.signer.public, fingerprint(keys.signer.public))
    log.info(line("serving", address=str(address), key=identity.fingerprint.replace(" ", "-")))
    return Running(address, identity, server, house, journal, health)


def finder(titles: Sequence[Title]) -> Titles:
    """Returns what finds a title by its id and edition."""
    by_edition = {(title.id, title.edition): title for title in titles}
    return lambda game, edition: by_edition.get((game, edition))


def _open_journal(options: Options) -> Journal:
    try:
        options.store.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Journal(options.store / JOURNAL_FILE)
    except OSError as error:
        text = f"the store {options.store} cannot be opened ({error.strerror}); choose another with --store"
        raise StoreError(text) from error
    except JournalError as error:
        raise StoreError(str(error)) from error


async def _server(
    options: Options, titles: Sequence[Title], keys: Keys, house: House
) -> tuple[aio.Server, Health]:
    referee_pk = keys.signer.public
    sessions = Sessions(referee_pk, keys.signatures, options.limits, options.now_ms, options.entropy)
    guard = Guard(sessions, options.entropy)
    by_name = handlers(
        guard,
        IdentityService(sessions, referee_pk, options.name, options.now_ms),
        LobbyService(house, Lobby(house, titles, options.limits, options.entropy)),
        PlayService(house, keys.signatures, referee_pk, guard),
        RecordService(house),
    )
    server = aio.server(options=SERVER_OPTIONS)
    server.add_generic_rpc_handlers((generic_handler(by_name),))
    return server, await _add_standard_services(server)


async def _add_standard_services(server: aio.Server) -> Health:
    """Adds health and reflection; health answers for the process and for the service."""
    from grpc_health.v1 import _async, health, health_pb2, health_pb2_grpc
    from grpc_reflection.v1alpha import reflection

    servicer = _async.HealthServicer()
    told = cast("Health", servicer)
    for name in ("", SERVICE_NAME):
        await told.set(name, health_pb2.HealthCheckResponse.SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    reflection.enable_server_reflection((SERVICE_NAME, health.SERVICE_NAME, reflection.SERVICE_NAME), server)
    return told


def _bind(server: aio.Server, listen: Address) -> Address:
    """Binds the address. Raises PortBusyError."""
    try:
        port = server.add_insecure_port(str(listen))
    except RuntimeError as error:
        raise _busy(listen) from error
    if not port:
        raise _busy(listen)
    return Address(listen.host, port)


def _probe(listen: Address) -> None:
    """Binds a plain socket for a moment, because gRPC tells of a taken port in a log line of its own.

    Raises PortBusyError or ServeError.
    """
    family = socket.AF_INET6 if ":" in listen.host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            # As gRPC does: connections of a referee that has just gone are no reason against the next one.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((listen.host, listen.port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise _busy(listen) from error
        raise ServeError(
            f"cannot listen at {listen} ({error.strerror}); choose another with --listen"
        ) from error


def _busy(listen: Address) -> PortBusyError:
    return PortBusyError(
        f"another program, perhaps a referee, listens at {listen}; stop it or choose another with --listen"
    )
