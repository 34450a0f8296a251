"""Supply markers and Mulberries in the Reorganization Phase (13.3, 7.3, 7.4)."""

from random import Random

from shaef_boards import R, U, asking, board, codes, do, lasting, offered, regions, scattered

from sealed.engine.value import copy_with
from sealed.games.shaef.notation import make
from sealed.games.shaef.reorganisation.markers import FOR_EVER, Markers, mark_reasons
from sealed.games.shaef.state import ALLIES, AXIS, LOST_MULBERRY, NOWHERE, OFF
from sealed.games.shaef.supply.lines import in_supply
from sealed.games.shaef.supply.removal import remove

ARMIES = ("US1-R", "UK2-R", "CA1-R", "US3-R")


def landed(*armies, **changes):
    """A board with Armies in Normandy, which the Allies control."""
    s = board(dict.fromkeys(armies, "NOR"), held=["NOR", *changes.pop("held", [])])
    return copy_with(s, **changes)


def test_a_marker_costs_a_point():
    """Placing or moving a marker costs one Operation Point (7.3b)."""
    s = do(asking(landed("US1-R"), Markers(ALLIES)), "mark", U["US1-R"], R["NOR"])
    assert (s.markers[U["US1-R"]], s.points) == (R["NOR"], (34, 10))
    poor = landed("US1-R", points=(0, 10))
    assert codes(poor, Markers(ALLIES), "mark", U["US1-R"], R["NOR"]) == ["points"]


def test_each_symbol_and_mulberry_takes_one_marker():
    """Normandy's port and two Mulberries take three markers, a fourth is refused (7.3d, case S-31)."""
    s = asking(landed(*ARMIES, mulberries=(R["NOR"], R["NOR"])), Markers(ALLIES))
    for army in ARMIES[:3]:
        s = do(s, "mark", U[army], R["NOR"])
    assert codes(s, s.stack.frame, "mark", U["US3-R"], R["NOR"]) == ["marker-taken"]
    assert offered(s, "mark") == []


def test_a_marker_is_placed_once_in_a_step():
    """A marker that has been placed stays until the next month (E-61)."""
    s = do(asking(landed("US1-R", held=["SEI"]), Markers(ALLIES)), "mark", U["US1-R"], R["NOR"])
    assert codes(s, s.stack.frame, "mark", U["US1-R"], R["SEI"]) == ["marker-placed"]
    assert codes(s, Markers(ALLIES), "mark", U["US1-R"], R["NOR"]) == ["marker-there"]


def test_paris_takes_the_french_marker_only():
    """In Paris only the French 1st Army may place its marker, and only while Paris is held (7.3c)."""
    s = board({"FR1-R": "ORL", "US1-R": "ORL"}, held=["PAR"])
    assert codes(s, Markers(ALLIES), "mark", U["FR1-R"], R["PAR"]) == []
    assert codes(s, Markers(ALLIES), "mark", U["US1-R"], R["PAR"]) == ["not-paris"]
    lost = copy_with(s, held=0)
    assert codes(lost, Markers(ALLIES), "mark", U["FR1-R"], R["PAR"]) == ["enemy-controls"]


def test_antwerp_without_zeeland_takes_no_marker():
    """A port whose River Passage is blocked cannot be used for markers (case S-32)."""
    s = board({"CA1-R": "ANT"}, held=["ANT"])
    assert codes(s, Markers(ALLIES), "mark", U["CA1-R"], R["ANT"]) == ["passage-blocked"]


def test_only_armies_in_play_have_markers():
    """A Corps, an Axis Army and an Army out of play have no marker to place (E-62)."""
    s = board({"US-V": "NOR", "GE7-R": "NOR"}, held=["NOR"])
    found = [codes(s, Markers(ALLIES), "mark", U[name], R["NOR"]) for name in ("US-V", "GE7-R", "US3-R")]
    assert found == [["not-an-army"], ["not-yours"], ["not-in-play"]]
    assert [one.code for one in mark_reasons(s, AXIS, (U["GE7-R"], R["NOR"]))] == ["not-yours"]


def test_an_army_overseas_may_have_a_marker():
    """The marker of an Army in a base can be placed ahead of it (7.3b: any distance)."""
    s = board({"US3-R": "BRITAIN"}, held=["NOR"])
    assert codes(s, Markers(ALLIES), "mark", U["US3-R"], R["NOR"]) == []


