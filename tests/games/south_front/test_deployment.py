"""Deploying and recruiting (rules, Deploying Pieces; Deploy vs. Recruit; facts D5)."""

from random import Random

import pytest
from south_front_boards import shuffled, written

from sealed.engine.value import copy_with
from sealed.games.south_front.actions.deployment import deploy, deploy_aboard, recruit, recruit_aboard
from sealed.games.south_front.board.pieces import LAND, cargo_of, lift, space_of
from sealed.games.south_front.board.presence import controlled, occupied
from sealed.games.south_front.notation import NOTATION, TYPE_NUMBER
from sealed.games.south_front.question import board_reasons
from sealed.games.south_front.state import ALLIES, AXIS, NOBODY, SIDE, SIDE_OF_FACTION

AT_HOME = {"Rome": "Pact infantry", "Red Sea": "UK fleet", "South Atlantic": "UK fleet"}
"""Somebody stands at most flags, so that no airplane cuts them off."""


def codes(s, line, side=AXIS):
    """Return the codes of what the board has against a line."""
    return [refusal.code for refusal in board_reasons(s, NOTATION.parse(line), side)]


def number(kind, name):
    """Return the number of a name."""
    return next(code for code, known in NOTATION.names[kind].items() if known == name)


def test_deploying_needs_control_and_nothing_else_of_the_space():
    """Own supplied land takes a piece; land of the enemy does not, though nobody stands there."""
    s = written(board=AT_HOME)
    assert codes(s, "deploy Pact infantry Naples") == []
    assert "not-held" in codes(s, "deploy UK infantry Sardinia", ALLIES)


def test_control_of_this_moment_counts():
    """An airplane is deployed in a space taken after the step began (D2-38)."""
    s = written(board={**AT_HOME, "Naples": "Pact infantry"}, turn={"step": "act", "landing": []})
    assert codes(s, "deploy Pact airplane Naples") == []


def test_an_unsupplied_space_takes_no_deployed_piece():
    """Deploying needs a supply path, also where a card names the space (S-11)."""
    s = written(board={"Gulf of Gabes": "UK fleet", "Gulf of Sidra": "UK fleet 2"})
    assert codes(s, "deploy Pact infantry Tripoli")[0] == "unsupplied-there"


def test_recruits_need_no_supply():
    """Recruiting in a space without supply is allowed (D5-76)."""
    s = written(board={"Gulf of Gabes": "UK fleet", "Gulf of Sidra": "UK fleet 2"})
    assert codes(s, "recruit Pact infantry Tripoli") == []


@pytest.mark.parametrize("kind", ["infantry", "tank", "airplane"])
def test_recruits_of_every_kind_take_an_empty_enemy_space(kind):
    """A recruit stands in unoccupied enemy land and its side controls it (D2-34, D5-76)."""
    s = written(board=AT_HOME)
    assert codes(s, f"recruit Pact {kind} Cyprus") == []
    tell = []
    cyprus = number("space", "Cyprus")
    s, piece = recruit(s, number("type", f"Pact {kind}"), cyprus, tell)
    assert s.held[AXIS] >> cyprus & 1
    assert [(event.id, event.args) for event in tell] == [
        ("recruited", (piece, cyprus)),
        ("controlled", (AXIS, cyprus)),
    ]


@pytest.mark.parametrize("verb", ["deploy", "recruit"])
def test_an_occupied_enemy_space_takes_nobody(verb):
    """Where an enemy stands no piece comes, on land and at sea (D5-77)."""
    s = written(board={**AT_HOME, "Cyprus": "UK infantry", "Ionian Sea": "UK fleet 3"})
    assert "enemy-there" in codes(s, f"{verb} Pact infantry Cyprus")
    assert codes(s, f"{verb} Pact fleet Ionian Sea") == ["enemy-there"]


@pytest.mark.parametrize("verb", ["deploy", "recruit"])
def test_a_minor_country_force_occupies(verb):
    """A Minor Country Force keeps the enemy's new pieces out; without it they can be recruited (S-7)."""
    greece = {"countries": {"Greece": "Allies"}, "board": AT_HOME}
    assert "enemy-there" in codes(written(**greece), f"{verb} Pact infantry Athens")
    empty = written(**greece, forces={"Athens": 0})
    assert codes(empty, f"{verb} Pact infantry Athens") == ([] if verb == "recruit" else ["not-held"])


