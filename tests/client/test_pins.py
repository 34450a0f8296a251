"""Laws of pins: a client speaks with the referee it knows, and says not a byte to anybody else (spec 2.1)."""

from __future__ import annotations

import asyncio
import json
import stat
from datetime import UTC, datetime
from random import Random

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from encrypted import MiddleMan, encrypted, someone, transport_to

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed_client.grpclib_transport import GrpclibTransport
from sealed_client.known_referees import FILE, KnownReferees, Pins, is_key
from sealed_client.lobby import Desk, Lobby
from sealed_client.pinned_tls import CertificateError, probe, spki_hash
from sealed_client.seat_errors import TableRefusedError
from sealed_client.seat_store import MemorySeatStore, StoreError
from sealed_client.transport import (
    ChannelRefusedError,
    TransportError,
    WrongCertificateError,
    WrongRefereeError,
)
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Options

KEYS = {
    "P-256": lambda: ec.generate_private_key(ec.SECP256R1()),
    "Ed25519": ed25519.Ed25519PrivateKey.generate,
    "RSA": lambda: rsa.generate_private_key(65537, 2048),
}


@pytest.fixture(scope="module")
def private(tmp_path_factory):
    """A referee that speaks TLS."""
    with encrypted(tmp_path_factory.mktemp("store")) as running:
        yield running


def ask(make, pinned=None):
    """Logs in over a connection and returns what the referee says of itself."""

    async def work():
        transport = make()
        try:
            return await transport.log_in(someone(Random(1), load_backend()), pinned)
        finally:
            await transport.close()

    return asyncio.run(asyncio.wait_for(work(), 20))


def test_with_the_right_pins_a_log_in_succeeds(private):
    """The log-in names the certificate of its connection, and the key may be known whole or by its half."""
    for pinned in (None, private.public, H(private.public)[:16]):
        met = ask(lambda: transport_to(private), pinned)
        assert (met.pk, met.spki_hash) == (private.public, private.spki_hash)


def test_another_key_is_refused_in_words(private):
    """A referee with another key than the pinned one gets no signature (KEY_UNPINNED)."""
    for pinned in (H(b"other"), H(b"other")[:16]):
        with pytest.raises(WrongRefereeError, match="Nothing was signed") as wrong:
            ask(lambda: transport_to(private), pinned)
        assert wrong.value.code == "KEY_UNPINNED"


def test_another_certificate_is_told_nothing(tmp_path):
    """A handshake with a wrong certificate breaks off before any byte of the application (case 66)."""
    with MiddleMan(tmp_path) as middle:
        with pytest.raises(WrongCertificateError, match="Nothing was sent") as wrong:
            ask(lambda: GrpclibTransport("127.0.0.1", middle.port, H(b"the true one")))
        assert (wrong.value.code, wrong.value.shown) == ("AUTH_CHANNEL", middle.spki_hash)
        assert wrong.value.retry_after is None
        assert bytes(middle.heard) == b""
        assert probe("127.0.0.1", middle.port).spki_hash == middle.spki_hash
        assert bytes(middle.heard) == b""


def test_the_same_server_hears_a_client_that_knows_it(tmp_path):
    """The comparison of before is no accident: with its pin the same server gets bytes."""
    with MiddleMan(tmp_path) as middle:

        async def work():
            transport = GrpclibTransport("127.0.0.1", middle.port, middle.spki_hash)
            try:
                async with asyncio.timeout(1):
                    await transport.titles()
            finally:
                await transport.close()

        with pytest.raises((TransportError, TimeoutError)):
            asyncio.run(work())
        assert bytes(middle.heard).startswith(b"PRI * HTTP/2.0")


def test_a_plaintext_server_at_an_encrypted_address_is_refused(tmp_path):
    """Where a certificate is known, no plaintext is spoken, on loopback neither (AUTH_CHANNEL)."""
    with EmbeddedReferee(Options(listen="127.0.0.1:0", store=tmp_path)) as plain:
        assert probe("127.0.0.1", plain.address.port).spki_hash is None
        with pytest.raises(ChannelRefusedError) as refused:
            ask(lambda: GrpclibTransport("127.0.0.1", plain.address.port, H(b"known")))
        assert refused.value.code == "AUTH_CHANNEL"


