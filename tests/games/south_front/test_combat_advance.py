"""After land combat: who advances, and what is stated at a deadline (rules, Advance!; facts D7; S-43)."""

from south_front_combats import asking, before, offered, play, refused

from sealed.engine.kernel import question, stated_answer
from sealed.games.south_front.board.pieces import space_of
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import ALLIES, AXIS

HIT = "attack Pact Tobruk El Alamein"
TWO = {"Tobruk": "Pact infantry 1, Pact infantry 2", "El Alamein": "UK infantry 1, UK infantry 2"}
FLAK = "Faith, Hope & Charity"


def number(kind, name):
    """Return the number of a name."""
    return next(code for code, known in NOTATION.names[kind].items() if known == name)


def where(s, piece):
    """Return the name of the space of a piece, or nothing."""
    space = space_of(s, number("piece", piece))
    return None if space is None else NOTATION.name("space", space)


def held(allies=(), axis=()):
    """Return the tables of two hands."""
    return {"Allies": list(allies), "Axis": list(axis)}


def test_spring_bars_the_advance_but_in_the_desert():
    """No window opens outside the desert; in it there is one (Advance!)."""
    board = {"Albania": "Pact infantry 1", "Tobruk": "Pact infantry 2", "Athens": ""}
    tables = {
        "hands": held(axis=["L3/35 Tankette"]),
        "countries": {"Greece": "Allies"},
        "forces": {"Athens": 0},
    }
    s = before(board, turn={"round": 4}, **tables)
    assert asking(play(s, "attack Pact Albania Athens")) == "second-movement"
    assert asking(play(s, HIT)) == "advance"
    s = before(board, turn={"round": 5}, **tables)
    assert asking(play(s, "attack Pact Albania Athens")) == "advance"


def test_an_advance_unloads_the_attacker():
    """An infantry aboard goes ashore (D7-107)."""
    board = {"Gulf of Sidra": "Pact fleet 2 carrying Pact infantry 1", "Tobruk": "UK infantry 1"}
    s = before(board, hands=held(axis=["L3/35 Tankette"]))
    s = play(s, "attack Pact Gulf of Sidra Tobruk", "lose UK infantry 1")
    assert "advance L3/35 Tankette Pact infantry 1" in offered(s)
    assert where(play(s, "advance L3/35 Tankette Pact infantry 1"), "Pact infantry 1") == "Tobruk"


def test_one_piece_advances_in_a_combat():
    """After one Advance! the combat is over (D7-110)."""
    board = {"Tobruk": "Pact infantry 1, Pact tank 1"}
    s = before(board, hands=held(axis=["L3/35 Tankette", "Commando Supremo"]))
    s = play(s, HIT, "advance L3/35 Tankette Pact infantry 1")
    assert asking(s) == "second-movement"


def test_nobody_advances_over_a_minor_country_force():
    """The space is not cleared while the force stands (D7-109)."""
    board = {"Albania": "Pact infantry 1", "Athens": "UK infantry 1", "Yugoslavia": "Pact infantry 2"}
    s = before(
        board, hands=held(axis=["L3/35 Tankette"]), countries={"Greece": "Allies", "Yugoslavia": "Axis"}
    )
    s = play(s, "attack Pact Albania Athens", "lose UK infantry 1")
    assert asking(s) == "continue"


def test_nobody_advances_where_he_would_be_unsupplied():
    """An advance is a move: who leaves Tobruk cuts his own supply, so no window opens (Advance!)."""
    board = {"Tobruk": "Pact infantry 1", "Levantine Sea": "UK fleet 1"}
    hands = held(axis=["L3/35 Tankette"])
    assert asking(play(before(board, hands=hands), HIT)) == "advance"
    s = before({**board, "Western Desert": "UK infantry 1"}, hands=hands)
    assert asking(play(s, HIT)) == "second-movement"


def test_the_advancing_piece_is_of_the_faction_of_the_card():
    """With the French along, a UK card is for a UK piece (France)."""
    board = {"El Alamein": "UK infantry 1, France infantry 1"}
    s = before(board, side=ALLIES, hands=held(["Desert Rats"]))
    s = play(s, "attack-with-french UK El Alamein Tobruk")
    assert offered(s) == {"decline", "advance Desert Rats UK infantry 1"}
    assert refused(s, "advance Desert Rats France infantry 1") == ["reaction-faction"]


def test_stated_answers_of_a_combat():
    """At a deadline a force is lost, the attack stops, windows are declined; no piece is lost."""
    s = play(before(TWO, hands=held([FLAK], ["L3/35 Tankette"])), HIT)
    assert stated_answer(s, 2) is None
    s = play(s, "lose UK infantry 1")
    assert str(stated_answer(s, 1)) == "stop"
    force = play(
        before({"Albania": "Pact infantry 1"}, countries={"Greece": "Allies"}), "attack Pact Albania Athens"
    )
    assert str(stated_answer(force, 2)) == "lose-force"
    empty = play(before({"Tobruk": "Pact infantry 1"}, hands=held(axis=["L3/35 Tankette"])), HIT)
    assert str(stated_answer(empty, 1)) == "decline"


def test_the_questions_name_the_combat():
    """Every question tells faction, origin and target after the side that is asked."""
    s = play(before(TWO), HIT)
    args = tuple(
        number(*pair) for pair in (("faction", "Pact"), ("space", "Tobruk"), ("space", "El Alamein"))
    )
    assert question(s).args == (ALLIES, *args)
    assert question(play(s, "lose UK infantry 1")).args == (AXIS, *args)