@pytest.mark.parametrize("verb", ["deploy", "recruit"])
def test_a_neutral_space_takes_nobody(verb):
    """A country must be at war before a piece comes there."""
    assert codes(written(board=AT_HOME), f"{verb} Pact infantry Iraq") == ["neutral-space"]


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ("deploy Pact infantry Naples", True),
        ("deploy Pact airplane Naples", True),
        ("deploy Pact fleet Tyrrhenian Sea", True),
        ("deploy Pact carrier Tyrrhenian Sea", True),
        ("deploy Pact fleet Naples", False),
        ("deploy Pact tank Tyrrhenian Sea", False),
        ("deploy Pact airplane Tyrrhenian Sea", False),
    ],
)
def test_ships_are_deployed_at_sea_and_all_others_on_land(line, fits):
    """Infantry, tanks and airplanes stand on land, fleets and carriers in water spaces."""
    assert codes(written(board=AT_HOME), line) == ([] if fits else ["type-terrain"])


def test_a_sea_out_of_play_takes_no_ship():
    """Where the table plays without the Adriatic Sea nothing can be deployed there."""
    s = written({"adriatic": "no"}, board=AT_HOME)
    assert codes(s, "recruit Pact fleet Adriatic Sea") == ["not-held"]
    assert codes(written(board=AT_HOME), "recruit Pact fleet Adriatic Sea") == []


def test_no_more_pieces_than_the_box_holds():
    """When all pieces of a type are on the board no more come; a removed one can come again (Pieces)."""
    s = written(board={"Rome": "Pact tank 1"})
    assert codes(s, "deploy Pact tank Naples") == ["no-piece-left"]
    assert codes(written(board=AT_HOME), "deploy Pact tank Naples") == []


def test_a_side_deploys_its_own_pieces():
    """A type of the other side is refused, whatever the space."""
    assert "wrong-type" in codes(written(board=AT_HOME), "deploy UK infantry Rome")


@pytest.mark.parametrize(("now", "deployed"), [(6, False), (7, True)])
def test_the_usa_recruits_before_its_war_and_deploys_from_then_on(now, deployed):
    """Before USA at War no USA piece is deployed, but it may be recruited (D5-79, D5-80, S-62)."""
    s = written(board=AT_HOME, turn={"round": now, "side": "Allies", "step": "act"})
    assert codes(s, "recruit USA infantry Gibraltar", ALLIES) == []
    assert codes(s, "recruit-aboard USA infantry USA fleet 1", ALLIES) == ["not-on-board"]
    assert codes(s, "deploy USA infantry Gibraltar", ALLIES) == ([] if deployed else ["not-at-war"])


def test_recruits_before_the_war_may_board():
    """A USA piece can be recruited aboard a fleet of the USA before USA at War (S-4)."""
    s = written(board={"South Atlantic": "USA fleet"}, turn={"side": "Allies", "step": "act"})
    assert codes(s, "recruit-aboard USA infantry USA fleet 1", ALLIES) == []
    assert codes(s, "deploy-aboard USA infantry USA fleet 1", ALLIES) == ["not-at-war"]


def test_malta_depot_supplies_what_is_deployed_there():
    """With the marker an Allied piece is deployed in a Malta that nothing else supplies (S-55)."""
    cut = {"Ionian Sea": "Pact fleet", "Gulf of Gabes": "Pact fleet", "Gulf of Sidra": "Pact fleet"}
    assert codes(written(board=cut), "deploy UK airplane Malta", ALLIES)[0] == "unsupplied-there"
    s = written(board=cut, markers={"placed": ["Malta Depot"]})
    assert codes(s, "deploy UK airplane Malta", ALLIES) == []


def test_night_convoy_supplies_what_is_deployed_in_a_desert():
    """While Night Convoy lasts an Axis piece is deployed in a desert without a path (S-52)."""
    cut = {"Gulf of Gabes": "UK fleet", "Gulf of Sidra": "UK fleet 2"}
    s = written(board=cut, markers={"placed": ["Night Convoy"]})
    assert codes(s, "deploy Pact infantry Benghazi") == []


CARRIED = {
    "Pact fleet 1": {"Pact", "Germany"},
    "UK fleet 1": {"UK", "France"},
    "USA fleet 1": {"USA", "France"},
}


@pytest.mark.parametrize("ship", [*CARRIED, "Pact carrier 1", "UK carrier 1", "USA carrier 1"])
def test_what_a_ship_takes(ship):
    """A fleet takes land pieces and airplanes of its faction and one more, a carrier its own airplanes."""
    faction, kind, _ = ship.split()
    side = AXIS if faction == "Pact" else ALLIES
    s = written(board={"Ionian Sea": ship})
    taken = {
        name
        for name in NOTATION.names["type"].values()
        if "wrong-ship" not in codes(s, f"recruit-aboard {name} {ship}", side)
    }
    if kind == "carrier":
        assert taken == {f"{faction} airplane"}
    else:
        kinds = ("infantry", "tank", "airplane")
        assert taken == {
            name
            for name in NOTATION.names["type"].values()
            if name.split()[0] in CARRIED[ship] and name.split()[1] in kinds
        }


