"""Every text of the theme can be read on every surface it stands on, light and dark (design, section 5)."""

import pytest

from sealed_client.screens.theme.tokens import DARK, LIGHT, sharpened

GROUNDS = ("paper", "table", "sunken")
LEAST = {
    "light": {
        "strong_line": (3.8, 3.3, 3.0),
        "ink": (12.7, 11.0, 10.1),
        "ink_2": (7.2, 6.2, 5.7),
        "ink_3": (5.1, 4.4, 4.0),
        "sea": (7.9, 6.9, 6.3),
    },
    "dark": {
        "strong_line": (4.2, 4.9, 5.1),
        "ink": (12.4, 14.4, 15.1),
        "ink_2": (8.0, 9.3, 9.7),
        "ink_3": (5.3, 6.1, 6.4),
        "sea": (8.2, 9.5, 9.9),
    },
}
PAIRS = {
    "light": [
        ("sea_ink", "sea", 8.6),
        ("sea", "sea_soft", 6.8),
        ("ok", "paper", 6.4),
        ("ok", "ok_soft", 5.8),
        ("warn", "paper", 5.6),
        ("warn", "warn_soft", 5.0),
        ("bad", "paper", 6.7),
        ("bad", "bad_soft", 5.6),
        ("brass_text", "paper", 6.0),
    ],
    "dark": [
        ("sea_ink", "sea", 8.8),
        ("sea", "sea_soft", 5.5),
        ("ok", "paper", 8.2),
        ("ok", "ok_soft", 6.5),
        ("warn", "paper", 7.7),
        ("warn", "warn_soft", 6.0),
        ("bad", "paper", 6.9),
        ("bad", "bad_soft", 5.7),
        ("brass_text", "paper", 8.0),
    ],
}
ROUNDED = 0.05
"""The design gives one decimal."""
THEMES = {"light": LIGHT, "dark": DARK}


def luminance(colour):
    """Returns the relative luminance of ``#rrggbb`` (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one, other):
    """Returns the contrast of two colours."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_texts_and_lines_stand_out_from_every_ground(name):
    """Ink, lines and the colour of action have the contrast of the design's table on paper, table, sunken."""
    colours = THEMES[name]
    for token, least in LEAST[name].items():
        for ground, bound in zip(GROUNDS, least, strict=True):
            assert ratio(colours[token], colours[ground]) >= bound - ROUNDED, (token, ground)


@pytest.mark.parametrize("name", THEMES)
def test_pairs_of_text_and_ground_stand_out(name):
    """Words on the colours of action, success, warning and failure stand out as designed."""
    colours = THEMES[name]
    for token, ground, bound in PAIRS[name]:
        assert ratio(colours[token], colours[ground]) >= bound - ROUNDED, (token, ground)


@pytest.mark.parametrize("name", THEMES)
def test_words_can_be_read_on_raised_surfaces(name):
    """Every text that is for reading has at least 4.5 on cards and buttons."""
    colours = THEMES[name]
    for token in ("ink", "ink_2", "sea", "ok", "warn", "bad", "brass_text"):
        assert ratio(colours[token], colours["raised"]) >= 4.5, token


@pytest.mark.parametrize("name", THEMES)
def test_high_contrast_is_never_less(name):
    """The high-contrast setting weakens nothing."""
    plain, strong = THEMES[name], sharpened(THEMES[name])
    for token in LEAST[name]:
        for ground in GROUNDS:
            assert ratio(strong[token], strong[ground]) >= ratio(plain[token], plain[ground]) - ROUNDED
