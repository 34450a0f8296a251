"""Arranging battles: who meets whom, two Armies in one battle, nobody to meet (12.1d; E-19, E-20, E-83)."""

from shaef_combat import after, ids, lines, phase_begun, said, until, what, why
from shaef_map import UNIT, units

from sealed.games.shaef.combat.battle import Battle
from sealed.games.shaef.state import ALLIES, AXIS

OURS = {
    "US-V": "2nd Armored Division", "US-VII": "3rd Armored Division", "US-XIX": "5th Armored Division",
    "UK-XXX": "7th Armoured Division", "UK-IABN": "6th Airborne Division",
}  # fmt: skip
THEIRS = {
    "GE-LXXXIV": "77. Infanterie-Division", "GE-LXXIV": "352. Infanterie-Division",
    "GE-LXXXI": "91. Luftlande-Division",
}  # fmt: skip
NAMES = {
    "US-V": "V Corps", "US-VII": "VII Corps", "US-XIX": "XIX Corps", "UK-XXX": "XXX Corps",
    "UK-IABN": "I Airborne Corps", "GE-LXXXIV": "LXXXIV. Armeekorps", "GE-LXXIV": "LXXIV. Armeekorps",
    "GE-LXXXI": "LXXXI. Armeekorps",
}  # fmt: skip


def lines_meet(*fronts, rear=(), strike=(), attacker=ALLIES, more=None):
    """The position with Corps in front, in the rear, against the enemy's rear; battles come next."""
    cards = {code: [f"+{OURS[code]}"] if code in OURS else [f"+{THEIRS[code]}"] for code in [*fronts, *rear]}
    cards |= {code: [f"+{OURS[code]}"] for code in strike}
    places = dict.fromkeys(cards, "MAI") | {"US1-R": "NOR", "UK2-R": "NOR", "GE7-R": "YON"} | (more or {})
    s = phase_begun(places, ["NOR"], cards, attacker=attacker, airborne=units(*strike))
    for _ in "ab":
        while what(s)[0] == "array":
            offered = lines(s, "front")
            put = [line for line in offered if line.removeprefix("front ") in {NAMES[one] for one in fronts}]
            go = [
                line
                for line in lines(s, "strike")
                if line.removeprefix("strike ") in {NAMES[c] for c in strike}
            ]
            s = after(s, (put or go or ["done"])[0])
    return s


def battles(s):
    """The battles, as pairs of sets of units."""
    return [(battle.attackers, battle.defenders) for battle in s.combat.battles]


def test_one_against_one_needs_no_word():
    """A single arrangement is made without a question."""
    assert battles(lines_meet("US-V", "GE-LXXXIV")) == [(units("US-V"), units("GE-LXXXIV"))]


def test_many_against_one_needs_no_word():
    """All excess units join the only battle."""
    s = lines_meet("US-V", "US-VII", "US-XIX", "GE-LXXXIV")
    assert battles(s) == [(units("US-V", "US-VII", "US-XIX"), units("GE-LXXXIV"))]


def test_the_second_player_arranges():
    """The player who has set up second pairs, here the defender; each unit of the fewer has its battle."""
    s = lines_meet("US-V", "US-VII", "GE-LXXXIV", "GE-LXXIV")
    assert what(s) == ("pair", AXIS)
    assert lines(s, "pair") == [
        f"pair {ours} {theirs}"
        for ours in ("V Corps", "VII Corps")
        for theirs in ("LXXXIV. Armeekorps", "LXXIV. Armeekorps")
    ]
    s, events = said(s, "pair V Corps LXXIV. Armeekorps")
    assert ids(events, "battle") == [
        ("battle", UNIT["US-V"], UNIT["GE-LXXIV"]),
        ("battle", UNIT["US-VII"], UNIT["GE-LXXXIV"]),
    ]
    assert what(s)[0] != "pair"


def test_nobody_is_left_without_an_enemy():
    """Each battle gets a unit of each side; the excess goes where the second player likes (E-19)."""
    s = lines_meet("US-V", "US-VII", "US-XIX", "GE-LXXXIV", "GE-LXXIV")
    s = after(s, "pair V Corps LXXXIV. Armeekorps")
    free = after(s, "pair VII Corps LXXIV. Armeekorps")
    assert lines(free, "pair") == ["pair XIX Corps LXXXIV. Armeekorps", "pair XIX Corps LXXIV. Armeekorps"]
    s = after(s, "pair VII Corps LXXXIV. Armeekorps")
    assert battles(s) == [
        (units("US-V", "US-VII"), units("GE-LXXXIV")),
        (units("US-XIX"), units("GE-LXXIV")),
    ]


