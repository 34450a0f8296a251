"""What a player does at a table's screen, as values that widgets make and a presenter takes."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class TapSpace(NamedTuple):
    """A space or one of its pieces was touched."""

    space: int


class HoldSpace(NamedTuple):
    """A space was touched for long: what is here, who may enter, why not."""

    space: int


class TapCard(NamedTuple):
    """A card was touched; `key` is that of its `CardFace`."""

    key: str


class HoldCard(NamedTuple):
    """A card was touched for long."""

    key: str


class TapLog(NamedTuple):
    """A line of the log was touched, or the same once more."""

    key: str


class TapSea(NamedTuple):
    """A place of the map was touched where nothing is."""


class Choose(NamedTuple):
    """An answer was chosen; `key` is that of its `Answer`, of the prompt or of whatever covers it."""

    key: str


class Undo(NamedTuple):
    """The last answer of the draft, or the last choice within it, is taken back."""


class Close(NamedTuple):
    """What lies over the table (why not, facts, a confirmation) is closed."""


class Cycle(NamedTuple):
    """The next (1) or the previous (-1) legal target gets the focus of the keyboard."""

    step: int


class AskResign(NamedTuple):
    """The player thinks of resigning."""


Gesture: TypeAlias = (
    "TapSpace | HoldSpace | TapCard | HoldCard | TapLog | TapSea | Choose | Undo | Close | Cycle | AskResign"
)
