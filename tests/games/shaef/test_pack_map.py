"""The map of SHAEF's pack against the facts: symbols, borders, rivers, and how far supply reaches."""

import pytest

from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import (
    ATLANTIC,
    CLEAR,
    MEDITERRANEAN,
    MOUNTAIN,
    WETLANDS,
    WOODS,
)
from sealed.games.shaef.pack.proof_of_map import distances, neighbours


def listed(text):
    """The words of a text."""
    return text.split()


ORDER = listed(
    "BRE LLO POI AQU GAS LAN COT ALP RHO MAS NOR MAI ORL SEI PAR PIC PDC FLN CHA YON BOU MEU LOR VOS ALS BEL "
    "BRG ZEE ANT BRU LIE ARN NBR HOL ARH FRI AAC KLE KOE EIF SAA BAD RUH RHM NEC WES HAN"
)
AT = {name: index for index, name in enumerate(ORDER)}
LANES = {"BRE": 8, "LLO": 10, "POI": 11, "LAN": 8, "COT": 6, "NOR": 7}
LANES |= {"SEI": 8, "PIC": 8, "PDC": 7, "BRG": 8, "ZEE": 9, "HOL": 10}


def _ids(**wanted):
    return {one.id for one in load().regions if all(getattr(one, key) == wanted[key] for key in wanted)}


def test_regions_have_their_numbers():
    """The 47 regions are numbered from 0 in the order of table 1A.2."""
    assert [region.id for region in load().regions] == ORDER
    assert [region.index for region in load().regions] == list(range(47))


def test_countries():
    """France has the first 26 regions, the Low Countries ten, Germany the last eleven."""
    countries = [region.country for region in load().regions]
    assert countries == ["France"] * 26 + ["Low Countries"] * 10 + ["Germany"] * 11


def test_terrain():
    """Mountains, wetlands, woods are these, all others clear."""
    mountain, wetlands = {"ALP", "MAS", "VOS"}, {"BRG", "ZEE", "HOL", "ARH", "FRI"}
    woods = set(listed("BRE AQU COT NOR MEU BEL ARN AAC KLE EIF SAA BAD"))
    assert _ids(terrain=MOUNTAIN) == mountain
    assert _ids(terrain=WETLANDS) == wetlands
    assert _ids(terrain=WOODS) == woods
    assert _ids(terrain=CLEAR) == set(ORDER) - mountain - wetlands - woods


def test_coasts():
    """Two regions lie at the Mediterranean, thirteen at the Atlantic."""
    assert _ids(coast=MEDITERRANEAN) == {"LAN", "COT"}
    assert _ids(coast=ATLANTIC) == set(listed("AQU POI LLO BRE NOR SEI PIC PDC BRG ZEE HOL FRI HAN"))


def test_sea_assault_lanes():
    """Twelve lanes, that of Normandy at 7 Operation Points a unit."""
    assert {region.id: region.lane for region in load().regions if region.lane} == LANES


def test_ports_and_passages():
    """Antwerp has three port symbols behind Zeeland, Cote d'Azur two, Aquitaine one behind Poitou."""
    ports = {region.id: region.ports for region in load().regions if region.ports}
    ones = listed("BRE LLO POI AQU LAN NOR SEI PDC BRG HOL")
    assert ports == {**dict.fromkeys(ones, 1), "COT": 2, "ANT": 3}
    passages = {one.id: {ORDER[place] for place in one.passage} for one in load().regions if one.passage}
    assert passages == {"ANT": {"ANT", "ZEE"}, "AQU": {"AQU", "POI"}}


def test_fortress_sites():
    """Eight Fort symbols for eight markers, and three sites of the Westwall besides."""
    assert _ids(fort=True) == set(listed("BRE LLO POI NOR SEI PDC ZEE COT"))
    assert _ids(westwand_site=True) == {"AAC", "SAA", "LOR"}


def test_victory_and_paris():
    """Four Victory Symbols in Germany, one Paris."""
    assert _ids(victory=True) == {"RUH", "RHM", "NEC", "HAN"}
    assert _ids(paris=True) == {"PAR"}


def test_every_region_can_have_a_control_marker():
    """There are 48 Allied Control Markers (2.9f)."""
    assert len(load().regions) <= load().markers.control == 48


def test_borders():
    """112 borders, 51 of them rivers, each once, and at least two for every region."""
    borders = load().borders
    assert len({frozenset((one.a, one.b)) for one in borders}) == len(borders) == 112
    assert sum(one.river != "" for one in borders) == 51
    assert min(map(len, neighbours(load()))) == 2


@pytest.mark.parametrize(
    ("region", "dry", "wet"),
    [
        ("NOR", "BRE MAI ORL", "SEI"),
        ("BRU", "ANT MEU", "ARN BRG FLN LIE NBR"),
        ("KLE", "ARH KOE", "AAC LIE NBR RUH WES"),
        ("ALP", "COT RHO", ""),
        ("NEC", "BAD", "RHM"),
        ("LOR", "ALS ARN YON", "CHA MEU SAA VOS"),
    ],
)
def test_borders_of_a_region(region, dry, wet):
    """Some rows of the table of borders."""
    found = {False: set(), True: set()}
    for one in load().borders:
        if AT[region] in {one.a, one.b}:
            found[one.river != ""].add(ORDER[one.a + one.b - AT[region]])
    assert found == {False: set(dry.split()), True: set(wet.split())}


@pytest.mark.parametrize(
    ("start", "end", "borders"),
    [
        *(("NOR", end, 5) for end in ("LIE", "AAC", "EIF", "RHM")),
        *(("NOR", end, 6) for end in ("KOE", "RUH", "NEC", "HAN")),
        ("ANT", "RUH", 3),
        ("COT", "NEC", 5),
        ("COT", "RHM", 5),
    ],
)
def test_how_far_supply_reaches(start, end, borders):
    """Normandy cannot supply the northern Victory Symbols, Antwerp can (reach 5, rulebook 7.3e)."""
    assert distances(load(), AT[start])[AT[end]] == borders


def test_the_map_is_connected():
    """Every region can be reached from every other."""
    assert len(distances(load(), 0)) == 47
