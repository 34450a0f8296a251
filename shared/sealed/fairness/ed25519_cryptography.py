"""Signs and verifies Ed25519 with the `cryptography` package (OpenSSL), where that is installed."""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

name: Final = "cryptography"


def public_key(secret: bytes) -> bytes:
    """Returns the public key of a 32-byte secret key."""
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def sign(secret: bytes, message: bytes) -> bytes:
    """Returns the 64-byte signature."""
    return Ed25519PrivateKey.from_private_bytes(secret).sign(message)


def verify(pk: bytes, message: bytes, sig: bytes) -> bool:
    """Tells whether OpenSSL accepts the signature; canonical form is the caller's to check (spec 2.1)."""
    try:
        Ed25519PublicKey.from_public_bytes(pk).verify(sig, message)
    except (InvalidSignature, ValueError):
        return False
    return True
