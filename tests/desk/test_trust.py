"""Laws of meeting a referee at the command line: invitations, first contacts, changes (spec 2.1)."""

from __future__ import annotations

import socket

import pytest
from encrypted import MiddleMan, encrypted

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.signing.invitation import Invitation, fingerprint
from sealed_client.desk import contact, device, main
from sealed_client.desk.contact import invited, meet
from sealed_client.desk.house import Place
from sealed_client.desk.trouble import Trouble
from sealed_client.known_referees import KnownReferees, Pins
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Options


@pytest.fixture
def private(tmp_path):
    """A referee that speaks TLS."""
    with encrypted(tmp_path / "referee") as running:
        yield running


@pytest.fixture
def player(tmp_path):
    """The folder of a player."""
    return tmp_path / "player"


def said(capsys, code, arguments):
    """Runs a command and returns its words; with 0 those on standard output."""
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return captured.err if code else captured.out


def test_an_invitation_is_all_that_one_needs(private, player, capsys):
    """With the invitation a referee of the network is met without a question, and known from then on."""
    store = ["--store", str(player)]
    assert "no open table" in said(capsys, 0, ["tables", str(private.invitation), *store])
    assert KnownReferees(player).find(str(private.address)) == Pins(private.public, private.spki_hash)
    assert "no open table" in said(capsys, 0, ["tables", str(private.address), *store])
    assert "no open table" in said(
        capsys, 0, ["tables", *store, "--address", str(private.invitation).upper()]
    )


def test_a_mistake_in_an_invitation_is_found(private, player, capsys):
    """A letter wrong stops with the check digits, before anything is connected."""
    text = str(private.invitation)
    wrong = text[:-1] + ("2" if text[-1] != "2" else "3")
    assert "mistake in this invitation" in said(capsys, 2, ["tables", wrong, "--store", str(player)])


def test_an_unknown_referee_of_the_network_is_not_met_unasked(private, player, capsys):
    """Without an invitation and nobody to ask nothing is sent; the words hold the line to type."""
    told = said(capsys, 2, ["tables", str(private.address), "--store", str(player)])
    line = f"sealed trust {private.address} --fingerprint {fingerprint(private.spki_hash)}"
    assert line in told
    assert KnownReferees(player).find(str(private.address)) is None
    assert "is known by" in said(capsys, 0, [*line.split()[1:], "--store", str(player)])
    assert "no open table" in said(capsys, 0, ["tables", str(private.address), "--store", str(player)])


@pytest.mark.parametrize(("answer", "met"), [("yes\n", True), ("y\n", False), ("", False)])
def test_a_person_is_asked_about_an_unknown_referee(private, player, monkeypatch, answer, met):
    """At a terminal the fingerprint is shown, and only a yes goes on."""
    out = []

    class Terminal:
        def isatty(self):
            return True

        def write(self, text):
            out.append(text)

        def flush(self):
            pass

        def readline(self):
            return answer

    monkeypatch.setattr(contact.sys, "stdin", Terminal())
    monkeypatch.setattr(contact.sys, "stdout", Terminal())
    try:
        place = meet(str(private.address), player)
    except Trouble:
        place = None
    assert fingerprint(private.spki_hash) in "".join(out)
    assert (place is not None) == met
    assert place is None or place.certificate == private.spki_hash


