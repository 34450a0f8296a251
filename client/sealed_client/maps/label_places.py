"""Where labels stand: at screen size beside their city, never over another label or another city's disks.

The file says for three screens on which side of its city a label stands; those places are free of overlap
when the map is fitted. At other zooms and text sizes `labels_at` moves or leaves out what would collide.
"""

import math
from dataclasses import dataclass

from sealed_client.maps.board_map import BoardMap, City, Screen, SeaName

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
_CAPITALS = 0.8
"""Height of a sea's word, as a share of its size."""


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


def stack_box(centre: tuple[float, float]) -> Box:
    """The box of a city's disks at their fixed size, one or three, around its middle in dp."""
    x, y = centre
    return x - REACH, y - REACH, x + REACH, y + REACH


def slots_box(board: BoardMap, city: City, scale: float) -> Box:
    """The box of a city's disks when they lie in its slots, in dp; never smaller than `stack_box`."""
    stack = stack_box((city.at[0] * scale, city.at[1] * scale))
    half = board.slot / 2 * scale
    xs, ys = [x * scale for x, _ in city.slots], [y * scale for _, y in city.slots]
    return (
        min(stack[0], min(xs) - half),
        min(stack[1], min(ys) - half),
        max(stack[2], max(xs) + half),
        max(stack[3], max(ys) + half),
    )


def label_box(disks: Box, side: str, size: tuple[float, float]) -> Box:
    """The box of a label of that size on that side of a city's disks."""
    width, height = size
    x, y = (disks[0] + disks[2]) / 2, (disks[1] + disks[3]) / 2
    indent = (disks[2] - disks[0]) / 2 * _INDENT
    left, bottom = x - width / 2, y - height / 2
    if side == "e":
        left = disks[2] + GAP
    elif side == "w":
        left = disks[0] - GAP - width
    elif side.endswith("e"):
        left = x - indent
    elif side.endswith("w"):
        left = x + indent - width
    if side.startswith("n"):
        bottom = disks[3] + GAP / 2
    elif side.startswith("s"):
        bottom = disks[1] - GAP / 2 - height
    return left, bottom, left + width, bottom + height


def overlaps(one: Box, other: Box) -> bool:
    """Whether two boxes share more than an edge."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def screen_for(board: BoardMap, scale: float, text: float = 1.0) -> Screen:
    """The screen whose label sides fit a scale (dp for a unit) and a text size (1.0 is 100 %)."""
    roomy = [screen for screen in board.screens if screen.scale <= scale / text]
    return max(roomy or board.screens[:1], key=lambda screen: screen.scale)


def labels_at(
    board: BoardMap,
    scale: float,
    sizes: tuple[tuple[float, float], ...],
    *,
    text: float = 1.0,
    spread: bool = False,
) -> tuple[PlacedLabel, ...]:
    """The labels to show at a scale, none over another or over disks of any city; important cities first.

    ``sizes`` are width and height in dp by city index, as drawn (`label_size`). With ``spread`` the disks lie
    in their slots instead of being stacked.
    """
    preferred = screen_for(board, scale, text).name
    disks = [
        slots_box(board, city, scale) if spread else stack_box((city.at[0] * scale, city.at[1] * scale))
        for city in board.cities
    ]
    shown: list[PlacedLabel] = []
    for city in sorted(board.cities, key=lambda one: one.rank):
        barred = disks + [label.box for label in shown]
        chosen = city.sides[preferred]
        for side in (chosen, *(other for other in SIDES if other != chosen)):
            box = label_box(disks[city.index], side, sizes[city.index])
            if not any(overlaps(box, other) for other in barred):
                shown.append(PlacedLabel(city.index, side, box))
                break
    return tuple(shown)


def sea_names_at(
    board: BoardMap, scale: float, widths: dict[str, float], labels: tuple[PlacedLabel, ...]
) -> tuple[SeaName, ...]:
    """The sea names that touch no label and no disks; ``widths`` in dp by key, as drawn at their ``size``."""
    barred = [label.box for label in labels]
    barred += [stack_box((city.at[0] * scale, city.at[1] * scale)) for city in board.cities]
    return tuple(
        sea for sea in board.seas if not any(_touches(sea, scale, widths[sea.key], box) for box in barred)
    )


def _touches(sea: SeaName, scale: float, width: float, box: Box) -> bool:
    # Two rectangles are apart if a side of one of them parts them: two axes are the box's, two the word's.
    cosine, sine = math.cos(math.radians(sea.turn)), math.sin(math.radians(sea.turn))
    half, rise = width / 2, sea.size * _CAPITALS / 2
    x, y = sea.at[0] * scale, sea.at[1] * scale
    word = [
        (x + across * cosine - upwards * sine, y + across * sine + upwards * cosine)
        for across, upwards in ((-half, -rise), (half, -rise), (half, rise), (-half, rise))
    ]
    corners = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])]
    for ax, ay in ((1.0, 0.0), (0.0, 1.0), (cosine, sine), (-sine, cosine)):
        ours = [px * ax + py * ay for px, py in word]
        theirs = [px * ax + py * ay for px, py in corners]
        if max(ours) <= min(theirs) or max(theirs) <= min(ours):
            return False
    return True
