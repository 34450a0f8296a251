"""Supply: lines, their freezing, Second Supply (Section 7; E-7 to E-9, E-36, E-41)."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from shaef_boards import (
    CARD,
    PlainSupply,
    R,
    U,
    asking,
    assign,
    board,
    codes,
    do,
    lasting,
    offered,
    scattered,
)

from sealed.engine.value import copy_with
from sealed.engine.zones import cards, size
from sealed.games.shaef.board.geography import adjacent
from sealed.games.shaef.state import (
    ALLIES,
    AXIS,
    DEAD,
    DOWN,
    GONE,
    HQ_CARD,
    HQS,
    LOST,
    NOWHERE,
    OFF,
    RESERVE,
    SHOWN,
    UP,
    units_in,
)
from sealed.games.shaef.supply.lines import (
    in_supply,
    line,
    mark,
    serving,
    source,
    supplied,
    supplied_now,
)
from sealed.games.shaef.supply.removal import Orphans, orphans, remove

FRANCE = ["NOR", "ORL", "YON", "CHA", "MEU", "LOR", "ARN", "FLN", "PIC", "SEI", "PAR", "BRU", "LIE", "AAC"]


def test_floods_agree_with_plain_search_on_random_boards():
    """On 2,000 random boards every unit is in supply exactly if a search from its Reserve says so."""
    rng, seen = Random(7), Counter()
    for _ in range(2000):
        s = scattered(rng)
        plain = PlainSupply(s)
        expected = {unit: plain.has(unit) for unit, place in enumerate(s.where) if place != OFF}
        assert list(units_in(supplied(s))) == [unit for unit, fed in expected.items() if fed]
        assert {army: place for army, place in enumerate(serving(s)) if place != NOWHERE} == plain.serving
        seen.update(expected.values())
    assert min(seen.values()) > 10_000


def test_a_named_line_is_one_that_serves():
    """The line of an Army runs over own regions from its Reserve to its source, without a gap or a detour."""
    rng, found = Random(11), 0
    for _ in range(300):
        s = scattered(rng)
        for army in (*range(8), *range(32, 40)):
            way = line(s, army)
            assert bool(way) == (s.where[army] < 47 and in_supply(s, army))
            if way:
                found += 1
                assert way[0] == s.where[army]
                assert all(adjacent(a, b) for a, b in pairwise(way))
                assert all((s.held >> region & 1) == (army < 8) for region in way[1:])
                if army < 8:
                    assert len(way) <= 6
                    assert way[-1] == source(s, army) == s.markers[army]
    assert found > 500


@pytest.mark.parametrize(("region", "fed"), [("LIE", True), ("AAC", True), ("KOE", False), ("RUH", False)])
def test_an_allied_line_counts_five_regions(region, fed):
    """An Allied line has at most five borders; the marker's region counts, the Reserve's does not (E-8)."""
    s = board({"US1-R": region}, held=[*FRANCE, "KOE"], markers={"US1-R": "NOR"})
    assert in_supply(s, U["US1-R"]) == fed


def test_the_region_of_the_reserve_may_be_the_enemys():
    """Control of the Reserve's own region plays no part, that of every other on the line does (E-7)."""
    s = board({"US1-R": "MAI", "GE7-R": "MAI"}, held=["NOR"], markers={"US1-R": "NOR"})
    assert in_supply(s, U["US1-R"])
    assert line(s, U["US1-R"]) == (R["MAI"], R["NOR"])
    further = board({"US1-R": "LLO"}, held=["NOR"], markers={"US1-R": "NOR"})
    assert not in_supply(further, U["US1-R"])


def test_enemy_units_do_not_cut_a_line():
    """Control alone makes a line: enemy units in an own region do not break it (E-7)."""
    s = board({"US1-R": "LLO", "GE7-R": "MAI"}, held=["NOR", "MAI"], markers={"US1-R": "NOR"})
    assert in_supply(s, U["US1-R"])


def test_an_axis_line_may_be_long_and_ends_where_the_axis_controls():
    """Axis lines have any length; a Victory region must be Axis-controlled to serve (7.2d, E-9)."""
    s = board({"GE7-R": "BRE"})
    assert in_supply(s, U["GE7-R"])
    assert line(s, U["GE7-R"])[-1] in {R["NEC"], R["RHM"], R["RUH"], R["HAN"]}
    assert not in_supply(board({"GE7-R": "BRE"}, held=["NEC", "RHM", "RUH", "HAN"]), U["GE7-R"])
    inside = board({"GE7-R": "HAN"}, held=["NEC", "RHM", "RUH", "HAN"])
    assert not in_supply(inside, U["GE7-R"])


