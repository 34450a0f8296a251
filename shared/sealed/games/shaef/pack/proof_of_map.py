"""Proves the map of a pack: counts, order, connection, planarity, and the supply that the facts promise."""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

from sealed.games.packs.marks import Problem, total
from sealed.games.shaef.pack.facts import NO_COAST, Border, Pack

_LEAST_BORDERS = 2
_RHINE = ("Rhine", "IJssel")
_IN_REACH = (("NOR", "LIE"), ("NOR", "AAC"), ("NOR", "EIF"), ("NOR", "RHM"), ("COT", "NEC"), ("COT", "RHM"))
"""From and to: at the limit of Allied supply (facts 1A.2), and below: beyond it."""
_OUT_OF_REACH = (("NOR", "KOE"), ("NOR", "RUH"), ("NOR", "NEC"), ("NOR", "HAN"))
_NEAR = (("ANT", "RUH", 3),)


def neighbours(pack: Pack) -> tuple[tuple[int, ...], ...]:
    """The regions adjacent to each region, in the order of their numbers."""
    found: list[set[int]] = [set() for _ in pack.regions]
    for border in pack.borders:
        found[border.a].add(border.b)
        found[border.b].add(border.a)
    return tuple(tuple(sorted(near)) for near in found)


def distances(
    pack: Pack, start: int, *, over: Callable[[int, int], bool] = lambda _a, _b: True
) -> dict[int, int]:
    """Borders between a region and each region that it reaches, crossing only those that ``over`` allows."""
    near, found, waiting = neighbours(pack), {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for there in near[here]:
            if there not in found and over(here, there):
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def _check_regions(pack: Pack) -> Iterator[Problem]:
    regions, totals = pack.regions, pack.totals
    yield from total("regions", len(regions), totals.regions)
    yield from total("Victory Symbols", sum(region.victory for region in regions), totals.victory_regions)
    yield from total("Fort symbols", sum(region.fort for region in regions), totals.forts)
    yield from total("port symbols", sum(region.ports for region in regions), totals.ports)
    yield from total("Sea Assault Lanes", sum(region.lane > 0 for region in regions), totals.lane_regions)
    yield from total("Paris symbols", sum(region.paris for region in regions), 1)
    if len(regions) > pack.markers.control:
        yield Problem(
            "regions", f"there are {pack.markers.control} Allied Control Markers; draw no more regions"
        )
    for field in ("id", "name"):
        for name, times in Counter(getattr(region, field) for region in regions).items():
            if times > 1:
                yield Problem(name, f"is the {field} of two regions; keep one")
            if not name.isascii():
                yield Problem(name, "is no plain name; write it without accents")
    for region in regions:
        if region.coast == NO_COAST and region.lane:
            yield Problem(region.name, "has a Sea Assault Lane without a coast; correct one of them")
        if region.passage and (not region.ports or region.index not in region.passage):
            yield Problem(region.name, "has a River Passage for its own port; name the region itself in it")
        if region.ports and region.coast == NO_COAST and not region.passage:
            yield Problem(region.name, "has a port neither at a coast nor up a river; give it a passage")
        if region.fort and region.westwand_site:
            yield Problem(region.name, "has a Fort symbol, which is a Westwand site anyhow; remove one")


def _check_borders(pack: Pack) -> Iterator[Problem]:
    yield from total("borders", len(pack.borders), pack.totals.borders)
    yield from total("rivers", sum(bool(border.river) for border in pack.borders), pack.totals.rivers)
    for before, border in pairwise(pack.borders):
        if (before.a, before.b) >= (border.a, border.b):
            yield Problem(_ends(pack, border.a, border.b), "is out of order or twice; order the borders")
    for border in pack.borders:
        if border.a >= border.b:
            yield Problem(_ends(pack, border.a, border.b), "must name the earlier of two regions first")
    for region, near in zip(pack.regions, neighbours(pack), strict=True):
        if len(near) < _LEAST_BORDERS:
            yield Problem(region.name, f"has fewer than {_LEAST_BORDERS} borders; add one")


def _check_connection(pack: Pack) -> Iterator[Problem]:
    reached = distances(pack, 0)
    for region in pack.regions:
        if region.index not in reached:
            yield Problem(region.name, f"cannot be reached from {pack.regions[0].name}; add a border")


def _check_plane(pack: Pack) -> Iterator[Problem]:
    """Borders drawn straight between the places of their regions never cross, so the map is plane.

    By Euler a connected plane map has borders - regions + 2 faces.
    """
    faces = len(pack.borders) - len(pack.regions) + 2
    yield from total("faces of the plane map", faces, pack.totals.faces)
    for one, other in combinations(pack.borders, 2):
        if not {one.a, one.b} & {other.a, other.b} and _cross(pack, one, other):
            yield Problem(
                _ends(pack, one.a, one.b),
                f"crosses {_ends(pack, other.a, other.b)}; remove one or correct where the regions lie",
            )


def _cross(pack: Pack, one: Border, other: Border) -> bool:
    """Whether two lines cross: the ends of each lie on both sides of the other."""

    def side(line: Border, point: int) -> bool:
        a, b, p = pack.regions[line.a], pack.regions[line.b], pack.regions[point]
        return (b.lon - a.lon) * (p.lat - a.lat) > (b.lat - a.lat) * (p.lon - a.lon)

    return side(one, other.a) != side(one, other.b) and side(other, one.a) != side(other, one.b)


def _check_rhine(pack: Pack) -> Iterator[Problem]:
    """Victory Symbols lie in Germany behind the Rhine, whose northern arm is the IJssel (facts 1A.2)."""
    rhine = {(border.a, border.b) for border in pack.borders if border.river in _RHINE}
    paris = next((region.index for region in pack.regions if region.paris), 0)
    west = distances(pack, paris, over=lambda a, b: (min(a, b), max(a, b)) not in rhine)
    for region in pack.regions:
        if region.victory and (region.index in west or region.country != "Germany"):
            yield Problem(region.name, "has a Victory Symbol west of the Rhine; move the symbol")


def _check_supply(pack: Pack) -> Iterator[Problem]:
    at = {region.id: region.index for region in pack.regions}
    reach = pack.numbers.supply_reach
    for start, end in _IN_REACH:
        yield from total(f"borders from {start} to {end}", distances(pack, at[start])[at[end]], reach)
    for start, end in _OUT_OF_REACH:
        yield from total(f"borders from {start} to {end}", distances(pack, at[start])[at[end]], reach + 1)
    for start, end, wanted in _NEAR:
        yield from total(f"borders from {start} to {end}", distances(pack, at[start])[at[end]], wanted)


def _ends(pack: Pack, a: int, b: int) -> str:
    return f"{pack.regions[a].name} - {pack.regions[b].name}"


MAP_CHECKS: tuple[Callable[[Pack], Iterator[Problem]], ...] = (
    _check_regions,
    _check_borders,
    _check_connection,
    _check_plane,
    _check_rhine,
    _check_supply,
)
"""What a whole map fulfils, each check yielding its problems."""
