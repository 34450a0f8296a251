"""The pack of South Front: what it holds against the tables of the facts, what its proof catches."""

from collections import Counter
from copy import deepcopy

import pytest

from sealed.games.south_front.pack import check_pack, edition_digest, house_items, load, read_tables

PACT, GERMANY, UK, USA, FRANCE = range(5)
LAND = (
    "Gibraltar, Morocco, Algeria, Tunisia, Sardinia, Rome, Naples, Sicily, Malta, Tripoli, Benghazi, Tobruk, "
    "Western Desert, El Alamein, Egypt, Cyprus, Palestine-Jordan, Syria-Lebanon, Iraq, Arabia, Albania, "
    "Yugoslavia, Bulgaria, Athens, Crete"
)
WATER = (
    "South Atlantic, Western Mediterranean, Tyrrhenian Sea, Ionian Sea, Gulf of Gabes, Gulf of Sidra, "
    "Eastern Mediterranean, Aegean Sea, Levantine Sea, Red Sea, Adriatic Sea"
)
PIECES = {PACT: (4, 1, 3, 3, 1), GERMANY: (2, 2, 2, 0, 0), UK: (3, 1, 3, 4, 1), USA: (2, 2, 3, 3, 1)}
PIECES[FRANCE] = (1, 0, 0, 0, 0)
# Mid War, of which First Game, and Late War cards by faction.
ERAS = {PACT: (12, 4, 5), GERMANY: (8, 1, 3), UK: (18, 5, 3), USA: (2, 0, 13), FRANCE: (1, 0, 1)}
REACTIONS = {
    "advance": (3, 3, 1, 5, 1),
    "sustain": (1, 2, 2, 3, 0),
    "stand-fast": (0, 1, 4, 0, 0),
    "exchange": (1, 2, 4, 1, 1),
    "retreat": (4, 0, 1, 0, 0),
    "withdraw": (2, 0, 2, 0, 0),
    "anti-air": (2, 3, 2, 2, 0),
    "naval-combat": (4, 0, 5, 4, 0),
}
STAND_FAST = {
    "Britain Supports Greece": {"Athens", "Crete"},
    "Rock of Gibraltar": {"Gibraltar"},
    "ANZAC Reinforcements": {"Egypt", "El Alamein"},
    "Unsinkable Carrier": {"Malta"},
    "Monte Cassino": {"Rome", "Naples"},
}
FIRST_HANDS = (
    {"Commando Supremo", "Greco-Italian War", "Libyan Divisions", "Regia Marina", "Afrika Korps"},
    {
        "Britain Supports Greece",
        "Operation Compass",
        "Rock of Gibraltar",
        "Mediterranean Station",
        "Faith, Hope & Charity",
    },
)
CONTINGENCIES = [
    "Bulgaria Signs Pact",
    "Bulgaria Occupies Thrace and Macedonia",
    "Gustav Line",
    "Counterattack on Anzio",
    "Night Convoy",
    "Supply Reserves",
    "Expeditionary Force",
    "Nationalist Regulars",
    "Rationing",
    "Canadian Aid",
    "Task Force Diverted",
    "Colonial Unrest Suppression",
]


@pytest.fixture
def content():
    """A copy of the parsed files that a test may spoil."""
    return {name: deepcopy(dict(table)) for name, table in read_tables().items()}


def _named(**wanted):
    return {
        space.name for space in load().spaces if all(getattr(space, key) == wanted[key] for key in wanted)
    }


def test_the_installed_pack_is_proved():
    """The pack that ships has no problem."""
    assert check_pack() == []


def test_spaces_have_their_numbers():
    """Land has the numbers 0 to 24 and water those from 25 on, in the order of the facts."""
    spaces = load().spaces
    assert [space.name for space in spaces] == [*LAND.split(", "), *WATER.split(", ")]
    assert [space.index for space in spaces] == list(range(36))
    assert [space.land for space in spaces] == [True] * 25 + [False] * 11


def test_control_at_the_start():
    """Seven land spaces are the Allies', thirteen the Axis', five belong to neutral countries."""
    allies = {"Gibraltar", "Malta", "El Alamein", "Egypt", "Cyprus", "Palestine-Jordan", "Arabia"}
    neutral = {"Yugoslavia", "Bulgaria", "Athens", "Crete", "Iraq"}
    assert _named(start="Allies") == allies
    assert _named(start="neutral") == neutral
    assert _named(start="Axis") == set(LAND.split(", ")) - allies - neutral
    assert _named(start="open") == set(WATER.split(", "))