def test_mulberries_follow_a_landing_of_the_turn():
    """Mulberries cost nothing and go only where a landing of this turn captured a region (7.4b, S-35)."""
    s = asking(landed("US1-R", landings=regions("NOR"), held=["PIC"]), Markers(ALLIES))
    assert offered(s, "mulberry") == [(R["NOR"],)]
    assert codes(s, s.stack.frame, "mulberry", R["PIC"]) == ["no-landing"]
    s = do(do(s, "mulberry", R["NOR"]), "mulberry", R["NOR"])
    assert s.mulberries == (R["NOR"], R["NOR"])
    assert s.points == (35, 10)
    assert codes(s, s.stack.frame, "mulberry", R["NOR"]) == ["no-mulberry"]


def test_a_lost_mulberry_is_not_placed_again():
    """A Mulberry that is out of the game cannot be placed; the other one can (7.4c)."""
    s = landed("US1-R", landings=regions("NOR"), mulberries=(LOST_MULBERRY, NOWHERE))
    assert do(asking(s, Markers(ALLIES)), "mulberry", R["NOR"]).mulberries == (LOST_MULBERRY, R["NOR"])
    gone = copy_with(s, mulberries=(LOST_MULBERRY, LOST_MULBERRY))
    assert codes(gone, Markers(ALLIES), "mulberry", R["NOR"]) == ["no-mulberry"]


def test_a_beachhead_is_supplied_in_time():
    """A Reserve just ashore with Mulberry and marker survives Second Supply, without it dies (case S-34)."""
    s = landed("US1-R", landings=regions("NOR"))
    fed = do(do(asking(s, Markers(ALLIES)), "mulberry", R["NOR"]), "mark", U["US1-R"], R["NOR"])
    assert in_supply(fed, U["US1-R"])
    assert remove(do(fed, "done"), ALLIES, []).where[U["US1-R"]] == R["NOR"]
    assert remove(s, ALLIES, []).where[U["US1-R"]] == OFF


def test_the_pipeline_places_for_nothing_where_a_place_is_taken():
    """After PLUTO the next marker costs nothing and may share a place; then the effect is that marker's."""
    s = landed("US1-R", "UK2-R", lasting=(lasting("PLUTO", NOWHERE),), points=(0, 10))
    markers = bytearray(s.markers)
    markers[U["US1-R"]] = R["NOR"]
    s = do(asking(copy_with(s, markers=bytes(markers)), Markers(ALLIES)), "mark", U["UK2-R"], R["NOR"])
    assert s.lasting == (lasting("PLUTO", U["UK2-R"], FOR_EVER),)
    assert s.points == (0, 10)
    assert in_supply(s, U["US1-R"])
    assert in_supply(s, U["UK2-R"])


def test_a_pipeline_shares_with_one_marker_only():
    """Two markers share one symbol by PLUTO, not three."""
    s = landed("US1-R", "UK2-R", "CA1-R", lasting=(lasting("PLUTO", U["UK2-R"], FOR_EVER),))
    markers = bytearray(s.markers)
    markers[U["UK2-R"]] = R["NOR"]
    s = copy_with(s, markers=bytes(markers))
    s = do(asking(s, Markers(ALLIES)), "mark", U["US1-R"], R["NOR"])
    assert codes(s, s.stack.frame, "mark", U["CA1-R"], R["NOR"]) == ["marker-taken"]


def test_the_pipeline_ends_when_its_marker_moves():
    """Moving the marker that shared its place ends PLUTO, moving another does not."""
    s = landed("US1-R", "UK2-R", held=["SEI"], lasting=(lasting("PLUTO", U["US1-R"], FOR_EVER),))
    assert do(asking(s, Markers(ALLIES)), "mark", U["US1-R"], R["SEI"]).lasting == ()
    assert do(asking(s, Markers(ALLIES)), "mark", U["UK2-R"], R["SEI"]).lasting == s.lasting


def test_done_is_always_offered():
    """The step can be ended without placing anything."""
    s = asking(board({}), Markers(ALLIES))
    assert offered(s, "done") == [()]
    assert do(s, "done").stack is None


def test_reasons_are_empty_exactly_for_what_is_offered():
    """On random boards nothing stands against exactly the offered markers and Mulberries."""
    rng, seen = Random(13), 0
    for _ in range(40):
        s = copy_with(scattered(rng), landings=regions("NOR", "COT"), points=(rng.choice([0, 9]), 10))
        frame = Markers(ALLIES, rng.getrandbits(8))
        asked = asking(s, frame)
        legal = set(frame.legal(asked, 1))
        tried = [make("mark", army, region) for army in (*range(10), 32) for region in range(47)]
        tried += [make("mulberry", region) for region in range(47)]
        tried = [*legal.intersection(tried), *rng.sample(tried, 40)]
        for action in tried:
            allowed = not any(True for _ in frame.reasons(asked, action, 1))
            assert allowed == (action in legal)
            seen += allowed
    assert seen > 100
