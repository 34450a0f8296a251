"""SHAEF's standing orders: what they answer, that no card decides whether they do, how they are typed."""

from random import Random

import pytest
from shaef_play import Table
from talked_match import TalkedMatch

from sealed.engine import kernel
from sealed.engine.eye import seat_eye
from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import ANTI_TANK
from sealed.games.shaef.title import TITLE
from sealed.testing.moments import random_outcome
from sealed_client.orders import windows_of
from sealed_client.orders.shaef import turn
from sealed_client.standing_orders import ASK_ALL, Standing, StandingOrders, standing_of

WINDOWS = windows_of(TITLE.id)
ARMY, CORPS, RESERVE, ENEMY = "First US Army", "V Corps", "7. Armee", "LXXXIV. Armeekorps"
ALLIES, AXIS = 1, 2


def fight(allied=("1st Infantry Division",), axis=("352. Infanterie-Division",), deck=()):
    """Return a table at the start of an Allied combat in Lower Seine."""
    units = {
        ARMY: {"at": "Normandy"},
        CORPS: {"at": "Lower Seine", "army": ARMY, "from": "Normandy", "down": list(allied)},
        RESERVE: {"at": "Lower Seine"},
        ENEMY: {"at": "Lower Seine", "down": list(axis)},
    }
    more = {"regions": {"allied": ["Normandy"]}, "markers": {ARMY: "Normandy"}}
    reserve = {"Allies": list(deck), "Axis": []}
    return Table(units, month="July 1944", side="Allies", step="combat 1", reserve=reserve, **more)


def shot(card="1st Infantry Division", second="", **cards):
    """Return the table when the Allies have declared a shot: the Axis is asked before the dice."""
    found = fight(allied=[card, "29th Infantry Division"], **cards)
    found.until("fire", rear=(RESERVE,))
    while found.asking[1] != 0:
        found.do("done").until("fire", rear=(RESERVE,))
    joins = [f"join {CORPS} {card}", *filter(None, [second])]
    return found.do(f"fire {CORPS} {ENEMY}", *joins, "announce")


def answered(found, name, seat=AXIS, **switches):
    """Return what orders given in the set-up answer; nothing if the player is asked."""
    orders = StandingOrders(TITLE, WINDOWS, Standing(name, **switches))
    action = orders.answer(kernel.view(found.s, seat_eye(seat)), seat)
    return None if action is None else action.text


# -- what an order answers ---------------------------------------------------------------------------------


def turning():
    """Return a table at which the Allies turn their cards down."""
    units = {ARMY: {"at": "Normandy"}, CORPS: {"at": "Normandy", "up": ["1st Infantry Division"]}}
    more = {"regions": {"allied": ["Normandy"]}, "markers": {ARMY: "Normandy"}}
    found = Table(units, month="July 1944", side="Allies", step="clean-up", **more)
    assert found.asking[0] == "turn-down"
    return found


def test_turning_cards_down_answers_itself():
    """It has one answer, so nobody is asked, order or not; who wants to be asked says so."""
    assert answered(turning(), ASK_ALL, ALLIES) == "turn-down"
    assert answered(turning(), "pass", ALLIES) == "turn-down"
    assert answered(turning(), ASK_ALL, ALLIES, asks=frozenset({"turn-down"})) is None


def test_a_moment_is_passed_by_order():
    """An interlude in the enemy's turn is passed, unless the player wants to see every moment."""
    units = {
        ARMY: {"at": "Normandy", "down": ["Résistance française"]},
        RESERVE: {"at": "Paris"},
    }
    more = {"regions": {"allied": ["Normandy"]}, "markers": {ARMY: "Normandy"}}
    found = Table(units, month="August 1944", side="Axis", step="attach", **more)
    assert found.asking == ("interlude", 0, "attachment")
    assert answered(found, ASK_ALL, ALLIES) is None
    assert answered(found, "pass", ALLIES) == "pass"
    assert answered(found, "dice", ALLIES) == "pass"
    assert answered(found, "moments", ALLIES) is None
    assert answered(found, "dice", ALLIES, asks=frozenset({"moments"})) is None
    assert answered(found, "moments", ALLIES, skips=frozenset({"moments"})) == "pass"


def test_dice_that_no_card_could_spoil_are_passed():
    """Infantry fires: neither Anti-Tank nor Anti-Aircraft could matter, so `dice` passes too."""
    assert answered(shot(), "dice") == "pass"
    assert answered(shot("2nd Armored Division"), "dice") is None
    assert answered(shot("2nd Armored Division"), "pass") == "pass"


def test_the_side_that_fires_has_nothing_to_spoil():
    """Before its own dice the firing side is passed for by `dice`, if orders hold in its turn."""
    found = shot("2nd Armored Division").do("pass")
    assert found.asking == ("before-roll", 0, "")
    assert answered(found, "dice", ALLIES, own=True) == "pass"
    assert answered(found, "dice", ALLIES) is None


def test_reconnaissance_is_declined_or_asked_whatever_is_held():
    """In the own turn an order declines it where the player has ordered so, with or without such a card."""
    cards = ["1st Infantry Division", "4th Cavalry Group"]
    for held, other in (cards, cards[::-1]):
        found = fight(allied=[held], deck=[other])
        found.until("reconnoitre")
        assert answered(found, "dice", ALLIES, own=True) == "decline"
        assert answered(found, "combat", ALLIES, own=True) is None