def test_deserts():
    """Eight spaces are desert, all of them land."""
    libya = {"Tripoli", "Benghazi", "Tobruk", "Western Desert"}
    assert _named(desert=True) == libya | {"El Alamein", "Egypt", "Arabia", "Iraq"}


def test_stars():
    """Rome counts two, twelve spaces one; at the start the Axis hold six, the Allies four, neutrals four."""
    starts = Counter()
    for space in load().spaces:
        starts[space.start] += space.stars
    assert +starts == {"Axis": 6, "Allies": 4, "neutral": 4}
    assert _named(stars=2) == {"Rome"}
    assert len(_named(stars=1)) == 12


def test_minor_countries():
    """Yugoslavia has two counters, Crete one without a force, the other spaces one with a force."""
    found = {
        space.name: (space.country, space.counters, space.forces) for space in load().spaces if space.country
    }
    assert found == {
        "Yugoslavia": ("Yugoslavia", 2, 2),
        "Bulgaria": ("Bulgaria", 1, 1),
        "Athens": ("Greece", 1, 1),
        "Crete": ("Greece", 1, 0),
        "Iraq": ("Iraq", 1, 1),
    }
    assert load().countries == ("Yugoslavia", "Bulgaria", "Greece", "Iraq")


def test_supply_flags():
    """Each faction has its flags, France those of the UK, and Bulgaria's come with its marker."""
    pack = load()
    found = {(pack.spaces[flag.space].name, flag.when): set(flag.factions) for flag in pack.flags}
    assert found == {
        ("Rome", ""): {PACT, GERMANY},
        ("Bulgaria", "bulgaria"): {PACT, GERMANY},
        ("South Atlantic", ""): {UK, USA, FRANCE},
        ("Red Sea", ""): {UK, FRANCE},
    }


def test_pieces_by_faction_and_kind():
    """The stock is the table of the box, 42 pieces numbered by faction and then by kind."""
    pack = load()
    assert pack.factions == ("Pact", "Germany", "UK", "USA", "France")
    assert pack.kinds == ("infantry", "tank", "airplane", "fleet", "carrier")
    stock = Counter(pack.pieces)
    assert {f: tuple(stock[f, kind] for kind in range(5)) for f in PIECES} == PIECES
    assert list(pack.pieces) == sorted(pack.pieces)
    assert len(pack.pieces) == 42


def test_starting_pieces():
    """Thirteen pieces stand where the set-up puts them."""
    pack = load()
    found = {(pack.spaces[s].name, f, pack.kinds[k]) for s, f, k in pack.starting}
    assert found == {
        ("Rome", PACT, "tank"),
        ("Rome", PACT, "airplane"),
        ("Naples", PACT, "infantry"),
        ("Sicily", PACT, "airplane"),
        ("Tripoli", PACT, "infantry"),
        ("Tyrrhenian Sea", PACT, "fleet"),
        ("Ionian Sea", PACT, "fleet"),
        ("Gibraltar", UK, "infantry"),
        ("Malta", UK, "infantry"),
        ("El Alamein", UK, "tank"),
        ("Egypt", UK, "airplane"),
        ("Western Mediterranean", UK, "fleet"),
        ("Eastern Mediterranean", UK, "fleet"),
    }
    assert len(pack.starting) == 13


def test_rounds():
    """Sixteen rounds from Summer 1940 to Spring 1944, scored after 3, 7, 11 and 16, late cards after 7."""
    rounds = load().rounds
    assert [turn.number for turn in rounds] == list(range(1, 17))
    assert [turn.name for turn in rounds][:4] == ["Summer 1940", "Autumn 1940", "Winter 1940", "Spring 1941"]
    assert rounds[-1].name == "Spring 1944"
    assert [turn.number for turn in rounds if turn.scoring] == [3, 7, 11, 16]
    assert [turn.number for turn in rounds if turn.late_cards] == [7]
    assert [turn.number for turn in rounds if turn.season == "winter"] == [3, 7, 11, 15]


def test_codes_of_cards():
    """Codes run from 1 to 66, the Axis' first."""
    cards = load().cards
    assert [card.code for card in cards] == list(range(1, 67))
    assert [card.side for card in cards] == [0] * 28 + [1] * 38
    ends = [cards[code - 1].name for code in (1, 28, 29, 66)]
    assert ends == ["Commando Supremo", "Air Raid on Bari", "Britain Supports Greece", "Geo Gras Group"]


