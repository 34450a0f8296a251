"""What a player has set on this device: reading, pieces, playing. Plain values, read field by field."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Final

from sealed_client.words.messages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

THEMES: Final = ("paper", "night", "device")
HUES: Final = ("standard", "deuteranopia", "contrast")
SMALLEST, LARGEST = 0.85, 1.6
"""The range of the text size (design, section 4)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Is how a player wants it.

    `theme` is one of `THEMES`, `hues` of `HUES`, `language` of `LANGUAGES`; `text_scale` lies between
    `SMALLEST` and `LARGEST`. `ask_before_final` and `auto_pass` are `presenters.manners.Manners`.
    """

    theme: str = "device"
    text_scale: float = 1.0
    hues: str = "standard"
    calm: bool = False
    sound: bool = True
    language: str = "en"
    ask_before_final: bool = True
    auto_pass: bool = False


def _is_switch(value: object) -> bool:
    return type(value) is bool


_FITS: Final[Mapping[str, Callable[[object], bool]]] = {
    "theme": lambda value: value in THEMES,
    "text_scale": lambda value: type(value) in {int, float} and SMALLEST <= float(str(value)) <= LARGEST,
    "hues": lambda value: value in HUES,
    "language": lambda value: value in LANGUAGES,
}


def as_plain(settings: Settings) -> dict[str, object]:
    """Returns the settings as plain values by name."""
    return asdict(settings)


def of_plain(values: Mapping[str, object]) -> tuple[Settings, tuple[str, ...]]:
    """Returns the settings that plain values state, and the names of those that make no sense.

    What is missing or makes no sense keeps its default; names that this version does not know are left alone.
    """
    good: dict[str, object] = {}
    bad = []
    for field in fields(Settings):
        if field.name not in values:
            continue
        value = values[field.name]
        if _FITS.get(field.name, _is_switch)(value):
            good[field.name] = float(str(value)) if field.name == "text_scale" else value
        else:
            bad.append(field.name)
    return replace(Settings(), **good), tuple(bad)  # type: ignore[arg-type]
