"""What the home screen shows: the games that wait, and what can be begun."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

ON_SCREEN: Final = ("popular-front",)
"""The titles that can be played on the table's screen, by id; the others are played in words."""


@dataclass(frozen=True, slots=True)
class HomeTable:
    """A game that is not over: `key` resumes it, `title` names its map, `chip` says whose move it is."""

    key: str
    title: str
    name: str
    detail: str
    chip: str
    yours: bool = True


@dataclass(frozen=True, slots=True)
class HomeScene:
    """Is everything the home screen shows. `problem` is a sentence about what does not work now, or empty.

    `tables` is None as long as they are not known yet.
    """

    tables: tuple[HomeTable, ...] | None = None
    problem: str = ""


class NewGame(NamedTuple):
    """What a player wants to begin against the computer: which seat is his, who has the others."""

    title: str = "popular-front"
    seats: int = 2
    seat: int = 1
    bots: tuple[str, ...] = ("steady",)
    options: tuple[tuple[str, str], ...] = ()