@pytest.mark.parametrize("faction", ERAS)
def test_eras(faction):
    """Mid War, First Game and Late War cards of each faction are as many as the facts count."""
    own = [card for card in load().cards if card.faction == faction]
    late = sum(card.late for card in own)
    assert (len(own) - late, sum(card.first_game for card in own), late) == ERAS[faction]


@pytest.mark.parametrize("reaction", REACTIONS)
def test_reactions(reaction):
    """Each reaction stands on as many cards of each faction as the facts count."""
    bearing = Counter(card.faction for card in load().cards if card.reaction == reaction)
    assert tuple(bearing[faction] for faction in range(5)) == REACTIONS[reaction]


def test_stand_fast_names_its_places():
    """Five cards stand fast, each in its own places only; no other card names places."""
    pack = load()
    found = {card.name: {pack.spaces[s].name for s in card.places} for card in pack.cards if card.places}
    assert found == STAND_FAST


@pytest.mark.parametrize("side", [0, 1])
def test_first_hands(side):
    """The hand recommended for a first game is the five cards of the facts."""
    hand = {card.name for card in load().cards if card.first_game and card.side == side}
    assert hand == FIRST_HANDS[side]


def test_contingencies():
    """Three cards a side, Initial face before Second, codes 1 to 12 and the Axis' first."""
    faces = load().contingencies
    assert [face.name for face in faces] == CONTINGENCIES
    assert [face.code for face in faces] == list(range(1, 13))
    assert [(face.side, face.card, face.second) for face in faces] == [
        (side, card, second) for side in (0, 1) for card in range(3) for second in (False, True)
    ]
    assert {(face.side, face.faction) for face in faces} == {(0, PACT), (1, UK)}


def test_numbers():
    """Hands hold five, draws are two at most, ten points ahead wins, the USA is at war from round 7."""
    numbers = load().numbers
    assert (numbers.hand, numbers.opening_hand, numbers.draw_limit, numbers.margin) == (5, 5, 2, 10)
    assert (numbers.conscription_infantry, numbers.conscription_other, numbers.usa_at_war) == (1, 2, 7)


@pytest.mark.parametrize("field", ["name", "name_es", "text_en", "text_es"])
def test_no_two_cards_say_the_same(field):
    """Every card and face has a name and a text of its own, in both languages."""
    said = [getattr(card, field) for card in (*load().cards, *load().contingencies)]
    assert all(said)
    assert len(set(said)) == len(said) == 78


def test_texts_are_sentences():
    """Texts begin with a capital letter and end with a full stop, and the two languages differ."""
    for card in (*load().cards, *load().contingencies):
        for text in (card.text_en, card.text_es):
            assert text[0].isupper(), card.name
            assert text[-1] == "."
            assert "  " not in text
        assert card.text_en != card.text_es


def test_spaces_that_a_text_names_are_named_in_both_languages():
    """A space named in the English text of a card is named in the Spanish one too."""
    for card in (*load().cards, *load().contingencies):
        for space in load().spaces:
            if space.name in card.text_en and space.name != "Eastern Mediterranean":
                assert space.name_es in card.text_es, (card.name, space.name)


def test_only_ours_is_listed_as_house():
    """Stars are ours but for Yugoslavia's, and the names of the rulebook are not."""
    lines = dict(line.rsplit(": ", 1) for line in house_items())
    assert "stars" in lines["land.toml, space 6 (Rome)"]
    assert "stars" not in lines["land.toml, space 22 (Yugoslavia)"]
    assert "name" not in lines["land.toml, space 6 (Rome)"].split(", ")


def _drop_space(content):
    content["land"]["space"].pop(0)


def _unmark(content):
    del content["links"]["link"][0]["mark"]


def _misspell_mark(content):
    content["axis_cards"]["card"][0]["reaction_mark"] = "guess"


def _mark_nothing(content):
    content["axis_cards"]["card"][0]["colour_mark"] = "house"


def _raise_stars(content):
    content["land"]["space"][0]["stars"] += 1


def _dry_out(content):
    content["land"]["space"][0]["desert"] = True


def _accent(content):
    content["water"]["space"][-1]["name"] = "Adriático"
    for link in content["links"]["link"]:
        link["b"] = link["b"].replace("Adriatic Sea", "Adriático")


def _no_force(content):
    content["land"]["space"][23]["forces"] = 2


def _neutral_rome(content):
    content["land"]["space"][5]["start"] = "neutral"


def _double_link(content):
    content["links"]["link"][1] = dict(content["links"]["link"][0])


def _turn_link(content):
    link = content["links"]["link"][0]
    link["a"], link["b"] = link["b"], link["a"]


