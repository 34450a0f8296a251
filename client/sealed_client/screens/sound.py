"""The sounds of the table: short, off with one switch, never the only sign; whatever fails stays silent."""

from __future__ import annotations

from contextlib import ExitStack
from importlib import resources
from typing import TYPE_CHECKING, Protocol

from kivy.logger import Logger

from sealed_client.presenters.noises import noise_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sealed_client.presenters.noises import Noise
    from sealed_client.presenters.scene import TableScene

NAMES: tuple[Noise, ...] = ("bell", "card", "piece", "seal", "warning")


class Tone(Protocol):
    """Is what a loader returns."""

    def play(self) -> object:
        """Plays it."""
        ...

    def stop(self) -> object:
        """Stops it."""
        ...


def _load(path: str) -> Tone | None:
    from kivy.core.audio import SoundLoader  # late: a device without audio must not delay the start

    found: Tone | None = SoundLoader.load(path)
    return found


class Sounds:
    """Plays sounds by name while it is `on`. Each is loaded when it is first wanted, or by `preload`."""

    def __init__(self, load: Callable[[str], Tone | None] = _load) -> None:
        """Takes what loads a file; tests hand over their own."""
        self.on = True
        self._load = load
        self._tones: dict[str, Tone | None] = {}
        self._files = ExitStack()

    def preload(self) -> None:
        """Loads all of them; called once after the first frame."""
        if self.on:
            for name in NAMES:
                self._tone(name)

    def play(self, name: Noise) -> None:
        """Plays a sound from its beginning; nothing if that is not possible."""
        if not self.on:
            return
        tone = self._tone(name)
        if tone is None:
            return
        try:
            tone.stop()
            tone.play()
        except Exception as error:  # noqa: BLE001 - drivers raise whatever they like; the game goes on
            self._give_up(name, error)

    def of_scenes(self, before: TableScene | None, now: TableScene) -> None:
        """Plays what the change from one scene to the next sounds like, if anything."""
        noise = noise_of(before, now)
        if noise is not None:
            self.play(noise)

    def close(self) -> None:
        """Lets go of the files."""
        self._tones.clear()
        self._files.close()

    def _tone(self, name: Noise) -> Tone | None:
        if name not in self._tones:
            self._tones[name] = None
            try:
                self._tones[name] = self._load(str(self._file(name)))
            except Exception as error:  # noqa: BLE001 - the same
                self._give_up(name, error)
        return self._tones[name]

    def _file(self, name: Noise) -> Path:
        found = resources.files("sealed_client") / "assets" / "sounds" / f"{name}.wav"
        return self._files.enter_context(resources.as_file(found))

    def _give_up(self, name: Noise, error: Exception) -> None:
        self._tones[name] = None
        Logger.info("Sound: %s cannot be played (%s)", name, type(error).__name__)
