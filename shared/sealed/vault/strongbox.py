"""A strongbox seals secrets for one place each, under a key that it never shows (spec 2.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.vault.ciphers import load_cipher
from sealed.vault.errors import AlteredError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.vault.ciphers import Cipher

KEY_SIZE: Final = 32
NONCE_SIZE: Final = 12


class Strongbox:
    """Holds a key of 32 bytes. A sealed secret is a random nonce of 96 bits and the ciphertext with its tag.

    `bound` says what the secret is and where it lies. It is authenticated and not stored, so that a secret
    that was moved elsewhere does not open there.
    """

    __slots__ = ("_cipher", "_entropy", "_key")

    def __init__(self, key: bytes, entropy: Callable[[int], bytes], cipher: Cipher | None = None) -> None:
        """Takes the key; `entropy` gives random bytes for nonces. Raises ValueError for another length."""
        if len(key) != KEY_SIZE:
            raise ValueError("a key has 32 bytes")
        self._key, self._entropy, self._cipher = key, entropy, cipher or load_cipher()

    def seal(self, plain: bytes, bound: bytes) -> bytes:
        """Returns the sealed secret, 28 bytes longer."""
        nonce = self._entropy(NONCE_SIZE)
        return nonce + self._cipher.encrypt(self._key, nonce, plain, bound)

    def open(self, sealed: bytes, bound: bytes) -> bytes:
        """Returns the secret. Raises AlteredError if it is not what was sealed here for this place."""
        plain = None
        if len(sealed) >= NONCE_SIZE:
            plain = self._cipher.decrypt(self._key, sealed[:NONCE_SIZE], sealed[NONCE_SIZE:], bound)
        if plain is None:
            raise AlteredError("a stored secret was altered or moved; restore the backup of the whole folder")
        return plain

    def __repr__(self) -> str:
        """Shows nothing."""
        return "<secret>"
