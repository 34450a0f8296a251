"""Laws of invitations: short, copied and dictated without loss, and never taken for another (spec 2.1)."""

from __future__ import annotations

import shlex
from random import Random

import pytest

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.signing.invitation import (
    Invitation,
    InvitationError,
    fingerprint,
    is_invitation,
    parse_invitation,
    read_fingerprint,
    split_address,
)

MADE = Invitation(("192.0.2.2:7465", "[fd00::2]:7465"), H(b"key")[:16], H(b"spki")[:16], "k7m3w9qa")
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz-./:+"


@pytest.mark.parametrize(
    "invitation",
    [
        MADE,
        MADE._replace(table=""),
        MADE._replace(addresses=("play.example.org:443",)),
        MADE._replace(key=bytes(16), certificate=bytes([255]) * 16),
    ],
)
def test_what_was_said_is_read(invitation):
    """Writing and reading an invitation gives the same, in capitals too and with blanks around."""
    assert parse_invitation(str(invitation)) == invitation
    assert parse_invitation(f"  {str(invitation).upper()}\n") == invitation


def test_misread_letters_and_groups_do_not_matter():
    """Whoever dictates may say o for 0, l or i for 1, and group the digits as he likes."""
    front, _, digits = str(MADE).rpartition("/")
    spoken = digits.replace("-", "").replace("0", "O").replace("1", "l")
    assert parse_invitation(f"{front}/{spoken}") == MADE


def test_it_is_one_word_for_every_shell_and_a_small_picture():
    """Nothing in it needs quotes, and its capitals are letters of the compact kind of QR code."""
    text = str(MADE)
    assert shlex.split(text) == [text]
    assert not set(text) & set("[]{}()*?!$&;|<>~#'\"`\\, ")
    assert set(text.upper()) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    assert len(text) < 120


def read(text):
    """Returns what a text says as an invitation, nothing if it is refused."""
    try:
        return parse_invitation(text)
    except InvitationError:
        return None


def test_no_slip_goes_unnoticed():
    """One letter changed, left out, doubled or swapped with its neighbour is found, or changes nothing."""
    text, rng = str(MADE), Random(7)
    slips = [text[:at] + text[at + 1 :] for at in range(len(text))]
    slips += [text[:at] + text[at] + text[at:] for at in range(len(text))]
    slips += [text[:at] + text[at : at + 2][::-1] + text[at + 2 :] for at in range(len(text) - 1)]
    slips += [text[:at] + letter + text[at + 1 :] for at in range(len(text)) for letter in LETTERS]
    slips += [text[:at] + rng.choice("é\0\x1b %") + text[at:] for at in range(len(text))]
    assert {read(slip) for slip in slips} == {MADE, None}


@pytest.mark.parametrize(
    "text", ["", "sealed:", "sealed:///", "192.0.2.2:7465", "http://x/y", "sealed:a/b/c/d"]
)
def test_what_is_no_invitation_is_said(text):
    """Anything else is refused in words."""
    with pytest.raises(InvitationError):
        parse_invitation(text)


def test_only_the_scheme_makes_an_invitation():
    """Addresses and tables are not mistaken for invitations."""
    assert is_invitation(" SEALED:x")
    assert not is_invitation("127.0.0.1:7465")
    assert not is_invitation("sealed")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost:7465", ("localhost", 7465)),
        ("[FD00::2]:1", ("fd00::2", 1)),
        ("fd00::2:1", ("fd00::2", 1)),
        ("10.0.0.1:65535", ("10.0.0.1", 65535)),
    ],
)
def test_addresses_are_split(text, address):
    """Host and port of either family, with brackets or without."""
    assert split_address(text) == address


@pytest.mark.parametrize(
    "text", ["", "a", "a:", ":1", "a:0", "a:65536", "a:\u0661", "a b:1", "fe80::1%eth0:1"]
)
def test_what_is_no_address_is_refused(text):
    """A missing half, a port out of range or a stray sign is no address."""
    with pytest.raises(InvitationError, match="HOST:PORT"):
        split_address(text)


def test_fingerprints_are_read_as_they_are_spoken():
    """Groups with blanks, dashes or colons say the same sixteen bytes; anything shorter or longer is none."""
    value = H(b"spki")
    said = fingerprint(value)
    assert len(said.split("-")) == 8
    for spoken in (said, said.upper(), said.replace("-", " "), said.replace("-", ":"), said.replace("-", "")):
        assert read_fingerprint(spoken) == value[:16]
    for wrong in (said[:-1], said + "0", "", "xyz"):
        with pytest.raises(InvitationError, match="eight groups"):
            read_fingerprint(wrong)