def test_a_corps_is_near_its_reserve():
    """A Corps is in supply in or next to the region of its supplied Reserve, no further (7, case S-26)."""
    places = {"US1-R": "ORL", "US-V": "ORL", "US-VII": "MAI", "US-XIX": "LLO", "US-VI": "ORL"}
    s = board(places, held=["NOR", "ORL", "MAI"], markers={"US1-R": "NOR"})
    fed = [name for name in places if in_supply(s, U[name])]
    assert fed == ["US1-R", "US-V", "US-VII"]


def test_a_corps_overseas_is_fed_through_its_reserve():
    """A Corps in a base is in supply with a supplied Reserve ashore or a Reserve in a base (7.3f, E-64)."""
    places = {"US1-R": "NOR", "US-V": "BRITAIN", "UK2-R": "SEI", "UK-I": "BRITAIN", "US3-R": "AFRICA"}
    s = board({**places, "US-XV": "BRITAIN", "US-XX": "NOR"}, held=["NOR"], markers={"US1-R": "NOR"})
    fed = {name for name in (*places, "US-XV", "US-XX") if in_supply(s, U[name])}
    assert fed == {"US1-R", "US-V", "US3-R", "US-XV"}


def test_only_the_french_draw_supply_from_paris():
    """A marker in Paris serves the French 1st Army alone, while the Allies control Paris (7.3c)."""
    s = board({"FR1-R": "PAR", "US1-R": "PAR"}, held=["PAR"], markers={"FR1-R": "PAR", "US1-R": "PAR"})
    assert in_supply(s, U["FR1-R"])
    assert not in_supply(s, U["US1-R"])
    assert not in_supply(copy_with(s, held=0), U["FR1-R"])
    assert source(s, U["FR1-R"]) == R["PAR"]


def test_a_blown_up_port_feeds_nobody():
    """Hafensprengung takes the supply of the markers at that port until it ends; a Mulberry takes over."""
    s = board({"US1-R": "NOR"}, held=["NOR"], markers={"US1-R": "NOR"})
    s = copy_with(s, lasting=(lasting("HAFENSPRENGUNG", R["NOR"], 3),))
    assert not in_supply(s, U["US1-R"])
    assert in_supply(copy_with(s, mulberries=(R["NOR"], NOWHERE)), U["US1-R"])


def test_the_passage_of_antwerp_carries_its_supply():
    """Markers in Antwerp serve only while Zeeland is controlled, too (2.8m)."""
    s = board({"CA1-R": "ANT"}, held=["ANT"], markers={"CA1-R": "ANT"})
    assert not in_supply(s, U["CA1-R"])
    assert in_supply(copy_with(s, held=s.held | 1 << R["ZEE"]), U["CA1-R"])


def test_where_places_lack_the_first_armies_are_served():
    """If a region has fewer usable places than markers, the first by number of their Armies serve (E-60)."""
    names = ["UK2-R", "US3-R", "US1-R"]
    s = board(dict.fromkeys(names, "NOR"), held=["NOR"], markers=dict.fromkeys(names, "NOR"))
    s = copy_with(s, mulberries=(R["NOR"], NOWHERE))
    assert [name for name in names if in_supply(s, U[name])] == ["UK2-R", "US1-R"]


def test_a_pipeline_shares_a_place_that_works():
    """With PLUTO one marker more is served in its region, if any place works there."""
    names = ["US1-R", "UK2-R"]
    s = board(dict.fromkeys(names, "SEI"), held=["SEI"], markers=dict.fromkeys(names, "SEI"))
    s = copy_with(s, lasting=(lasting("PLUTO", U["US1-R"], 255),))
    assert all(in_supply(s, U[name]) for name in names)
    blown = copy_with(s, lasting=(*s.lasting, lasting("HAFENSPRENGUNG", R["SEI"], 2)))
    assert not any(in_supply(blown, U[name]) for name in names)


def test_first_supply_marks_the_own_units_that_lack_it():
    """First Supply puts markers on exactly the unsupplied units of the side (7.1a, case S-26)."""
    places = {"US1-R": "NOR", "US-V": "NOR", "US-VII": "LLO", "UK2-R": "SEI", "GE7-R": "BRE"}
    s = board(places, held=["NOR"], markers={"US1-R": "NOR"})
    tell = []
    s = mark(s, ALLIES, tell)
    assert list(units_in(s.unsupplied)) == [U["UK2-R"], U["US-VII"]]
    assert [event[:2] for event in tell] == [
        ("out-of-supply", (U["UK2-R"],)),
        ("out-of-supply", (U["US-VII"],)),
    ]


def test_the_own_status_is_frozen_for_the_turn():
    """In the own turn the marker of First Supply counts, whatever happens to the line (7.1a, case S-28)."""
    s = board({"US1-R": "NOR", "US-V": "NOR"}, held=["NOR"], markers={"US1-R": "NOR"})
    marked = copy_with(s, unsupplied=1 << U["US-V"])
    assert not supplied_now(marked, U["US-V"])
    cut = copy_with(s, held=0)
    assert supplied_now(cut, U["US-V"])
    assert not in_supply(cut, U["US-V"])


