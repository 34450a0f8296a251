"""The texts of the 38 cards of the Allies deck, a line or two each (facts B1b; B4 says which reading)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.south_front.board.countries import GREECE, YUGOSLAVIA
from sealed.games.south_front.cards import WITHDRAW
from sealed.games.south_front.effects.countries_and_markers import Activate, PlaceMarker, TakeControl
from sealed.games.south_front.effects.deploying import (
    Deploy,
    DeployShipWithCargo,
    Recruit,
    RecruitTogether,
    and_or,
    each,
    one_or_two,
)
from sealed.games.south_front.effects.eliminating import Eliminate
from sealed.games.south_front.effects.hands import Again, Discard, DiscardForAgain, Draw
from sealed.games.south_front.effects.moving_and_attacking import (
    Attack,
    AttackAndRemember,
    AttackWithIt,
    FollowUp,
    Move,
    MoveOrAttackWithIt,
)
from sealed.games.south_front.effects.places import (
    ALLIED_FACTIONS,
    ANY_KIND,
    AT_SEA,
    AXIS_FACTIONS,
    DESERTS,
    ON_LAND,
    Around,
    Near,
    Pieces,
    adjacent_to,
    at,
    in_or_adjacent_to,
    with_name,
)
from sealed.games.south_front.effects.points import AtLeast, Controls, Gain, NeutralOrUnoccupied, OnlyIf
from sealed.games.south_front.effects.unless import Pay, Sacrifice, SacrificeAll, Show, unless
from sealed.games.south_front.state import (
    AIRPLANE,
    ARABIA,
    CARRIER,
    DEPOT,
    FLEET,
    FRANCE,
    INFANTRY,
    PACT,
    TANK,
    UK,
    USA,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealed.games.south_front.effects.program import Effect

_UK, _USA, _FRANCE, _WESTERN, _PACT = (UK,), (USA,), (FRANCE,), (USA, UK), (PACT,)
_INF, _TANK, _AIR, _FLEET, _CARRIER = (INFANTRY,), (TANK,), (AIRPLANE,), (FLEET,), (CARRIER,)
_INF_OR_TANK = (INFANTRY, TANK)
_ATLANTIC = with_name("Atlantic")
_FOUR_IN_ITALY = AtLeast(
    4, Pieces(ALLIED_FACTIONS, place=Around(("Rome", "Naples"), 1, itself=True, only=ON_LAND))
)
_PACT_FLEET, _PACT_SHIP = Pieces(_PACT, _FLEET), Pieces(_PACT, (FLEET, CARRIER))
_TORCH_FLEET = Pieces(_USA, _FLEET, at("Western Mediterranean", "Gulf of Gabes"))

ALLIES: Mapping[str, tuple[Effect, ...]] = {
    # United Kingdom, Mid War
    "Britain Supports Greece": (Activate(GREECE), Deploy(_UK, _INF, at("Athens", "Crete"), may=True)),
    "Operation Compass": (AttackAndRemember(_UK, (), in_or_adjacent_to("Tobruk", ON_LAND)), FollowUp()),
    "Rock of Gibraltar": and_or(
        Deploy(_UK, _FLEET, at("South Atlantic")), Deploy(_UK, _INF, at("Gibraltar"))
    ),
    "Mediterranean Station": (
        Deploy(_UK, _FLEET, at("Western Mediterranean", "Eastern Mediterranean")),
        MoveOrAttackWithIt(),
    ),
    "Faith, Hope & Charity": (
        OnlyIf(Controls(at("Malta"))),
        Gain(1),
        Recruit(_UK, _AIR, at("Malta")),
        PlaceMarker(DEPOT),
    ),
    "ANZAC Reinforcements": one_or_two(Recruit(_UK, _INF, in_or_adjacent_to("Red Sea"))),
    "Swordfish Night Attack": (Attack(_UK, _AIR, AT_SEA), Again()),
    "Desert Rats": (Move(_UK, _INF_OR_TANK, DESERTS), DiscardForAgain(1)),
    "HMS Illustrious": (
        DeployShipWithCargo(_UK, _CARRIER, adjacent_to("Gibraltar", AT_SEA), cargo=AIRPLANE),
    ),
    "Billion Dollar Gift": (Draw(1), Deploy(_UK, ANY_KIND)),
    "King Peter Comes of Age": (OnlyIf(NeutralOrUnoccupied(YUGOSLAVIA)), Gain(1), Activate(YUGOSLAVIA)),
    "Convoy Raiders": (*unless(Pay(2), then=(Gain(1),)), Again()),
    "Battle of Gondar": (Eliminate(Pieces(_UK, place=in_or_adjacent_to("Red Sea"))), Gain(2)),
    "British Eighth Army": (Deploy(_UK, _INF_OR_TANK, in_or_adjacent_to("Egypt")), MoveOrAttackWithIt()),
    "Mers-el-Kebir": unless(Sacrifice(_PACT_FLEET), Show(WITHDRAW, PACT), then=(Gain(2),)),
    "Unsinkable Carrier": (
        OnlyIf(Controls(at("Malta"))),
        *unless(Sacrifice(_PACT_FLEET), SacrificeAll(Pieces(AXIS_FACTIONS, place=DESERTS)), then=(Gain(2),)),
    ),
    "Union Defense Force": each(Deploy(_UK, _INF, at("Egypt")), Deploy(_UK, _AIR, at("Egypt"))),
    "Operation Sabine": (
        Deploy(_UK, (INFANTRY, AIRPLANE), adjacent_to("Iraq")),
        AttackWithIt(ON_LAND, beside=_UK),
    ),
    # United Kingdom, Late War
    "Ethniki Antistasi": unless(
        Sacrifice(Pieces(AXIS_FACTIONS, place=at("Athens", "Crete"))), Pay(3), then=(Gain(2),)
    ),
    "British 1st Airborne": (Recruit(_UK, _INF, Near(Pieces(_UK, _AIR), 2)), Again()),
    "Eastern Task Force": (
        DeployShipWithCargo(_UK, _FLEET, cargo=INFANTRY),
        MoveOrAttackWithIt(or_its_ship=True),
    ),
    # USA, Mid War
    "Cash and Carry": (Discard(1), Deploy(_UK, ANY_KIND, _ATLANTIC), Again()),
    "Neutrality Patrols": (RecruitTogether(_USA, (FLEET, FLEET), _ATLANTIC),),
    # USA, Late War
    "B-25 Mitchell": (Deploy(_WESTERN, _AIR), Again()),
    "Operation Torch": (RecruitTogether(_USA, (INFANTRY, TANK, AIRPLANE), Near(_TORCH_FLEET, 1, ON_LAND)),),
    "Bazookas": (Eliminate(Pieces(AXIS_FACTIONS, _TANK, Near(Pieces(_USA, _INF), 1))), Again()),
    "P-51 Mustang": one_or_two(Deploy(_USA, _AIR)),
    "Casablanca Conference": (OnlyIf(Controls(at("Morocco", "Algeria"))), Draw(3), Again()),
    "Western Task Force": (
        DeployShipWithCargo(_USA, _FLEET, cargo=INFANTRY),
        MoveOrAttackWithIt(or_its_ship=True),
    ),
    "Armistice of Cassibile": (OnlyIf(_FOUR_IN_ITALY), Gain(1), Draw(2)),
    "M-4 Sherman": (Deploy(_WESTERN, _TANK), Again()),
    "Co-Belligerent Navy": (OnlyIf(_FOUR_IN_ITALY), Eliminate(_PACT_SHIP, by_other=True), Again()),
    "United States Seventh Army": (Deploy(_USA, _TANK), MoveOrAttackWithIt()),
    "M-5 Stuart": (Attack(_WESTERN, _TANK), Again()),
    "Allied Forces Headquarters": (Draw(2), Move(_WESTERN, ANY_KIND), Again()),
    "Dhahran Oil Field": (
        OnlyIf(Controls(Around(("Arabia",), 2, only=ON_LAND))),
        Gain(1),
        PlaceMarker(ARABIA),
    ),
    # France
    "French Foreign Legion": (Deploy(_FRANCE, _INF), Again()),
    "Geo Gras Group": (TakeControl(at("Morocco", "Algeria", "Tunisia"), Pieces(_USA)), Again()),
}
"""The text of each card by its title."""
