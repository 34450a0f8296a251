"""The referee's long-term key: drawn at the first start, sealed in the store (spec 2.1, 2.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.signing.keys import Signer
from sealed.vault.errors import VaultError
from sealed.vault.files import protected_file
from sealed_referee.options import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sealed.fairness.signing.keys import Signatures
    from sealed.vault.strongbox import Strongbox

KEY_FILE: Final = "referee.key"
KEY_SIZE: Final = 32
PKCS8: Final = bytes.fromhex("302e020100300506032b657004220420")
"""What stands before the 32 bytes of an Ed25519 key in its PKCS#8 form (RFC 8410, section 7)."""


def open_key(
    store: Path, box: Strongbox, signatures: Signatures, entropy: Callable[[int], bytes], *, fresh: bool
) -> Signer:
    """Returns the key in a store; a fresh store, one without tables, gets one if it has none.

    A file of the first edition, 32 bytes as they are, is sealed at this opportunity. Raises StoreError.
    """
    path = store / KEY_FILE
    try:
        held = protected_file(
            path, box, (lambda: PKCS8 + entropy(KEY_SIZE)) if fresh else None, is_plain=_is_plain
        )
    except OSError as error:
        text = f"the referee's key {path} cannot be used ({error.strerror}); correct the rights of the folder"
        raise StoreError(text) from error
    except VaultError as error:
        raise StoreError(f"the referee's key {path} cannot be used: {error}") from None
    if held is None:
        # A new key would sign heads that every client of these tables takes for a forgery.
        raise StoreError(
            f"the key {path} is missing, and the tables in this store need it; "
            "put its backup back, or choose another folder with --store"
        )
    if len(held) == KEY_SIZE:
        return Signer(held, signatures)
    if held[: len(PKCS8)] != PKCS8 or len(held) != len(PKCS8) + KEY_SIZE:
        raise StoreError(f"{path} holds no Ed25519 key; put its backup back")
    return Signer(held[len(PKCS8) :], signatures)


def _is_plain(data: bytes) -> bool:
    return len(data) == KEY_SIZE