def test_the_side_with_more_is_named_first():
    """A pair names a force of the side that has more, then the enemy that it is to meet."""
    s = lines_meet("US-V", "US-VII", "GE-LXXXIV", "GE-LXXIV", "GE-LXXXI")
    assert why(s, "pair V Corps LXXXIV. Armeekorps") == ["not-paired-side"]
    assert why(s, "pair LXXXIV. Armeekorps LXXIV. Armeekorps") == ["not-paired-side"]
    assert why(s, "pair LXXXIV. Armeekorps XIX Corps") == ["not-arrayed"]
    assert "pair LXXXI. Armeekorps V Corps" in lines(s, "pair")


def test_two_armies_keep_apart():
    """Where it can be avoided no battle has units of two Armies on one side (12.1d)."""
    s = lines_meet("US-V", "US-VII", "UK-XXX", "GE-LXXXIV", "GE-LXXIV")
    s = after(s, "pair V Corps LXXXIV. Armeekorps")
    assert why(s, "pair XXX Corps LXXXIV. Armeekorps") == ["other-army-there"]
    assert battles(s) == [
        (units("US-V"), units("GE-LXXXIV")),
        (0, units("GE-LXXIV")),
    ]
    s = after(s, "pair XXX Corps LXXIV. Armeekorps")
    assert battles(s) == [(units("US-V", "US-VII"), units("GE-LXXXIV")), (units("UK-XXX"), units("GE-LXXIV"))]


def test_an_army_may_not_take_the_last_place_of_another():
    """Nobody is placed so that two Armies would have to share a battle afterwards."""
    s = lines_meet("US-V", "US-VII", "UK-XXX", "GE-LXXXIV", "GE-LXXIV")
    s = after(s, "pair V Corps LXXXIV. Armeekorps")
    assert why(s, "pair VII Corps LXXIV. Armeekorps") == ["must-spread"]


def test_two_armies_against_one_unit():
    """Against one enemy unit two Armies fight in one battle, and their owner names the secondary (12.1d)."""
    s = lines_meet("US-V", "UK-XXX", "GE-LXXXIV")
    assert what(s) == ("secondary", ALLIES)
    assert lines(s, "secondary") == ["secondary First US Army", "secondary Second British Army"]
    assert why(s, "secondary Third US Army") == ["not-in-two-armies"]
    assert why(s, "secondary V Corps") == ["not-an-army"]
    assert after(s, "secondary Second British Army").combat.secondary[ALLIES] == UNIT["UK2-R"]


def test_nobody_in_front_of_them():
    """Without an enemy in front each unit fires by itself, and no Army is secondary (12.1d, E-20)."""
    s = lines_meet("US-V", "UK-XXX", rear=["GE-LXXXIV"])
    assert s.combat.battles == (Battle(units("US-V"), 0, False), Battle(units("UK-XXX"), 0, False))
    assert what(s)[0] != "secondary"


def test_the_rear_has_battles_of_its_own():
    """Who strikes the rear meets the units there, Reserves among them (12.1b, 12.1d)."""
    s = lines_meet("US-V", "GE-LXXXIV", rear=["GE-LXXIV"], strike=["UK-IABN"], more={"GE7-R": "MAI"})
    assert s.combat.battles == (
        Battle(units("US-V"), units("GE-LXXXIV"), False),
        Battle(units("UK-IABN"), units("GE-LXXIV", "GE7-R"), True),
    )


def test_a_quiet_rear_has_no_battle():
    """Rear units that nobody strikes have no battle."""
    s = lines_meet("US-V", "GE-LXXXIV", rear=["GE-LXXIV"])
    assert len(s.combat.battles) == 1


def test_the_attacker_pairs_after_reconnaissance():
    """Whoever set up second arranges: the attacker where he has reconnoitred (12.1a, 12.1d)."""
    cards = {
        "US-V": ["4th Cavalry Group", f"+{OURS['US-V']}"], "US-VII": [f"+{OURS['US-VII']}"],
        "GE-LXXXIV": [THEIRS["GE-LXXXIV"]], "GE-LXXIV": [THEIRS["GE-LXXIV"]],
    }  # fmt: skip
    places = dict.fromkeys(cards, "MAI") | {"US1-R": "NOR", "GE7-R": "YON"}
    s = phase_begun(places, ["NOR"], cards)
    s = after(s, "reconnoitre V Corps 4th Cavalry Group")
    s = after(s, "front LXXXIV. Armeekorps", "front LXXIV. Armeekorps", "front V Corps", "front VII Corps")
    assert what(until(s, "pair")[0]) == ("pair", ALLIES)
