"""Texts with an "unless", with cards to discard, points, markers (facts B1, B2, B5.2; S-52, S-56, S-57)."""

import pytest
from south_front_boards import written
from south_front_combats import asking, offered, play, refused, told

from sealed.engine.cards import count
from sealed.engine.eye import PUBLIC
from sealed.engine.kernel import legal_actions, stated_answer, view
from sealed.games.south_front.board.pieces import pieces_in
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import ALLIES, ARABIA, AXIS, DEPOT, HAND, SHOWN, UNSHOWN


def facing(card, *others, side="Axis", hand=(), round_number=1, **tables):
    """Return a position in which a side plays a card against an opponent with these cards."""
    turn = {"step": "act", "side": side, "round": round_number}
    other = {"Axis": "Allies", "Allies": "Axis"}[side]
    hands = {side: [card, *hand], other: list(others)}
    return written(turn=turn, hands=hands, **tables)


def averted(card, *others, lines=(), **tables):
    """Return the position after the card has been played, and what else is chosen before the unless."""
    return play(facing(card, *others, **tables), f"play {card}", *lines)


def number(kind, name):
    """Return the number of a name."""
    return next(code for code, known in NOTATION.names[kind].items() if known == name)


def standing(s, space):
    """Return the names of the pieces in a space."""
    return {NOTATION.name("piece", piece) for piece in pieces_in(s, number("space", space))}


def test_conceding_is_always_offered_and_stated():
    """The question is the other player's, who may always let it happen."""
    s = averted("Italy Occupies British Somaliland", board={"Egypt": "UK infantry"})
    assert offered(s) == {"concede", "eliminate UK infantry 1"}
    assert stated_answer(s, 2).text == "concede"
    assert play(s, "concede").points == (2, 0)
    s = play(s, "eliminate UK infantry 1")
    assert (s.points, standing(s, "Egypt")) == ((0, 0), set())


def test_nobody_is_asked_where_nothing_is_conceivable():
    """Then it happens at once, as everybody knows it must."""
    s = averted("Italy Occupies British Somaliland", board={"Gibraltar": "UK infantry"})
    assert (asking(s), s.points) == ("second-movement", (2, 0))


def test_a_card_is_shown_for_the_piece_that_was_named():
    """Of its faction and with the reaction; it is discarded openly (B4)."""
    board = {"Rome": "Pact infantry", "Tyrrhenian Sea": "UK fleet"}
    cards = ("Convoy Raiders", "Rock of Gibraltar")
    s = averted("Decima Flottiglia MAS", *cards, lines=("eliminate UK fleet 1",), board=board)
    assert offered(s) == {"concede", "show Convoy Raiders"}
    assert refused(s, "show Rock of Gibraltar") == ["not-demanded"]
    assert refused(s, "show Billion Dollar Gift") == ["not-in-hand"]
    shown = play(s, "show Convoy Raiders")
    assert standing(shown, "Tyrrhenian Sea") == {"UK fleet 1"}
    assert count(shown, SHOWN + ALLIES) == 1
    assert standing(play(s, "concede"), "Tyrrhenian Sea") == set()


def test_a_hand_opens_the_question_whatever_it_holds():
    """With cards that do not fit he is asked as well; with none he is not."""
    board = {"Rome": "Pact infantry", "Tyrrhenian Sea": "USA fleet"}
    lines = ("eliminate USA fleet 1",)
    s = averted("Decima Flottiglia MAS", "Rock of Gibraltar", lines=lines, board=board)
    assert offered(s) == {"concede"}
    replica = {action.text for action in legal_actions(view(s, PUBLIC), 2)}
    assert replica == {"concede"}, "no USA card withdraws"
    s = averted("Decima Flottiglia MAS", lines=lines, board=board)
    assert asking(s) == "second-movement"


def test_whoever_does_not_see_the_hand_is_offered_all_that_fits():
    """A replica cannot know which of the two Withdraw Navy cards he holds."""
    board = {"Rome": "Pact infantry", "Tyrrhenian Sea": "UK fleet"}
    s = averted("Decima Flottiglia MAS", "Rock of Gibraltar", lines=("eliminate UK fleet 1",), board=board)
    shows = {action.text for action in legal_actions(view(s, PUBLIC), 2)}
    assert shows == {"concede", "show Convoy Raiders", "show Billion Dollar Gift"}


