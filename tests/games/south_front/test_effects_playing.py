"""Which cards can be played, and why not the others (rules, Special Card Cases; facts B5, D5, D8, D9)."""

from random import Random

import pytest
from south_front_boards import shuffled, written
from south_front_combats import asking, offered, play, refused, told

from sealed.engine.cards import count
from sealed.engine.eye import PUBLIC
from sealed.engine.kernel import asked, legal_actions, view
from sealed.engine.value import copy_with
from sealed.games.south_front.cards import CARDS, CODE
from sealed.games.south_front.effects import PROGRAMS, Part, possible
from sealed.games.south_front.notation import make
from sealed.games.south_front.pack import load
from sealed.games.south_front.question import board_reasons
from sealed.games.south_front.state import ALLIES, AXIS, HAND, SHOWN


def act(side="Axis", *, round_number=1, **tables):
    """Return a position in which a side takes its action."""
    return written(turn={"step": "act", "side": side, "round": round_number}, **tables)


def holding(*cards, side="Axis", **tables):
    """Return the same with cards in that side's hand."""
    return act(side, hands={side: list(cards)}, **tables)


def test_a_card_played_lies_open_at_once():
    """It leaves the hand before its text is resolved, so it is no reaction and pays for nothing (B5.7)."""
    s = play(holding("Regia Marina"), "play Regia Marina")
    assert (count(s, HAND + AXIS), count(s, SHOWN + AXIS), asking(s)) == (0, 1, "deploy")


def test_a_card_is_not_spent_on_its_own_text():
    """Aquila Completed needs two other cards."""
    cards = ("Aquila Completed", "Mare Nostrum")
    assert refused(holding(*cards), "play Aquila Completed") == ["card-impossible", "too-few-cards"]
    assert refused(holding(*cards, "Regia Marina"), "play Aquila Completed") == []


def test_a_card_that_is_not_held():
    """A card of the deck, of the other side, or nobody knows which, is refused as such."""
    s = holding("Regia Marina")
    assert refused(s, "play Commando Supremo") == ["not-in-hand"]
    assert refused(s, "play Swordfish Night Attack") == ["other-side"]
    assert refused(s, "play ?") == ["not-in-hand"]


@pytest.mark.parametrize(
    ("card", "tables"),
    [
        ("Faith, Hope & Charity", {"control": {"Axis": ["Malta"]}}),
        ("Unsinkable Carrier", {"control": {"Axis": ["Malta"]}}),
        ("King Peter Comes of Age", {"countries": {"Yugoslavia": "Axis"}}),
        ("Casablanca Conference", {"control": {"Allies": ["Morocco"]}}),
        ("Armistice of Cassibile", {"board": {"Naples": "UK infantry, UK infantry, UK infantry"}}),
        ("Dhahran Oil Field", {"control": {"Axis": ["Egypt"]}}),
    ],
)
def test_a_condition_that_does_not_hold(card, tables):
    """The refusal names the card, and nothing else is said of its text (Special Card Cases)."""
    s = holding(card, side="Allies", round_number=9, **tables)
    (refusal,) = board_reasons(s, make("play", CODE[card]), ALLIES)
    assert (refusal.code, refusal.args) == ("condition", (CODE[card],))


def test_a_country_without_its_force_is_unoccupied():
    """Then King Peter and Golden Square can be played for the point alone (S-15)."""
    tables = {"countries": {"Iraq": "Allies"}, "forces": {"Iraq": 0}}
    s = play(holding("Golden Square Coup", **tables), "play Golden Square Coup")
    assert (s.points, s.held[ALLIES] >> _iraq() & 1) == ((1, 0), 1)


def _iraq():
    return next(code for code, name in _spaces() if name == "Iraq")


def _spaces():
    return [(space.index, space.name) for space in load().spaces]


def test_four_pieces_of_any_type_near_rome_or_naples():
    """Rome and Naples themselves count, pieces at sea do not (S-59, S-60)."""
    three = {"Rome": "UK infantry", "Naples": "UK tank", "Sicily": "USA airplane"}
    for where, codes in (("Tyrrhenian Sea", ["condition"]), ("Naples", [])):
        board = three | {where: "UK fleet" if where != "Naples" else "UK tank, UK airplane"}
        s = holding("Armistice of Cassibile", side="Allies", round_number=9, board=board)
        assert refused(s, "play Armistice of Cassibile") == codes


def test_a_mandatory_part_that_is_impossible():
    """The refusal says that the card is impossible and what is in the way (D9-160)."""
    s = holding("Battle of Gondar", side="Allies", board={"Gibraltar": "UK infantry"})
    assert refused(s, "play Battle of Gondar") == ["card-impossible", "nothing-to-eliminate"]
    s = holding("French Foreign Legion", side="Allies", board={"Egypt": "France infantry"})
    assert refused(s, "play French Foreign Legion") == ["card-impossible", "no-piece-left"]


def test_a_later_mandatory_part_counts():
    """A text is looked at to its end: the deployment that the elimination is for must be possible."""
    tables = {"countries": {"Iraq": "Allies"}, "contingencies": {"Allies": ["second", "initial", "initial"]}}
    s = act("Allies", **tables)
    assert refused(s, "contingency Nationalist Regulars") == []
    all_of_them = {"Gibraltar": "UK infantry, UK infantry, UK infantry"}
    s = act("Allies", board=all_of_them, **tables)
    assert refused(s, "contingency Nationalist Regulars") == ["contingency-impossible", "no-piece-left"]


