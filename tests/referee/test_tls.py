"""Laws of encryption at the referee: its certificate, the channel of a log-in, its addresses (spec 2.1)."""

from __future__ import annotations

import asyncio
import socket
import ssl
import stat

import pytest
from encrypted import EncryptedGuest, encrypted, expired, someone, transport_to
from loopback import Guest, referee
from table_titles import SKIRMISH

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.signing.invitation import parse_invitation
from sealed.fairness.signing.keys import load_backend
from sealed.fairness.signing.messages import PLAINTEXT_SPKI
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Params
from sealed_client.pinned_tls import probe, spki_hash
from sealed_referee import cli
from sealed_referee.certificate import CERTIFICATE_FILE
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Options, ServeError, StoreError, parse_listen


@pytest.fixture(scope="module")
def private(tmp_path_factory):
    """A referee that speaks TLS."""
    with encrypted(tmp_path_factory.mktemp("store"), SKIRMISH) as running:
        yield running


def test_beyond_loopback_everything_is_encrypted(private):
    """What answers at an address of the network is TLS 1.3 with the referee's certificate."""
    address = private.address
    assert probe(address.host, address.port).spki_hash == private.spki_hash
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection((address.host, address.port), 5) as plain,
        context.wrap_socket(plain) as secured,
    ):
        assert secured.version() == "TLSv1.3"


def test_the_certificates_hash_stands_in_the_parameters(private, rng):
    """A table made over TLS names the certificate in its signed parameters; one on loopback H("")."""
    made = EncryptedGuest(private, rng)
    made.token = made.call("LogIn", made.answer_to_challenge(spki_hash=private.spki_hash)).token
    assert Params.FromString(made.create(SKIRMISH).params).spki_hash == private.spki_hash
    made.channel.close()


def test_a_log_in_for_another_channel_is_refused(private, rng):
    """Over TLS neither a log-in for plaintext nor one for another certificate opens a session (case 107)."""
    guest = EncryptedGuest(private, rng)
    for other in (PLAINTEXT_SPKI, H(b"the certificate of somebody else")):
        assert guest.refused("LogIn", guest.answer_to_challenge(spki_hash=other)).code == "AUTH_CHANNEL"
    guest.channel.close()


def test_a_replayed_log_in_is_refused_over_tls_too(private, rng):
    """The same answer a second time, from another connection too, is a replay (case 67)."""
    first, second = EncryptedGuest(private, rng), EncryptedGuest(private, rng)
    answer = first.answer_to_challenge(spki_hash=private.spki_hash)
    assert first.call("LogIn", answer).token
    for guest in (first, second):
        assert guest.refused("LogIn", answer).code == "AUTH_REPLAY"
        guest.channel.close()


def test_a_log_in_heard_on_loopback_opens_nothing_over_tls(private, tmp_path, rng):
    """A log-in signed for a plaintext referee is worth nothing at an encrypted one (case 107)."""
    with referee(tmp_path / "plain", SKIRMISH) as plain:
        guest = Guest(plain, rng)
        heard = guest.answer_to_challenge()
        thief = EncryptedGuest(private, rng)
        assert thief.refused("LogIn", heard).code == "AUTH_REPLAY"
        hello = rpc.HelloRequest(pk=heard.pk, table_id=heard.table_id)
        heard.challenge = thief.call("Hello", hello).challenge
        assert thief.refused("LogIn", heard).code == "AUTH_CHANNEL"
        guest.channel.close()
        thief.channel.close()


def test_the_certificate_is_made_once_and_sealed(tmp_path):
    """The first start makes the certificate, later ones use it; the file is sealed and its owner's alone."""
    with encrypted(tmp_path, SKIRMISH) as first:
        pin = first.spki_hash
    path = tmp_path / CERTIFICATE_FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert b"PRIVATE KEY" not in path.read_bytes()
    with encrypted(tmp_path, SKIRMISH) as second:
        assert second.spki_hash == pin


def test_a_new_certificate_is_made_on_purpose_only(tmp_path):
    """With the option there is another certificate from then on, and the referee's key stays."""
    with encrypted(tmp_path, SKIRMISH) as first:
        before, key = first.spki_hash, first.public
    with encrypted(tmp_path, SKIRMISH, new_certificate=True) as renewed:
        after = renewed.spki_hash
        assert (after != before, renewed.public) == (True, key)
    with encrypted(tmp_path, SKIRMISH) as later:
        assert later.spki_hash == after


