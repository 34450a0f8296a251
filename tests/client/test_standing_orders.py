"""Standing orders: they answer what a title calls a window, on public facts, with answers that are legal."""

import asyncio
from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from match import InMemoryMatch
from south_front_combats import before, play
from store_keys import store_key
from talked_match import TalkedMatch

from sealed.engine import kernel
from sealed.engine.chance import CHANCE
from sealed.engine.eye import seat_eye
from sealed.fairness.signing.keys import load_backend
from sealed.games import popular_front
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import ALLIES
from sealed.games.south_front.title import TITLE
from sealed.testing.moments import random_outcome
from sealed_client.orders import windows_of
from sealed_client.orders.keeping import keep_orders, kept_orders
from sealed_client.seat_store import MemorySeatStore, StoreError
from sealed_client.sqlite_seat_store import SqliteSeatStore
from sealed_client.standing_orders import ASK_ALL, PAUSE_S, Standing, StandingOrders, standing_of
from sealed_client.table_view import Line, Rejected, Stage, TableView
from sealed_client.text.shell import Shell
from sealed_client.text.table_talk import TableTalk
from sealed_client.wishes import Answer

WINDOWS = windows_of(TITLE.id)
AXIS_SEAT, ALLIED_SEAT = 1, 2
LAND_HIT = "attack Pact Tobruk El Alamein"
ONE = {"Tobruk": "Pact infantry 1, Pact infantry 2", "El Alamein": "UK infantry 1"}
TWO = {**ONE, "El Alamein": "UK infantry 1, UK tank 1"}
SEA_HIT = "attack Pact Gulf of Sidra Eastern Mediterranean"
FLEETS = {"Gulf of Sidra": "Pact fleet 2, Pact fleet 3", "Eastern Mediterranean": "UK fleet 1"}
STAR_HIT = "attack UK El Alamein Tobruk"
STAR = {"Tobruk": "Pact infantry 1", "El Alamein": "UK infantry 1, UK infantry 2"}
FITTING, OTHER = "ANZAC Reinforcements", "Rock of Gibraltar"
"""Two Allied cards: one holds El Alamein, the other does not."""


def orders(name, **switches):
    """Returns standing orders that were given in the set-up."""
    return StandingOrders(TITLE, WINDOWS, Standing(name, **switches))


def answered(standing, s):
    """Returns what orders answer for the seat that is asked, as text; nothing if the player is asked."""
    (seat,) = kernel.asked(s)
    action = standing.answer(kernel.view(s, seat_eye(seat)), seat)
    return None if action is None else action.text


# -- what an order answers ---------------------------------------------------------------------------------


def test_without_an_order_the_player_is_asked_everything():
    """`ask me everything` answers nothing, not even a loss without a choice."""
    assert answered(orders(ASK_ALL), play(before(ONE), LAND_HIT)) is None


def test_a_loss_without_a_choice_is_taken():
    """The only piece there is goes, whatever card is held."""
    assert answered(orders("pass"), play(before(ONE), LAND_HIT)) == "lose UK infantry 1"


def test_a_real_choice_of_losses_is_put_to_the_player():
    """Which of two pieces goes, the player says himself."""
    assert answered(orders("pass"), play(before(TWO), LAND_HIT)) is None


def test_the_lowest_rank_goes_first_if_that_is_ordered():
    """With `cheapest` the infantry goes before the tank, and the carrier's rank counts at sea."""
    assert answered(orders("pass", cheapest=True), play(before(TWO), LAND_HIT)) == "lose UK infantry 1"
    board = {**FLEETS, "Eastern Mediterranean": "UK fleet 1, UK carrier 1"}
    assert answered(orders("pass", cheapest=True), play(before(board), SEA_HIT)) == "lose UK carrier 1"


def test_a_naval_combat_is_put_to_the_player_who_ordered_so():
    """`naval` answers on land and asks at sea."""
    assert answered(orders("naval"), play(before(ONE), LAND_HIT)) == "lose UK infantry 1"
    assert answered(orders("naval"), play(before(FLEETS), SEA_HIT)) is None
    assert answered(orders("stars"), play(before(FLEETS), SEA_HIT)) == "lose UK fleet 1"


