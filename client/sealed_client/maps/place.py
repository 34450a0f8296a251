"""What is written beside a space of a map."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """What is written beside a space: its name, its value, and whether it has a star."""

    name: str
    value: int = 0
    star: bool = False