@pytest.mark.parametrize("damage", [lambda _: b"", lambda data: data[:-1], lambda data: data[::-1]])
def test_a_damaged_certificate_is_told_in_words(tmp_path, damage):
    """A certificate that cannot be read stops the start; it is never replaced in silence."""
    with encrypted(tmp_path, SKIRMISH):
        pass
    path = tmp_path / CERTIFICATE_FILE
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(StoreError, match=CERTIFICATE_FILE), encrypted(tmp_path, SKIRMISH):
        pass


def test_a_certificate_that_others_can_read_is_not_used(tmp_path):
    """Loose rights stop the start with the line to type."""
    with encrypted(tmp_path, SKIRMISH):
        pass
    (tmp_path / CERTIFICATE_FILE).chmod(0o644)
    with pytest.raises(StoreError, match="chmod 600"), encrypted(tmp_path, SKIRMISH):
        pass


def test_dates_decide_nothing(tmp_path, monkeypatch, rng):
    """The pin decides: a certificate that ran out long ago serves players who know its key."""
    expired(monkeypatch)
    with encrypted(tmp_path, SKIRMISH) as running:

        async def work():
            transport = transport_to(running)
            try:
                return await transport.log_in(someone(rng, load_backend()), running.public)
            finally:
                await transport.close()

        assert asyncio.run(work()).spki_hash == running.spki_hash


def test_the_invitation_says_both_pins(private):
    """The line that the referee gives names its address, its key and its certificate."""
    said = parse_invitation(str(private.invitation))
    assert said.addresses == (str(private.address),)
    assert (said.key, said.certificate) == (H(private.public)[:16], private.spki_hash[:16])


def test_the_invitation_is_to_the_advertised_addresses(tmp_path):
    """What the operator advertises stands in the invitation, with the referee's port if it names none."""
    with encrypted(tmp_path, SKIRMISH, advertise=("play.example.org", "203.0.113.9:99")) as running:
        port = running.address.port
        assert running.invitation.addresses == (f"play.example.org:{port}", "203.0.113.9:99")


def test_nobody_is_invited_to_a_loopback_address(private, tmp_path):
    """A referee that listens at a loopback address too gives the others in its invitation."""
    listen = f"127.0.0.1:0,{private.address.host}:0"
    with EmbeddedReferee(Options(listen=listen, store=tmp_path, titles=())) as running:
        known = [one for one in running.invitation.addresses if not one.startswith("127.")]
        assert len(running.invitation.addresses) == 1
        assert known == [f"{private.address.host}:{running.address.port}"]


def test_one_port_serves_both_families(tmp_path):
    """[::] is every address of both families; with several addresses and port 0 all get the same port."""
    with encrypted(tmp_path / "a", SKIRMISH, listen="[::]:0") as running:
        for host in ("127.0.0.1", "::1"):
            assert probe(host, running.address.port).spki_hash == running.spki_hash
    with EmbeddedReferee(Options(listen="127.0.0.1:0,[::1]:0", store=tmp_path / "b", titles=())) as both:
        for host in ("127.0.0.1", "::1"):
            socket.create_connection((host, both.address.port), 5).close()


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("0.0.0.0:7465", ["0.0.0.0:7465"]),
        ("[::]:7465", ["[::]:7465"]),
        ("192.168.1.5:1,[::1]:1", ["192.168.1.5:1", "[::1]:1"]),
        ("7465,7465", ["127.0.0.1:7465"]),
    ],
)
def test_addresses_to_listen_at_are_read(text, addresses):
    """One address or several, of either family."""
    assert [str(one) for one in parse_listen(text)] == addresses


def test_a_foreign_address_is_told_in_words(tmp_path):
    """An address of another machine is named as such, with what to do."""
    with (
        pytest.raises(ServeError, match="no address of this machine"),
        EmbeddedReferee(Options(listen="203.0.113.7:7465", store=tmp_path, titles=())),
    ):
        pass


def test_the_operator_is_told_the_invitation(tmp_path, private):
    """What the command prints names the fingerprint and the invitation, and how a renewal reaches players."""
    private.encrypted, private.addresses, private.renewed = True, (private.address,), True
    told = cli._told(private, Options(store=tmp_path))
    assert f"invitation: {private.invitation}" in told
    assert f"sealed trust {private.invitation}" in told
    assert f"key: {private.public.hex()}" in told


def test_the_hash_of_a_certificates_key_is_the_one_of_its_server(private):
    """The client's own reader of certificates finds the hash that the server signs into parameters."""
    address = private.address
    der = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate((address.host, address.port)))
    assert spki_hash(der) == private.spki_hash