def test_paying_needs_the_cards():
    """With fewer the way is not there; the cards go face-down (S-57)."""
    two = ("Regia Marina", "Mare Nostrum")
    s = averted("Convoy Raiders", *two, side="Allies")
    assert offered(s) == {"concede", "pay"}
    s = play(s, "pay", "spend Regia Marina", "spend Mare Nostrum")
    assert (s.points, count(s, UNSHOWN + AXIS), asking(s)) == ((0, 0), 2, "act")
    s = averted("Convoy Raiders", "Regia Marina", side="Allies")
    assert (s.points, asking(s)) == ((0, 1), "act")


def test_too_few_cards_to_pay_is_said():
    """Where another way keeps the question open."""
    board = {"Crete": "Pact infantry"}
    tables = {"board": board, "countries": {"Greece": "Axis"}}
    s = averted("Ethniki Antistasi", "Regia Marina", side="Allies", round_number=9, **tables)
    assert offered(s) == {"concede", "eliminate Pact infantry 1"}
    assert refused(s, "pay") == ["too-few-cards"]
    assert refused(s, "eliminate-all") == ["not-now"]
    assert refused(s, "show Regia Marina") == ["not-demanded"]


def test_all_pieces_in_the_desert():
    """One piece is enough to make it a way, none is not (S-56)."""
    board = {"Tripoli": "Pact infantry, Germany tank", "Rome": "Pact tank", "Malta": "UK infantry"}
    s = averted("Unsinkable Carrier", side="Allies", board=board)
    assert offered(s) == {"concede", "eliminate-all"}
    s = play(s, "eliminate-all")
    assert (standing(s, "Tripoli"), standing(s, "Rome"), s.points) == (set(), {"Pact tank 1"}, (0, 0))
    fleet = {"Ionian Sea": "Pact fleet", "Malta": "UK infantry"}
    s = averted("Unsinkable Carrier", side="Allies", board=fleet)
    assert refused(s, "eliminate-all") == ["nothing-to-eliminate"]


def test_what_is_averted_must_be_possible_all_the_same():
    """Axis Seize Vichy Navy is unplayable without room for its fleet, whatever the Allies hold."""
    board = {"Western Mediterranean": "UK fleet"}
    s = facing("Axis Seize Vichy Navy", board=board)
    assert refused(s, "play Axis Seize Vichy Navy")[0] == "card-impossible"


def test_the_rest_of_the_text_follows_either_way():
    """Three cards avert both deployments."""
    cards = ("Convoy Raiders", "Rock of Gibraltar", "Desert Rats")
    s = averted("Axis Seize Vichy Navy", *cards)
    s = play(s, "pay", *(f"spend {card}" for card in cards))
    assert asking(s) == "second-movement"


@pytest.mark.parametrize(("answers", "points"), [(("decline",), (1, 0)), (("spend Convoy Raiders",), (0, 0))])
def test_discard_or_points(answers, points):
    """Expeditionary Force: a card or a point for the Axis, as he likes."""
    s = facing("Convoy Raiders", side="Allies")
    s = play(s, "contingency Expeditionary Force", *answers)
    assert (s.points, asking(s)) == (points, "deploy")


def test_points_where_there_is_no_card():
    """Without a card nobody is asked: the Axis gains the point, and no action is bought (D9-151)."""
    s = written(turn={"step": "act", "side": "Allies"})
    s = play(s, "contingency Expeditionary Force", "deploy UK infantry Gibraltar")
    assert (s.points, asking(s)) == ((1, 0), "second-movement")


def test_a_card_buys_another_action():
    """Desert Rats: one card if he likes."""
    board = {"Egypt": "UK tank"}
    s = facing("Desert Rats", side="Allies", hand=("Convoy Raiders",), board=board)
    s = play(s, "play Desert Rats", "stay UK tank 1")
    assert asking(play(s, "spend Convoy Raiders")) == "act"
    assert asking(play(s, "decline")) == "second-movement"


