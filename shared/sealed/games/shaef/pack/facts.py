"""Typed values of the pack, frozen: what the data files say, and no rules."""

from dataclasses import dataclass

SIDES = ("Allies", "Axis")
ALLIES, AXIS = range(2)

COUNTRIES = ("France", "Low Countries", "Germany")
TERRAINS = ("clear", "woods", "wetlands", "mountain")
CLEAR, WOODS, WETLANDS, MOUNTAIN = range(4)
COASTS = ("none", "Atlantic", "Mediterranean")
NO_COAST, ATLANTIC, MEDITERRANEAN = range(3)

TYPES = ("armored", "infantry", "motorized", "army-hq", "corps-hq", "support", "tactic")
ARMORED, INFANTRY, MOTORIZED, ARMY_HQ, CORPS_HQ, SUPPORT, TACTIC = range(7)
LAND_FORCES = (ARMORED, INFANTRY, MOTORIZED)
"""The types that rulebook 2.5 calls Land Forces."""

NATIONS = ("US", "UK", "FR", "GE")
US, UK, FR, GE = range(4)

AT_START, SPECIAL = 0, 99
"""Entries that are no month: 1 is June 1944, 10 is March 1945."""

ABILITIES = (
    "airborne",
    "aircraft",
    "anti-aircraft",
    "anti-tank",
    "attack-enemy-rear",
    "attack-from-reserve",
    "defend-from-reserve",
    "fortitude",
    "fortress",
    "fragile",
    "independent",
    "invulnerable",
    "mountain-troop",
    "reconnaissance",
    "react",
)
"""The abilities in the order of rulebook section 15; the bit of an ability is 1 << its place here."""
(
    AIRBORNE,
    AIRCRAFT,
    ANTI_AIRCRAFT,
    ANTI_TANK,
    ATTACK_ENEMY_REAR,
    ATTACK_FROM_RESERVE,
    DEFEND_FROM_RESERVE,
    FORTITUDE,
    FORTRESS,
    FRAGILE,
    INDEPENDENT,
    INVULNERABLE,
    MOUNTAIN_TROOP,
    RECONNAISSANCE,
    REACT,
) = (1 << place for place in range(15))

ENDS = ("", "discard", "remove")

PLACES = ("LANE:NOR", "BRITAIN", "AFRICA", "VICTORY", "PAR/ANT")
LANE_NOR, BRITAIN, AFRICA, VICTORY, PAR_ANT, NOWHERE = -1, -2, -3, -4, -5, -6
"""Where an HQ comes into play if not in a region; cards that are no HQs have NOWHERE."""


@dataclass(frozen=True, slots=True)
class Region:
    """A region of the Continent; ``name`` is plain ASCII for the notation.

    ``lane`` is what a unit pays at its Sea Assault Lane (Operation Points, 0 without a lane), ``passage``
    the regions that the Allies must all control for its port to work (its own among them, empty without a
    River Passage), ``westwand_site`` a site of a Fortress Marker without a Fort symbol.
    """

    index: int
    id: str
    name: str
    country: str
    terrain: int
    ports: int
    fort: bool
    coast: int
    lane: int
    victory: bool
    paris: bool
    passage: tuple[int, ...]
    westwand_site: bool
    lat: float
    lon: float
    mark: str


@dataclass(frozen=True, slots=True)
class Border:
    """Regions ``a`` < ``b`` that are adjacent; ``river`` is the river along the border, or empty."""

    a: int
    b: int
    river: str
    mark: str


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A card by its code, 1 to 360: the 192 of the Allies, then the 168 of the Axis.

    ``title`` is printed, ``name`` is the title without double quotes, unique in the whole deck. ``entry`` is
    a month (1 is June 1944), AT_START or SPECIAL. ``attack`` and ``defence`` are fire strengths on a d10, -1
    on tactics. ``abilities`` is a bit set. ``rule`` is the key of its text, ``text`` the last part of the id
    of that text in the catalogues; both are empty without a text. ``army`` and ``unit`` are indexes of units,
    ``start`` is a region or one of the places below 0, ``fortress`` tells that the Corps starts under a
    Fortress Marker.
    """

    code: int
    id: str
    side: int
    type: int
    nation: int
    contingent: str
    title: str
    name: str
    klass: str
    entry: int
    attack: int
    defence: int
    abilities: int
    rule: str
    end: str
    army: int
    unit: int
    start: int
    fortress: bool
    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Unit:
    """What a HQ card leads: an Army Reserve (``army``) or a Corps; ``home`` is its historical Army's Reserve.

    Allied Armies have the indexes 0-7, Allied Corps 8-31, Axis Armies 32-39, Axis Corps 40-62.
    """

    index: int
    hq: int
    side: int
    army: bool
    nation: int
    name: str
    code: str
    home: int


@dataclass(frozen=True, slots=True)
class TacticFacts:
    """A tactic by the code of its card; ``rule`` is its key, ``end`` says where it goes at Clean-up."""

    code: int
    title: str
    nation: int
    rule: str
    end: str


@dataclass(frozen=True, slots=True)
class HistoricalUnit:
    """A unit of the Historical Scenario: its place as in ``CardFacts.start`` and the codes of its cards."""

    unit: int
    place: int
    fortress: bool
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The counts that the rules name; pairs are (Allies, Axis), costs are Operation Points.

    ``stray_corps`` are the Axis Corps that a free set-up may leave away from their Army, ``marker_corps`` the
    Corps that one Fortress Marker covers. ``historical_spent`` and ``historical_left`` are the points of the
    Historical Scenario.
    """

    points: tuple[int, int]
    points_top: int
    shaef_points: int
    cost_port: int
    cost_airborne: int
    cost_react: int
    cost_attach: int
    cost_reassign: int
    cost_marker: int
    cost_retreat: int
    cost_orphan: int
    cost_panzerarmee: int
    unit_cards: int
    army_corps: int
    region_armies: int
    foreign_corps: int
    foreign_cards: int
    marker_corps: int
    supply_reach: int
    replacements: tuple[int, int]
    paris_replacements: int
    die: int
    dice: int
    victory_needed: int
    elimination_month: int
    stray_corps: int
    historical_spent: int
    historical_left: int
    months: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Markers:
    """How many markers of each kind the box holds; ``stands`` are the plastic stands of the Armies."""

    fortress: int
    mulberry: int
    supply: int
    control: int
    engaged: int
    out_of_supply: int
    corps: int
    points: int
    month: int
    stands: int


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums that a complete pack must reach; ``faces`` are those of a plane map with these borders."""

    cards: int
    allies_cards: int
    axis_cards: int
    armies: int
    corps: int
    allies_corps: int
    land_forces: int
    supports: int
    tactics: int
    regions: int
    borders: int
    rivers: int
    faces: int
    victory_regions: int
    lane_regions: int
    ports: int
    forts: int


@dataclass(frozen=True, slots=True)
class Pack:
    """Everything printed, with tuples in the order of their numbers."""

    regions: tuple[Region, ...]
    borders: tuple[Border, ...]
    cards: tuple[CardFacts, ...]
    units: tuple[Unit, ...]
    tactics: tuple[TacticFacts, ...]
    historical: tuple[HistoricalUnit, ...]
    numbers: Numbers
    markers: Markers
    totals: Totals
