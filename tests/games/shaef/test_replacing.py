"""Replacements and Army HQs (8.1, 8.2; case S-73; E-9, E-10, E-13)."""

import pytest
from shaef_map import CARD, REGION, UNIT, answered, asked, at, board, offered, place, played, told

from sealed.engine.chance import Deal, Shuffle
from sealed.engine.eye import seat_eye
from sealed.engine.kernel import CHANCE, apply, requests, view
from sealed.engine.value import copy_with
from sealed.engine.zones import copies, size, zone_of
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.replacement.mustering import Mustering, first_month
from sealed.games.shaef.replacement.replacing import draw, pile, replace, replacements
from sealed.games.shaef.state import AFRICA, ALLIES, AXIS, BRITAIN, DEAD, DECK, HQS, LOST, NOWHERE, RESERVE
from sealed.games.shaef.units.cards import ARMY_HQ

UNSEEN = ["1st Infantry Division", "2nd Infantry Division", "4th Infantry Division"]
SEEN = ["V Corps"]
OLD = ["29th Infantry Division"]


def fallen(month=3, held=()):
    """A position with a Discard Pile of five Allied cards: three unseen, one seen, one left over."""
    s = board({}, held, month=month)
    zones = list(s.zones)
    for zone, names in ((LOST, UNSEEN), (DEAD, SEEN), (DECK, OLD)):
        zones[zone + ALLIES] = zone_of([CARD[name] for name in names])
        zones[RESERVE + ALLIES] -= zones[zone + ALLIES]
    return copy_with(s, zones=tuple(zones))


def chance(s, verb, *args):
    """The position after an outcome of chance."""
    return apply(s, make(verb, *args), CHANCE).state


@pytest.mark.parametrize(
    ("side", "held", "number"), [(ALLIES, [], 2), (ALLIES, ["PAR"], 3), (AXIS, ["PAR"], 1), (AXIS, [], 2)]
)
def test_how_many(side, held, number):
    """The Allies draw two cards and the Axis one; who controls Paris draws one more (8.1, 2.8n)."""
    assert replacements(board({}, held, month=2), side) == number


@pytest.mark.parametrize("side", [ALLIES, AXIS])
def test_none_in_june(side):
    """Nobody draws on the first turn (8.1, case S-73)."""
    assert replacements(board({}, month=1), side) == 0
    s = fallen(month=1)
    assert replace(s, side, []) is s


def test_the_whole_pile_is_shuffled():
    """Seen, unseen and undrawn discards become one pile, and cards of it come to the Reinforcement Deck."""
    s = replace(fallen(), ALLIES, [])
    assert requests(s) == (Shuffle(DECK, (DECK, LOST, DEAD)),)
    s = chance(s, "shuffle")
    assert (size(s.zones[DECK]), s.zones[LOST], s.zones[DEAD]) == (5, 0, 0)
    assert requests(s) == (Deal(DECK, RESERVE, 2),)
    before = size(s.zones[RESERVE])
    s = chance(s, "deal", CARD["V Corps"])
    s = chance(s, "deal", CARD["2nd Infantry Division"])
    assert (size(s.zones[DECK]), size(s.zones[RESERVE]) - before) == (3, 2)
    assert s.stack is None


def test_two_cards_at_once():
    """One outcome may deal all the cards."""
    s = chance(replace(fallen(), ALLIES, []), "shuffle")
    s = chance(s, "deal", *sorted([CARD["V Corps"], CARD["29th Infantry Division"]]))
    assert s.stack is None


def test_at_most_what_lies_there():
    """A small pile gives what it has, an empty one nothing at all (8.1)."""
    s = fallen(held=["PAR"])
    zones = list(s.zones)
    zones[LOST] = zones[DECK] = 0
    s = chance(replace(copy_with(s, zones=tuple(zones)), ALLIES, []), "shuffle")
    assert requests(s) == (Deal(DECK, RESERVE, 1),)
    empty = board({}, month=3)
    assert replace(empty, ALLIES, []) is empty
    assert draw(empty, ALLIES, 2, []) is empty


def test_further_cards():
    """A Tactic draws on from the shuffled pile (shaef-cards 7: Emergency Replacements, Volkssturm)."""
    s = chance(chance(replace(fallen(), ALLIES, []), "shuffle"), "deal", CARD["V Corps"])
    s = draw(chance(s, "deal", CARD["1st Infantry Division"]), ALLIES, 2, [])
    assert requests(s) == (Deal(DECK, RESERVE, 2),)
    assert pile(s, ALLIES) == 3


def test_the_enemy_sees_numbers():
    """The enemy's replica shuffles and deals hidden cards, and knows their number."""
    s = view(replace(fallen(), ALLIES, []), seat_eye(2))
    s = chance(chance(s, "shuffle"), "deal", 0, 0)
    assert (s.zones[DECK], s.zones[LOST]) == (3, 0)


