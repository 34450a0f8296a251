"""The referee's long-term key: drawn at the first start, kept in the store for its owner alone (spec 2.1)."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.signing.keys import Signer
from sealed_referee.options import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sealed.fairness.signing.keys import Signatures

KEY_FILE: Final = "referee.key"
KEY_SIZE: Final = 32
OWNER_ONLY: Final = 0o600


def open_key(store: Path, signatures: Signatures, entropy: Callable[[int], bytes], *, fresh: bool) -> Signer:
    """Returns the key in a store; a fresh store, one without tables, gets one if it has none.

    Raises StoreError.
    """
    path = store / KEY_FILE
    try:
        if not path.exists():
            if not fresh:
                # A new key would sign heads that every client of these tables takes for a forgery.
                raise StoreError(
                    f"the key {path} is missing, and the tables in this store need it; "
                    "put its backup back, or choose another folder with --store"
                )
            _write(path, entropy(KEY_SIZE))
        mode = stat.S_IMODE(path.stat().st_mode)
        secret = path.read_bytes()
    except OSError as error:
        text = f"the referee's key {path} cannot be used ({error.strerror}); correct the rights of the folder"
        raise StoreError(text) from error
    if mode & 0o077:
        raise StoreError(f"others can read the referee's key {path}; run: chmod 600 {path}")
    if len(secret) != KEY_SIZE:
        raise StoreError(f"{path} is no key of {KEY_SIZE} bytes; put its backup back")
    return Signer(secret, signatures)


def _write(path: Path, secret: bytes) -> None:
    """Writes a key as a whole or not at all."""
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    with os.fdopen(handle, "wb") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def fingerprint(pk: bytes) -> str:
    """Returns the fingerprint for people: 16 bytes of H(key) in groups of four hex digits (spec 2.1)."""
    digits = H(pk)[:16].hex()
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))