def test_an_attacked_star_is_put_to_the_player_who_ordered_so():
    """`stars` asks at Tobruk, which has a star, and answers at El Alamein, which has none."""
    s = play(before(STAR, side=ALLIES, line={}), STAR_HIT)
    assert answered(orders("stars"), s) is None
    assert answered(orders("pass"), s) == "lose Pact infantry 1"
    assert answered(orders("stars"), play(before(ONE), LAND_HIT)) == "lose UK infantry 1"


def test_the_own_turn_is_the_players_unless_he_orders_otherwise():
    """Who attacks is asked whether he continues; with `own` the order stops the attack. Never until then."""
    s = play(before(TWO), LAND_HIT, "lose UK infantry 1")
    assert kernel.question(s).id == "continue"
    assert answered(orders("stars"), s) is None
    assert answered(orders("stars", own=True), s) == "stop"
    assert answered(orders("pass", own=True), s) is None


def test_questions_that_are_no_windows_are_always_asked():
    """Movement, the action and what it asks stay with the player on turn, even where one answer is stated."""
    s = before(TWO)
    assert kernel.question(s).id == "attack"
    assert answered(orders("stars", own=True), s) is None
    assert answered(orders("stars", own=True), play(s, LAND_HIT, "lose UK infantry 1", "stop")) is None


def test_every_answer_of_an_order_is_legal():
    """Over random games, whatever an order answers is among the legal answers of the full position."""
    rng, given = Random(3), 0
    s = TITLE.start(TITLE.setup(2))
    standing = [orders(one.name, cheapest=True, own=True) for one in WINDOWS.orders]
    while not kernel.over(s):
        seat, *_ = kernel.asked(s) or (CHANCE,)
        if seat == CHANCE:
            s = kernel.apply(s, random_outcome(TITLE, s, kernel.requests(s)[0], rng), CHANCE).state
            continue
        legal = kernel.legal_actions(s, seat)
        for one in standing:
            action = one.answer(kernel.view(s, seat_eye(seat)), seat)
            assert action is None or action in legal
            given += action is not None
        fights = [action for action in legal if action.verb in {"attack", "play", "desperate-attack"}]
        s = kernel.apply(s, rng.choice(fights or legal), seat).state
    assert given > 12


# -- how long it stands ------------------------------------------------------------------------------------


def test_an_order_until_the_own_turn_ends_with_its_beginning():
    """It holds through the turn in which it was given, and ends in the first own one after it."""
    standing, axis_turn, allied_turn = orders(ASK_ALL), before(ONE), before(STAR, side=ALLIES)
    standing.give("pass", axis_turn)
    assert standing.expire(axis_turn, ALLIED_SEAT) is None
    assert standing.expire(allied_turn, ALLIED_SEAT).name == "pass"
    assert standing.order is None


def test_an_order_given_in_the_own_turn_holds_until_the_next_one():
    """The present turn does not end it; the turn a round later does."""
    standing, now = orders(ASK_ALL), before(ONE)
    standing.give("pass", now)
    assert standing.expire(now, AXIS_SEAT) is None
    assert standing.expire(before(ONE, turn={"round": 2}), AXIS_SEAT).name == "pass"


def test_an_order_without_an_end_stays():
    """`naval` outlasts turns."""
    standing = orders("naval")
    assert standing.expire(before(STAR, side=ALLIES), ALLIED_SEAT) is None
    assert standing.order.name == "naval"


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_what_stands_is_kept_on_the_device(tmp_path, kind):
    """The newest orders of a table come back from the store; another table has none."""
    signatures = load_backend()
    store = (
        MemorySeatStore(signatures)
        if kind == "memory"
        else SqliteSeatStore(tmp_path, signatures, store_key(tmp_path))
    )
    keep_orders(store, b"t" * 32, Standing("pass", 4))
    keep_orders(store, b"t" * 32, Standing("naval", 7, cheapest=True, own=True))
    assert kept_orders(store, b"t" * 32) == Standing("naval", 7, cheapest=True, own=True)
    assert kept_orders(store, b"o" * 32) == Standing()


@pytest.mark.parametrize(
    "body", [b"", b"pass\n1", b"pass\nx\n00", b"pass\n1\n02", b"\xff\n1\n00", b"a\nb\nc\nd"]
)
def test_what_makes_no_sense_is_no_order(body):
    """Bytes of another version, or broken ones, let the player be asked everything."""
    assert standing_of(body) == Standing()


