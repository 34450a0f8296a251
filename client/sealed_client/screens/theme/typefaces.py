"""The typefaces under the names that kv rules use, and the roles of text (design, section 4)."""

from __future__ import annotations

from importlib import resources
from typing import Final, NamedTuple

from kivy.core.text import LabelBase

_FILES: Final = {
    "Condensed": "BarlowCondensed-Medium",
    "CondensedSemi": "BarlowCondensed-SemiBold",
    "CondensedBold": "BarlowCondensed-Bold",
    "Reading": "BarlowSemiCondensed-Medium",
    "ReadingSemi": "BarlowSemiCondensed-SemiBold",
    "Title": "CormorantSC-Bold",
    "Sea": "CormorantGaramond-BoldItalic",
}


NATURAL: Final = 1.2
"""The height of a line that the shipped faces have by themselves, in sizes."""


class Role(NamedTuple):
    """Is a role of text: face, size in sp at 100 %, height of a line in sizes."""

    face: str
    size: float
    line: float


ROLES: Final = {
    "display": Role("Title", 38, 1.0),
    "title": Role("Title", 26, 1.05),
    "total": Role("CondensedBold", 44, 1.0),
    "heading": Role("CondensedSemi", 19, 1.2),
    "sentence": Role("Reading", 17, 1.34),
    "body": Role("Reading", 16, 1.3),
    "button": Role("CondensedSemi", 18, 1.1),
    "label": Role("CondensedSemi", 16, 1.2),
    "small": Role("Condensed", 14, 1.25),
    "over": Role("CondensedSemi", 13, 1.2),
}


def register_faces() -> None:
    """Makes the shipped faces known to Kivy; the names are those of `Role.face`."""
    folder = resources.files("sealed_client") / "assets" / "fonts"
    for name, file in _FILES.items():
        LabelBase.register(name, str(folder / f"{file}.ttf"))


register_faces()