def test_what_does_not_encrypt_beyond_loopback_is_told_nothing(player, monkeypatch):
    """A server of the network that speaks no TLS is refused in words (case 107)."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        monkeypatch.setattr(contact, "is_loopback", lambda _: False)
        monkeypatch.setattr(contact, "probe", lambda host, port: contact_probe(host, port, server))
        with pytest.raises(Trouble, match=r"does not encrypt\. Nothing was sent"):
            meet(f"127.0.0.1:{port}", player)


def contact_probe(host, port, server):
    """Probes a server that answers a handshake with babble."""
    from threading import Thread

    from sealed_client.pinned_tls import probe

    def babble():
        peer, _ = server.accept()
        with peer:
            peer.recv(5)
            peer.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    thread = Thread(target=babble)
    thread.start()
    try:
        return probe(host, port)
    finally:
        thread.join()


def test_a_changed_certificate_stops_and_is_accepted_on_purpose(tmp_path, player, capsys):
    """A renewed certificate is refused, by its invitation too, until `sealed trust` takes it."""
    store = ["--store", str(player)]
    with encrypted(tmp_path / "referee") as before:
        address, old = str(before.address), str(before.invitation)
        said(capsys, 0, ["tables", old, *store])
    with encrypted(tmp_path / "referee", listen=address, new_certificate=True) as after:
        told = said(capsys, 2, ["tables", address, *store])
        assert "another certificate than the one that you know" in told
        assert fingerprint(after.spki_hash) in told
        assert f"sealed trust {address} --fingerprint" in told
        assert "not from him" in said(capsys, 2, ["tables", str(after.invitation), *store])
        assert "the invitation is old" in said(capsys, 2, ["tables", old, "--store", str(tmp_path / "new")])
        told = said(capsys, 0, ["trust", str(after.invitation), *store])
        assert fingerprint(before.spki_hash) in told
        assert fingerprint(after.spki_hash) in told
        assert "no open table" in said(capsys, 0, ["tables", address, *store])


def test_a_man_in_the_middle_is_stopped_by_the_invitation(tmp_path, private, player, capsys):
    """Who sits at an invited address with another certificate hears nothing but a handshake (case 66)."""
    with MiddleMan(tmp_path, private) as middle:
        his = str(private.invitation._replace(addresses=(f"127.0.0.1:{middle.port}",)))
        told = said(capsys, 2, ["tables", his, "--store", str(player)])
        assert "somebody sits between you and the referee" in told
        assert bytes(middle.heard) == b""
        assert "shows another fingerprint" in said(
            capsys,
            2,
            [
                *("trust", f"127.0.0.1:{middle.port}", "--store", str(player)),
                *("--fingerprint", fingerprint(private.spki_hash)),
            ],
        )
        assert bytes(middle.heard) == b""


def test_the_first_address_that_answers_rightly_is_taken(tmp_path, private, player):
    """Of several addresses the one is met that shows the certificate; dead and false ones are passed over."""
    with socket.socket() as free, MiddleMan(tmp_path) as middle:
        free.bind(("127.0.0.1", 0))
        dead = f"127.0.0.1:{free.getsockname()[1]}"
        addresses = (dead, f"127.0.0.1:{middle.port}", str(private.address))
        place = meet(str(private.invitation._replace(addresses=addresses)), player)
    assert (str(place), place.certificate) == (str(private.address), private.spki_hash)
    assert place.addresses == addresses


def test_an_invitation_to_a_table_is_referee_and_table(private, player, capsys):
    """`sealed join INVITATION` names both; a table that differs, or an address beside it, is refused."""
    table = str(private.invitation._replace(table="k7m3w9qa"))
    store = ["--store", str(player)]
    assert "no such table" in said(capsys, 2, ["join", table, *store])
    assert "no such table" in said(capsys, 2, ["watch", str(private.invitation), "nosuch", *store])
    assert "Name one" in said(capsys, 2, ["join", table, "other", *store])
    assert "no table" in said(capsys, 2, ["join", str(private.invitation), *store])
    assert "Leave the address away" in said(capsys, 2, ["join", "127.0.0.1:1", table, *store])


def test_others_are_invited_to_a_table(private):
    """The maker of a table gets an invitation for the others; inside one machine the short form."""
    met = Place("192.0.2.9", 7465, private.public, private.spki_hash)
    made = Invitation((str(met),), H(private.public)[:16], private.spki_hash[:16], "k7m3w9qa")
    assert invited(met, "k7m3w9qa") == str(made)
    assert invited(met._replace(addresses=("127.0.0.1:1", str(met))), "k7m3w9qa") == str(made)
    assert invited(met._replace(certificate=None), "k7m3w9qa") == f"{met} k7m3w9qa"
    assert invited(met._replace(host="127.0.0.1", port=1), "k7m3w9qa") == "127.0.0.1:1 k7m3w9qa"


def test_on_this_machine_an_encrypted_referee_needs_no_question(tmp_path, player, capsys):
    """The short form on loopback finds out by itself how the referee speaks, and pins what it shows."""
    with encrypted(tmp_path / "referee", listen="127.0.0.1:0") as running:
        address = str(running.address)
        assert "no open table" in said(capsys, 0, ["tables", address, "--store", str(player)])
        assert device.place_of(address, player).certificate == running.spki_hash
    with EmbeddedReferee(Options(listen=address, store=tmp_path / "referee")):
        told = said(capsys, 2, ["tables", address, "--store", str(player)])
        assert "does not encrypt as the referee you know does" in told
        assert f"sealed trust {address}" in told


def test_a_changed_key_on_this_machine_is_accepted_by_its_fingerprint(tmp_path, player, capsys):
    """Without a certificate the fingerprint is that of the key; a wrong one changes nothing."""
    store = ["--store", str(player)]
    with EmbeddedReferee(Options(listen="127.0.0.1:0", store=tmp_path / "referee")) as running:
        address, print_ = str(running.address), fingerprint(H(running.public))
        device.remember(player, device.place_of(address, player), H(b"another key"))
        assert "key differs" in said(capsys, 2, ["tables", address, *store])
        wrong = fingerprint(H(b"wrong"))
        assert "key differs" in said(capsys, 2, ["trust", address, "--fingerprint", wrong, *store])
        assert "Before" in said(capsys, 0, ["trust", address, "--fingerprint", print_, *store])
        assert "no open table" in said(capsys, 0, ["tables", address, *store])


def test_an_invitation_pins_no_address_that_was_not_met(private, player):
    """Another address in an invitation may be a friend's: what this referee shows is not kept for it."""
    friends = "192.0.2.77:7465"
    invitation = private.invitation._replace(addresses=(str(private.address), friends))
    assert main(["tables", str(invitation), "--store", str(player)]) == 0
    assert device.place_of(str(private.address), player).certificate == private.spki_hash
    assert device.place_of(friends, player).certificate is None
