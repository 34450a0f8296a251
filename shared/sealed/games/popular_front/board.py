"""The board as the rules use it: neighbours, water and values by city index (0-35), sets as bit masks."""

from sealed.games.popular_front.pack import City, load

CITIES: tuple[City, ...] = load().cities
"""Cities in the order of their index, alphabetical by name."""

CITY_BY_NAME: dict[str, int] = {city.name: city.index for city in CITIES}
"""Index of a city by its name in the notation (no accents)."""

VALUES: tuple[int, ...] = tuple(city.value for city in CITIES)
"""Value of each city for the victory track."""

STARS_MASK: int = sum(1 << city.index for city in CITIES if city.star)
"""The six victory cities as a set of bits, bit i = city i."""

ALL_MASK: int = (1 << len(CITIES)) - 1
"""Every city."""


def _neighbours(*kinds: str) -> tuple[tuple[int, ...], ...]:
    near: list[set[int]] = [set() for _ in CITIES]
    for link in load().links:
        if link.kind in kinds:
            near[link.a].add(link.b)
            near[link.b].add(link.a)
    return tuple(tuple(sorted(ends)) for ends in near)


def _masks(groups: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(sum(1 << city for city in group) for group in groups)


NEIGHBOURS: tuple[tuple[int, ...], ...] = _neighbours("road", "river", "sea")
"""Cities adjacent by road or sea lane, ascending, for each city (rules, Muster: Recruit)."""

NEIGHBOUR_MASK: tuple[int, ...] = _masks(NEIGHBOURS)
"""``NEIGHBOURS`` as sets of bits."""

WATER_MASK: tuple[int, ...] = _masks(_neighbours("river", "sea"))
"""Neighbours across a river or a sea lane: an attack between them gives the defender the water bonus."""


def across_water(origin: int, target: int) -> bool:
    """Whether the link of two adjacent cities crosses a river or the sea (rules, Establish Power)."""
    return bool(WATER_MASK[origin] >> target & 1)
