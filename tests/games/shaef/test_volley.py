"""The roll and its hits (12.3, 12.3g, 12.3l; E-4; case S-56)."""

import pytest
from shaef_fire import ALLIES, AXIS, NOWHERE, NUMBER, dice_due, meeting, rolled
from shaef_map import UNIT

from sealed.engine.frames import push
from sealed.engine.kernel import question, requests
from sealed.games.shaef.combat.volley import Declared, Rolling, Volley, scores

V, LXXXIV = UNIT["US-V"], UNIT["GE-LXXXIV"]


def volley(*names, target=LXXXIV, rear=0, force=V, fresh=1):
    """A volley of these cards of one unit."""
    return Volley(force, target, rear, tuple(Declared(NUMBER[name], force, fresh) for name in names))


def fired(s, made, *dice):
    """The position and what was told after the dice of a volley."""
    return rolled(push(s, Rolling(made)), *dice)


def test_one_die_for_each_card():
    """So many ten-sided dice are due as cards have been declared."""
    s = push(meeting(["1st Infantry Division"]), Rolling(volley("1st Infantry Division", "V Corps")))
    assert (dice_due(s), requests(s)[0].sides) == (2, 10)


@pytest.mark.parametrize(("die", "hit"), [(1, True), (4, True), (5, False), (10, False)])
def test_a_die_not_above_the_strength_hits(die, hit):
    """The card's strength of 4 is met or not (12.3); a zero counts as ten."""
    s, events = fired(meeting(["1st Infantry Division"]), volley("1st Infantry Division"), die)
    assert events[:2] == (
        ("shot", (NUMBER["1st Infantry Division"], 14, die), 1),
        ("hits", (V, int(hit)), 1),
    )
    assert (s.stack is not None) == hit


def test_each_die_belongs_to_its_card():
    """Dice and cards go together in order of declaration."""
    made = volley("2nd Armored Division", "V Corps", fresh=0)
    s, events = fired(meeting(["+2nd Armored Division"]), made, 5, 5)
    assert [event.args for event in events if event.id == "shot"] == [
        (NUMBER["2nd Armored Division"], 15, 5),
        (NUMBER["V Corps"], 11, 5),
    ]
    assert question(s).args == (AXIS, LXXXIV, 1)


@pytest.mark.parametrize(
    ("name", "needed", "die", "hit"),
    [
        ("1st Infantry Division", 0, 1, False),
        ("1st Infantry Division", -1, 1, False),
        ("1st Infantry Division", 10, 10, True),
        ("Eighth Air Force", -1, 1, True),
        ("Eighth Air Force", -1, 2, False),
    ],
)
def test_strengths_beyond_the_die(name, needed, die, hit):
    """At nought nothing hits but Fortitude on a natural 1; at ten everything does (E-4, case S-56)."""
    assert scores(NUMBER[name], needed, die) == hit


def test_the_side_that_was_fired_at_loses():
    """Hits are taken by the owner of the target, after all dice of the volley (12.3g)."""
    s, _ = fired(meeting(), volley("V Corps", fresh=0), 1)
    assert question(s).args == (AXIS, LXXXIV, 1)
    s, _ = fired(meeting(), volley("LXXXIV. Armeekorps", target=V, force=LXXXIV, fresh=0), 1)
    assert question(s).args == (ALLIES, V, 1)


def test_blind_fire_hits_whoever_is_in_the_region():
    """A volley without a target is taken by the enemy in the region (12.3e, E-20)."""
    s, _ = fired(meeting(), volley("V Corps", target=NOWHERE, fresh=0), 1)
    assert question(s).args == (AXIS, LXXXIV, 1)
    assert s.stack.frame.target == NOWHERE


def test_the_rear_is_kept_with_the_hits():
    """Fire at the rear area reaches units that slipped away (12.4d iv)."""
    s, _ = fired(meeting(), volley("V Corps", rear=1, fresh=0), 1)
    assert s.stack.frame.rear == 1