def test_the_cheapest_casualty_is_chosen_by_the_own_cards():
    """With `cheapest` the weakest card goes, an HQ last; without it the player is asked."""
    found = shot(axis=["352. Infanterie-Division", "Panzer-Lehr-Division"])
    found.roll(1)
    assert found.asking[0] == "casualty"
    assert answered(found, "pass") is None
    assert answered(found, "pass", cheapest=True) == f"lose {ENEMY} 352. Infanterie-Division"
    assert answered(found, "combat", cheapest=True) is None


def test_an_hq_that_stands_alone_is_lost_without_asking():
    """Where everybody sees that there is one loss the order takes it."""
    found = shot(second=f"join {CORPS} 29th Infantry Division")
    found.roll(1, 1)
    found.do(f"lose {ENEMY} 352. Infanterie-Division")
    assert answered(found, "pass") == f"lose {ENEMY} {ENEMY}"


def test_the_defenders_own_fire_is_never_answered():
    """Whom he fires at, with which cards, where he sets up: the player decides."""
    found = fight()
    for question in ("array", "fire", "declare"):
        found.until(question) if question != "declare" else found.do(f"fire {ENEMY} {CORPS}")
        if found.asking[1] == 1:
            for order in WINDOWS.orders:
                assert answered(found, order.name, cheapest=True, own=True) is None


# -- no card decides whether an order answers --------------------------------------------------------------


@pytest.mark.parametrize("order", [one.name for one in WINDOWS.orders])
def test_other_cards_are_answered_at_the_same_windows(order):
    """Whatever lies closed in the units that are asked, an order answers the same questions."""
    spoiler = next(card.name for card in load().cards if card.side == 1 and card.abilities & ANTI_TANK)
    tables = [shot("2nd Armored Division", axis=[card]) for card in (spoiler, "352. Infanterie-Division")]
    for switches in ({}, {"own": True}, {"cheapest": True}):
        assert len({answered(found, order, **switches) is None for found in tables}) == 1
    for found in tables:
        found.roll(1)
    for switches in ({}, {"cheapest": True}):
        assert len({answered(found, order, **switches) is None for found in tables}) == 1


def test_every_answer_of_an_order_is_legal():
    """Over a random game, whatever an order answers is among the legal answers of the full position."""
    rng, given = Random(4), 0
    s = TITLE.start(TITLE.setup(2))
    standing = [
        StandingOrders(TITLE, WINDOWS, Standing(one.name, cheapest=True, own=True)) for one in WINDOWS.orders
    ]
    for _ in range(1500):
        if kernel.over(s):
            break
        if not (asked := kernel.asked(s)):
            outcome = random_outcome(TITLE, s, kernel.requests(s)[0], rng)
            s = kernel.apply(s, outcome, 0).state
            continue
        legal = kernel.legal_actions(s, asked[0])
        for orders in standing:
            answer = orders.answer(kernel.view(s, seat_eye(asked[0])), asked[0])
            assert answer is None or answer in legal
            given += answer is not None
        main = [one for one in legal if one.verb not in {"discard", "disband"}] or legal
        s = kernel.apply(s, rng.choice(main), asked[0]).state
    assert given > 50


def test_turns_are_numbered_by_month_and_side():
    """The Axis turn of a month comes after the Allied one, and the next month after both."""
    numbers = []
    for month in ("July 1944", "August 1944"):
        for side, step in (("Allies", "muster"), ("Axis", "muster")):
            units = {ARMY: {"at": "Normandy"}, RESERVE: {"at": "Paris"}}
            numbers.append(turn(Table(units, month=month, side=side, step=step).s))
    assert [one.seat for one in numbers] == [1, 2, 1, 2]
    assert sorted(numbers) == numbers
    assert len(set(numbers)) == len(numbers)


# -- typing and keeping ------------------------------------------------------------------------------------


def test_kinds_are_excepted_by_words():
    """`orders ask KIND` puts a kind to the player, `orders skip KIND` never; both are told and taken back."""
    match = TalkedMatch(TITLE, 2, Random(3))
    lines = match.say("orders dice").lines
    assert lines[0].startswith("Standing order 'dice': the same for good")
    assert "Put to you all the same: moments." in match.say("orders ask moments").lines
    lines = match.say("orders skip moments").lines
    assert "Never put to you: moments." in lines
    assert not any("all the same" in line for line in lines)
    assert "ask react" in match.say("orders ask nonsense").lines[0]
    listed = match.say("orders").lines
    assert any(line.startswith("orders ask losses, orders skip losses:") for line in listed)


def test_exceptions_are_kept_with_the_order():
    """What stands reads again as it was, with kinds and without; older notes still read."""
    for standing in (
        Standing("dice", 7, cheapest=True, asks=frozenset({"react", "moments"})),
        Standing(skips=frozenset({"losses"})),
        Standing("pass", 3),
    ):
        assert standing_of(standing.encoded()) == standing
    assert standing_of(b"pass\n3\n01") == Standing("pass", 3, own=True)
    assert standing_of(b"pass\n3\n01\nreact") == Standing()


def test_cards_are_turned_down_by_themselves_at_a_table():
    """The text client says what it answers, and how to be asked instead; then it sends it."""
    match = TalkedMatch(TITLE, 2, Random(5), bot="steady")
    match.say("1")
    for _ in range(300):
        due = match.talk.orders.due
        if due is not None:
            break
        if match.match.seats[1].asked:
            match.match.answer(1, match.bots[1].answer, 1)
        match.others()
    assert due.action.text == "turn-down"
    assert "'orders ask turn-down' asks you instead." in match.said[-1]
    (wish,) = match.talk.answer_due(due).wishes
    assert [action.text for action in wish.draft.actions][:1] == ["turn-down"]
