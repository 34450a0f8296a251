"""Where labels stand: at screen size beside their city, never over another label or another city's disks.

The file says for three screens on which side of its city a label stands; those places are free of overlap
when the map is fitted. At other zooms and text sizes `labels_at` moves or leaves out what would collide.
"""

from dataclasses import dataclass

from sealed_client.maps.board_map import BoardMap, Screen

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in dp, y up."""

REACH = 17.0
"""Half the width in dp of a city's disks, one or three, that a label keeps free of."""
GAP = 2.0
SIDES = ("s", "e", "w", "n", "se", "sw", "ne", "nw")

_HEIGHT = 1.42
_PILL = 1.45
_STAR_PILL = 2.7
_PILL_GAP = 0.28
_INDENT = 0.7


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A city's label by the city's index, with its side and its box in dp from the plane's origin."""

    city: int
    side: str
    box: Box


def label_size(name_width: float, letters: float, value: int, *, star: bool) -> tuple[float, float]:
    """Width and height of a label: the name, and a pill with star and value where the value is above 1.

    ``name_width`` is measured in the type that is drawn, at ``letters`` sp.
    """
    pill = _STAR_PILL * letters if star else _PILL * letters if value > 1 else 0.0
    gap = _PILL_GAP * letters if pill else 0.0
    return name_width + gap + pill, _HEIGHT * letters


def label_box(centre: tuple[float, float], side: str, size: tuple[float, float]) -> Box:
    """The box of a label of that size on that side of a city at ``centre`` (dp)."""
    x, y = centre
    width, height = size
    left, bottom = x - width / 2, y - height / 2
    if side == "e":
        left = x + REACH + GAP
    elif side == "w":
        left = x - REACH - GAP - width
    elif side.endswith("e"):
        left = x - REACH * _INDENT
    elif side.endswith("w"):
        left = x + REACH * _INDENT - width
    if side.startswith("n"):
        bottom = y + REACH + GAP / 2
    elif side.startswith("s"):
        bottom = y - REACH - GAP / 2 - height
    return left, bottom, left + width, bottom + height


def disks_box(centre: tuple[float, float]) -> Box:
    """The box of a city's disks, which no other city's label may touch."""
    x, y = centre
    return x - REACH, y - REACH, x + REACH, y + REACH


def overlaps(one: Box, other: Box) -> bool:
    """Whether two boxes share more than an edge."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def screen_for(board: BoardMap, scale: float, text: float = 1.0) -> Screen:
    """The screen whose label sides fit a scale (dp for a unit) and a text size (1.0 is 100 %)."""
    roomy = [screen for screen in board.screens if screen.scale <= scale / text]
    return max(roomy or board.screens[:1], key=lambda screen: screen.scale)


def labels_at(
    board: BoardMap, scale: float, sizes: tuple[tuple[float, float], ...], *, text: float = 1.0
) -> tuple[PlacedLabel, ...]:
    """The labels to show at a scale, none over another or over another city's disks; important cities first.

    ``sizes`` are width and height in dp by city index, as drawn (`label_size`).
    """
    side_of = screen_for(board, scale, text).name
    centres = [(city.at[0] * scale, city.at[1] * scale) for city in board.cities]
    disks = [disks_box(centre) for centre in centres]
    shown: list[PlacedLabel] = []
    for city in sorted(board.cities, key=lambda one: one.rank):
        foreign = [disk for other, disk in enumerate(disks) if other != city.index]
        barred = foreign + [label.box for label in shown]
        chosen = city.sides[side_of]
        for side in (chosen, *(other for other in SIDES if other != chosen)):
            box = label_box(centres[city.index], side, sizes[city.index])
            if not any(overlaps(box, other) for other in barred):
                shown.append(PlacedLabel(city.index, side, box))
                break
    return tuple(shown)
