"""Starts and stops a referee on an event loop (spec 2.2, 2.13)."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

from grpc import aio

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.signing.invitation import fingerprint
from sealed.fairness.signing.keys import load_backend
from sealed.fairness.signing.messages import PLAINTEXT_SPKI
from sealed.vault.store_key import StoreKey
from sealed_referee.calls import Guard
from sealed_referee.house import House
from sealed_referee.identity_key import open_key
from sealed_referee.journal import Journal, JournalError
from sealed_referee.listening import bind, invitation
from sealed_referee.lobby import Lobby
from sealed_referee.logs import line, of_loop
from sealed_referee.opening import Keys
from sealed_referee.options import StoreError, parse_listen, shipped_titles
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
    from sealed.fairness.signing.invitation import Invitation
    from sealed.vault.strongbox import Strongbox
    from sealed_referee.certificate import Certificate
    from sealed_referee.exposition import MetricsPage
    from sealed_referee.options import Address, Options
    from sealed_referee.table import Titles

JOURNAL_FILE: Final = "journal.sqlite"
MESSAGE_LIMIT: Final = 64 * 1024
METADATA_LIMIT: Final = 8 * 1024
PING_MS: Final = 20_000
FASTEST_PING_MS: Final = 4_000
HANDSHAKE_MS: Final = 10_000
DRAIN_S: Final = 2.0

PENDING: Final = 8192
"""How many calls may wait for their turn, of all peers together."""

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
    # Whoever connects and says nothing keeps a place for so long; two minutes if nothing is said here.
    ("grpc.server_handshake_timeout_ms", HANDSHAKE_MS),
    # Below what clients send (a ping after 20 s of silence), else the server sends them away.
    ("grpc.http2.min_ping_interval_without_data_ms", FASTEST_PING_MS),
    # After a torn line all streams come back at once; the default answers CANCELLED to what is beyond 1,000.
    ("grpc.server.max_pending_requests", PENDING),
    ("grpc.server.max_pending_requests_hard_limit", 2 * PENDING),
)

log: Final = logging.getLogger("sealed.referee.serve")


class Health(Protocol):
    """Is what the health service of grpcio offers here; its type stubs leave the asyncio half out."""

    async def set(self, service: str, status: int) -> None:
        """Tells the health of a service."""

    async def enter_graceful_shutdown(self) -> None:
        """Tells for all services, for good, that they are going."""


class Identity(NamedTuple):
    """Is how a referee is known: its key, the hash of its certificate's key, and the line that says both.

    `renewed` tells whether the certificate was made at this start.
    """

    public: bytes
    spki_hash: bytes
    invitation: Invitation
    renewed: bool


class Metrics(NamedTuple):
    """Is the page of metrics and where it is shown."""

    page: MetricsPage
    address: Address


class Running:
    """Is a referee at work. Made by `serve`."""

    def __init__(
        self,
        addresses: tuple[Address, ...],
        identity: Identity,
        server: aio.Server,
        house: House,
        journal: Journal,
        health: Health,
        metrics: Metrics | None,
    ) -> None:
        """Takes over what `serve` has started."""
        self.addresses = addresses
        self.address = addresses[0]
        self.public = identity.public
        self.fingerprint = fingerprint(H(identity.public))
        self.spki_hash = identity.spki_hash
        self.invitation = identity.invitation
        self.renewed = identity.renewed
        self._server = server
        self._house = house
        self._journal = journal
        self._health = health
        self._metrics = metrics
        self.metrics_address = metrics.address if metrics else None

    @property
    def encrypted(self) -> bool:
        """Tells whether it speaks TLS."""
        return self.spki_hash != PLAINTEXT_SPKI

    @property
    def protected(self) -> bool:
        """Tells whether a passphrase locks the store."""
        return self._journal.protected

    async def stop(self, grace_s: float = DRAIN_S) -> None:
        """Drains: stores what is pending, ends the streams in words, stops listening, closes the store."""
        await self._health.enter_graceful_shutdown()
        why = ServiceError(
            "SHUTTING_DOWN", "the referee is stopping; resume when it is back", retry_after_ms=5000
        )
        await self._house.close(why)
        if self._metrics is not None:
            await self._metrics.page.close()
        await self._server.stop(grace_s)
        self._journal.close()
        log.info(line("stopped", address=str(self.address)))


async def serve(options: Options) -> Running:
    """Starts a referee on the running loop.

    Beyond loopback it speaks TLS, with the certificate of its store. Raises ServeError in one of its kinds:
    the address is none, not of this machine or busy; the store is unusable.
    """
    listen = parse_listen(options.listen)
    titles = options.titles if options.titles is not None else shipped_titles()
    signatures = load_backend()
    journal = _open_journal(options)
    try:
        signer = open_key(options.store, journal.box, signatures, options.entropy, fresh=journal.empty)
        certificate = _certificate(options, listen, journal.box)
        spki_hash = certificate.spki_hash if certificate else PLAINTEXT_SPKI
        keys = Keys(signer, signatures, spki_hash)
        house = House(journal, finder(titles), keys, options.now_ms)
        server, health = await _server(options, titles, keys, house, spki_hash)
        addresses = bind(server, listen, certificate)
        invited = invitation(addresses, options.advertise, H(signer.public), spki_hash)
        house.open_all()
        metrics = await _metrics(options, house)
        await server.start()
        house.start()
        asyncio.get_running_loop().set_exception_handler(of_loop)
    except JournalError as error:
        journal.close()
        raise StoreError(str(error)) from error
    except BaseException:
        journal.close()
        raise
    known = Identity(signer.public, spki_hash, invited, certificate is not None and certificate.fresh)
    log.info(line("serving", address=str(addresses[0]), key=fingerprint(H(signer.public))))
    return Running(addresses, known, server, house, journal, health, metrics)


async def _metrics(options: Options, house: House) -> Metrics | None:
    if not options.metrics:
        return None
    from sealed_referee.exposition import MetricsPage

    page = MetricsPage(house)
    return Metrics(page, await page.listen(options.metrics))


def _certificate(options: Options, listen: Sequence[Address], box: Strongbox) -> Certificate | None:
    """Returns the certificate if one is needed: plaintext is for addresses that only this machine reaches."""
    if not (options.tls or options.new_certificate or not all(one.loopback for one in listen)):
        return None
    from sealed_referee.certificate import open_certificate

    return open_certificate(options.store, box, renew=options.new_certificate)


def finder(titles: Sequence[Title]) -> Titles:
    """Returns what finds a title by its id and edition."""
    by_edition = {(title.id, title.edition): title for title in titles}
    return lambda game, edition: by_edition.get((game, edition))


def _open_journal(options: Options) -> Journal:
    try:
        options.store.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = StoreKey(options.store, options.entropy, options.passphrase)
        return Journal(options.store / JOURNAL_FILE, key)
    except OSError as error:
        text = f"the store {options.store} cannot be opened ({error.strerror}); choose another with --store"
        raise StoreError(text) from error
    except JournalError as error:
        raise StoreError(str(error)) from error


async def _server(
    options: Options, titles: Sequence[Title], keys: Keys, house: House, spki_hash: bytes
) -> tuple[aio.Server, Health]:
    referee_pk = keys.signer.public
    sessions = Sessions(
        referee_pk, keys.signatures, options.limits, options.now_ms, options.entropy, spki_hash=spki_hash
    )
    house.measures.sessions = sessions.__len__
    guard = Guard(sessions, options.entropy, house.measures)
    by_name = handlers(
        guard,
        IdentityService(sessions, referee_pk, options.name, options.now_ms),
        LobbyService(house, Lobby(house, titles, options.limits, options.entropy, spki_hash)),
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
