"""Keys of stores for tests: unattended, or locked by a passphrase."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from sealed.vault.store_key import NO_PASSPHRASE, Credentials, StoreKey

if TYPE_CHECKING:
    from pathlib import Path


def store_key(folder: Path, passphrase: str | None = None) -> StoreKey:
    """Returns the key of the store in a folder, locked by a passphrase if one is given."""
    given = Credentials(lambda: passphrase, lambda: passphrase) if passphrase else NO_PASSPHRASE
    return StoreKey(folder, secrets.token_bytes, given)