def test_a_choice_that_would_spoil_the_rest_is_not_offered():
    """Of two forces only the one is offered in whose space the infantry can be deployed (B5.1)."""
    tables = {
        "countries": {"Iraq": "Allies", "Yugoslavia": "Allies", "Greece": "Axis"},
        "contingencies": {"Allies": ["second", "initial", "initial"]},
        "board": {"Ionian Sea": "Pact fleet"},
    }
    s = act("Allies", **tables, options={"adriatic": "no"})
    s = play(s, "contingency Nationalist Regulars")
    assert offered(s) == {"eliminate-force Iraq"}
    assert refused(s, "eliminate-force Yugoslavia") == ["contingency-impossible"]


def test_if_possible_is_left_out_without_harm():
    """Greece has joined already: the war is skipped, the rest of the card is not (D8-137)."""
    s = holding("Greco-Italian War", countries={"Greece": "Allies"})
    assert "war" not in dict(told(s, "play Greco-Italian War"))
    assert offered(play(s, "play Greco-Italian War")) == {"deploy Pact infantry Albania"}


def test_the_war_of_a_card_comes_before_its_deployment():
    """Operation 25 gives Yugoslavia to the Allies, then a German piece comes to a neighbour."""
    s = play(holding("Operation 25"), "play Operation 25")
    assert s.held[ALLIES] >> next(code for code, name in _spaces() if name == "Yugoslavia") & 1
    assert "deploy Germany tank Albania" in offered(s)


def test_a_short_deck_is_no_obstacle():
    """Commando Supremo draws the one card that is left (D9-148)."""
    s = holding("Commando Supremo", decks={"Axis": ["Regia Marina"]})
    assert ("drew", (AXIS, 1)) in told(s, "play Commando Supremo")
    assert refused(holding("Commando Supremo", decks={"Axis": []}), "play Commando Supremo") == []


def test_only_the_face_that_lies_up_is_used():
    """Initial, then Second, then gone (D9-149); the other player's cards are his."""
    s = act()
    assert refused(s, "contingency Gustav Line") == []
    assert refused(s, "contingency Counterattack on Anzio")[0] == "other-face"
    assert refused(s, "contingency Rationing") == ["not-your-contingency"]
    s = play(s, "contingency Gustav Line", "deploy Pact infantry Rome")
    assert s.faces == bytes([0, 1, 0, 0, 0, 0])
    gone = act(contingencies={"Axis": ["initial", "gone", "initial"]})
    assert refused(gone, "contingency Gustav Line") == ["contingency-spent"]


def test_a_granted_action_may_be_a_contingency():
    """Any action, and one more after it (B5.6)."""
    s = play(holding("Commando Supremo", decks={"Axis": []}), "play Commando Supremo")
    assert asking(s) == "act"
    s = play(s, "contingency Night Convoy")
    assert (asking(s), s.points) == ("act", (0, 1))


def test_rationing_grants_an_action_from_spring_1942_on():
    """Before that round it does not (B2)."""
    for number, question in ((7, "second-movement"), (8, "act")):
        s = play(act("Allies", round_number=number, decks={"Allies": []}), "contingency Rationing")
        assert (asking(s), s.points) == (question, (1, 0))


def test_what_can_be_played_does_not_depend_on_hidden_cards():
    """Whoever does not see the hand is offered a play of every card that might be in it, and no other."""
    rng = Random(11)
    for _ in range(6):
        s = shuffled(rng)
        seat = asked(s)[0]
        exact = {action for action in legal_actions(s, seat) if action.verb == "play"}
        masked = {action for action in legal_actions(view(s, PUBLIC), seat) if action.verb == "play"}
        assert exact <= masked
        unmasked = {card.code for card in CARDS if make("play", card.code) in masked}
        for code in unmasked:
            stand_in = copy_with(s, zones=_holding(s, seat - 1, code))
            assert make("play", code) in legal_actions(stand_in, seat)


def _holding(s, side, code):
    """Return the zones with a card of the hand exchanged for another."""
    zones = list(s.zones)
    size = count(s, HAND + side)
    zones[HAND + side] = (1 << 8 * code) + (size - 1)
    return tuple(zones)


def test_possible_is_what_a_search_through_the_text_finds():
    """On random boards a text is possible exactly if some way of answering its questions reaches its end."""
    rng = Random(12)
    for _ in range(25):
        s = shuffled(rng)
        code = rng.choice(CARDS).code
        assert possible(s, Part(_side(code), code)) == _reaches(s, Part(_side(code), code))


def _side(code):
    return next(card.side for card in CARDS if card.code == code)


def _reaches(s, part):
    program = PROGRAMS[next(card.name for card in CARDS if card.code == part.code)]
    if part.step == len(program):
        return True
    effect = program[part.step]
    if not effect.can_fail():
        ways = [*effect.outcomes(s, part)] or [(s, part.it)]
    else:
        ways = list(effect.outcomes(s, part))
    return any(_reaches(after, part._replace(step=part.step + 1, it=it)) for after, it in ways)