def _cut_cyprus_off(content):
    links = content["links"]["link"]
    content["links"]["link"] = [link for link in links if link["a"] != "Cyprus"]


def _anchor_at_sea(content):
    content["links"]["strait"][0]["name"] = "Red Sea"


def _flag_of_both(content):
    content["links"]["flag"][0]["factions"].append("UK")


def _unflagged(content):
    content["links"]["flag"][2]["factions"].remove("USA")


def _fleet_on_land(content):
    content["factions"]["start"][0]["kind"] = "fleet"


def _away_from_home(content):
    content["factions"]["start"][0]["name"] = "Malta"


def _too_many(content):
    content["factions"]["faction"][0]["pieces"][1] = 0


def _skip_a_season(content):
    content["rounds"]["round"].pop(1)


def _score_more(content):
    content["rounds"]["round"][0]["scoring"] = True


def _change_reaction(content):
    content["axis_cards"]["card"][0]["reaction"] = "exchange"


def _change_era(content):
    content["allies_cards"]["card"][0]["late"] = True


def _change_hand(content):
    content["axis_cards"]["card"][4]["first_game"] = True


def _places(content):
    content["axis_cards"]["card"][0]["places"] = ["Rome"]


def _same_text(content):
    cards = content["allies_cards"]["card"]
    cards[1]["text_es"] = cards[0]["text_es"]


def _no_text(content):
    content["contingencies"]["contingency"][0]["text_en"] = ""


def _swap_faces(content):
    faces = content["contingencies"]["contingency"]
    faces[0], faces[1] = faces[1], faces[0]


def _unknown_faction(content):
    content["axis_cards"]["card"][0]["faction"] = "Italy"


def _unknown_number(content):
    content["numbers"]["rules"]["luck"] = {"value": 1, "mark": "house"}


def _unknown_option(content):
    content["links"]["link"][0]["option"] = "canal"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_drop_space, "names 'Gibraltar'"),
        (_unmark, "has no mark"),
        (_misspell_mark, "'guess'"),
        (_mark_nothing, "marks no field"),
        (_raise_stars, "Victory Stars: found 15"),
        (_dry_out, "desert spaces: found 9"),
        (_accent, "without accents"),
        (_no_force, "more forces than counters"),
        (_neutral_rome, "Rome: is neutral or in a minor country"),
        (_double_link, "out of order or twice"),
        (_turn_link, "earlier of two"),
        (_cut_cyprus_off, "Cyprus: cannot be reached"),
        (_anchor_at_sea, "land space as anchor"),
        (_flag_of_both, "Rome: has flags of one side only"),
        (_unflagged, "USA: has no supply flag"),
        (_fleet_on_land, "Rome: is no place for a fleet"),
        (_away_from_home, "Malta: is not controlled by the Axis"),
        (_too_many, "the box holds 0"),
        (_skip_a_season, "does not follow Summer 1940"),
        (_score_more, "Summer 1940: rounds 3, 7, 11 and 16"),
        (_change_reaction, "Exchange of Pact: found 2"),
        (_change_era, "Mid War cards of UK: found 17"),
        (_change_hand, "First Game hand of the Axis: found 6"),
        (_places, "names places if its reaction is Stand Fast"),
        (_same_text, "twice among the Spanish texts"),
        (_no_text, "Bulgaria Signs Pact: needs a name and a text"),
        (_swap_faces, "Initial before Second"),
        (_unknown_faction, "names 'Italy'"),
        (_unknown_number, "`luck`"),
        (_unknown_option, "names 'canal'"),
    ],
)
def test_the_proof_catches(content, spoil, said):
    """Each way to spoil a pack is found and named."""
    spoil(content)
    assert said in "\n".join(map(str, check_pack(content)))


def test_digest_ignores_the_order_of_fields(content):
    """The digest is over content: the order in which fields are written does not change it."""
    space = content["land"]["space"][0]
    content["land"]["space"][0] = dict(reversed(space.items()))
    assert edition_digest(content) == edition_digest()


@pytest.mark.parametrize("spoil", [_raise_stars, _misspell_mark, _same_text, _unmark])
def test_digest_tells_contents_apart(content, spoil):
    """Any other content has another digest."""
    spoil(content)
    assert edition_digest(content) != edition_digest()


def test_digest_is_this_edition():
    """The digest is part of every record: who changes pack or edition changes it here knowingly."""
    assert edition_digest().hex() == "aa0a4345b80488881a4d4415e6f24a78cec8cba329e830ba7599547c0851f7cf"
