"""Every line of the modifiers (facts 1C: 12.3 table, 2.8, 7.5b, 9.2g, 10h, 12.1d, 15) for every kind of card.

What a card of a kind must have is written here anew from the lines; the title must say the same.
"""

from itertools import product
from typing import NamedTuple

import pytest
from shaef_fire import NUMBER, combat
from shaef_map import REGION, UNIT, board, units

from sealed.engine.value import copy_with
from sealed.games.shaef.combat.modifiers import Shot, modifiers
from sealed.games.shaef.state import ALLIES, AXIS, NOWHERE

INF, ARM, MOT, OTHER = "Infantry", "Armored", "Motorized", "no Land Force"
LAND = {INF, ARM, MOT}
GROUND = {"MAI": "clear", "NOR": "woods", "ALP": "mountain", "BRG": "wetlands"}
MARKERS = {"MAI": "NOR", "NOR": "NOR", "ALP": "COT", "BRG": "NOR"}
FRANCE = ("NOR", "MAI", "SEI", "PIC", "PDC", "BRG", "COT", "ALP")

CARDS = {
    "1st Infantry Division": (ALLIES, INF, ()),
    "2nd Armored Division": (ALLIES, ARM, ()),
    "Prinses Irene Brigade": (ALLIES, MOT, ()),
    "2e Division d'infanterie marocaine": (ALLIES, INF, ("mountain",)),
    "182nd Field Artillery Group": (ALLIES, OTHER, ()),
    "IX Tactical Air Command": (ALLIES, OTHER, ("aircraft",)),
    "V Corps": (ALLIES, OTHER, ()),
    "352. Infanterie-Division": (AXIS, INF, ()),
    "709. Infanterie-Division": (AXIS, INF, ("fortress",)),
    "2. Gebirgs-Division": (AXIS, INF, ("mountain",)),
    "2. Panzer-Division": (AXIS, ARM, ()),
    "17. SS-Panzergrenadier-Division": (AXIS, MOT, ()),
    "13. Flak-Division": (AXIS, OTHER, ()),
    "IX. Fliegerkorps": (AXIS, OTHER, ("aircraft",)),
    "LXXXIV. Armeekorps": (AXIS, OTHER, ()),
}
"""A card of each kind: side, type, and the abilities that a modifier asks for."""


class Case(NamedTuple):
    """A situation: the ground, who attacks, the phase, and what is true of the unit that fires.

    `screened`: the unit fired at has one face-up Anti-Aircraft and one face-up Anti-Tank card; `landing`: the
    Allied unit takes part in an Amphibious Assault; `fort`: the firing Corps lies beneath a Fortress Marker.
    """

    region: str
    attacker: int
    phase: int
    fresh: int = 1
    screened: int = 0
    crossed: int = 0
    landing: int = 0
    flown: int = 0
    unsupplied: int = 0
    secondary: int = 0
    fort: int = 0


def expected(card: str, case: Case) -> dict[str, int]:
    """What the lines of 1C give a card in a situation, all of them in turn."""
    side, kind, abilities = CARDS[card]
    attacks, ground = side == case.attacker, GROUND[case.region]
    dropped = case.flown and case.phase == 1
    beach = case.landing and side == ALLIES
    lines = {
        "face-up": -1 if not case.fresh else 0,
        "phase": -1 if case.phase >= (2 if attacks else 3) else 0,
        "no-fortress": -1 if "fortress" in abilities and not case.fort else 0,
        "fortress": 1 if "fortress" in abilities and case.fort and not attacks and case.landing else 0,
        "defends-rough-ground": 1 if kind == INF and not attacks and ground in {"woods", "mountain"} else 0,
        "mountain-troop": 1 if "mountain" in abilities and ground == "mountain" else 0,
        "wetlands": -1 if ground == "wetlands" and (kind in {ARM, MOT} or (kind == INF and attacks)) else 0,
        "anti-aircraft": -1 if "aircraft" in abilities and case.screened else 0,
        "anti-tank": -1 if kind == ARM and case.screened else 0,
        "river": -1 if kind in LAND and attacks and case.crossed and not dropped else 0,
        "out-of-supply": -1 if case.unsupplied else 0,
        "amphibious": -1 if kind in LAND and attacks and beach and not dropped else 0,
        "secondary": -1 if case.secondary else 0,
    }
    return {name: value for name, value in lines.items() if value}


SCREEN = {
    0: {"US-V": [], "GE-LXXXIV": []},
    1: {
        "US-V": ["+76th Anti-Aircraft Brigade", "+3rd Tank Destroyer Group"],
        "GE-LXXXIV": ["+13. Flak-Division"],
    },
}
OWN = ("US-V", "GE-LXXXIV")


def position(side: int, case: Case):
    """V Corps and the German LXXXIV Corps in the region with their Reserves, as the situation says."""
    places = {"US1-R": case.region, "US-V": case.region, "GE7-R": case.region, "GE-LXXXIV": case.region}
    held = FRANCE if case.attacker == AXIS else ("NOR",)
    if case.unsupplied and side != case.attacker:
        held = () if side == ALLIES else tuple(region for region in REGION if region != case.region)
    s = board(places, held=held, cards=SCREEN[case.screened], markers={"US1-R": MARKERS[case.region]})
    corps = UNIT[OWN[case.attacker]], UNIT[OWN[1 - case.attacker]]
    named = [NOWHERE, NOWHERE]
    if case.secondary:
        named[side] = UNIT[("US1-R", "GE7-R")[side]]
    s = combat(
        s, case.region, corps[:1], corps[1:], attacker=case.attacker, phase=case.phase, secondary=tuple(named)
    )
    own = OWN[side]
    return copy_with(
        s,
        crossed=units(own) if case.crossed else 0,
        amphibious=units("US-V") if case.landing else 0,
        airborne=units("US-V") if case.flown else 0,
        unsupplied=units(own) if case.unsupplied and side == case.attacker else 0,
        fortress=units("GE-LXXXIV") if case.fort else 0,
    )


def told(card: str, case: Case) -> dict[str, int]:
    """What the table of the title gives the card there."""
    side = CARDS[card][0]
    unit, target = UNIT[OWN[side]], UNIT[OWN[1 - side]]
    return dict(modifiers(position(side, case), NUMBER[card], Shot(unit, target, unit, case.fresh)))


def cases(card: str):
    """Every ground, phase and side on turn, with each circumstance that can be there."""
    side = CARDS[card][0]
    for region, attacker, phase in product(GROUND, (ALLIES, AXIS), (1, 2, 3)):
        plain = Case(region, attacker, phase)
        yield plain
        yield plain._replace(fresh=0)
        yield plain._replace(screened=1)
        yield plain._replace(fresh=0, screened=1, secondary=1)
        yield plain._replace(unsupplied=1)
        yield plain._replace(fort=1 if side == AXIS else 0)
        if attacker == side:
            yield plain._replace(crossed=1)
            yield plain._replace(crossed=1, unsupplied=1, secondary=1, fresh=0)
        if attacker == ALLIES and region in {"NOR", "BRG"}:
            yield plain._replace(landing=1)
            yield plain._replace(landing=1, fort=1 if side == AXIS else 0, fresh=0)
        if attacker == side == ALLIES:
            yield plain._replace(flown=1, crossed=1)
            yield plain._replace(flown=1, landing=1)


@pytest.mark.parametrize("card", CARDS)
def test_every_line_for_every_kind_of_card(card):
    """In every situation a card of each kind has exactly the modifiers that the lines give it (12.3l)."""
    for case in cases(card):
        assert told(card, case) == expected(card, case), case
