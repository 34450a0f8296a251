"""What an operator is told and asked about the secrets on his disk, and what never gets there (spec 2.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.vault.credentials import from_environment, of_service_or_person
from sealed.vault.errors import VaultError
from sealed.vault.store_key import Credentials, is_locked
from sealed_referee.options import StoreError

if TYPE_CHECKING:
    from pathlib import Path


def credentials(store: Path) -> Credentials:
    """Returns who unlocks a store; a person is asked now, before the event loop takes Ctrl-C.

    Raises StoreError.
    """
    try:
        if not is_locked(store):
            return Credentials(from_environment, from_environment)
        given = of_service_or_person(f"Passphrase of the referee's store {store}: ").locked()
    except (VaultError, OSError) as error:
        raise StoreError(str(error)) from None
    return Credentials(from_environment, lambda: given)


def told(store: Path, *, protected: bool) -> str:
    """Says truly how far the decks in a store are hidden from who can read its folder."""
    if protected:
        return "The decks in the store are sealed; it opens with your passphrase only.\n"
    return (
        f"The decks are sealed, but their key lies beside them so that the referee starts unattended: "
        "anybody who can read this folder can read the decks. "
        f"To lock them: sealed key passphrase --store {store}\n"
    )


def forbid_core_dumps() -> None:
    """Sees to it that a crash leaves no image of the memory, which holds the decks, on a disk."""
    try:
        import resource
    except ImportError:
        # There is no such thing as a core dump on this system.
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