def test_an_order_that_this_version_does_not_know_answers_nothing():
    """A kept name without an order is as good as none."""
    assert answered(orders("sometimes"), play(before(ONE), LAND_HIT)) is None


# -- in the text client ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def rules():
    """What a table of South Front has agreed."""
    return InMemoryMatch(TITLE, 2, Random(1)).seats[ALLIED_SEAT].enrolment.rules


@pytest.fixture
def talk(rules):
    """The conversation of seat 2."""
    return TableTalk(rules, "sealed join HERE")


def snapshot(talk, s, seat=ALLIED_SEAT, **changes):
    """Returns what a seat sees of a position."""
    view = TableView(
        lobby_id="lobby",
        rules=talk.rules,
        seat=seat,
        names=("Ann", "Ben"),
        stage=Stage.PLAYING,
        line=Line.CONNECTED,
        trouble="",
        waiting_for="",
        state=kernel.view(s, seat_eye(seat)),
        debts=(),
        asked=seat in kernel.asked(s),
        sending=False,
        rejected=None,
        happenings=(),
        size=9,
        checks=0,
        unchecked=0,
        failure=None,
        warnings=(),
        result="",
        cause="",
        report=None,
    )
    return replace(view, **changes)


def see(talk, s, **changes):
    """Shows a position and returns what is said."""
    return talk.see(snapshot(talk, s, **changes), None)


def sent(reply):
    """Returns the answers that a reply sends."""
    return [
        [action.text for action in wish.draft.actions] for wish in reply.wishes if isinstance(wish, Answer)
    ]


def test_an_order_says_what_it_is_about_to_answer_and_puts_no_menu(talk):
    """The question and the answer are told; nothing is numbered and nothing is sent yet."""
    talk.hear("orders pass")
    lines = see(talk, play(before(ONE), LAND_HIT))
    assert "in a moment" in lines[-1]
    assert talk.menus.menu is None
    assert talk.orders.due.action.text == "lose UK infantry 1"


def test_after_its_pause_the_answer_is_a_draft_like_any_other_and_told_in_the_log(talk):
    """One answer goes out, and the log says that it was the order's."""
    talk.hear("orders pass")
    see(talk, play(before(ONE), LAND_HIT))
    reply = talk.answer_due(talk.orders.due)
    assert sent(reply) == [["lose UK infantry 1"]]
    assert reply.lines == [talk.story.lines[0].text]
    assert reply.lines[0].startswith("Standing order: ")


def test_an_order_can_be_taken_back_until_its_answer_is_sent(talk):
    """`orders off` puts the question to the player; what was due is no longer sent."""
    talk.hear("orders pass")
    see(talk, play(before(ONE), LAND_HIT))
    due = talk.orders.due
    reply = talk.hear("orders off")
    assert talk.menus.menu is not None
    assert any("lose" in line for line in reply.lines)
    assert sent(talk.answer_due(due)) == []


def test_who_is_quicker_than_his_order_has_answered(talk):
    """An answer typed within the pause is sent; the order's is not sent besides."""
    talk.hear("orders pass")
    see(talk, play(before(ONE), LAND_HIT))
    due = talk.orders.due
    assert sent(talk.hear("lose UK infantry 1")) == [["lose UK infantry 1"]]
    assert sent(talk.answer_due(due)) == []


def test_an_order_given_at_an_open_question_answers_it(talk):
    """A menu that stands is closed when an order is given that covers its question."""
    see(talk, play(before(ONE), LAND_HIT))
    assert talk.menus.menu is not None
    talk.hear("orders pass")
    assert talk.orders.due is not None
    assert talk.menus.menu is None


def test_a_menu_stays_if_an_order_does_not_cover_its_question(talk):
    """An order for other windows changes nothing about an open question."""
    see(talk, play(before(FLEETS), SEA_HIT))
    menu = talk.menus.menu
    talk.hear("orders naval")
    assert talk.menus.menu is menu
    assert talk.orders.due is None


def test_a_refused_answer_is_not_given_again(talk):
    """What the referee has refused once is put to the player."""
    talk.hear("orders pass")
    s = play(before(ONE), LAND_HIT)
    refused = Rejected("ACT_ILLEGAL", (NOTATION.parse("lose UK infantry 1"),))
    see(talk, s, rejected=refused)
    assert talk.orders.due is None
    assert talk.menus.menu is not None


