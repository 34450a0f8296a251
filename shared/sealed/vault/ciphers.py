"""Loads a cipher: the compiled one where it works, else the pure one (spec 2.15)."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Final, Protocol, cast

CIPHERS: Final = {
    "cryptography": "sealed.vault.chacha20_cryptography",
    "pure": "sealed.vault.chacha20_pure",
}
_KNOWN: Final = bytes.fromhex("f426e362cd63f10e188cb10f7fe1b29c")
"""The tag of an empty text beside 32 bytes of zero, under key and nonce of zero."""


class CipherError(RuntimeError):
    """Says that a cipher is missing or computes something else than RFC 8439."""


class Cipher(Protocol):
    """Is what a module must offer to seal: ChaCha20-Poly1305, key 32 bytes, nonce 12."""

    name: str

    def encrypt(self, key: bytes, nonce: bytes, plain: bytes, bound: bytes, /) -> bytes:
        """Returns the ciphertext with its tag behind it."""

    def decrypt(self, key: bytes, nonce: bytes, sealed: bytes, bound: bytes, /) -> bytes | None:
        """Returns the plaintext, or None if anything was altered."""


@cache
def _load(name: str) -> Cipher:
    if name not in CIPHERS:
        raise CipherError(f"there is no cipher {name!r}; choose one of {', '.join(CIPHERS)}")
    try:
        cipher = cast("Cipher", importlib.import_module(CIPHERS[name]))
        made = cipher.encrypt(bytes(32), bytes(12), b"", bytes(32))
    except Exception as error:
        # Whatever a library raises that is there and does not work: it is not used.
        raise CipherError(f"cipher {name} does not work here; install it or use 'pure'") from error
    if made != _KNOWN:
        raise CipherError(f"cipher {name} computes something else than RFC 8439; use another one")
    return cipher


def load_cipher(name: str | None = None) -> Cipher:
    """Returns a cipher that works; without a name `cryptography` if possible, else `pure`.

    Raises CipherError if the named one is missing or wrong.
    """
    if name is not None:
        return _load(name)
    try:
        return _load("cryptography")
    except CipherError:
        return _load("pure")
