"""One sealed file that travels: a backup, or what a second device needs. Opened by a passphrase alone.

Layout: a line that names kind and version, the cost and the salt of scrypt (17 bytes), then the sealed and
compressed content. Everything before the content is bound to it.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from sealed.vault.errors import AlteredError, KeyFileDamagedError, WrongPassphraseError
from sealed.vault.passphrases import SALT_SIZE, Stretch, new_stretch

if TYPE_CHECKING:
    from collections.abc import Callable

VERSION: Final = 1
LARGEST: Final = 256 * 1024 * 1024
"""How large a bundle may be, packed and unpacked."""


def _line(kind: str, version: int = VERSION) -> bytes:
    return f"sealed-orders {kind}/{version}\n".encode()


def pack(kind: str, content: bytes, passphrase: str, entropy: Callable[[int], bytes]) -> bytes:
    """Returns a bundle of a kind. `entropy` gives the salt and the nonce."""
    stretch = new_stretch(entropy)
    head = _line(kind) + stretch.packed()
    return head + stretch.box(passphrase, entropy).seal(zlib.compress(content), head)


def check_kind(kind: str, data: bytes) -> None:
    """Makes sure, before anybody types a passphrase, that data are a bundle of a kind.

    Raises KeyFileDamagedError.
    """
    first, _, rest = data.partition(b"\n")
    if first + b"\n" == _line(kind) and len(rest) > 1 + SALT_SIZE and len(data) <= LARGEST:
        return
    if first.startswith(_line(kind)[:-2]) and first[-1:].isdigit():
        raise KeyFileDamagedError(
            f"this {kind} was written by another version of this program; update this one"
        )
    raise KeyFileDamagedError(f"this file is no {kind}, or damaged; look for the right one")


def unpack(kind: str, data: bytes, passphrase: str, entropy: Callable[[int], bytes]) -> bytes:
    """Returns the content of a bundle. Raises KeyFileDamagedError or WrongPassphraseError."""
    check_kind(kind, data)
    at = len(_line(kind)) + 1 + SALT_SIZE
    head = data[:at]
    stretch = Stretch(head[-SALT_SIZE - 1], head[-SALT_SIZE:])
    try:
        packed = stretch.box(passphrase, entropy).open(data[at:], head)
    except AlteredError:
        raise WrongPassphraseError(
            f"that does not open the {kind}: it was mistyped, or the file was altered"
        ) from None
    except KeyFileDamagedError:
        raise KeyFileDamagedError(f"this {kind} is damaged; look for another copy") from None
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(packed, LARGEST)
    if unpacker.unconsumed_tail:
        raise KeyFileDamagedError(f"this {kind} holds more than any {kind} does; nothing was taken from it")
    return content
