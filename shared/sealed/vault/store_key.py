"""The key of a store: drawn once, kept beside it, locked by a passphrase or (said honestly) by nothing.

The file `store.key` is JSON and holds either the key itself, so that a program can start unattended, or the
key sealed under a passphrase. A new passphrase changes this file only: what is sealed stays as it is.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from sealed.vault.errors import (
    AlteredError,
    KeyFileDamagedError,
    KeyFileMissingError,
    PassphraseMissingError,
    WrongPassphraseError,
)
from sealed.vault.files import read_private, write_private
from sealed.vault.passphrases import Stretch, check_new, new_stretch
from sealed.vault.strongbox import KEY_SIZE, Strongbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KEY_FILE: Final = "store.key"
_FORMAT: Final = "sealed-orders store key"
_VERSION: Final = 1

Entropy: TypeAlias = "Callable[[int], bytes]"
AskPassphrase: TypeAlias = "Callable[[], str | None]"


class Unlocked(NamedTuple):
    """Is an opened store: its strongbox, and whether a passphrase locks it."""

    box: Strongbox
    protected: bool


class _KeyFile(NamedTuple):
    """Is what a key file holds: `stretch` None stands for a key that lies there as it is."""

    stretch: Stretch | None
    key: bytes


class Credentials(NamedTuple):
    """Is who gives the passphrase: of a fresh store (None: it gets none), and of one that is locked."""

    fresh: AskPassphrase
    locked: AskPassphrase


def _none() -> str | None:
    return None


NO_PASSPHRASE: Final = Credentials(_none, _none)
"""Locks nothing and unlocks nothing."""


def is_locked(folder: Path) -> bool:
    """Tells whether a passphrase locks the store in a folder. Raises VaultError or OSError."""
    path = folder / KEY_FILE
    return path.exists() and _read(path).stretch is not None


class StoreKey:
    """Opens the key of the store in one folder. A store calls it under its own lock."""

    def __init__(self, folder: Path, entropy: Entropy, credentials: Credentials = NO_PASSPHRASE) -> None:
        """Takes the folder; `credentials` are asked only if there is something to lock or to unlock."""
        self.path = folder / KEY_FILE
        self._entropy, self._credentials = entropy, credentials

    def unlock(self, *, fresh: bool) -> Unlocked:
        """Returns the opened store; a fresh one, in which nothing is sealed yet, may get its key now.

        A fresh store for which the credentials give a passphrase is locked with it from the beginning. Raises
        VaultError or OSError; then nothing was written.
        """
        if self.path.exists():
            held = _read(self.path)
            return Unlocked(Strongbox(self._opened(held), self._entropy), held.stretch is not None)
        if not fresh:
            raise KeyFileMissingError(
                f"the key file {self.path} is missing, and what lies beside it cannot be read without it; "
                "put its backup back"
            )
        key, passphrase = self._entropy(KEY_SIZE), self._credentials.fresh()
        self._write(key, passphrase)
        return Unlocked(Strongbox(key, self._entropy), passphrase is not None)

    def relock(self, new: AskPassphrase) -> None:
        """Locks the key with another passphrase, or if there is None with nothing.

        The present one is asked for first, then the new one. Raises VaultError or OSError; then the old lock
        stays.
        """
        key = self._opened(_read(self.path))
        self._write(key, new())

    def _opened(self, held: _KeyFile) -> bytes:
        if held.stretch is None:
            return held.key
        passphrase = self._credentials.locked()
        if passphrase is None:
            raise PassphraseMissingError(
                f"{self.path} is locked by a passphrase and none was given; type it when asked, or put it "
                "in a file for its owner alone and name that in SEALED_PASSPHRASE_FILE"
            )
        try:
            box = held.stretch.box(passphrase, self._entropy)
            return box.open(held.key, _bound(held.stretch))
        except AlteredError:
            raise WrongPassphraseError(f"that passphrase does not open {self.path}; try again") from None
        except KeyFileDamagedError:
            raise _damaged(self.path) from None

    def _write(self, key: bytes, passphrase: str | None) -> None:
        fields: dict[str, object] = {"format": _FORMAT, "version": _VERSION}
        if passphrase is None:
            fields |= {"locked_by": "nothing: whoever can read this folder can read its secrets"}
            fields |= {"key": key.hex()}
        else:
            stretch = new_stretch(self._entropy)
            box = stretch.box(check_new(passphrase), self._entropy)
            fields |= {"locked_by": "passphrase", "scrypt_log2_n": stretch.log2_n}
            fields |= {"salt": stretch.salt.hex(), "key": box.seal(key, _bound(stretch)).hex()}
        write_private(self.path, json.dumps(fields, indent=1).encode() + b"\n")

    def __repr__(self) -> str:
        """Names the file."""
        return f"<store key in {self.path}>"


def _bound(stretch: Stretch) -> bytes:
    return b"sealed-orders/store-key/1\0" + stretch.packed()


def _read(path: Path) -> _KeyFile:
    data = read_private(path)
    try:
        fields = json.loads(data)
        known, version = fields["format"] == _FORMAT, fields["version"]
        if known and isinstance(version, int) and version > _VERSION:
            raise KeyFileDamagedError(f"{path} was written by a newer version of this program; update it")
        key = bytes.fromhex(fields["key"])
        stretch = None
        if fields["locked_by"] == "passphrase":
            stretch = Stretch(int(fields["scrypt_log2_n"]), bytes.fromhex(fields["salt"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _damaged(path) from None
    if not known or (stretch is None and len(key) != KEY_SIZE):
        raise _damaged(path)
    return _KeyFile(stretch, key)


def _damaged(path: Path) -> KeyFileDamagedError:
    return KeyFileDamagedError(f"{path} is no key file, or damaged; put its backup back")
