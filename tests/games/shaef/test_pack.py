"""The pack of SHAEF: what its proof promises, what it catches, and its edition."""

from copy import deepcopy

import pytest

from sealed.games.shaef.pack import (
    box_lines,
    check_pack,
    edition_digest,
    house_items,
    load,
    read_tables,
)


@pytest.fixture
def content():
    """A copy of the parsed files that a test may spoil."""
    return {name: deepcopy(dict(table)) for name, table in read_tables().items()}


def test_the_installed_pack_is_proved():
    """The pack that ships has no problem."""
    assert check_pack() == []


def test_the_pack_is_read_once():
    """All who ask for the installed pack share one value."""
    assert load() is load()


def test_the_box_holds_what_the_rulebook_says():
    """The counts of sections 2.1 and 2.9 are told."""
    said = "\n".join(box_lines())
    for count in (
        "360 cards",
        "16 Armies on 16 stands",
        "47 Corps on 47 counters",
        "8 Army Supply Markers",
        "8 Fortress Markers",
        "2 Mulberries",
        "48 Allied Control Markers for 47 regions",
        "112 borders, 51 of them rivers",
    ):
        assert count in said


def test_house_items_are_listed():
    """What is ours is told by item and field: most of the map, all strengths, no number of the rulebook."""
    lines = house_items()
    normandy = next(line for line in lines if "(Normandy)" in line)
    assert "ports" in normandy
    assert "lane" not in normandy.partition(": ")[2]
    assert "name" not in normandy.partition(": ")[2].split(", ")
    assert any("(82nd Airborne Division): abilities, attack, defence" in line for line in lines)
    assert not any("numbers.toml, rules" in line for line in lines)


def test_numbers():
    """The numbers of the rules, the Allies' first."""
    numbers = load().numbers
    assert numbers.points == (35, 10)
    assert numbers.replacements == (2, 1)
    assert (numbers.points_top, numbers.shaef_points, numbers.supply_reach, numbers.victory_needed) == (
        59,
        20,
        5,
        2,
    )
    costs = {name: getattr(numbers, name) for name in numbers.__slots__ if name.startswith("cost_")}
    fives = {"cost_port", "cost_airborne", "cost_panzerarmee"}
    assert costs == {name: 5 if name in fives else 1 for name in costs}
    assert len(costs) == 9
    assert (numbers.unit_cards, numbers.army_corps, numbers.region_armies) == (4, 4, 2)


def test_months():
    """There are ten, June 1944 to March 1945, and the Axis may win by elimination from August on."""
    numbers = load().numbers
    assert (len(numbers.months), numbers.months[0], numbers.months[-1]) == (10, "June 1944", "March 1945")
    assert numbers.months[numbers.elimination_month - 1] == "August 1944"


def _drop_region(content):
    del content["regions"]["region"][0]


def _unmark(content):
    del content["borders"]["border"][3]["mark"]


def _misspell_mark(content):
    content["allies_cards"]["card"][0]["mark"] = "guess"


def _river_less(content):
    del next(one for one in content["borders"]["border"] if "river" in one)["river"]


def _double_border(content):
    borders = content["borders"]["border"]
    borders[1] = dict(borders[0])


def _turn_border(content):
    border = content["borders"]["border"][0]
    border["a"], border["b"] = border["b"], border["a"]


def _long_border(content):
    content["borders"]["border"][2] = {"a": "BRE", "b": "HAN", "mark": "house"}


def _short_cut(content):
    content["borders"]["border"].insert(0, {"a": "BRE", "b": "RUH", "mark": "house"})


def _over_the_rhine(content):
    next(one for one in content["regions"]["region"] if one["id"] == "KOE")["victory"] = True


def _landlocked_lane(content):
    next(one for one in content["regions"]["region"] if one["id"] == "PAR")["lane"] = 5


def _accent(content):
    content["regions"]["region"][0]["name"] = "Bretaña"


def _drop_card(content):
    del content["axis_cards"]["card"][-1]


def _same_name(content):
    cards = content["axis_cards"]["card"]
    cards[-1]["title"] = content["allies_cards"]["card"][-1]["title"]


def _wrong_side(content):
    content["axis_cards"]["card"][-1]["army"] = "US1"


def _no_start(content):
    del content["allies_cards"]["card"][10]["start"]


def _no_fort(content):
    next(one for one in content["axis_cards"]["card"] if one.get("fortress"))["start"] = "MAI"


def _no_end(content):
    del content["axis_cards"]["card"][-1]["end"]


def _dear_lane(content):
    next(one for one in content["regions"]["region"] if one["id"] == "NOR")["lane"] = 8


def _elsewhere(content):
    content["historical"]["unit"][0]["place"] = "BRITAIN"


def _other_cards(content):
    content["historical"]["unit"][1]["cards"].pop()


def _not_told(content):
    del content["historical"]["unit"][0]


def _unknown_number(content):
    content["numbers"]["rules"]["luck"] = {"value": 1, "mark": "house"}


def _unknown_ability(content):
    content["allies_cards"]["card"][0]["abilities"] = ["valour"]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_drop_region, "names 'BRE'"),
        (_unmark, "has no mark"),
        (_misspell_mark, "'guess'"),
        (_river_less, "rivers: found 50"),
        (_double_border, "out of order or twice"),
        (_turn_border, "earlier of two"),
        (_long_border, "Brittany - Hanover-Bremen: crosses"),
        (_short_cut, "borders: found 113"),
        (_short_cut, "borders from NOR to RUH: found 2"),
        (_over_the_rhine, "Cologne: has a Victory Symbol west of the Rhine"),
        (_landlocked_lane, "Paris: has a Sea Assault Lane without a coast"),
        (_accent, "without accents"),
        (_drop_card, "cards: found 359"),
        (_same_name, "twice among the names"),
        (_wrong_side, "of its own side"),
        (_no_start, "has a `start` if it is an HQ"),
        (_no_fort, "under a Fortress Marker only as a Corps on a Fort symbol"),
        (_no_end, "goes at Clean-up if it is a Tactic"),
        (_dear_lane, "points spent in the Historical Scenario: found 58"),
        (_elsewhere, "First US Army: starts elsewhere in the Historical Scenario"),
        (_other_cards, "has other cards in the Historical Scenario"),
        (_not_told, "First US Army: is in the Historical Scenario if it starts there"),
        (_unknown_number, "`luck`"),
        (_unknown_ability, "names 'valour'"),
    ],
)
def test_the_proof_catches(content, spoil, said):
    """Each way to spoil a pack is found and named."""
    spoil(content)
    assert said in "\n".join(map(str, check_pack(content)))


def test_digest_ignores_the_order_of_fields(content):
    """The digest is over content: the order in which fields are written does not change it."""
    region = content["regions"]["region"][0]
    content["regions"]["region"][0] = dict(reversed(region.items()))
    assert edition_digest(content) == edition_digest()


@pytest.mark.parametrize("spoil", [_accent, _misspell_mark, _no_end, _other_cards])
def test_digest_tells_contents_apart(content, spoil):
    """Any other content has another digest."""
    spoil(content)
    assert edition_digest(content) != edition_digest()


def test_digest_is_this_edition():
    """The digest is part of every record: who changes pack or edition changes it here knowingly."""
    assert edition_digest().hex() == "341bcbe118e71a9ddf9d4429f71996668e2fc80a99cec833e3a2af59c0f09a1d"
