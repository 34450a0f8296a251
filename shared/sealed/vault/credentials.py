"""Where a passphrase comes from: a service's credential, the environment, or the person at the terminal."""

from __future__ import annotations

import os
import sys
from getpass import getpass
from pathlib import Path

from sealed.vault.errors import PassphraseMissingError
from sealed.vault.store_key import Credentials


def from_environment() -> str | None:
    """Returns the passphrase that a service manager hands over, or None.

    SEALED_PASSPHRASE_FILE names a file (also /dev/fd/3, or one under $CREDENTIALS_DIRECTORY), whose first
    line it is; SEALED_PASSPHRASE is the passphrase itself, which other programs of the same user can read.
    Raises PassphraseMissingError if the file cannot be read.
    """
    file = os.environ.get("SEALED_PASSPHRASE_FILE", "")
    if not file:
        return os.environ.get("SEALED_PASSPHRASE", "") or None
    try:
        text = Path(file).read_text("utf-8")
    except (OSError, ValueError):
        raise PassphraseMissingError(
            f"the passphrase in {file} (SEALED_PASSPHRASE_FILE) cannot be read; "
            "correct the path or its rights"
        ) from None
    return text.partition("\n")[0].rstrip("\r") or None


def from_terminal(question: str) -> str | None:
    """Returns what a person types, unseen; None where there is no terminal or nothing was typed."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    try:
        return getpass(question, sys.stderr) or None
    except EOFError:
        return None


def of_service_or_person(question: str) -> Credentials:
    """Returns who unlocks a store: environment or person; a fresh one is locked by the first only."""
    return Credentials(from_environment, lambda: from_environment() or from_terminal(question))
