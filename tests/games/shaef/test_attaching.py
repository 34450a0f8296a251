"""Attaching Corps, and HQs from the Reinforcement Deck (13.1; E-9, E-13, E-17, E-18; case S-22)."""

from itertools import product

from shaef_answers import require_exact, require_replicas_follow
from shaef_map import ACTION, CARD, UNIT, answered, asked, board, offered, played, told

from sealed.engine.value import copy_with
from sealed.engine.zones import copies
from sealed.games.shaef.notation import make
from sealed.games.shaef.reorganisation.attaching import Attaching
from sealed.games.shaef.state import AFRICA, ALLIES, AXIS, BRITAIN, HQ_CARD, HQS, IS_ARMY, RESERVE, SIDE

FIRST_CORPS = ("US-V", "US-VII", "US-XIX", "US-XVIII")


def allied(stands=None, month=4, **fields):
    """The Allies attach: two US Armies and a British one in Britain."""
    armies = {"US1-R": "Britain", "US3-R": "Britain", "UK2-R": "Britain"}
    s = board({**armies, **(stands or {})}, month=month, **fields)
    return asked(s, Attaching(ALLIES))


def axis(stands=None, month=4, **fields):
    """The Axis attaches: two Armies."""
    s = board({"GE7-R": "MAI", "GE15-R": "PIC", **(stands or {})}, month=month, turn=AXIS, **fields)
    return asked(s, Attaching(AXIS))


def under(s, corps):
    """The Army of a Corps."""
    return s.army[UNIT[corps]]


def test_a_corps_changes_its_army_for_one_point():
    """The attachment costs 1 point, wherever Corps and Army stand (13.1a, 13.1e)."""
    s = allied({"US-V": "NOR"}, held=["NOR"])
    after = answered(s, "attach V Corps Third US Army")
    assert under(after, "US-V") == UNIT["US3-R"]
    assert after.points == (34, 10)
    assert told(copy_with(s, points=(0, 10)), "attach V Corps Third US Army") == ["points"]


def test_a_second_foreign_corps_is_refused_at_once():
    """A US Army with a UK Corps takes no French one (5.1b, case S-22)."""
    s = allied({"UK-I": "Britain", "FR1-R": "Africa", "FR-I": "Africa"})
    s = answered(s, "attach I Corps First US Army")
    assert told(s, "attach Ier Corps d'armée First US Army") == ["foreign-corps"]
    assert told(s, "attach Ier Corps d'armée Third US Army") == []


def test_two_full_armies_can_exchange_corps():
    """Limits bind at the end of the step: a fifth Corps comes if another can still leave (13.1d)."""
    third = ("US-XV", "US-VIII", "US-XX", "US-XII")
    s = allied(dict.fromkeys((*FIRST_CORPS, *third), "Britain"))
    assert told(s, "done") == []
    s = answered(s, "attach V Corps Third US Army")
    assert told(s, "done") == ["still-over-limit"]
    s = answered(s, "attach XV Corps First US Army")
    assert told(s, "done") == []
    assert s.points == (33, 10)
    last = allied(dict.fromkeys((*FIRST_CORPS, *third), "Britain"), points=(1, 10))
    assert told(last, "attach V Corps Third US Army") == ["army-full"]


def test_two_armies_can_exchange_their_foreign_corps():
    """A second foreign Corps comes if it leaves an Army in which it is foreign, too (13.1d, E-100)."""
    s = allied({"UK-I": "Britain", "FR1-R": "Africa", "FR-I": "Africa"})
    s = answered(s, "attach I Corps First US Army", "attach Ier Corps d'armée Third US Army")
    s = answered(s, "attach I Corps Third US Army")
    assert told(s, "done") == ["still-over-limit"]
    s = answered(s, "attach Ier Corps d'armée First US Army")
    assert told(s, "done") == []
    assert (under(s, "UK-I"), under(s, "FR-I")) == (UNIT["US3-R"], UNIT["US1-R"])
    assert s.points == (31, 10)


