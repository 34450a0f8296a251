"""The games that wait at home: how each stood when it was left, and their rows on the home screen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from sealed_client.desk.unfinished import open_tables
from sealed_client.presenters.home import ON_SCREEN, HomeTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from sealed_client.lobby import LobbyTable
    from sealed_client.words.messages import Messages

FILE_NAME: Final = "waiting.json"
"""Public words only: what the top bar said when the game was left."""


def read(folder: Path) -> dict[str, str]:
    """Returns how each game stood, by its lobby id; empty if that is not known."""
    try:
        values = json.loads((folder / FILE_NAME).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return {str(key): str(value) for key, value in values.items()} if isinstance(values, dict) else {}


def write(folder: Path, lobby_id: str, words: str) -> None:
    """Notes how a game stands. Raises OSError."""
    path = folder / FILE_NAME
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps({**read(folder), lobby_id: words}), "utf-8")
    fresh.replace(path)


def home_tables(
    tables: Iterable[LobbyTable], me: str, stands: Mapping[str, str], messages: Messages
) -> tuple[HomeTable, ...]:
    """Returns the rows of the home screen, the newest game first; `me` is the player's name.

    Games that are played in words alone have none.
    """
    rows = []
    for table in open_tables(one for one in tables if one.title in ON_SCREEN):
        army = next((chair.side for chair in table.seats if chair.name == me), table.seats[0].side)
        side = messages.text(f"{table.title}.sides.{army}")
        who = messages.plural("desk.you-play", len(table.seats) - 1, side=side)
        detail = " · ".join(part for part in (stands.get(table.lobby_id, ""), who) if part)
        name, begun = messages.text(f"desk.title.{table.title}"), table.phase in _BEGUN
        chip = messages.text("desk.continue" if begun else "desk.waits")
        rows.append(HomeTable(table.lobby_id, table.title, name, detail, chip, yours=begun))
    return tuple(rows)


_BEGUN: Final = {"playing", "over"}
"""Phases in which the computer has answered, or will before the table is drawn: it is the player's turn."""
