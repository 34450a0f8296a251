"""The colours of all surfaces and texts by token, light and dark (design, section 5), without any toolkit."""

from __future__ import annotations

from typing import Final

LIGHT: Final = {
    "table": "#e9dfc8",
    "paper": "#f6efdd",
    "raised": "#fdf9ee",
    "sunken": "#e2d6bb",
    "line": "#cfc09f",
    "strong_line": "#8a7650",
    "ink": "#2f281d",
    "ink_2": "#5a4d36",
    "ink_3": "#73634a",
    "sea": "#1f4e5f",
    "sea_ink": "#fdf8ea",
    "sea_soft": "#d5e2df",
    "ok": "#25613f",
    "ok_soft": "#dbe8d6",
    "warn": "#8f4f0b",
    "warn_soft": "#f4e1bb",
    "bad": "#96302a",
    "bad_soft": "#f1d8cc",
    "brass": "#d9a63a",
    "brass_text": "#7a5310",
    "shade": "#2f281d",
}
DARK: Final = {
    "table": "#15191b",
    "paper": "#20262a",
    "raised": "#2a3136",
    "sunken": "#101415",
    "line": "#3e474c",
    "strong_line": "#7f888a",
    "ink": "#f0e7d3",
    "ink_2": "#c6bba3",
    "ink_3": "#a2977f",
    "sea": "#93c6d3",
    "sea_ink": "#0f2229",
    "sea_soft": "#2b444d",
    "ok": "#8bcca4",
    "ok_soft": "#253a2f",
    "warn": "#e6ad62",
    "warn_soft": "#423520",
    "bad": "#f0968a",
    "bad_soft": "#4a2b28",
    "brass": "#e2b553",
    "brass_text": "#e2b553",
    "shade": "#000000",
}
TOKENS: Final = tuple(LIGHT)
"""The names of all tokens."""


def sharpened(colours: dict[str, str]) -> dict[str, str]:
    """Returns colours with lines and second text drawn stronger, for the high-contrast setting."""
    stronger = {"line": "strong_line", "strong_line": "ink_2", "ink_2": "ink", "ink_3": "ink_2"}
    return {**colours, **{token: colours[source] for token, source in stronger.items()}}
