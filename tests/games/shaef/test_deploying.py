"""Strategic Deployment (13.2; E-13 to E-16; Innere Linie)."""

import pytest
from shaef_answers import require_exact, require_replicas_follow
from shaef_boards import lasting
from shaef_map import ACTION, CARD, REGION, UNIT, answered, asked, at, board, offered, played, regions, told

from sealed.engine.cards import move
from sealed.engine.eye import seat_eye
from sealed.engine.kernel import legal_actions, view
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, copies, size
from sealed.games.shaef.notation import THE_DECK, make
from sealed.games.shaef.reorganisation.collecting import Collecting
from sealed.games.shaef.reorganisation.deploying import Deploying, begin_deployment
from sealed.games.shaef.reorganisation.prices import free_moves
from sealed.games.shaef.state import ALLIES, ARRIVED, AXIS, DOWN, SHOWN, SIDE, UP, roster
from sealed.games.shaef.units.turning import TurningDown

BIG_RED_ONE, SECOND, FOURTH = "1st Infantry Division", "2nd Infantry Division", "4th Infantry Division"
FRONT = {"US1-R": "NOR", "US-V": "NOR", "US-VII": "MAI", "US-XIX": "Britain"}
HELD = ("NOR", "MAI", "BRE")
UNDER = {"US-V": [BIG_RED_ONE, SECOND], "US-VII": [FOURTH], "US1-R": ["+Night Drop"]}
V, VII, XIX = UNIT["US-V"], UNIT["US-VII"], UNIT["US-XIX"]


def allied(stands=None, cards=None, held=HELD, month=2, **fields):
    """The Allies deploy in July."""
    s = board({**FRONT, **(stands or {})}, held, UNDER if cards is None else cards, month=month, **fields)
    return asked(s, Deploying(ALLIES))


def axis(held=(), month=2, stands=None, **fields):
    """The Axis deploys in July."""
    under = {"GE-LXXXIV": ["709. Infanterie-Division", "352. Infanterie-Division"]}
    s = board(
        {"GE7-R": "MAI", "GE-LXXXIV": "NOR", "GE15-R": "PIC", **(stands or {})},
        held, under, month=month, turn=AXIS, **fields,
    )  # fmt: skip
    return asked(s, Deploying(AXIS))


def test_a_unit_pays_for_each_card_and_its_hq():
    """A whole unit goes anywhere along a path for 1 point a card, its HQ card included (13.2a, 13.2e)."""
    s = answered(allied(), "redeploy V Corps Brittany")
    assert at(s, "US-V") == REGION["BRE"]
    assert s.points == (32, 10)
    assert told(copy_with(allied(), points=(2, 10)), "redeploy V Corps Brittany") == ["points"]


def test_a_unit_goes_over_the_sea():
    """Allied units go from Britain ashore and back over a held port (13.2h)."""
    s = answered(allied(), "redeploy XIX Corps Maine-Anjou", "redeploy V Corps Britain")
    assert (s.where[XIX], s.where[V]) == (REGION["MAI"], 120)


def test_no_unit_goes_twice_or_with_face_up_cards():
    """All deployments are simultaneous, and cards must lie face-down (13.2c, 13.2d, 13.2e)."""
    s = answered(allied(), "redeploy V Corps Brittany")
    assert told(s, "redeploy V Corps Maine-Anjou") == ["has-deployed"]
    assert told(s, "redeploy First US Army Brittany") == ["face-up-cards"]
    assert told(s, "redeploy VII Corps Maine-Anjou") == ["same-place"]


def test_a_unit_that_has_taken_cards_stays():
    """A card that has been reassigned goes no further with its new unit (13.2c)."""
    line = f"take V Corps {BIG_RED_ONE}"
    s = answered(allied(), "organise VII Corps", line, "done")
    assert told(s, "redeploy VII Corps Brittany") == ["cards-arrived"]
    assert told(s, "redeploy V Corps Brittany") == []


