"""The file of the settings: written whole or not at all, set aside when it cannot be read."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed_client.settings import Settings, as_plain, of_plain

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME: Final = "settings.json"
SET_ASIDE: Final = "settings.broken.json"


class Read(NamedTuple):
    """Is what was read: the settings, and whether the file was broken or some of its values were."""

    settings: Settings
    broken: bool = False
    ignored: tuple[str, ...] = ()


class SettingsFile:
    """Keeps the settings in a folder; values of other versions in it stay."""

    def __init__(self, folder: Path) -> None:
        """Reads nothing yet."""
        self._folder = folder
        self._others: dict[str, object] = {}

    def read(self) -> Read:
        """Returns what is kept; never raises. A file that makes no sense is set aside; defaults hold."""
        path = self._folder / FILE_NAME
        try:
            values = json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            return Read(Settings())
        except (OSError, ValueError, RecursionError):
            values = None
        if not isinstance(values, dict):
            with suppress(OSError):
                path.replace(self._folder / SET_ASIDE)
            return Read(Settings(), broken=True)
        settings, ignored = of_plain(values)
        self._others = {name: value for name, value in values.items() if name not in as_plain(settings)}
        return Read(settings, ignored=ignored)

    def write(self, settings: Settings) -> None:
        """Writes the settings. Raises OSError; then the file is what it was."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._folder / FILE_NAME
        fresh = path.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as file:
            json.dump({**self._others, **as_plain(settings)}, file, indent=1, sort_keys=True)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
