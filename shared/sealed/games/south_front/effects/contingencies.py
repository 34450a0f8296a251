"""The texts of the twelve sides of the Contingency cards (facts B2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.south_front.board.countries import BULGARIA
from sealed.games.south_front.effects.countries_and_markers import Activate, PlaceMarker, SupplyOne
from sealed.games.south_front.effects.deploying import Deploy, Recruit
from sealed.games.south_front.effects.eliminating import Eliminate, EliminateForce
from sealed.games.south_front.effects.hands import Again, DiscardForAgain, DiscardOrOtherGains, Draw
from sealed.games.south_front.effects.places import ALLIED_FACTIONS, AXIS_FACTIONS, THERE, Pieces, at
from sealed.games.south_front.effects.points import Gain, OtherGains
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import BULGARIA as BULGARIA_FLAGS
from sealed.games.south_front.state import CONVOY, FLEET, GERMANY, INFANTRY, PACT, UK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealed.games.south_front.effects.program import Effect

_INF = (INFANTRY,)
_SPRING_1942 = next(one.number for one in load().rounds if (one.season, one.year) == ("spring", 1942))

CONTINGENCIES: Mapping[str, tuple[Effect, ...]] = {
    # Axis
    "Bulgaria Signs Pact": (
        Activate(BULGARIA),
        Recruit((GERMANY,), _INF, at("Bulgaria"), may=True),
        PlaceMarker(BULGARIA_FLAGS),
    ),
    "Bulgaria Occupies Thrace and Macedonia": (
        EliminateForce(at("Bulgaria")),
        Deploy((PACT,), _INF, at("Bulgaria")),
        Again(),
    ),
    "Gustav Line": (Deploy((PACT, GERMANY), _INF, at("Rome", "Naples")),),
    "Counterattack on Anzio": (
        Eliminate(Pieces(ALLIED_FACTIONS, place=at("Rome", "Naples")), by_other=True),
    ),
    "Night Convoy": (OtherGains(1), PlaceMarker(CONVOY), Again()),
    "Supply Reserves": (DiscardOrOtherGains(2, 1), SupplyOne(Pieces(AXIS_FACTIONS)), Again()),
    # Allies
    "Expeditionary Force": (DiscardOrOtherGains(1, 1), Deploy((UK,), _INF), DiscardForAgain(1)),
    "Nationalist Regulars": (EliminateForce(), Deploy((UK,), _INF, THERE), Again()),
    "Rationing": (OtherGains(1), Draw(2), Again(from_round=_SPRING_1942)),
    "Canadian Aid": (Draw(1), Again()),
    "Task Force Diverted": (
        OtherGains(2),
        Eliminate(Pieces(AXIS_FACTIONS, place=at("South Atlantic", "Red Sea"))),
    ),
    "Colonial Unrest Suppression": (Eliminate(Pieces((UK,), (FLEET,))), Gain(1)),
}
"""The text of each side by its title."""
