"""Asks for what must not be seen: unseen at a terminal, as a line where words come from a program."""

from __future__ import annotations

import sys
from getpass import getpass

from sealed.vault.passphrases import check_new
from sealed_client.desk.trouble import Trouble


def secret(question: str) -> str:
    """Return what is typed, or the next line of the input. Raises `Trouble` if there is nothing."""
    try:
        typed = getpass(question, sys.stderr) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
    except EOFError:
        typed = ""
    if not typed:
        raise Trouble(f"Nothing was typed for: {question.rstrip(': ')}. Nothing was changed.")
    return typed


def new_secret(question: str) -> str:
    """Return a new passphrase, typed twice at a terminal. Raises `Trouble` or PassphraseMissingError."""
    typed = check_new(secret(question))
    if sys.stdin.isatty() and secret("The same once more: ") != typed:
        raise Trouble("That was not the same twice. Nothing was changed.")
    return typed
