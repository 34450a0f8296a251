"""The map's colours, light and dark; pieces keep theirs in both themes and are not listed here."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MapColours:
    """Colours as ``#rrggbb``, named by what they colour.

    ``depths`` are the open sea, then the bands d200 to d3000; ``shallows`` follow the map's bands from the
    farthest to the nearest. ``sides`` are the tints of the two armies' land (Nationalists, Republic), mixed
    into ``land`` by ``tint`` over a whole cell and by ``rim`` along its border.
    """

    depths: tuple[str, str, str, str, str]
    shallows: tuple[str, str, str, str]
    waterline: str
    land: str
    neutral: str
    coast: str
    frontier: str
    foreign: str
    cell: str
    river: str
    mountain: str
    mountain_edge: str
    mountain_shade: str
    road: str
    road_edge: str
    road_halo: str
    bridge: str
    lane: str
    lane_halo: str
    ink: str
    halo: str
    sea_word: str
    sea_halo: str
    pill: str
    pill_edge: str
    star: str
    tray: str
    sides: tuple[str, str]
    tint: float
    rim: float


LIGHT = MapColours(
    depths=("#c3d5d2", "#b3c9cb", "#a4bec4", "#97b4bd", "#8cabb7"),
    shallows=("#c6d7d3", "#ccdbd6", "#d3e0da", "#dbe6df"),
    waterline="#8fabb0",
    land="#efe5cc",
    neutral="#dfd9ca",
    coast="#4a5f63",
    frontier="#7a5f3e",
    foreign="#b3a98f",
    cell="#cdbf9f",
    river="#7fa3ad",
    mountain="#eee2c6",
    mountain_edge="#a3906d",
    mountain_shade="#bba982",
    road="#e6bd8e",
    road_edge="#7d4630",
    road_halo="#f7efdc",
    bridge="#1f4e5f",
    lane="#1f4e5f",
    lane_halo="#dfe9e3",
    ink="#2f281d",
    halo="#f7f1e2",
    sea_word="#2b5160",
    sea_halo="#c9dad6",
    pill="#fdf9ee",
    pill_edge="#8a7650",
    star="#d9a63a",
    tray="#f6efdd",
    sides=("#4a6690", "#a5485f"),
    tint=0.20,
    rim=0.42,
)

DARK = MapColours(
    depths=("#2c424a", "#283d46", "#243740", "#20313a", "#1c2c35"),
    shallows=("#2f464e", "#334b53", "#385159", "#3e5860"),
    waterline="#4d6a72",
    land="#4a4438",
    neutral="#37352f",
    coast="#86a3a8",
    frontier="#b39a70",
    foreign="#5f5a4d",
    cell="#5d5646",
    river="#5d8492",
    mountain="#574f40",
    mountain_edge="#7b6f58",
    mountain_shade="#3b362c",
    road="#c89a68",
    road_edge="#1d1510",
    road_halo="#3a342a",
    bridge="#f0e7d3",
    lane="#93c6d3",
    lane_halo="#22353d",
    ink="#f0e7d3",
    halo="#1a1814",
    sea_word="#93b7c0",
    sea_halo="#22353d",
    pill="#20262a",
    pill_edge="#7f888a",
    star="#e2b553",
    tray="#2a3136",
    sides=("#4f6d9c", "#b34a66"),
    tint=0.20,
    rim=0.40,
)


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two of the form ``#rrggbb``; ``share`` 1 is the other."""
    pairs = [(int(one[place : place + 2], 16), int(other[place : place + 2], 16)) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