def test_a_ship_takes_one_piece():
    """A fleet that transports and a carrier that carries take no other piece (Naval Transport)."""
    s = written(
        board={"Ionian Sea": "Pact fleet 1 carrying Pact tank, Pact carrier 1 carrying Pact airplane"}
    )
    assert codes(s, "recruit-aboard Pact infantry Pact fleet 1") == ["ship-full"]
    assert codes(s, "recruit-aboard Pact airplane Pact carrier 1") == ["ship-full"]


def test_a_ship_is_named_by_the_lowest_of_equal_ones():
    """Of two fleets that are alike the answer names the first (S-75)."""
    s = written(board={"Ionian Sea": "Pact fleet 1, Pact fleet 2", "Rome": "Pact infantry"})
    assert codes(s, "deploy-aboard Pact infantry Pact fleet 2") == ["equal-piece"]
    assert codes(s, "deploy-aboard Pact infantry Pact fleet 1") == []


def test_who_is_deployed_aboard_is_supplied_at_sea():
    """A piece goes aboard only where its own flags reach the ship's sea (S-22)."""
    board = {"Red Sea": "UK fleet, USA fleet", "South Atlantic": "Pact fleet"}
    s = written(board=board, turn={"round": 8, "step": "act"})
    assert codes(s, "deploy-aboard France infantry UK fleet 1", ALLIES) == []
    assert codes(s, "deploy-aboard France infantry USA fleet 1", ALLIES) == []
    assert codes(s, "deploy-aboard USA infantry USA fleet 1", ALLIES)[0] == "unsupplied-there"


def test_who_goes_aboard_controls_nothing_and_stands_nowhere():
    """A piece deployed aboard is the ship's cargo, and its arrival is told with the sea."""
    s = written(board={"Ionian Sea": "Pact fleet 1"})
    tell = []
    fleet, sea = number("piece", "Pact fleet 1"), number("space", "Ionian Sea")
    after, piece = deploy_aboard(s, number("type", "Germany tank"), fleet, tell)
    assert cargo_of(after, fleet) == piece
    assert space_of(after, piece) == sea
    assert after.held == s.held
    assert [(event.id, event.args) for event in tell] == [("deployed", (piece, sea))]
    assert recruit_aboard(s, number("type", "Germany tank"), fleet, [])[0] == after


def test_a_new_piece_is_new():
    """A piece that was removed and comes again has not moved, nor does Supply Reserves name it any more."""
    s = written(board={"Rome": "Pact infantry 2, Pact tank 1"})
    tank = number("piece", "Pact tank 1")
    s = lift(copy_with(s, moved=1 << tank | 1, reserves=tank), tank, [], "removed")
    s, piece = deploy(s, number("type", "Pact tank"), number("space", "Naples"), [])
    assert (piece, s.moved, s.reserves) == (tank, 1, NOBODY)


VERBS = {
    "deploy": deploy,
    "recruit": recruit,
    "deploy-aboard": deploy_aboard,
    "recruit-aboard": recruit_aboard,
}


@pytest.mark.parametrize("verb", VERBS)
def test_whoever_comes_keeps_the_sides_apart(verb):
    """On random boards, whatever may come comes to a place of its side, and no space has two sides."""
    rng, done = Random(verb), 0
    for _ in range(25):
        s = shuffled(rng)
        for kind, (faction, _) in NUMBERED.items():
            side = SIDE_OF_FACTION[faction]
            for place in PLACES[verb.endswith("aboard")]:
                action = NOTATION.action(verb, kind, place)
                if any(True for _ in board_reasons(s, action, side)):
                    continue
                after, piece = VERBS[verb](s, kind, place, [])
                space = space_of(after, piece)
                assert SIDE[piece] == side
                assert controlled(after, side) >> space & 1
                assert not occupied(after, AXIS) & occupied(after, ALLIES)
                assert not after.held[AXIS] & after.held[ALLIES]
                assert after.held[AXIS] | after.held[ALLIES] | after.neutral == LAND
                done += 1
    assert done


NUMBERED = {kind: pair for pair, kind in TYPE_NUMBER.items()}
PLACES = (tuple(NOTATION.names["space"]), tuple(NOTATION.names["piece"]))
