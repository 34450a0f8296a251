"""Actions: a verb and arguments, with one canonical line of text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Action:
    """An answer of a seat or an outcome of chance.

    Actions are interned by a title's `Notation`, so two equal actions are one object: lists are lists of
    references and membership is a comparison of identities. Make them with `Notation.action` or
    `Notation.parse` only.
    """

    verb: str
    args: tuple[int, ...]
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"
