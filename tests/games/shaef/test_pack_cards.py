"""The cards of SHAEF's pack, field by field against the table they come from, and what units they make."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from sealed.games.shaef.pack import facts, load
from sealed_client.words.messages import messages_of


def listed(text):
    """The parts of a text between commas."""
    return text.split(",")


TYPES = ["Armored", "Infantry", "Motorized", "HQ (Army)", "HQ (Corps)", "Support", "Tactic"]
MONTHS = listed("Jun 1944,Jul 1944,Aug 1944,Sep 1944,Oct 1944,Nov 1944,Dec 1944,Jan 1945,Feb 1945,Mar 1945")
ENTRIES = {"At Start": 0, **{month: number for number, month in enumerate(MONTHS, 1)}, "Special": 99}
ABILITIES = listed(
    "Airborne,Aircraft,Anti-Aircraft,Anti-Tank,Attack Enemy Rear,Attack from Reserve,Defend from Reserve,"
    "Fortitude,Fortress,Fragile,Independent,Invulnerable,Mountain Troop,Reconnaissance,React"
)
PLACES = {"LANE:NOR": -1, "BRITAIN": -2, "AFRICA": -3, "VICTORY": -4, "PAR/ANT": -5, "-": -6}
RULES = listed(
    "SHAEF,NIGHT_DROP,FORTITUDE_SOUTH,ULTRA,RESISTANCE,ENGINEERS,CARPET_BOMBING,COBRA,"
    "SET_PIECE,AIR_SUPREMACY,RED_BALL,PURSUIT,PLUTO,EMERGENCY,GEGENSTOSS,HAFENSPRENGUNG,FESTUNG,INNERE_LINIE,"
    "V_WAFFEN,WESTWAND,EINGREIFRESERVE,UEBERFLUTUNG,NOVEMBERNEBEL,VOLKSSTURM,WACHT,GREIF,BODENPLATTE,AUFGEBOT"
)
"""The keys of the Tactics, in the order of their codes."""
OTHER_TITLES = {"A125": "1st Czechoslovak Armoured Brigade"}
"""Titles whose letters the fonts lack."""


@pytest.fixture(scope="module")
def rows():
    """The rows of the table, in order."""
    with (Path(__file__).parent / "cards.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _pairs(rows):
    return list(zip(load().cards, rows, strict=True))


def _fire(written):
    return -1 if written == "-" else int(written)


def test_codes_follow_the_table(rows):
    """Codes are the places in the table, from 1: the 192 cards of the Allies, then the 168 of the Axis."""
    assert [(card.code, card.id) for card in load().cards] == [
        (n, row["id"]) for n, row in enumerate(rows, 1)
    ]
    assert [card.side for card in load().cards] == [0] * 192 + [1] * 168
    assert [("Allies", "Axis")[card.side] for card in load().cards] == [row["side"] for row in rows]


def test_what_is_printed(rows):
    """Type, nation, contingent, class, strengths and mark are those of the table."""
    for card, row in _pairs(rows):
        found = (
            TYPES[card.type],
            ("US", "UK", "FR", "GE")[card.nation],
            card.contingent,
            card.klass,
            card.mark,
        )
        wanted = tuple(row[key] for key in ("type", "nation", "contingent", "class", "source"))
        assert found == wanted, card.id
        assert (card.attack, card.defence) == (_fire(row["attack"]), _fire(row["defence"])), card.id
        assert card.entry == ENTRIES[row["entry"]], card.id


def test_titles_and_names(rows):
    """A name is the title without double quotes, and no two cards of the deck have the same."""
    for card, row in _pairs(rows):
        assert card.title == OTHER_TITLES.get(card.id, row["title"])
        assert card.name == card.title.replace('"', "")
    assert len({card.name.casefold() for card in load().cards}) == 360


def test_titles_can_be_shown():
    """Titles have letters of Latin-1 only, which the fonts of the screen hold."""
    for card in load().cards:
        assert card.title.encode("latin-1"), card.id


def test_abilities(rows):
    """An ability's bit is its place in rulebook section 15."""
    for card, row in _pairs(rows):
        found = [name for place, name in enumerate(ABILITIES) if card.abilities >> place & 1]
        written = [] if row["abilities"] == "-" else row["abilities"].split("; ")
        assert sorted(found) == sorted(written), card.id
    assert (facts.AIRBORNE, facts.REACT, facts.RECONNAISSANCE) == (1, 1 << 14, 1 << 13)


def test_rules_and_ends(rows):
    """Cards with a text have its key, Tactics say where they go, nothing else does."""
    for card, row in _pairs(rows):
        if card.type != facts.TACTIC:
            assert card.rule == ("" if row["rule"] == "-" else row["rule"]), card.id
        assert bool(card.rule) == bool(card.text) == (row["text"] != "-"), card.id
        assert card.end == ("" if row["end"] == "-" else row["end"]), card.id
    assert [card.rule for card in load().cards if card.type == facts.TACTIC] == RULES