def test_a_card_goes_to_another_unit():
    """A face-down card is reassigned for 1 point, even in the same region, and settles at the end (13.2a)."""
    s = answered(allied(), "organise First US Army", f"take V Corps {BIG_RED_ONE}")
    assert cards(s.zones[ARRIVED + UNIT["US1-R"]]) == (CARD[BIG_RED_ONE],)
    assert s.points == (34, 10)
    s = answered(s, "done", "done")
    assert cards(s.zones[DOWN + UNIT["US1-R"]]) == (CARD[BIG_RED_ONE],)
    assert not s.zones[ARRIVED + UNIT["US1-R"]]
    assert s.stack is None


def test_no_card_goes_twice():
    """What has arrived moves no further in this step, nor do the cards of a redeployed unit (13.2c)."""
    s = answered(allied(), "organise First US Army", f"take V Corps {BIG_RED_ONE}", "done")
    s = answered(s, "organise VII Corps")
    assert told(s, f"take First US Army {BIG_RED_ONE}") == ["cards-arrived"]
    s = answered(s, "done", "redeploy V Corps Brittany", "organise VII Corps")
    assert told(s, f"take V Corps {SECOND}") == ["has-deployed"]
    assert told(s, "take V Corps V Corps") == ["has-deployed", "is-hq"]
    assert told(s, "take First US Army Night Drop") == ["not-face-down"]


FULL = {
    "US-V": [BIG_RED_ONE, SECOND, FOURTH, "29th Infantry Division"],
    "US-VII": ["9th Infantry Division", "90th Infantry Division"],
}


def test_two_full_units_can_exchange_cards():
    """Limits bind at the end of the step: a full unit takes a card, and gives one away (13.2c, 5.3a)."""
    s = answered(allied(cards=FULL), "organise V Corps", "take VII Corps 9th Infantry Division", "done")
    assert told(s, "done") == ["still-over-limit"]
    assert s.stack.frame.stated(s, 1) is None
    s = answered(s, "organise VII Corps", f"take V Corps {FOURTH}", "done")
    assert s.points == (33, 10)
    s = answered(s, "done")
    assert [size(s.zones[DOWN + unit]) for unit in (V, VII)] == [4, 2]


def test_points_for_what_has_to_go_are_not_spent_otherwise():
    """While a unit is overfull its owner keeps the point that one card needs to leave it (E-101)."""
    s = answered(
        allied(cards=FULL, points=(2, 10)), "organise V Corps", "take VII Corps 9th Infantry Division", "done"
    )
    assert told(s, "redeploy XIX Corps Normandy") == ["points"]
    s = answered(s, "organise First US Army")
    assert told(s, "take VII Corps 90th Infantry Division") == ["points"]
    assert told(s, f"take V Corps {FOURTH}") == []


def test_a_full_unit_takes_nothing_that_cannot_be_put_right():
    """A fifth card is refused where no point is left for another one to go, or none may go (5.3a)."""
    poor = allied(cards=FULL, points=(1, 10))
    assert told(poor, "organise V Corps") == []
    s = answered(poor, "organise V Corps")
    assert told(s, "take VII Corps 9th Infantry Division") == ["unit-full"]
    assert told(allied(cards=FULL, points=(0, 10)), "organise V Corps") == ["unit-full"]
    shown = allied(cards={"US-V": [f"+{card}" for card in FULL["US-V"]]})
    assert told(shown, "organise V Corps") == ["unit-full"]
    gone = answered(allied(cards=FULL), "redeploy V Corps Brittany")
    assert told(gone, "organise V Corps") == ["unit-full"]


def test_a_region_captured_this_turn_gives_and_takes_no_cards():
    """Cards go neither from nor to a unit in a region that was captured this turn (13.2f, case S-7)."""
    s = allied(captured=regions("NOR"))
    assert told(s, "organise V Corps") == ["captured-this-turn"]
    assert told(s, "redeploy V Corps Brittany") == ["captured-this-turn"]
    s = answered(s, "organise VII Corps")
    assert told(s, f"take V Corps {BIG_RED_ONE}") == ["captured-this-turn"]


