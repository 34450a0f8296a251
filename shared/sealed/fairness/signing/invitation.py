"""An invitation: one line that says where a referee is, who it is, by which certificate, and which table.

    sealed:192.0.2.2:7465+fd00::2:7465/k7m3w9qa/9f3k-...-x0w2

Addresses, lobby id and digits, parted by strokes. The digits say the first half of the hash of the referee's
key, the first half of the hash of its certificate's key (spec 2.1), and three bytes against typing mistakes;
they are Crockford's base 32 in groups of four, so that they can be read aloud. Nothing in the line means
anything to a shell or depends on capitals, so it can be copied, dictated, or made a QR code of its capitals.
"""

from __future__ import annotations

import ipaddress
import re
from typing import Final, NamedTuple

from sealed.fairness.arithmetic.layout import H

SCHEME: Final = "sealed:"
HALF: Final = 16
"""How many bytes of a hash say who somebody is: finding another with the same takes 2^128 trials."""

_CHECK: Final = 3
_DIGITS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_MISREAD: Final = str.maketrans("oil", "011", "-")
_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?")
_TABLE: Final = re.compile(r"[a-z0-9]{0,64}")
_PORT_DIGITS: Final = 5
MOST_ADDRESSES: Final = 8
_AGAIN: Final = "ask for the whole line again and copy it as it is"


class InvitationError(ValueError):
    """Says why a text is no invitation, and what to do."""


class Invitation(NamedTuple):
    """Is what an invitation says.

    `addresses` are HOST:PORT, IPv6 in brackets. `key` are 16 bytes of H(referee key), `certificate` 16 of the
    hash of its SubjectPublicKeyInfo, or of H("") for plaintext inside one machine. `table` is a lobby id or
    empty.
    """

    addresses: tuple[str, ...]
    key: bytes
    certificate: bytes
    table: str = ""

    def __str__(self) -> str:
        """Writes the line."""
        front = _front(self)
        return front + _grouped(_spelled(self.key + self.certificate + _check(front, self)))


def is_invitation(text: str) -> bool:
    """Tells whether a text is meant as an invitation."""
    return text.strip().lower().startswith(SCHEME)


def parse_invitation(text: str) -> Invitation:
    """Parses an invitation. Raises InvitationError."""
    parts = text.strip().lower().removeprefix(SCHEME).split("/")
    if not is_invitation(text) or len(parts) not in {2, 3}:
        raise InvitationError(f"This is no whole invitation; {_AGAIN}.")
    value = _read(parts[-1].translate(_MISREAD))
    table = parts[1] if len(parts) == len(("addresses", "table", "digits")) else ""
    if not _TABLE.fullmatch(table):
        raise InvitationError(f"{table!r} is no table; {_AGAIN}.")
    addresses = tuple(map(_bracketed, parts[0].split("+")))
    if len(addresses) > MOST_ADDRESSES:
        raise InvitationError(f"This invitation names too many addresses; {_AGAIN}.")
    found = Invitation(addresses, value[:HALF], value[HALF : 2 * HALF], table)
    if value[2 * HALF :] != _check(_front(found), found):
        raise InvitationError(f"There is a mistake in this invitation, its check digits differ; {_AGAIN}.")
    return found


def split_address(text: str) -> tuple[str, int]:
    """Returns host, without brackets, and port of HOST:PORT, an IPv6 host with or without brackets.

    Raises InvitationError.
    """
    host, _, port = text.strip().lower().rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (is_port(port) and int(port) and _is_host(host)):
        raise InvitationError(f"{text!r} is no address; write it as HOST:PORT, such as 192.0.2.2:7465.")
    return host, int(port)


def is_port(text: str) -> bool:
    """Tells whether a text is a number of 16 bits; its length is looked at before its value."""
    return text.isascii() and text.isdigit() and len(text) <= _PORT_DIGITS and int(text) < 1 << 16


def join_address(host: str, port: int) -> str:
    """Returns HOST:PORT, an IPv6 host in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def fingerprint(value: bytes) -> str:
    """Returns the first 16 bytes of a hash in groups of four hex digits, for people to compare (spec 2.1)."""
    digits = value[:HALF].hex()
    return "-".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def read_fingerprint(text: str) -> bytes:
    """Returns the 16 bytes that a fingerprint says. Raises InvitationError."""
    try:
        value = bytes.fromhex(re.sub(r"[-:\s]", "", text))
    except ValueError:
        value = b""
    if len(value) != HALF:
        raise InvitationError("A fingerprint has eight groups of four digits 0-9 a-f; copy it whole.")
    return value


def _is_host(host: str) -> bool:
    if ":" not in host:
        return _NAME.fullmatch(host) is not None
    try:
        return "%" not in host and ipaddress.ip_address(host).version == 6
    except ValueError:
        return False


def _bracketed(text: str) -> str:
    return join_address(*split_address(text))


def _front(invitation: Invitation) -> str:
    addresses = "+".join(one.replace("[", "").replace("]", "") for one in invitation.addresses)
    table = f"{invitation.table}/" if invitation.table else ""
    return f"{SCHEME}{addresses}/{table}".lower()


def _check(front: str, invitation: Invitation) -> bytes:
    return H(front.encode() + invitation.key + invitation.certificate)[:_CHECK]


def _spelled(value: bytes) -> str:
    number, count = int.from_bytes(value), len(value) * 8 // 5
    return "".join(_DIGITS[number >> 5 * at & 31] for at in reversed(range(count)))


def _grouped(digits: str) -> str:
    return "-".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def _read(digits: str) -> bytes:
    size = 2 * HALF + _CHECK
    if len(digits) != size * 8 // 5 or not set(digits) <= set(_DIGITS):
        raise InvitationError(f"Digits of this invitation are missing or wrong; {_AGAIN}.")
    number = 0
    for digit in digits:
        number = number << 5 | _DIGITS.index(digit)
    return number.to_bytes(size)