def test_a_new_corps_fills_no_full_army():
    """An HQ from the deck counts like any other Corps (5.1a)."""
    s = allied(dict.fromkeys(FIRST_CORPS, "Britain"), points=(1, 10))
    assert told(s, "raise XV Corps First US Army Britain") == ["army-full"]
    assert told(s, "raise XV Corps Third US Army Britain") == []
    rich = allied(dict.fromkeys(FIRST_CORPS, "Britain"), points=(2, 10))
    assert told(rich, "raise XV Corps First US Army Britain") == []


def test_a_new_corps_of_the_allies_stands_at_its_base():
    """An Allied HQ comes to its printed base for 1 point and is shown (13.1b, 13.1e, E-17, E-18)."""
    s = allied()
    lines = offered(s, "raise")
    assert "raise XV Corps Third US Army Britain" in lines
    assert "raise VI Corps Third US Army Africa" in lines
    assert "raise VI Corps Third US Army Britain" not in lines
    after, events = played(s, "raise VI Corps Third US Army Africa")
    corps = UNIT["US-VI"]
    assert after.where[corps] == AFRICA
    assert after.army[corps] == UNIT["US3-R"]
    assert after.points == (34, 10)
    assert copies(after.zones[HQS + ALLIES], HQ_CARD[corps])
    assert [event.id for event in events] == ["spent", "moved", "arrived", "attached"]


def test_a_lost_corps_of_the_lane_chooses_its_base():
    """An HQ without a printed base comes to Britain or to Africa, as its owner likes (E-17)."""
    lines = offered(allied(), "raise")
    for base in ("Britain", "Africa"):
        assert f"raise V Corps First US Army {base}" in lines


def test_a_corps_waits_for_its_month():
    """An HQ comes from its month on (E-13)."""
    line = "raise III Corps First US Army Britain"
    assert told(allied(month=4), line) == ["too-early"]
    assert told(allied(month=5), line) == []


def test_a_new_corps_of_the_axis_stands_in_a_victory_region_it_controls():
    """An Axis HQ comes to any Victory region of its side, not to one that is lost (13.1c, E-9)."""
    assert told(axis(), "raise LXIV. Armeekorps 7. Armee Ruhr", AXIS) == []
    assert told(axis(), "raise LXIV. Armeekorps 7. Armee Paris", AXIS) == ["no-victory-region"]
    assert told(axis(), "raise LXIV. Armeekorps 7. Armee Britain", AXIS) == ["not-printed-place"]
    assert told(axis(held=["RUH"]), "raise LXIV. Armeekorps 7. Armee Ruhr", AXIS) == ["enemy-controls"]


def test_only_hqs_that_lie_in_the_deck_come():
    """An Army HQ, a Corps in play and a lost HQ are refused."""
    s = allied({"US-V": "NOR"}, held=["NOR"])
    assert told(s, "raise V Corps Third US Army Britain") == ["not-from-deck"]
    assert told(s, "raise Seventh US Army Third US Army Africa") == ["no-hq"]
    lost = copy_with(s, zones=tuple(0 if z == RESERVE + ALLIES else c for z, c in enumerate(s.zones)))
    assert told(lost, "raise XV Corps Third US Army Britain") == ["not-from-deck"]


def test_lists_are_exact_in_every_replica():
    """Of all attachments and HQs each replica offers exactly what nothing stands against."""
    for s, side in ((allied({"US-V": "NOR", "UK-I": "Britain"}), ALLIES), (axis({"GE-LXXXIV": "NOR"}), AXIS)):
        armies = [unit for unit in range(63) if IS_ARMY[unit]]
        own = [unit for unit in range(63) if SIDE[unit] == side]
        spoken = [make("attach", corps, army) for corps, army in product(own, armies)]
        places = (BRITAIN, AFRICA, 14, 42, 44)
        spoken += [
            make("raise", HQ_CARD[unit], army, place)
            for unit, army, place in product(own, armies[:3] + armies[-3:], places)
        ]
        assert require_exact(s, side, spoken) > 50


def test_replicas_follow_an_hq_from_the_deck():
    """The card is shown to all, and each replica arrives at the same board."""
    after = require_replicas_follow(allied(), ALLIES, ACTION("raise XV Corps Third US Army Britain"))
    assert copies(after.zones[HQS], CARD["XV Corps"])
