"""TLS to a referee whose certificate is known: its public key decides, and nothing else (spec 2.1).

There is no authority, no name and no date to be believed: a self-signed certificate in a home network has
none of them. So an expired certificate with the pinned key is the referee, and a perfect one with another
key is not. Only the standard library, so it runs on phones.
"""

from __future__ import annotations

import hmac
import socket
import ssl
from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.arithmetic.layout import H

if TYPE_CHECKING:
    from typing import Final

PROBE_S: Final = 5.0
_SEQUENCE, _VERSION = 0x30, 0xA0
_FIELDS_BEFORE_KEY = 5
"""serialNumber, signature, issuer, validity, subject (RFC 5280, 4.1)."""


class PinError(ssl.SSLError):
    """Says that a server has shown another key than the pinned one; `shown` is the hash of what it showed."""

    def __init__(self, shown: bytes) -> None:
        """Keeps the hash."""
        super().__init__("another certificate than the pinned one")
        self.shown = shown


class CertificateError(ValueError):
    """Says that bytes are no X.509 certificate."""


class Shown(NamedTuple):
    """Is what a probe found: the hash of the server's key, or None where it speaks no TLS."""

    spki_hash: bytes | None


def pinned_context(pin: bytes) -> ssl.SSLContext:
    """Returns a context whose handshakes succeed only with the server whose key has this hash.

    The comparison is the last step of the handshake, before the client's own end of it and before any byte of
    the application. Handshakes raise PinError.
    """

    class PinnedObject(ssl.SSLObject):
        def do_handshake(self) -> None:
            super().do_handshake()
            try:
                shown = spki_hash(self.getpeercert(binary_form=True) or b"")
            except CertificateError:
                shown = b""
            if not hmac.compare_digest(shown, pin):
                raise PinError(shown)

    context = _context()
    context.sslobject_class = PinnedObject
    return context


def probe(host: str, port: int, timeout_s: float = PROBE_S) -> Shown:
    """Looks which certificate a server shows; sends nothing but a handshake.

    Raises OSError if nobody is there.
    """
    with socket.create_connection((host, port), timeout_s) as plain:
        try:
            with _context().wrap_socket(plain) as secured:
                return Shown(spki_hash(secured.getpeercert(binary_form=True) or b""))
        except (ssl.SSLError, ConnectionError, TimeoutError, CertificateError):
            return Shown(None)


def spki_hash(certificate: bytes) -> bytes:
    """Returns H of the SubjectPublicKeyInfo of a DER certificate (RFC 5280, 4.1). Raises CertificateError."""
    inner, _ = _element(_element(certificate, 0, _SEQUENCE)[0], 0, _SEQUENCE)
    at = _element(inner, 0)[1] if inner[:1] == bytes([_VERSION]) else 0
    for _ in range(_FIELDS_BEFORE_KEY):
        at = _element(inner, at)[1]
    end = _element(inner, at, _SEQUENCE)[1]
    return H(inner[at:end])


def _context() -> ssl.SSLContext:
    """Returns a context that believes nothing by itself: what it shows has to be compared."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_alpn_protocols(["h2"])
    return context


def _element(data: bytes, at: int, tag: int | None = None) -> tuple[bytes, int]:
    """Returns the content of the DER element at an offset, and the offset behind it.

    Raises CertificateError.
    """
    head = data[at : at + 2]
    if len(head) < len(b"TL") or (tag is not None and head[0] != tag):
        raise CertificateError("what the server shows is no certificate")
    start, length = at + 2, head[1]
    if length & 0x80:
        count = length & 0x7F
        length = int.from_bytes(data[start : start + count])
        start += count
    if start + length > len(data):
        raise CertificateError("the server's certificate is cut off")
    return data[start : start + length], start + length