def test_half_the_spaces_rounded_down_or_up():
    """Vichy Colonial Support rounds down, Impero Italiano up; nothing gives nothing."""
    s = facing("Vichy Colonial Support", round_number=9, control={"Allies": ["Morocco"]})
    assert play(s, "play Vichy Colonial Support").points == (1, 0)
    s = facing("Impero Italiano", round_number=9, control={"Axis": ["Malta", "Egypt", "Cyprus"]})
    assert play(s, "play Impero Italiano").points == (2, 0)
    assert play(facing("Impero Italiano", round_number=9), "play Impero Italiano").points == (0, 0)


def test_half_the_ships():
    """Mare Nostrum counts Pact fleets and carriers, rounded up."""
    s = facing("Mare Nostrum", round_number=9, board={"Ionian Sea": "Pact fleet, Pact fleet, Pact carrier"})
    assert play(s, "play Mare Nostrum").points == (2, 0)


def test_a_point_under_a_condition_that_comes_with_the_text():
    """Government of National Salvation: Yugoslavia and all land next to it, judged after the deployment."""
    tables = {"countries": {"Yugoslavia": "Axis", "Bulgaria": "Axis", "Greece": "Axis"}, "round_number": 9}
    line = ("play Government of National Salvation", "deploy Pact infantry Yugoslavia")
    s = facing("Government of National Salvation", **tables)
    assert play(s, *line).points == (1, 0)
    s = facing("Government of National Salvation", control={"Allies": ["Athens"]}, **tables)
    assert play(s, *line).points == (0, 0)


def test_markers_and_lasting_effects():
    """Malta Depot and Arabia's star are placed by their cards."""
    s = averted("Faith, Hope & Charity", side="Allies")
    s = play(s, "recruit UK airplane Malta")
    assert (s.markers, s.points) == (DEPOT, (0, 1))
    control = {"Allies": ["Syria-Lebanon"]}
    tables = {"countries": {"Iraq": "Allies"}, "control": control}
    s = averted("Dhahran Oil Field", side="Allies", round_number=9, **tables)
    assert (s.markers, s.points) == (ARABIA, (0, 1))


def test_supply_reserves_name_a_piece():
    """Any own one; then another action (S-52)."""
    tables = {
        "contingencies": {"Axis": ["initial", "initial", "second"]},
        "board": {"Tripoli": "Pact infantry, Pact infantry", "Malta": "UK infantry"},
    }
    s = written(turn={"step": "act"}, **tables)
    s = play(s, "contingency Supply Reserves")
    assert (offered(s), s.points) == ({"supply Pact infantry 1"}, (0, 1))
    assert refused(s, "supply UK infantry 1") == ["not-yours"]
    assert refused(s, "supply Pact infantry 2") == ["equal-piece"]
    assert told(s, "supply Pact infantry 1")[0] == ("supplied", (number("piece", "Pact infantry 1"),))
    s = play(s, "supply Pact infantry 1")
    assert (s.reserves, asking(s)) == (number("piece", "Pact infantry 1"), "act")


def test_geo_gras_group_takes_an_unoccupied_space_next_to_a_usa_piece():
    """Named, empty, adjacent (B4)."""
    board = {"Algeria": "USA infantry", "Tunisia": "Pact infantry"}
    s = averted("Geo Gras Group", side="Allies", round_number=9, board=board)
    assert offered(s) == {"control Morocco"}
    assert refused(s, "control Tunisia") == ["occupied"]
    assert refused(s, "control Sardinia") == ["space-not-named"]
    s = play(s, "control Morocco")
    assert s.held[ALLIES] >> number("space", "Morocco") & 1
    assert asking(s) == "act"
    nobody = facing("Geo Gras Group", side="Allies", round_number=9)
    assert refused(nobody, "play Geo Gras Group")[:2] == ["card-impossible", "no-piece-adjacent"]
    assert count(nobody, HAND + ALLIES) == 1
