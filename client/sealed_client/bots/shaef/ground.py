"""The map as the steady bot values it: distances, what each region is worth, where the prizes lie."""

from __future__ import annotations

from functools import lru_cache

from sealed.games.shaef.board.geography import ALL, AROUND, PASSAGE, PORTS, VICTORY, regions_in
from sealed.games.shaef.pack import load
from sealed.games.shaef.state import ALLIES, N_REGIONS

_REGIONS = load().regions
REGION = {region.id: region.index for region in _REGIONS}
"""The regions by the short names of the pack."""

_PLAIN, _GERMAN, _FRENCH = 1.0, 1.6, 0.8
_VICTORY, _PARIS, _PORT, _PASSAGE = 14.0, 4.0, 2.8, 4.0
_REMOTE, _SMALL_PORT = frozenset({"LLO", "POI", "AQU", "LAN"}), 1.0
"""Ports from which no line reaches the Rhine."""
_FADING = 0.68
"""What a prize counts a region farther away."""
_FAR = 99


def _distances() -> tuple[tuple[int, ...], ...]:
    rows = []
    for start in range(N_REGIONS):
        row, front, steps = [_FAR] * N_REGIONS, [start], 0
        row[start] = 0
        while front:
            steps += 1
            following = []
            for here in front:
                for there in regions_in(AROUND[here]):
                    if row[there] == _FAR:
                        row[there] = steps
                        following.append(there)
            front = following
        rows.append(tuple(row))
    return tuple(rows)


DISTANCE = _distances()
"""The borders that lie between two regions, on the shortest way."""


def _worth(region: int) -> float:
    facts = _REGIONS[region]
    value = {"Germany": _GERMAN, "France": _FRENCH}.get(facts.country, _PLAIN)
    value += _VICTORY * facts.victory + _PARIS * facts.paris
    value += (_SMALL_PORT if facts.id in _REMOTE else _PORT) * PORTS[region]
    opens = [port for port in range(N_REGIONS) if region in PASSAGE[port] and port != region]
    return value + sum(_PASSAGE for port in opens if PORTS[port] > 1)


WORTH = tuple(_worth(region) for region in range(N_REGIONS))
"""What each region is worth to hold."""


@lru_cache(maxsize=1 << 10)
def pull(held: int, side: int) -> tuple[float, ...]:
    """Returns for each region how strongly the prizes draw a side there that the enemy controls."""
    prizes = ALL & ~held if side == ALLIES else held
    return tuple(
        sum(WORTH[there] * _FADING ** row[there] for there in regions_in(prizes)) for row in DISTANCE
    )


def value_to(side: int, region: int) -> float:
    """Returns what holding a region is worth to a side: the Axis lives by its four victory regions."""
    return WORTH[region] * (1.0 if side == ALLIES or not VICTORY >> region & 1 else 2.0)


__all__ = ["DISTANCE", "REGION", "WORTH", "pull", "value_to"]
