"""Every way in which a stored secret cannot be had, in words; none of them holds a secret."""

from __future__ import annotations


class VaultError(Exception):
    """Says why a stored secret cannot be opened, and what to do next. Nothing was written."""


class WrongPassphraseError(VaultError):
    """Says that a passphrase does not open what it should open."""


class PassphraseMissingError(VaultError):
    """Says that a passphrase is needed and none was given, or that one is too short to protect anything."""


class KeyFileMissingError(VaultError):
    """Says that a store holds secrets and the file with its key is gone."""


class KeyFileDamagedError(VaultError):
    """Says that a key file or a bundle is not whole, of another kind, or readable by others."""


class AlteredError(VaultError):
    """Says that a sealed secret was altered, moved to another place, or sealed with another key."""