def test_what_lands_is_not_marked():
    """A unit ashore without a line counts as supplied in its landing turn: nothing has marked it (E-36)."""
    assert supplied_now(board({"US1-R": "NOR", "US-V": "NOR"}), U["US-V"])


def test_in_the_enemy_turn_the_line_of_the_moment_counts():
    """In the enemy's turn a cut line tells at once, and markers do not exist (7.1c, case S-29)."""
    s = board({"US1-R": "NOR", "US-V": "NOR"}, held=["NOR"], markers={"US1-R": "NOR"})
    s = copy_with(s, turn=AXIS)
    assert supplied_now(s, U["US-V"])
    cut = copy_with(s, held=0)
    assert not supplied_now(cut, U["US-V"])


def test_a_lost_army_hq_tells_at_once():
    """Corps whose Army Reserve is gone are out of supply in the own turn too (12.4, E-41)."""
    s = board({"US-V": "NOR"}, held=["NOR"])
    assert not supplied_now(s, U["US-V"])


def test_second_supply_discards_what_is_cut_off():
    """Unsupplied units on the Continent are discarded with their cards, the others stay (7.1b)."""
    s = board({"US1-R": "NOR", "US-V": "NOR", "US-VII": "LLO"}, held=["NOR", "LLO"], markers={"US1-R": "NOR"})
    s = assign(assign(s, "US-VII", "A040"), "US-VII", "A041", UP)
    tell = []
    s = remove(s, ALLIES, tell)
    assert [s.where[U[name]] for name in ("US1-R", "US-V", "US-VII")] == [R["NOR"], R["NOR"], OFF]
    assert cards(s.zones[LOST]) == (CARD["A040"],)
    assert cards(s.zones[DEAD]) == tuple(sorted((CARD["A041"], HQ_CARD[U["US-VII"]])))
    assert ("unsupplied", (U["US-VII"], R["LLO"])) in [event[:2] for event in tell]


def test_all_units_are_judged_before_any_goes():
    """A Corps does not outlive its unsupplied Reserve, and none dies for what goes with it (7.1b)."""
    s = board({"US1-R": "LLO", "US-V": "LLO", "UK2-R": "NOR"}, held=["NOR"], markers={"UK2-R": "NOR"})
    s = remove(s, ALLIES, [])
    assert [s.where[U[name]] for name in ("US1-R", "US-V", "UK2-R")] == [OFF, OFF, R["NOR"]]


def test_a_place_that_a_lost_army_leaves_comes_too_late():
    """An Army that lacks a place in Second Supply is removed, though another one leaves its place (7.1b)."""
    both = {"US1-R": "NOR", "UK2-R": "NOR"}
    s = board({"US1-R": "COT", "UK2-R": "LLO"}, held=["NOR", "MAI"], markers=both)
    assert not supplied(s)
    assert [*remove(s, ALLIES, []).where[:2]] == [OFF, OFF]


def test_a_corps_ashore_dies_without_its_reserve():
    """A Corps ashore whose Reserve is overseas or lost is removed (7.3h, case S-38)."""
    s = remove(board({"US1-R": "BRITAIN", "US-V": "NOR", "UK-I": "NOR"}, held=["NOR"]), ALLIES, [])
    assert [s.where[U[name]] for name in ("US-V", "UK-I")] == [OFF, OFF]
    assert s.stack is None


def test_the_enemy_is_not_checked():
    """Second Supply removes only units of the side whose turn it is."""
    s = board({"US-V": "NOR", "GE-LXXXIV": "MAI"}, held=["NOR"])
    assert remove(s, ALLIES, []).where[U["GE-LXXXIV"]] == R["MAI"]
    assert remove(s, AXIS, []).where[U["US-V"]] == R["NOR"]


def test_removal_gives_the_region_to_who_stays():
    """Where removal leaves only the enemy, control changes at once (Region Control)."""
    s = remove(board({"US-V": "NOR", "GE7-R": "NOR"}, held=["NOR"]), ALLIES, [])
    assert not s.held >> R["NOR"] & 1


@pytest.mark.parametrize(("sheltered", "named", "stays"), [(1, 1, True), (0, 1, False), (1, 0, False)])
def test_a_fortress_may_hold_out(sheltered, named, stays):
    """Festung halten! keeps exactly a named Corps beneath a Fortress Marker from removal."""
    corps = U["GE-LXXXIV"]
    s = board({"GE-LXXXIV": "NOR"})
    s = copy_with(s, fortress=sheltered << corps, lasting=(lasting("FESTUNG", corps),) * named)
    tell = []
    assert (remove(s, AXIS, tell).where[corps] == R["NOR"]) == stays
    assert (("saved", (corps,)) in [event[:2] for event in tell]) == stays