def waiting(month, side=ALLIES, held=(), stands=None):
    """A position in which the Army HQs that are not in play wait in the Reinforcement Deck."""
    return asked(board(stands or {}, held, month=month, turn=side), Mustering(side))


def test_armies_whose_month_has_come():
    """An Army HQ comes from its month on, to its printed base (8.2)."""
    s = waiting(3, stands={"US1-R": "Britain", "UK2-R": "Britain"})
    assert offered(s, "muster") == [
        "muster First Canadian Army Britain",
        "muster Third US Army Britain",
        "muster Seventh US Army Africa",
        "muster 1re Armée française Africa",
    ]
    assert told(s, "muster Ninth US Army Britain") == ["too-early"]
    assert told(s, "muster Seventh US Army Britain") == ["not-printed-place"]
    assert told(s, "muster First US Army Britain") == ["not-from-deck"]


def test_armies_of_the_first_day_choose():
    """An Army that began on the Normandy lane comes back to Britain or Africa, as its owner likes (8.2)."""
    lines = [line for line in offered(waiting(2), "muster") if "First US" in line]
    assert lines == ["muster First US Army Britain", "muster First US Army Africa"]


def test_an_army_arrives():
    """The HQ is shown, its counter placed; it has no supply marker and no other card yet (8.2)."""
    s, events = played(waiting(3), "muster Third US Army Britain")
    unit = UNIT["US3-R"]
    assert (at(s, "US3-R"), s.army[unit], s.markers[unit]) == (BRITAIN, unit, NOWHERE)
    assert copies(s.zones[HQS + ALLIES], CARD["Third US Army"])
    assert [event.id for event in events] == ["moved", "arrived"]
    assert told(s, "muster Third US Army Britain") == ["not-from-deck"]
    assert at(answered(s, "muster Seventh US Army Africa"), "US7-R") == AFRICA
    assert answered(s, "done").stack is None


def test_axis_armies_come_to_victory_regions():
    """Axis Army HQs come to any Victory region that the Axis controls (8.2, E-9)."""
    s = waiting(4, AXIS, ["RUH"], {"GE7-R": "MAI", "GE15-R": "PIC", "GE1-R": "AQU", "GE19-R": "RHO"})
    army = "muster 1. Fallschirm-Armee"
    lines = [line for line in offered(s, "muster", AXIS) if line.startswith(army)]
    assert lines == [f"{army} {name}" for name in ("Rhine-Main", "Neckar", "Hanover-Bremen")]
    assert told(s, f"{army} Ruhr", AXIS) == ["enemy-controls"]
    assert told(s, f"{army} Paris", AXIS) == ["no-victory-region"]
    assert told(s, f"{army} Britain", AXIS) == ["not-printed-place"]
    s = answered(s, f"{army} Neckar", side=AXIS)
    assert at(s, "GEFJ1-R") == place("NEC")


def test_blocked_armies_wait():
    """With no Victory region left the HQ waits in the deck (E-10)."""
    s = waiting(6, AXIS, ["RUH", "RHM", "NEC", "HAN"])
    assert offered(s, "muster", AXIS) == []
    assert answered(s, "done", side=AXIS).stack is None


def test_the_fifth_waits_for_july():
    """The 5th PanzerArmee comes by 8.3 alone in June, and like any Axis Army later (its card)."""
    line = "muster Panzergruppe West / 5. Panzerarmee Ruhr"
    assert told(waiting(1, AXIS), line, AXIS) == ["too-early"]
    assert at(answered(waiting(2, AXIS), line, side=AXIS), "GEP5-R") == REGION["RUH"]


def test_only_own_army_hqs():
    """Corps HQs, other cards and the enemy's Armies are not mustered (8.2)."""
    s = waiting(10)
    assert told(s, "muster V Corps Britain") == ["no-hq"]
    assert told(s, "muster SHAEF Britain") == ["no-hq"]
    assert told(s, "muster ? Britain") == ["no-hq"]
    assert told(s, "muster 7. Armee Britain") == ["not-yours"]


def test_hidden_decks_offer_what_may_be():
    """The enemy's replica offers every HQ that is not in play and whose month has come."""
    s = waiting(4, stands={"US1-R": "Britain"})
    assert offered(view(s, seat_eye(2)), "muster") == offered(s, "muster")
    gone = list(s.zones)
    gone[RESERVE] -= zone_of([CARD["Third US Army"]])
    gone[LOST] += zone_of([CARD["Third US Army"]])
    s = copy_with(s, zones=tuple(gone))
    assert "muster Third US Army Britain" not in offered(s, "muster")
    assert "muster Third US Army Britain" in offered(view(s, seat_eye(2)), "muster")


def test_no_army_hq_is_special():
    """Every Army HQ has a month from which it comes."""
    hqs = [card for card in load().cards if card.type == ARMY_HQ]
    assert len(hqs) == 16
    assert all(first_month(card.code) <= 10 for card in hqs)
