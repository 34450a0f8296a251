"""Texts of referees and other players: for people to read, not for their terminals to obey."""

from __future__ import annotations

from typing import Final

LONGEST: Final = 500


def foreign(text: str) -> str:
    """Returns a text of somebody else on one line, short enough to be read; nothing in it moves others."""
    shown = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[:LONGEST]
    )
    return shown if len(text) <= LONGEST else shown + "..."