def left_behind(points=35):
    """A board on which two Corps overseas lose their Army in Second Supply; two other Armies are left."""
    places = {"US1-R": "LLO", "US-V": "BRITAIN", "US-VII": "AFRICA", "US3-R": "NOR", "UK2-R": "BRITAIN"}
    s = board(places, held=["NOR"], markers={"US3-R": "NOR"})
    s = assign(assign(s, "US-V", "A040"), "US-V", "A041", SHOWN)
    return remove(copy_with(s, points=(points, 10)), ALLIES, [])


def test_orphans_find_another_army_for_a_point():
    """A Corps in a base whose Army is lost is attached to another Army for one point each (7.3g)."""
    s = left_behind()
    assert orphans(s, ALLIES) == [U["US-V"], U["US-VII"]]
    armies = {army for corps, army in offered(s, "attach") if corps == U["US-V"]}
    assert armies == {U["US3-R"], U["UK2-R"]}
    assert offered(s, "stand-down") == []
    s = do(s, "attach", U["US-V"], U["US3-R"])
    assert (s.army[U["US-V"]], s.points[0]) == (U["US3-R"], 34)
    s = do(s, "attach", U["US-VII"], U["US3-R"])
    assert s.points[0] == 33
    assert s.stack is None


def test_orphans_stand_down_only_without_another_way():
    """A Corps that can be attached must be: standing down is refused and says to whom (7.3g)."""
    s = left_behind()
    assert codes(s, Orphans(ALLIES), "stand-down", U["US-V"]) == ["can-be-attached"]
    assert codes(s, Orphans(ALLIES), "done") == ["must-find-army"] * 2


def test_without_points_an_orphan_goes_into_the_deck():
    """Without points all cards of the Corps, its HQ too, go into the Reinforcement Deck (case S-37)."""
    s = left_behind(points=0)
    assert offered(s, "attach") == []
    before = size(s.zones[RESERVE])
    s = do(s, "stand-down", U["US-V"])
    assert s.where[U["US-V"]] == OFF
    there = cards(s.zones[RESERVE])
    assert len(there) == before + 3
    assert {CARD["A040"], CARD["A041"], HQ_CARD[U["US-V"]]} <= set(there)
    assert not any(size(s.zones[kind + U["US-V"]]) for kind in (DOWN, SHOWN, UP))
    assert HQ_CARD[U["US-V"]] not in cards(s.zones[HQS])
    s = do(s, "stand-down", U["US-VII"])
    assert s.stack is None


def test_a_used_tactic_does_not_return_to_the_deck():
    """A face-up Tactic of a Corps that stands down goes where Clean-up would put it (14b, E-65)."""
    s = left_behind(points=0)
    s = assign(assign(s, "US-V", "A179", UP), "US-V", "A182", UP)
    s = do(s, "stand-down", U["US-V"])
    assert cards(s.zones[GONE]) == (CARD["A179"],)
    assert CARD["A182"] in cards(s.zones[DEAD])


def test_orphans_end_when_the_owner_disbands_them():
    """Disbanding the orphans leaves only `done`, and the game goes on."""
    s = do(do(left_behind(), "disband", U["US-V"]), "disband", U["US-VII"])
    assert offered(s, "done") == [()]
    assert do(s, "done").stack is None


def test_reasons_against_orphans_are_empty_exactly_for_what_is_offered():
    """Nothing stands against an attachment or a standing down exactly if it is offered."""
    for points in (0, 35):
        s = copy_with(left_behind(points), points=(points, 10))
        legal = {("attach", *args) for args in offered(s, "attach")}
        legal |= {("stand-down", *args) for args in offered(s, "stand-down")}
        base = copy_with(s, stack=None)
        tried = [("attach", corps, army) for corps in range(63) for army in (0, 1, 3, 5, 8, 32)]
        tried += [("stand-down", corps) for corps in range(63)]
        assert legal
        for one in tried:
            assert (not codes(base, Orphans(ALLIES), *one)) == (one in legal)


def test_the_marker_of_a_lost_army_leaves_the_map():
    """When an Army Reserve is discarded, its supply marker goes with it (2.7e, E-63)."""
    s = board({"US1-R": "LLO"}, markers={"US1-R": "NOR", "UK2-R": "NOR"})
    assert [*remove(s, ALLIES, []).markers][:2] == [NOWHERE, R["NOR"]]


def test_the_question_of_the_orphans_is_the_allies():
    """The question names the side, and only the Allied seat is asked."""
    s = asking(board({"US-V": "BRITAIN"}), Orphans(ALLIES))
    assert s.stack.frame.question(s)[:2] == ("orphans", (ALLIES,))
    assert s.stack.frame.seats(s) == (1,)
