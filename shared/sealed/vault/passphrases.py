"""From a passphrase to a key: scrypt (RFC 7914), with the cost written beside what it protects."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import normalize

from sealed.vault.errors import KeyFileDamagedError, PassphraseMissingError
from sealed.vault.strongbox import KEY_SIZE, Strongbox

if TYPE_CHECKING:
    from collections.abc import Callable

SALT_SIZE: Final = 16
SHORTEST: Final = 8
_COSTS: Final = range(10, 21)
_R, _P = 8, 1


class Cost:
    """Is how hard a new passphrase is to try: scrypt with N = 2**log2_n, r = 8, p = 1 takes N KiB."""

    log2_n = 17


class Stretch(NamedTuple):
    """Is how a key is made from a passphrase: the logarithm of scrypt's N, and the salt."""

    log2_n: int
    salt: bytes

    def box(self, passphrase: str, entropy: Callable[[int], bytes]) -> Strongbox:
        """Returns the strongbox of a passphrase; the same letters give the same one on every keyboard.

        Raises KeyFileDamagedError for a cost or a salt that this program never writes.
        """
        if self.log2_n not in _COSTS or len(self.salt) != SALT_SIZE:
            raise KeyFileDamagedError("it asks for a work that this program never asks for; it is damaged")
        memory = 128 * _R * (1 << self.log2_n)
        typed = normalize("NFKC", passphrase).encode(errors="surrogatepass")
        key = hashlib.scrypt(
            typed, salt=self.salt, n=1 << self.log2_n, r=_R, p=_P, maxmem=2 * memory, dklen=KEY_SIZE
        )
        return Strongbox(key, entropy)

    def packed(self) -> bytes:
        """Returns 17 bytes: the cost and the salt."""
        return bytes((self.log2_n,)) + self.salt


def new_stretch(entropy: Callable[[int], bytes]) -> Stretch:
    """Returns the present cost with a fresh salt."""
    return Stretch(Cost.log2_n, entropy(SALT_SIZE))


def check_new(passphrase: str) -> str:
    """Returns a passphrase that may protect something. Raises PassphraseMissingError for a short one."""
    if len(passphrase) < SHORTEST:
        raise PassphraseMissingError(
            f"that passphrase has fewer than {SHORTEST} characters; four or five words are a good one"
        )
    return passphrase
