"""ChaCha20-Poly1305 by the package `cryptography` (RFC 8439)."""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

name: Final = "cryptography"


def encrypt(key: bytes, nonce: bytes, plain: bytes, bound: bytes) -> bytes:
    """Returns the ciphertext with its tag behind it; `bound` is authenticated beside it."""
    return ChaCha20Poly1305(key).encrypt(nonce, plain, bound)


def decrypt(key: bytes, nonce: bytes, sealed: bytes, bound: bytes) -> bytes | None:
    """Returns the plaintext, or None if anything was altered."""
    try:
        return ChaCha20Poly1305(key).decrypt(nonce, sealed, bound)
    except InvalidTag:
        return None