def test_the_allied_deck_costs_nothing_in_a_base():
    """A card of the deck costs nothing in Britain, and 1 point ashore, over a port (13.2b, E-15)."""
    s = answered(allied(), "organise XIX Corps", "take Reinforcement Deck 30th Infantry Division")
    assert s.points == (35, 10)
    assert copies(s.zones[ARRIVED + XIX], CARD["30th Infantry Division"])
    s = answered(s, "done", "organise V Corps", "take Reinforcement Deck 83rd Infantry Division")
    assert s.points == (34, 10)
    broke = answered(allied(points=(0, 10)), "organise XIX Corps")
    assert told(broke, "take Reinforcement Deck 30th Infantry Division") == []
    assert told(broke, f"take V Corps {BIG_RED_ONE}") == ["points"]
    cut = answered(allied(held=("MAI",), stands={"US-V": "MAI"}), "organise V Corps")
    assert "no-path" in told(cut, "take Reinforcement Deck 30th Infantry Division")


def test_cards_wait_for_their_month():
    """From the deck come cards of this month and earlier ones, no HQs (E-13, 5.3d)."""
    s = answered(allied(month=2), "organise XIX Corps")
    assert told(s, "take Reinforcement Deck 8th Infantry Division") == []
    assert told(s, "take Reinforcement Deck 80th Infantry Division") == ["too-early"]
    assert told(s, "take Reinforcement Deck VI Corps") == ["is-hq"]
    assert told(s, f"take Reinforcement Deck {BIG_RED_ONE}") == ["not-from-deck"]


@pytest.mark.parametrize(
    ("held", "expected"), [((), ["westwall-not-threatened"]), (("LOR",), []), (("EIF",), [])]
)
def test_the_westwall_is_manned_when_it_is_threatened(held, expected):
    """Its garrisons come once the Allies control one of its approaches or a region in Germany (E-14)."""
    s = answered(axis(held=held), "organise 15. Armee", side=AXIS)
    assert told(s, "take Reinforcement Deck Westwall-Besatzung Aachen", AXIS) == expected


def test_the_axis_deck_costs_a_point():
    """Axis cards come by a Victory Region for 1 point each, also to a unit that stands in one (E-15)."""
    s = answered(axis(stands={"GE1-R": "RUH"}), "organise 1. Armee", side=AXIS)
    s = answered(s, "take Reinforcement Deck 84. Infanterie-Division", side=AXIS)
    assert s.points == (35, 9)


def test_innere_linie_pays_for_five_cards():
    """Five cards go for nothing, moved with their unit or reassigned; the rest is paid (shaef-cards 7)."""
    s = axis(lasting=(lasting("INNERE_LINIE", 5),))
    s = answered(s, "redeploy LXXXIV. Armeekorps Picardy", side=AXIS)
    assert (free_moves(s, AXIS), s.points) == (2, (35, 10))
    s = copy_with(s, points=(35, 0))
    s = answered(s, "organise 15. Armee", "take Reinforcement Deck 84. Infanterie-Division", side=AXIS)
    s = answered(s, "take Reinforcement Deck 331. Infanterie-Division", side=AXIS)
    assert free_moves(s, AXIS) == 0
    assert told(s, "take Reinforcement Deck 16. Flak-Division", AXIS) == ["points"]
    dear = axis(lasting=(lasting("INNERE_LINIE", 1),))
    assert answered(dear, "redeploy LXXXIV. Armeekorps Picardy", side=AXIS).points == (35, 8)


def test_a_fortress_marker_stays_behind():
    """A Corps that is redeployed leaves its Fortress Marker (3.1 sidebar, E-106)."""
    s = axis(fortress=1 << UNIT["GE-LXXXIV"])
    s, events = played(s, "redeploy LXXXIV. Armeekorps Picardy", side=AXIS)
    assert not s.fortress
    assert "fortress-left" in [event.id for event in events]


def test_a_contested_region_that_is_left_falls_at_once():
    """Where only the enemy stays behind, he takes control (Region Control)."""
    s = axis(stands={"US-V": "NOR"})
    s = answered(s, "redeploy LXXXIV. Armeekorps Picardy", side=AXIS)
    assert s.held == s.captured == regions("NOR")


