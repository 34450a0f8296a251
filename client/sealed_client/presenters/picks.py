"""What a player touches to answer: one pick after another, until they amount to an answer."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias


class Pick(NamedTuple):
    """One touch on the way to an answer: `number` for a space, card or count, `text` for a button.

    A space is its index on the map, a card its code in the title, a count the number itself, a button a word
    of the title's own (such as ``move``), never shown.
    """

    kind: Literal["space", "card", "button", "count"]
    number: int = 0
    text: str = ""


Path: TypeAlias = "tuple[Pick, ...]"


def space(index: int) -> Pick:
    """Return the pick of a space."""
    return Pick("space", index)


def card(code: int) -> Pick:
    """Return the pick of a card."""
    return Pick("card", code)


def button(text: str) -> Pick:
    """Return the pick of a button."""
    return Pick("button", 0, text)


def count(number: int) -> Pick:
    """Return the pick of a count."""
    return Pick("count", number)
