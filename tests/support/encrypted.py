"""Referees that speak TLS, and whoever sits between them and their players."""

from __future__ import annotations

import asyncio
import datetime as dt
import ssl
import threading
from typing import TYPE_CHECKING, Self

import grpc
from cryptography import x509
from loopback import Guest

from sealed.wire.v1.referee_pb2_grpc import RefereeStub
from sealed_client.grpclib_transport import GrpclibTransport
from sealed_client.identity import make_identity
from sealed_referee import certificate
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.listening import own_hosts
from sealed_referee.options import Options

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random
    from types import TracebackType

    from sealed.engine.title import Title
    from sealed.fairness.signing.keys import Signatures
    from sealed_client.identity import Identity


def encrypted(store: Path, *titles: Title, **more) -> EmbeddedReferee:
    """Returns a referee that speaks TLS, not started yet: at an address of this machine that others reach.

    On a machine without a network it is 127.0.0.1.
    """
    hosts = own_hosts()
    more.setdefault("listen", f"{hosts[0]}:0" if hosts else "127.0.0.1:0")
    more.setdefault("titles", titles or None)
    return EmbeddedReferee(Options(store=store, tls=True, **more))


def transport_to(referee: EmbeddedReferee, pin: bytes | None = None) -> GrpclibTransport:
    """Returns a connection to it, with its own pin if no other is given."""
    address = referee.address
    return GrpclibTransport(address.host, address.port, pin or referee.spki_hash)


def someone(rng: Random, signatures: Signatures, name: str = "Ada") -> Identity:
    """Returns a new identity."""
    return make_identity(rng.randbytes(32), rng.randbytes(32), name, signatures)


class EncryptedGuest(Guest):
    """Is a guest by grpcio, with the server's certificate as its only anchor."""

    def connect(self, referee: EmbeddedReferee) -> None:
        """Opens a channel."""
        self.referee = referee
        address = referee.address
        pem = ssl.get_server_certificate((address.host, address.port)).encode()
        self.channel = grpc.secure_channel(
            str(address),
            grpc.ssl_channel_credentials(pem),
            (("grpc.ssl_target_name_override", certificate.NAME),),
        )
        self.stub = RefereeStub(self.channel)


def expired(monkeypatch) -> None:
    """Lets certificates that are made from now on have run out twenty years ago."""
    monkeypatch.setattr(certificate, "_FROM", dt.datetime(2001, 1, 1, tzinfo=dt.UTC))
    monkeypatch.setattr(certificate, "_UNTIL", dt.datetime(2002, 1, 1, tzinfo=dt.UTC))


class MiddleMan:
    """Is a man in the middle with a certificate of his own.

    What he hears he passes on, if there is a referee; `heard` are the bytes that came to him decrypted.
    """

    def __init__(self, folder: Path, referee: EmbeddedReferee | None = None) -> None:
        """Makes his certificate."""
        pem = certificate.make_certificate()
        self._file = folder / "middle.pem"
        self._file.write_bytes(pem)
        chain = x509.load_pem_x509_certificate(pem.partition(b"-----END PRIVATE KEY-----\n")[2])
        self.spki_hash = certificate.H(certificate.spki_of(chain.public_key()))
        self.referee = referee
        self.heard = bytearray()
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._main, daemon=True)

    def __enter__(self) -> Self:
        """Starts to listen."""
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stops."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _main(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _listen(self) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self._file)
        context.set_alpn_protocols(["h2"])
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=context)
        self.port = server.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.referee is None:
            await self._pass_on(reader, None)
            writer.close()
            return
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2"])
        address = self.referee.address
        back_reader, back = await asyncio.open_connection(address.host, address.port, ssl=context)
        there = asyncio.create_task(self._pass_on(reader, back))
        while data := await back_reader.read(4096):
            writer.write(data)
        writer.close()
        await there

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter | None) -> None:
        while data := await reader.read(4096):
            self.heard += data
            if writer is not None:
                writer.write(data)
        if writer is not None:
            writer.close()