def test_an_encrypted_server_ends_a_plaintext_client_in_words(tmp_path):
    """A plaintext client of an encrypted referee on loopback gets an error in words, and no session."""
    with encrypted(tmp_path, listen="127.0.0.1:0") as running, pytest.raises(TransportError):
        ask(lambda: GrpclibTransport("127.0.0.1", running.address.port))


def test_nobody_sits_down_at_a_table_of_another_certificate(tmp_path):
    """After a renewal an old table that still gathers is refused in words, and a new one is played."""

    async def made(running, lobby_id=None):
        transport = transport_to(running)
        try:
            signatures = load_backend()
            identity = someone(Random(3), signatures)
            lobby = Lobby(transport, Desk(identity, MemorySeatStore(signatures), title_of, signatures))
            await lobby.enter(running.public)
            if lobby_id is None:
                lobby_id = (await lobby.create("popular-front", 2, bytes(16))).lobby_id
                seat = await lobby.sit(lobby_id, bytes(32), 1)
                assert seat.enrolment.rules.params.spki_hash == running.spki_hash
                await transport.leave(lobby_id)
                return lobby_id
            return await lobby.sit(lobby_id, bytes(32), 1)
        finally:
            await transport.close()

    with encrypted(tmp_path) as before:
        old = asyncio.run(made(before))
    with encrypted(tmp_path, new_certificate=True) as after:
        with pytest.raises(TableRefusedError, match="make a new table") as refused:
            asyncio.run(made(after, old))
        assert refused.value.code == "AUTH_CHANNEL"


# ---- what a certificate says ----


@pytest.mark.parametrize("kind", KEYS)
def test_the_key_of_any_certificate_is_found(kind):
    """The hash is that of the DER SubjectPublicKeyInfo, whatever key it is and whatever stands around it."""
    key = KEYS[kind]()
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "x" * 60)])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(2**150)
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2060, 1, 1, tzinfo=UTC))
        .sign(key, None if kind == "Ed25519" else hashes.SHA256())
    )
    der = made.public_bytes(serialization.Encoding.DER)
    spki = key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    assert spki_hash(der) == H(spki)
    for cut in range(0, der.index(spki) + len(spki), 7):
        with pytest.raises(CertificateError):
            spki_hash(der[:cut])


# ---- the list of known referees ----


def test_pins_are_kept_for_their_owner_alone(tmp_path):
    """What is kept is found again, by each address; only the owner can write it."""
    pins = Pins(H(b"key"), H(b"certificate"))
    KnownReferees(tmp_path).keep(["a.example:1", "[::1]:2"], pins)
    KnownReferees(tmp_path).keep(["127.0.0.1:3"], Pins(H(b"plain")))
    known = KnownReferees(tmp_path)
    assert known.find("a.example:1") == known.find("[::1]:2") == pins
    assert known.find("127.0.0.1:3") == Pins(H(b"plain"))
    assert known.find("b.example:1") is None
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_a_list_of_before_there_were_certificates_is_read(tmp_path):
    """Lists of the first edition hold keys alone; these stay pinned."""
    (tmp_path / FILE).write_text(json.dumps({"127.0.0.1:7465": H(b"key").hex()}))
    assert KnownReferees(tmp_path).find("127.0.0.1:7465") == Pins(H(b"key"))


@pytest.mark.parametrize("text", ["{", "[]", '{"a:1": 5}', '{"a:1": {}}', '{"a:1": {"key": "00"}}', "7"])
def test_a_damaged_list_is_no_empty_one(tmp_path, text):
    """A list that cannot be read stops in words: without it a false referee would look like a new one."""
    (tmp_path / FILE).write_text(text)
    with pytest.raises(StoreError, match="damaged"):
        KnownReferees(tmp_path).find("a:1")


def test_half_a_hash_is_no_key():
    """A pinned key is met by itself, half of a hash by its key only, and nothing shorter is a pin."""
    key = H(b"key")
    assert (is_key(key, key), is_key(H(key)[:16], key)) == (True, True)
    assert not any(is_key(pin, key) for pin in (H(key)[:15], H(key), key[:16], b"", H(b"other")[:16]))
