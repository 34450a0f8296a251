"""Boards of SHAEF for tests, by the ids of regions and units; and supply once more, by plain search."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sealed.engine.cards import move
from sealed.engine.frames import push
from sealed.engine.kernel import apply, legal_actions
from sealed.engine.value import copy_with
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.state import (
    AFRICA,
    BRITAIN,
    DECK,
    DOWN,
    HQ_CARD,
    HQS,
    N_REGIONS,
    NOWHERE,
    OFF,
    SIDE,
    Lasting,
    Terms,
    blank,
)
from sealed.games.shaef.tactics.table import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from random import Random

    from sealed.engine.frames import Frame
    from sealed.games.shaef.state import State

PACK = load()
R = {region.id: region.index for region in PACK.regions}
U = {unit.code: unit.index for unit in PACK.units}
CARD = {card.id: card.code for card in PACK.cards}
PLACE = R | {"BRITAIN": BRITAIN, "AFRICA": AFRICA}
ALLIED_ARMIES = range(8)
BESIDE = [
    [border.a + border.b - region for border in PACK.borders if region in {border.a, border.b}]
    for region in range(N_REGIONS)
]


def regions(*names: str) -> int:
    """The set of the regions with these ids."""
    return sum(1 << R[name] for name in names)


def board(
    places: Mapping[str, str],
    *,
    held: Iterable[str] = (),
    markers: Mapping[str, str] | None = None,
    under: Mapping[str, str] | None = None,
) -> State:
    """A board with units in places; Corps belong to their historical Army or to the one that `under` names.

    Each HQ card is in play; no unit has other cards.
    """
    s = blank(Terms(0, 0))
    where, army = bytearray(s.where), bytearray(s.army)
    for name, place in places.items():
        unit = U[name]
        where[unit] = PLACE[place]
        army[unit] = PACK.units[unit].home
        s = move(s, HQ_CARD[unit], DECK + SIDE[unit], HQS + SIDE[unit], [])
    for name, own in (under or {}).items():
        army[U[name]] = U[own]
    put = bytearray(s.markers)
    for name, place in (markers or {}).items():
        put[U[name]] = R[place]
    return copy_with(s, where=bytes(where), army=bytes(army), held=regions(*held), markers=bytes(put))


def assign(s: State, unit: str, card: str, kind: int = DOWN) -> State:
    """The board on which a unit has this card, face-down or in another of its zones."""
    number = U[unit]
    return move(s, CARD[card], DECK + SIDE[number], kind + number, [])


def lasting(key: str, about: int, until: int = 1) -> Lasting:
    """An effect of a tactic."""
    return Lasting(KEYS.index(key), about, until)


def asking(s: State, frame: Frame[State]) -> State:
    """The board on which a question is open."""
    return push(s, frame)


def do(s: State, verb: str, *args: int, seat: int = 1) -> State:
    """The board after an answer that must be legal."""
    return apply(s, make(verb, *args), seat).state  # type: ignore[union-attr]


def offered(s: State, verb: str, seat: int = 1) -> list[tuple[int, ...]]:
    """The arguments with which a verb is legal now."""
    return [action.args for action in legal_actions(s, seat) if action.verb == verb]


def codes(s: State, frame: Frame[State], verb: str, *args: int, seat: int = 1) -> list[str]:
    """The codes of the reasons against an answer."""
    return [refusal.code for refusal in frame.reasons(push(s, frame), make(verb, *args), seat)]


def scattered(rng: Random) -> State:
    """A random board: units anywhere, control in blotches, markers on ports or in Paris, what lasts."""
    where, army = bytearray(blank(Terms(0, 0)).where), bytearray(blank(Terms(0, 0)).army)
    for unit in PACK.units:
        bases = [BRITAIN, AFRICA] if unit.side == 0 and rng.random() < 0.3 else []
        where[unit.index] = rng.choice([*bases, OFF] if rng.random() < 0.3 else range(N_REGIONS))
        if not unit.army and where[unit.index] != OFF:
            own = rng.choice([other for other in PACK.units if other.army and other.side == unit.side])
            army[unit.index] = rng.choice([own.index, own.index, own.index, NOWHERE])
            if where[own.index] < N_REGIONS and where[unit.index] < N_REGIONS and rng.random() < 0.6:
                where[unit.index] = rng.choice([where[own.index], *BESIDE[where[own.index]]])
    held = _blotch(rng)
    ports = [region.index for region in PACK.regions if region.ports or region.paris or region.id == "PIC"]
    markers = bytes(
        rng.choice([*ports, R["NOR"], R["ANT"], R["PAR"]])
        if where[army_] != OFF and rng.random() < 0.8
        else NOWHERE
        for army_ in ALLIED_ARMIES
    )
    left = [lasting("HAFENSPRENGUNG", rng.choice(ports), 2)] if rng.random() < 0.4 else []
    left += [lasting("PLUTO", rng.choice(ALLIED_ARMIES), 255)] if rng.random() < 0.5 else []
    mulberries = tuple(rng.choice([NOWHERE, R["NOR"], R["PIC"], R["COT"], 254]) for _ in range(2))
    return copy_with(
        blank(Terms(0, 0)),
        where=bytes(where),
        army=bytes(army),
        held=held,
        markers=markers,
        mulberries=(mulberries[0], mulberries[1]),
        lasting=tuple(left),
    )


def _blotch(rng: Random) -> int:
    share = rng.choice([0.2, 0.5, 0.8, 0.95])
    return sum(1 << region for region in range(N_REGIONS) if rng.random() < share)


class PlainSupply:
    """Supply searched for each unit alone, from the Reserve outwards, with lists and names."""

    def __init__(self, s: State) -> None:
        """Look at a board."""
        self.s = s
        self.allied = {region.index for region in PACK.regions if s.held >> region.index & 1}
        self.serving = self._serving()
        self.known: dict[int, bool] = {}

    def has(self, unit: int) -> bool:
        """Whether a unit in play is in supply."""
        s, own = self.s, self.s.army[unit]
        if PACK.units[unit].army:
            if unit not in self.known:
                self.known[unit] = s.where[unit] >= N_REGIONS or self._traces(unit)
            return self.known[unit]
        if own == NOWHERE or s.where[own] == OFF or not self.has(own):
            return False
        here, there = s.where[unit], s.where[own]
        if here >= N_REGIONS:
            return True
        return there == here or there in BESIDE[here]

    def _traces(self, army: int) -> bool:
        if PACK.units[army].side == 1:
            ends = {r.index for r in PACK.regions if r.victory and r.index not in self.allied}
            return self._distance(army, ends, lambda region: region not in self.allied) is not None
        far = self._distance(army, {self.serving.get(army)}, lambda region: region in self.allied)
        return far is not None and far <= 5

    def _distance(self, army, ends, passes):
        """The borders between a Reserve and the nearest of these regions."""
        seen, front, steps = {self.s.where[army]}, [self.s.where[army]], 0
        while front:
            if ends & set(front):
                return steps
            beyond = {there for here in front for there in BESIDE[here] if passes(there)}
            front, steps = sorted(beyond - seen), steps + 1
            seen |= beyond
        return None

    def _serving(self) -> dict[int, int]:
        found: dict[int, int] = {}
        used: Counter[int] = Counter()
        for army in ALLIED_ARMIES:
            region = self.s.markers[army]
            if region not in self.allied:
                continue
            if PACK.regions[region].paris:
                if PACK.units[army].code == "FR1-R":
                    found[army] = region
            elif used[region] < self._places(region):
                used[region] += 1
                found[army] = region
        return found

    def _places(self, region: int) -> int:
        facts = PACK.regions[region]
        blown = any(KEYS[one.key] == "HAFENSPRENGUNG" and one.about == region for one in self.s.lasting)
        ports = 0 if blown or not set(facts.passage) <= self.allied else facts.ports
        places = ports + [*self.s.mulberries].count(region)
        piped = [one.about for one in self.s.lasting if KEYS[one.key] == "PLUTO"]
        return places + 1 if places and any(self.s.markers[army] == region for army in piped) else places