def test_tactics_are_listed():
    """The 28 Tactics stand once more by themselves, in the order of their codes."""
    pack = load()
    assert [one.code for one in pack.tactics] == [*range(179, 193), *range(347, 361)]
    for one in pack.tactics:
        card = pack.cards[one.code - 1]
        found = one.title, one.nation, one.rule, one.end
        assert found == (card.title, card.nation, card.rule, card.end)


def test_command(rows):
    """Army and unit are the units that bear the codes of the table."""
    units = load().units
    for card, row in _pairs(rows):
        assert units[card.army].code == f"{row['army']}-R", card.id
        assert units[card.unit].code == row["unit"], card.id


def test_where_hqs_start(rows):
    """HQs start in a region or one of the named places, some under a Fortress Marker; others nowhere."""
    regions = {region.id: region.index for region in load().regions}
    for card, row in _pairs(rows):
        assert card.start == (PLACES | regions)[row["start"]], card.id
        assert card.fortress == (row["marker"] == "Fortress"), card.id
    assert sum(card.fortress for card in load().cards) == 7


def test_units_have_their_numbers():
    """Allied Armies are 0-7, their Corps 8-31, Axis Armies 32-39, their Corps 40-62, by code of the HQ."""
    pack = load()
    wanted = [(0, True)] * 8 + [(0, False)] * 24 + [(1, True)] * 8 + [(1, False)] * 23
    assert [(unit.side, unit.army) for unit in pack.units] == wanted
    assert [unit.index for unit in pack.units] == list(range(63))
    leaders = [card.code for card in pack.cards if card.type in {facts.ARMY_HQ, facts.CORPS_HQ}]
    assert [unit.hq for unit in pack.units] == leaders
    for unit in pack.units:
        leader = pack.cards[unit.hq - 1]
        assert (unit.name, unit.nation, unit.home) == (leader.name, leader.nation, leader.army)
        assert unit.index == leader.unit


def test_an_army_is_its_own_home():
    """The home of a unit is an Army of its side, that of an Army itself."""
    units = load().units
    for unit in units:
        home = units[unit.home]
        assert home.army
        assert home.side == unit.side
        assert (home.index == unit.index) == unit.army


def test_armies_have_at_most_four_corps_in_june():
    """What starts fits the limits: four Corps to an Army, four cards to a unit."""
    pack = load()
    corps = Counter(pack.units[one.unit].home for one in pack.historical if not pack.units[one.unit].army)
    assert max(corps.values()) == pack.numbers.army_corps
    assert max(len(one.cards) for one in pack.historical) == pack.numbers.unit_cards


def test_the_historical_scenario_is_what_starts(rows):
    """Its cards are those At Start and those that come in June with 5. Panzerarmee (section 4, 8.3)."""
    pack = load()
    told = {code for one in pack.historical for code in (*one.cards, pack.units[one.unit].hq)}
    assert len(pack.historical) == 30
    june = {
        card.code
        for card, row in _pairs(rows)
        if row["entry"] == "At Start"
        or (row["entry"] == "Jun 1944" and row["unit"] in {"GEP5-R", "GE-ISS", "GE-XLVII"})
    }
    assert told == june


def test_two_airborne_corps_start_in_britain():
    """XVIII and I Airborne can fly whole: HQ and cards are Airborne (rulebook 10a)."""
    pack = load()
    flying = {
        pack.units[one.unit].name
        for one in pack.historical
        if one.place == facts.BRITAIN
        and all(
            pack.cards[code - 1].abilities & facts.AIRBORNE for code in (*one.cards, pack.units[one.unit].hq)
        )
    }
    assert flying == {"XVIII Airborne Corps", "I Airborne Corps"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_everything_in_the_pack_has_words(language):
    """Regions, rivers, kinds of cards, abilities and texts of cards can be said in every language."""
    pack, knows = load(), messages_of(language).knows

    def slug(name):
        return name.lower().replace(" ", "-")

    ids = {f"regions.{one.id}" for one in pack.regions} | {
        f"countries.{slug(o.country)}" for o in pack.regions
    }
    ids |= {f"rivers.{slug(one.river)}" for one in pack.borders if one.river}
    ids |= {f"terrain.{name}" for name in facts.TERRAINS} | {f"coasts.{name}" for name in facts.COASTS}
    ids |= {f"types.{name}" for name in facts.TYPES} | {f"nations.{name}" for name in facts.NATIONS}
    ids |= {f"{table}.{name}" for name in facts.ABILITIES for table in ("abilities", "ability-text")}
    ids |= {f"months.{number}" for number in ENTRIES.values()} | {"sides.1", "sides.2"}
    ids |= {f"contingents.{slug(card.contingent)}" for card in pack.cards}
    ids |= {f"card-text.{card.text}" for card in pack.cards if card.text}
    ids |= {f"cards.{card.text}" for card in pack.cards if card.type == facts.TACTIC}
    ids |= {f"ends.{card.end}" for card in pack.cards if card.end}
    assert [one for one in sorted(ids) if not knows(f"shaef.{one}")] == []
