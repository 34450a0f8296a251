"""Laws of those who come to a referee without a name: they write no log, and take no place twice."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import subprocess
import sys

import pytest

from sealed.fairness.signing.invitation import InvitationError, split_address
from sealed_client.known_referees import KnownReferees
from sealed_referee.exposition import parse_metrics
from sealed_referee.options import ListenError, parse_listen
from sealed_referee.peers import host_of
from sealed_referee.serve import SERVER_OPTIONS

PROGRAM = [sys.executable, "-c", "import sys; from sealed_client.desk import main; sys.exit(main())"]
WRITERS, PINS_EACH = 4, 30


def test_the_name_in_a_handshake_stands_in_no_log(tmp_path) -> None:
    """What a stranger asks for in a TLS handshake is no line of the operator's log, forged or not."""
    words = ["referee", "--listen", "0.0.0.0:0", "--store", str(tmp_path)]
    process = subprocess.Popen(  # noqa: S603
        [*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ
    )
    port = int(process.stdout.readline().rpartition(b":")[2])
    while not process.stdout.readline().startswith(b"The decks"):
        pass
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    for name in ("some-stranger", "x\nlevel=ERROR event=forged-by-a-stranger"):
        with (
            socket.create_connection(("127.0.0.1", port), 10) as plain,
            context.wrap_socket(plain, server_hostname=name) as secured,
        ):
            assert secured.recv(1)
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=20)[1]
    assert b"serving" in said
    assert b"stranger" not in said


def test_a_handshake_has_no_two_minutes() -> None:
    """A connection that says nothing loses its place after seconds; there are only so many places."""
    assert dict(SERVER_OPTIONS)["grpc.server_handshake_timeout_ms"] == 10_000


@pytest.mark.parametrize(
    ("peer", "host"),
    [
        ("ipv4:192.0.2.7:5555", "ipv4:192.0.2.7"),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:5555", "ipv6:2001:db8:1:2::/64"),
        ("ipv6:[2001:db8:1:2::1]:5555", "ipv6:2001:db8:1:2::/64"),
        ("ipv6:%5Bfe80::1%25eth0%5D:5555", "ipv6:fe80::/64"),
        ("ipv6:%5B::ffff:192.0.2.7%5D:5555", "ipv4:192.0.2.7"),
        ("ipv6:%5B::1%5D:5555", "ipv6:%5B::1%5D"),
        ("unix:", "unix"),
    ],
)
def test_a_network_of_addresses_is_one_peer(peer, host) -> None:
    """Who has one IPv6 address has 2^64 of them; limits by address count the network."""
    assert host_of(peer) == host


@pytest.mark.parametrize("port", ["1" * 5000, "0" * 5000, "65536", "\u0661"])
def test_a_port_without_end_is_told_in_words(port) -> None:
    """Digits beyond what Python reads as a number are no address, to clients and to referees."""
    with pytest.raises(InvitationError, match="no address"):
        split_address(f"192.0.2.2:{port}")
    with pytest.raises(ListenError):
        parse_listen(f"127.0.0.1:{port}")
    with pytest.raises(ListenError):
        parse_metrics(f"127.0.0.1:{port}")


KEEP = """
import sys
from pathlib import Path
from sealed_client.known_referees import KnownReferees, Pins
folder, writer, number = Path(sys.argv[1]), *map(int, sys.argv[2:])
sys.stdin.read()
for port in range(1, number + 1):
    KnownReferees(folder).keep([f"192.0.2.{writer}:{port}"], Pins(bytes(32), bytes(32)))
"""


def test_no_pin_is_lost_when_two_programs_meet_referees_at_once(tmp_path) -> None:
    """A lost pin would make the next meeting a first one, at which another referee is believed."""
    writers = [
        subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", KEEP, str(tmp_path), str(number), str(PINS_EACH)], stdin=subprocess.PIPE
        )
        for number in range(WRITERS)
    ]
    for one in writers:
        one.stdin.close()
    assert [one.wait(30) for one in writers] == [0] * WRITERS
    known = KnownReferees(tmp_path)
    missing = [
        (number, port)
        for number in range(WRITERS)
        for port in range(1, PINS_EACH + 1)
        if known.find(f"192.0.2.{number}:{port}") is None
    ]
    assert not missing