def test_known_face_down_cards_are_mixed_first():
    """What lies face-down and known is turned down with its unit before the step, face-up cards are not."""
    s = board(FRONT, HELD, UNDER, month=2)
    assert begin_deployment(s, ALLIES).stack.frame == Deploying(ALLIES)
    s = begin_deployment(move(s, CARD[SECOND], DOWN + V, SHOWN + V, []), ALLIES)
    assert isinstance(s.stack.frame, TurningDown)
    s = answered(s, "turn-down")
    assert s.stack.frame == Deploying(ALLIES)
    assert size(s.zones[DOWN + V]) == 2
    assert s.zones[UP + UNIT["US1-R"]]


def test_done_stands_in_unless_cards_are_to_be_mixed():
    """At a deadline `done` is the answer where it needs no act of the owner (spec 2.12)."""
    s = allied()
    assert s.stack.frame.stated(s, 1) is make("done")
    s = answered(s, "organise First US Army", f"take V Corps {BIG_RED_ONE}", "done")
    assert s.stack.frame.stated(s, 1) is None


def every_answer(side):
    """All answers of the step and of a unit that takes cards."""
    regions_, units = range(47), [unit for unit in range(63) if SIDE[unit] == side]
    found = [make("redeploy", unit, place) for unit in units for place in (*regions_, 120, 121, 64 + 10)]
    found += [make("organise", unit) for unit in range(63)]
    sources = [THE_DECK, *units[:3], *units[8:14], (40 if side == ALLIES else 0)]
    found += [make("take", source, card) for source in sources for card in roster(side)[::3]]
    found += [
        make("take", source, CARD[name])
        for source in sources
        for name in (BIG_RED_ONE, SECOND, "352. Infanterie-Division")
    ]
    return [*found, make("done")]


BOARDS = [
    (ALLIES, allied),
    (ALLIES, lambda: allied(captured=regions("MAI"), points=(2, 10))),
    (ALLIES, lambda: allied(points=(0, 10))),
    (
        ALLIES,
        lambda: answered(
            allied(), "organise VII Corps", f"take V Corps {BIG_RED_ONE}", "done", "redeploy V Corps Brittany"
        ),
    ),
    (ALLIES, lambda: allied(cards=FULL)),
    (AXIS, axis),
    (
        AXIS,
        lambda: axis(
            lasting=(lasting("INNERE_LINIE", 2), lasting("RESISTANCE", REGION["MAI"])), points=(35, 0)
        ),
    ),
    (AXIS, lambda: axis(held=("RUH", "HAN", "RHM", "NEC", "LOR"))),
]


@pytest.mark.parametrize(("side", "make_board"), BOARDS)
def test_lists_are_exact_in_every_replica(side, make_board):
    """Each replica offers exactly what nothing stands against, also while a unit takes cards."""
    s, spoken = make_board(), every_answer(side)
    require_exact(s, side, spoken)
    for unit in ("US-XIX", "US1-R", "US-V") if side == ALLIES else ("GE15-R", "GE7-R"):
        collecting = asked(s, Collecting(side, UNIT[unit]))
        require_exact(collecting, side, spoken)


def test_replicas_follow_hidden_cards():
    """A card that is taken, and all that settle, move in every replica alike, unnamed where it is secret."""
    s = asked(allied(), Collecting(ALLIES, VII))
    for line in (
        f"take V Corps {BIG_RED_ONE}",
        "take Reinforcement Deck 8th Infantry Division",
        "done",
        "done",
    ):
        s = require_replicas_follow(s, ALLIES, ACTION(line))
    assert size(s.zones[DOWN + VII]) == 3


def test_others_see_where_a_card_comes_from_and_not_which():
    """The enemy's list has sources without cards (fairness 2.16)."""
    s = view(asked(allied(), Collecting(ALLIES, VII)), seat_eye(2))
    assert [str(action) for action in legal_actions(s, 1)] == [
        "take V Corps",
        "take Reinforcement Deck",
        "done",
    ]


def test_offers_of_the_step():
    """Organising, redeploying and `done` are offered besides what a player may do at any time."""
    assert offered(allied(), "organise") == [
        "organise First US Army",
        "organise V Corps",
        "organise VII Corps",
        "organise XIX Corps",
    ]
