"""The adjacencies of South Front: what the rulebook proves about pairs of spaces, in every geography."""

from itertools import pairwise, product

import pytest
from south_front_oracle import geography

from sealed.games.south_front.pack import load

SHORT = {
    "E.Med": "Eastern Mediterranean",
    "W.Med": "Western Mediterranean",
    "Tyrrhenian": "Tyrrhenian Sea",
    "Ionian": "Ionian Sea",
    "Aegean": "Aegean Sea",
    "Levantine": "Levantine Sea",
    "Gabes": "Gulf of Gabes",
    "Sidra": "Gulf of Sidra",
    "PJ": "Palestine-Jordan",
}
# Proven adjacencies by their numbers; where the text leaves a choice, one of the pairs.
PROVEN = {
    1: "Sicily - Naples",
    2: "Rome - Naples",
    3: "Rome - Tyrrhenian",
    4: "Naples - Tyrrhenian",
    6: "Ionian - Sidra",
    7: "Sidra - Gabes",
    8: "Sidra - Tripoli",
    9: "Sidra - Tobruk",
    10: "Benghazi - Tobruk",
    11: "Tobruk - El Alamein",
    12: "El Alamein - Egypt",
    13: "E.Med - Sidra",
    14: "W.Med - Gabes",
    15: "Malta - Gabes, Malta - Sidra",
    16: "Malta - Ionian, Ionian - Aegean, Aegean - Levantine",
    17: "Levantine - PJ, PJ - Red Sea",
    18: "El Alamein - E.Med",
    20: "Tripoli - Gabes",
    21: "Sicily - Gabes or Sicily - Sidra",
    22: "Ionian - Gabes",
    23: "E.Med - Levantine",
    24: "E.Med - Aegean or E.Med - Sidra",
    25: "Egypt - Levantine",
    26: "Syria-Lebanon - Levantine",
    27: "Athens - Ionian or Athens - Aegean",
    28: "Crete - E.Med",
    29: "Tobruk - E.Med",
    30: "Tripoli - Tunisia, Tunisia - Algeria, Algeria - Morocco",
    31: "Western Desert - Benghazi or Western Desert - Tripoli",
    32: "Gibraltar - W.Med or Gibraltar - South Atlantic",
    33: "Yugoslavia - Albania or Yugoslavia - Rome",
    34: "Iraq - PJ or Iraq - Arabia",
    35: "Red Sea - Egypt or Red Sea - PJ or Red Sea - Arabia",
}
AFRICA = ("Morocco", "Algeria", "Tunisia", "Benghazi", "Tobruk", "Western Desert")
HOME = ("Ionian", "Tyrrhenian", "Sicily", "Naples", "Rome")
# Proven not to touch, by the numbers of the facts.
APART = {
    "N1": ["Gibraltar - Morocco"],
    "N2": ["Tyrrhenian - Ionian"],
    "N3": [f"Tripoli - {end}" for end in HOME],
    "N4": [f"{space} - {end}" for space, end in product(AFRICA, HOME)],
    "N5": ["Tunisia - Sardinia", "Algeria - Sardinia", "Tripoli - Sardinia"],
    "N6": ["Malta - W.Med", "Malta - E.Med"],
    "N7": ["W.Med - Sidra", "E.Med - Gabes"],
    "N8": ["E.Med - Ionian", "E.Med - Sicily"],
    "N9": ["Egypt - Tobruk", "Egypt - Benghazi", "El Alamein - Benghazi"],
    "N10": ["Levantine - El Alamein", "Levantine - Athens", "Levantine - Gabes"],
    "N11": ["Levantine - Red Sea"],
    "N12": ["Red Sea - El Alamein", "Red Sea - Athens"],
    "N13": ["Athens - E.Med", "Athens - Sidra"],
    "N14": ["PJ - El Alamein"],
    "free by the text, and left apart": [
        "Malta - Sicily",
        "Tyrrhenian - Gabes",
        "Sicily - W.Med",
        "Benghazi - E.Med",
        "Crete - Athens",
        "Rome - Yugoslavia",
        "Bulgaria - Aegean",
        "Cyprus - E.Med",
        "Tripoli - Western Desert",
        "Egypt - Sidra",
    ],
}


@pytest.fixture(
    params=list(product((True, False), repeat=2)),
    ids=lambda on: f"adriatic={on[0]}-border={on[1]}",
)
def table(request):
    """The map under each pair of options."""
    adriatic, egypt_border = request.param
    return geography(adriatic=adriatic, egypt_border=egypt_border)


def _touch(table, pair):
    a, b = (SHORT.get(name, name) for name in pair.split(" - "))
    assert {a, b} <= table.land | table.water
    return table.adjacent(a, b)


@pytest.mark.parametrize("number", PROVEN)
def test_spaces_that_the_text_proves_adjacent(table, number):
    """Every proven pair is linked; of pairs that the text leaves to choose from, at least one."""
    for choice in PROVEN[number].split(", "):
        assert any(_touch(table, pair) for pair in choice.split(" or ")), choice


@pytest.mark.parametrize("number", APART)
def test_spaces_that_the_text_proves_apart(table, number):
    """No pair that the text proves apart is linked."""
    assert [pair for pair in APART[number] if _touch(table, pair)] == []


@pytest.mark.parametrize(
    ("number", "anchor", "seas"),
    [
        (5, "Sicily", ("Tyrrhenian Sea", "Ionian Sea")),
        (19, "Gibraltar", ("South Atlantic", "Western Mediterranean")),
        (11, "Egypt", ("Levantine Sea", "Red Sea")),
    ],
)
def test_a_strait_joins_seas_for_the_holder_of_its_anchor(table, number, anchor, seas):
    """The two seas touch for a side that holds the anchor, and for nobody else."""
    assert seas[1] in table.near(seas[0], {anchor})
    assert seas[1] not in table.near(seas[0], table.land - {anchor})


def test_egypt_and_palestine_touch_only_by_agreement():
    """N15: the border is closed unless a table opens it."""
    assert not _touch(geography(), "Egypt - PJ")
    assert _touch(geography(egypt_border=True), "Egypt - PJ")


def test_the_adriatic_is_there_unless_agreed_otherwise():
    """By default the Adriatic touches five spaces; without the option it touches none."""
    shores = {"Albania", "Ionian Sea", "Naples", "Rome", "Yugoslavia"}
    assert geography().near("Adriatic Sea") == shores
    assert geography(adriatic=False).near("Adriatic Sea") == set()


def test_links_ascend_and_name_each_pair_once():
    """Links are pairs of two spaces, the lower number first, in ascending order; both ways follow."""
    pairs = [(link.a, link.b) for link in load().links]
    assert all(a < b for a, b in pairs)
    assert all(before < after for before, after in pairwise(pairs))
