"""The certificate of a referee that others reach: made at the first such start, kept sealed (spec 2.1, 2.15).

Players pin its public key and look at nothing else: names, dates and issuers in it are formalities that TLS
libraries want to see. So the dates are constants, and no clock decides whether friends can meet.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from sealed.fairness.arithmetic.layout import H
from sealed.vault.errors import VaultError
from sealed.vault.files import protected_file
from sealed_referee.options import StoreError

if TYPE_CHECKING:
    from pathlib import Path

    from sealed.vault.strongbox import Strongbox

CERTIFICATE_FILE: Final = "certificate.sealed"
NAME: Final = "sealed-referee"
_FROM: Final = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
_UNTIL: Final = dt.datetime(9999, 12, 31, 23, 59, 59, tzinfo=dt.UTC)
"""RFC 5280, 4.1.2.5: the date of a certificate that has no end."""

_END_OF_KEY: Final = b"-----END PRIVATE KEY-----\n"


class Certificate(NamedTuple):
    """Is a key with the certificate for it, both PEM, and the hash of its SubjectPublicKeyInfo.

    `fresh` tells whether it was made just now.
    """

    key: bytes
    chain: bytes
    spki_hash: bytes
    fresh: bool = False

    def __repr__(self) -> str:
        """Tells the hash and not the key."""
        return f"<certificate {self.spki_hash.hex()[:16]}>"


def open_certificate(store: Path, box: Strongbox, *, renew: bool = False) -> Certificate:
    """Returns the certificate of a store, which gets one if it has none, or with `renew` another one.

    Raises StoreError.
    """
    path = store / CERTIFICATE_FILE
    fresh = renew or not path.exists()
    try:
        data = protected_file(path, box, make_certificate, renew=renew)
    except OSError as error:
        text = f"the certificate {path} cannot be used ({error.strerror}); correct the rights of the folder"
        raise StoreError(text) from error
    except VaultError as error:
        raise StoreError(f"the certificate {path} cannot be used: {error}") from None
    return _read(path, data or b"")._replace(fresh=fresh)


def make_certificate() -> bytes:
    """Makes an ECDSA P-256 key and a self-signed certificate for it, as PEM.

    Every TLS library in use takes that kind; Ed25519 is off by default in the one under grpcio.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    spki = spki_of(key.public_key())
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(int.from_bytes(H(spki)[:16]) | 1)
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return secret + certificate.public_bytes(serialization.Encoding.PEM)


def spki_of(public: ec.EllipticCurvePublicKey) -> bytes:
    """Returns a public key as DER SubjectPublicKeyInfo (RFC 5280, 4.1)."""
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return public.public_bytes(serialization.Encoding.DER, form)


def _read(path: Path, data: bytes) -> Certificate:
    key, end, chain = data.partition(_END_OF_KEY)
    try:
        secret = serialization.load_pem_private_key(key + end, None)
        public = x509.load_pem_x509_certificate(chain).public_key()
        if not isinstance(secret, ec.EllipticCurvePrivateKey) or secret.public_key() != public:
            raise ValueError("the key is not the certificate's")
    except ValueError as error:
        raise StoreError(
            f"{path} holds no key with its certificate; put its backup back, "
            "or start with --new-certificate and send your players the new invitation"
        ) from error
    return Certificate(key + end, chain, H(spki_of(secret.public_key())))