def test_an_order_that_ends_says_so(talk):
    """When the own turn begins the player is told, and asked from then on."""
    talk.hear("orders pass")
    lines = see(talk, before(STAR, side=ALLIES))
    assert any("is over" in line for line in lines)
    assert talk.orders.standing.order == ASK_ALL


@pytest.mark.parametrize(
    ("typed", "stands"),
    [
        ("orders pass", Standing("pass")),
        ("orders STARS", Standing("stars")),
        ("orders cheapest on", Standing(cheapest=True)),
        ("orders own on", Standing(own=True)),
        ("orders off", Standing()),
        ("orders sometimes", Standing()),
    ],
)
def test_the_command_sets_what_stands(talk, typed, stands):
    """Each form of the command, in any case; an unknown order changes nothing and names those there are."""
    reply = talk.hear(typed)
    assert talk.orders.standing == stands
    assert reply.lines


def test_the_orders_are_listed(talk):
    """`orders` alone names every order with what it does."""
    lines = "\n".join(talk.hear("orders").lines)
    assert all(f"orders {one.name}: " in lines for one in WINDOWS.orders)


def test_a_title_without_windows_has_no_orders():
    """Popular Front asks everything and says so."""
    rules = InMemoryMatch(popular_front.TITLE, 2, Random(1)).seats[1].enrolment.rules
    talk = TableTalk(rules, "sealed join HERE", Standing("pass"))
    assert "no standing orders" in talk.hear("orders pass").lines[0]
    assert talk.orders.standing == Standing("pass")


def test_orders_answer_at_a_table():
    """At a verified table the order's answers are taken by the referee, one after the other, to the end."""
    match, answers = TalkedMatch(TITLE, 2, Random(4), number=ALLIED_SEAT), 0
    match.say("orders stars")
    match.say("orders cheapest on")
    while match.match.asked:
        match.others()
        if match.talk.orders.due is not None:
            seat = match.match.seats[ALLIED_SEAT]
            (wish,) = match.talk.answer_due(match.talk.orders.due).wishes
            match.match.do(ALLIED_SEAT, seat.submit(wish.draft))
            match.match.settle()
            match.look()
            answers += 1
        elif match.match.seats[ALLIED_SEAT].asked:
            match.match.answer(ALLIED_SEAT, match.bots[ALLIED_SEAT].answer, 1)
            match.look()
    assert answers > 1
    assert match.match.refusals == []
    assert sum(line.text.startswith("Standing order: ") for line in match.talk.story.lines) == answers


# -- its pause ---------------------------------------------------------------------------------------------


def waited(talk, s, keep_orders=None):
    """Returns the pauses that a shell lets an order wait when it sees a position, and what it then writes."""
    pauses, out = [], StringIO()

    async def look():
        loop, shell = asyncio.get_running_loop(), Shell(talk, StringIO(), out)
        shell.attach(lambda: None, None, keep_orders)
        loop.call_later = lambda pause, call: (pauses.append(pause), call())
        view = snapshot(talk, s)
        shell.see(view)
        shell.see(view)

    asyncio.run(look())
    return pauses, out.getvalue()


@pytest.mark.parametrize("held", [FITTING, OTHER])
def test_every_answer_waits_as_long_whatever_is_held(rules, held):
    """One pause, the fixed one, before one answer: with and without a card that could have been used."""
    talk = TableTalk(rules, "sealed join HERE", Standing("pass"))
    s = play(before(ONE, hands={"Allies": [held]}), LAND_HIT)
    assert len(kernel.legal_actions(s, ALLIED_SEAT)) == 1 + (held == FITTING)
    pauses, said = waited(talk, s)
    assert pauses == [PAUSE_S]
    assert said.count("Standing order: lose") == 1


def test_orders_are_kept_as_they_change(rules):
    """The shell hands over what stands when it has changed; a store that fails is told and stops nothing."""
    kept = []
    talk = TableTalk(rules, "sealed join HERE", Standing("pass"))
    waited(talk, before(STAR, side=ALLIES), kept.append)
    assert kept == [Standing()]

    def full(standing):
        raise StoreError("The disk is full.")

    talk = TableTalk(rules, "sealed join HERE", Standing("pass"))
    assert "The disk is full." in waited(talk, before(STAR, side=ALLIES), full)[1]
