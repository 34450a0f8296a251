"""The texts of the 28 cards of the Axis deck, a line or two each (facts B1; B4 says which reading)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.south_front.board.countries import GREECE, IRAQ, YUGOSLAVIA
from sealed.games.south_front.cards import ANTI_AIR, WITHDRAW
from sealed.games.south_front.effects.countries_and_markers import Activate, DeclareWar, PlaceMarker
from sealed.games.south_front.effects.deploying import (
    Deploy,
    DeployShipWithCargo,
    Recruit,
    each,
    one_or_two,
)
from sealed.games.south_front.effects.eliminating import EliminateIt, Target
from sealed.games.south_front.effects.hands import Again, Discard, Draw
from sealed.games.south_front.effects.moving_and_attacking import (
    Attack,
    AttackWithIt,
    DeployOrAttack,
    Move,
    MoveOrAttackWithIt,
)
from sealed.games.south_front.effects.places import (
    ALLIED_FACTIONS,
    AT_SEA,
    DESERTS,
    ON_LAND,
    Near,
    Pieces,
    adjacent_to,
    at,
    in_or_adjacent_to,
)
from sealed.games.south_front.effects.points import (
    AtLeast,
    Controls,
    Gain,
    GainHalf,
    NeutralOrUnoccupied,
    OnlyIf,
)
from sealed.games.south_front.effects.unless import Pay, Sacrifice, Show, unless
from sealed.games.south_front.state import (
    AIRPLANE,
    CARRIER,
    FLEET,
    GERMANY,
    INFANTRY,
    LUFTFLOTTE,
    PACT,
    TANK,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealed.games.south_front.effects.program import Effect

_PACT, _GERMANY, _BOTH = (PACT,), (GERMANY,), (PACT, GERMANY)
_INF, _TANK, _AIR, _FLEET = (INFANTRY,), (TANK,), (AIRPLANE,), (FLEET,)
_INF_OR_TANK, _SHIPS = (INFANTRY, TANK), (FLEET, CARRIER)
_GERMAN_AIR, _PACT_AIR, _PACT_INF = (
    Pieces(_GERMANY, _AIR),
    Pieces(_PACT, _AIR),
    Pieces(_PACT, _INF),
)

AXIS: Mapping[str, tuple[Effect, ...]] = {
    # Pact, Mid War
    "Commando Supremo": (Draw(2), Again()),
    "Greco-Italian War": (DeclareWar(GREECE), Deploy(_PACT, _INF, at("Albania")), MoveOrAttackWithIt()),
    "Libyan Divisions": (Deploy(_PACT, _INF, in_or_adjacent_to("Benghazi", ON_LAND)), MoveOrAttackWithIt()),
    "Regia Marina": (DeployOrAttack(_PACT, _FLEET),),
    "Aquila Completed": (
        Discard(2),
        DeployShipWithCargo(_PACT, (CARRIER,), adjacent_to("Naples", AT_SEA), cargo=AIRPLANE),
    ),
    "Decima Flottiglia MAS": (
        Target(Pieces(ALLIED_FACTIONS, _SHIPS, Near(_PACT_INF, 1))),
        *unless(Show(WITHDRAW), then=(EliminateIt(),)),
    ),
    "Golden Square Coup": (OnlyIf(NeutralOrUnoccupied(IRAQ)), Gain(1), Activate(IRAQ)),
    "Italy Occupies British Somaliland": unless(
        Sacrifice(Pieces(ALLIED_FACTIONS, place=in_or_adjacent_to("Red Sea"))), then=(Gain(2),)
    ),
    "Regia Aeronautica": (Deploy(_PACT, _AIR), AttackWithIt(beside=_PACT)),
    "SM.79 Sparviero": (
        Target(Pieces(ALLIED_FACTIONS, place=Near(_PACT_AIR, 2))),
        *unless(Show(ANTI_AIR), then=(EliminateIt(),)),
    ),
    "L3/35 Tankette": (Move(_PACT, _INF_OR_TANK, DESERTS), Again()),
    "Axis Seize Vichy Navy": unless(
        Pay(3),
        then=each(
            Deploy(_PACT, _FLEET, in_or_adjacent_to("Algeria")),
            Deploy(_PACT, _INF, in_or_adjacent_to("Algeria")),
        ),
    ),
    # Pact, Late War
    "Government of National Salvation": (
        Deploy(_PACT, _INF, at("Yugoslavia")),
        Gain(1, Controls(in_or_adjacent_to("Yugoslavia", ON_LAND))),
    ),
    "Vichy Colonial Support": (GainHalf(at("Morocco", "Algeria", "Tunisia", "Syria-Lebanon")),),
    "National Republican Army": (
        OnlyIf(AtLeast(1, Pieces(_GERMANY, place=at("Rome")))),
        Gain(1),
        Deploy(_PACT, _INF, at("Rome"), may=True),
    ),
    "Impero Italiano": (
        GainHalf(
            at(
                "Gibraltar",
                "Malta",
                "Yugoslavia",
                "Athens",
                "Crete",
                "Egypt",
                "Cyprus",
                "Palestine-Jordan",
                "Iraq",
            ),
            up=True,
        ),
    ),
    "Mare Nostrum": (GainHalf(Pieces(_PACT, _SHIPS), up=True),),
    # Germany, Mid War
    "Afrika Korps": (Deploy(_GERMANY, _INF_OR_TANK, DESERTS), Again()),
    "Rommel Strikes!": (Attack(_GERMANY, _TANK, DESERTS), Again()),
    "Luftflotte 2": (Deploy(_GERMANY, _AIR, DESERTS), PlaceMarker(LUFTFLOTTE), Again()),
    "Operation 25": (
        DeclareWar(YUGOSLAVIA),
        Deploy(_GERMANY, _INF_OR_TANK, adjacent_to("Yugoslavia")),
        MoveOrAttackWithIt(),
    ),
    "Fallschirmjaegers": (Recruit(_GERMANY, _INF, Near(_GERMAN_AIR, 2)), Again()),
    "Operation Herkules": (Deploy(_BOTH, _INF, adjacent_to("Malta")), MoveOrAttackWithIt()),
    "Jagdgeschwader 27": (Deploy(_GERMANY, _AIR, ON_LAND), AttackWithIt(ON_LAND, beside=_GERMANY)),
    "Panzer Army Africa": (Deploy(_GERMANY, _INF_OR_TANK, DESERTS), AttackWithIt()),
    # Germany, Late War
    "Monte Cassino": one_or_two(Deploy(_GERMANY, _INF, at("Rome"))),
    "Luftwaffe Field Divisions": (Deploy(_GERMANY, _INF, Near(_GERMAN_AIR, 0)), MoveOrAttackWithIt()),
    "Air Raid on Bari": (Deploy(_GERMANY, _AIR, ON_LAND), AttackWithIt(AT_SEA)),
}
"""The text of each card by its title."""
