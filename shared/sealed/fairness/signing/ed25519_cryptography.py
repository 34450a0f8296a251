"""Signs and verifies Ed25519 with the `cryptography` package (OpenSSL), where that is installed."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

name: Final = "cryptography"


_public = lru_cache(maxsize=256)(Ed25519PublicKey.from_public_bytes)
_private = lru_cache(maxsize=16)(Ed25519PrivateKey.from_private_bytes)
"""Parsed keys: parsing one costs as much as a signature, and a table uses the same few all along."""


def public_key(secret: bytes) -> bytes:
    """Returns the public key of a 32-byte secret key."""
    return _private(secret).public_key().public_bytes_raw()


def sign(secret: bytes, message: bytes) -> bytes:
    """Returns the 64-byte signature."""
    return _private(secret).sign(message)


def verify(pk: bytes, message: bytes, sig: bytes) -> bool:
    """Tells whether OpenSSL accepts the signature; canonical form is the caller's to check (spec 2.1)."""
    try:
        _public(pk).verify(sig, message)
    except (InvalidSignature, ValueError):
        return False
    return True
