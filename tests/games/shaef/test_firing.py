"""Who fires at whom (12.3, 12.3a to 12.3e; E-20; case S-52)."""

import pytest
from shaef_fire import (
    ALLIES,
    AXIS,
    NOWHERE,
    alone,
    apart,
    begun,
    combat,
    dice_due,
    lines,
    meeting,
    rolled,
    said,
    why,
)
from shaef_map import UNIT, board

from sealed.engine.kernel import asked, question
from sealed.engine.value import copy_with
from sealed.games.shaef.combat.battle import Battle
from sealed.games.shaef.combat.firing import Firing, fire_all
from sealed.games.shaef.notation import make
from sealed.games.shaef.state import UP

V, VII, LXXXIV = UNIT["US-V"], UNIT["US-VII"], UNIT["GE-LXXXIV"]
PLACES = {
    "US1-R": "NOR",
    "US-V": "NOR",
    "US-VII": "NOR",
    "GE7-R": "NOR",
    "GE-LXXXIV": "NOR",
    "GE-IIFJ": "NOR",
}


def field(**fields):
    """Two American Corps and two German ones in two battles."""
    s = combat(board(PLACES, held=("NOR",)), "NOR", [V, VII], [LXXXIV, UNIT["GE-IIFJ"]], **fields)
    pairs = ((V, LXXXIV), (VII, UNIT["GE-IIFJ"]))
    battles = tuple(Battle(1 << ours, 1 << theirs, False) for ours, theirs in pairs)
    return copy_with(s, combat=copy_with(s.combat, battles=battles))


def fires(s, side=ALLIES):
    """The position in which a side is asked who fires."""
    return begun(fire_all(s, side))


def after_a_volley(s, line, side, dice):
    """The position after a force has fired with its HQ alone, and nobody has flipped."""
    s, _ = said(s, line, side)
    s, _ = said(s, lines(s, "join")[0], side)
    s, _ = said(s, "announce", side)
    while not dice_due(s):
        s, _ = said(s, "pass", asked(s)[0] - 1)
    return rolled(s, *dice)[0]


def test_each_force_at_the_enemies_of_its_battle():
    """A force fires at one enemy force of its battle (12.3d)."""
    s = fires(field())
    assert question(s).id == "fire"
    assert lines(s, "fire") == ["fire V Corps LXXXIV. Armeekorps", "fire VII Corps II. Fallschirmkorps"]
    assert why(s, "fire V Corps II. Fallschirmkorps") == ["not-in-battle"]
    assert not lines(s, "fire-blind")
    assert why(s, "fire-blind V Corps") == ["target-there"]


def test_once_in_a_phase():
    """A force that has fired does not fire again in this combat (12.3a)."""
    s = after_a_volley(fires(field()), "fire V Corps LXXXIV. Armeekorps", ALLIES, [10])
    assert lines(s, "fire") == ["fire VII Corps II. Fallschirmkorps"]
    assert why(s, "fire V Corps LXXXIV. Armeekorps") == ["has-fired"]


def test_the_end_comes_when_all_have_fired():
    """Nobody is asked when no force is left that may fire; a side may also stop before."""
    s = after_a_volley(fires(meeting()), "fire V Corps LXXXIV. Armeekorps", ALLIES, [10])
    assert s.stack is None
    assert said(fires(field()), "done")[0].stack is None


def test_who_has_fired_at_whom_is_kept_for_react():
    """The target of each Corps is noted (12.5); a Reserve's is not, and blind fire has none."""
    s, _ = said(fires(field()), "fire V Corps LXXXIV. Armeekorps")
    assert s.combat.targets == ((V, LXXXIV),)
    s = combat(board(PLACES), "NOR", [V], [UNIT["GE7-R"]], rear=True)
    s, _ = said(fires(s, AXIS), "fire 7. Armee V Corps", AXIS)
    assert s.combat.targets == ()
    s, _ = said(fires(lonely()), "fire-blind V Corps")
    assert s.combat.targets == ((V, NOWHERE),)


def lonely(**fields):
    """V Corps in front with nobody against it; the Germans stand in the rear."""
    s = combat(board(PLACES, held=("NOR",)), "NOR", [V], [], **fields)
    return copy_with(s, combat=copy_with(s.combat, arrayed=s.combat.arrayed | 1 << LXXXIV))


def test_blind_fire_at_an_empty_front():
    """Where the enemy has set up nobody, each force may still fire (12.3e, E-20)."""
    s = fires(lonely())
    assert lines(s, "fire-blind") == ["fire-blind V Corps"]
    assert why(s, "fire V Corps LXXXIV. Armeekorps") == ["not-in-battle"]


def test_no_battle_is_needed_for_it():
    """A force in front or against the rear fires even if no battle names it."""
    s = lonely()
    assert lines(fires(copy_with(s, combat=copy_with(s.combat, battles=()))), "fire-blind")
    s = combat(board(PLACES), "NOR", [V], [], rear=True)
    s, _ = said(fires(copy_with(s, combat=copy_with(s.combat, battles=()))), "fire-blind V Corps")
    assert s.stack.frame.volley.rear == 1


def test_what_stands_in_the_own_rear_does_not_fire():
    """A force in its own rear area that nobody attacks has no battle and no fire (12.1)."""
    s = fires(lonely(), AXIS)
    assert s.stack is None
    s = fires(lonely())
    assert why(s, "fire-blind First US Army") == ["not-arrayed"]
    assert why(s, "fire-blind LXXXIV. Armeekorps") == ["other-side"]


def test_the_second_force_fires_when_the_first_has_emptied_the_battle():
    """Fire goes on against whoever is left, and blindly when nobody is (12.3e, case S-52)."""
    s = board(PLACES, held=("NOR",))
    s = fires(combat(s, "NOR", [V, VII], [LXXXIV]))
    s = after_a_volley(s, "fire V Corps LXXXIV. Armeekorps", ALLIES, [1])
    s, _ = said(s, "lose LXXXIV. Armeekorps LXXXIV. Armeekorps", AXIS)
    assert lines(s, "fire") == []
    assert lines(s, "fire-blind") == ["fire-blind VII Corps"]


def test_a_spared_corps_is_no_target():
    """Night Drop: the enemy may not choose the Corps, nor fire past it if it is his only enemy (E-94)."""
    s = meeting(attacker=ALLIES, spared=1 << V)
    assert fires(s, AXIS).stack is None
    s = begun(fire_all(combat(board(PLACES), "NOR", [V, VII], [LXXXIV], spared=1 << V), AXIS))
    assert lines(s, "fire") == ["fire LXXXIV. Armeekorps VII Corps"]
    assert why(s, "fire LXXXIV. Armeekorps V Corps", AXIS) == ["no-target"]
    assert why(s, "fire-blind LXXXIV. Armeekorps", AXIS) == ["target-there", "target-there"]


@pytest.mark.parametrize(
    ("phase", "engaged", "fired"), [(1, False, True), (2, False, False), (2, True, True)]
)
def test_a_card_on_its_own_is_a_force(phase, engaged, fired):
    """An Independent card fires as a force; attacking Infantry later on only if engaged (15, 12.3j)."""
    places = {"UK2-R": "NOR", "UK-XXX": "NOR", "GE7-R": "BRE", "GE-LXXXIV": "NOR"}
    cards = {"UK-XXX": ["+4th Special Service Brigade"]}
    force = alone("4th Special Service Brigade")
    s = combat(board(places, cards=cards), "NOR", [UNIT["UK-XXX"], force], [LXXXIV], phase=phase)
    s = copy_with(s, engaged=1 << UNIT["UK-XXX"] if engaged else 0)
    s = fires(apart(s, "4th Special Service Brigade", "UK-XXX", UP))
    line = "fire 4th Special Service Brigade LXXXIV. Armeekorps"
    assert (line in lines(s, "fire")) == fired
    assert why(s, line) == ([] if fired else ["nobody-fires"])


def test_nobody_fires_for_the_enemy():
    """The forces of the other side, of no battle and out of play are refused with a reason."""
    s = fires(field())
    assert why(s, "fire LXXXIV. Armeekorps V Corps")[0] == "other-side"
    assert why(s, "fire XIX Corps LXXXIV. Armeekorps")[0] == "not-arrayed"
    assert why(s, "fire Special Air Service Brigade V Corps")[0] == "not-arrayed"
    assert "other-side" in why(s, "fire-blind 7. Armee")


def test_the_open_question_is_the_only_place_for_it():
    """Outside, the reasons of the board are told after the refusal that it is not the time."""
    s = meeting()
    codes = [reason.code for reason in Firing(ALLIES).reasons(fires(s), make("announce"), 1)]
    assert codes == ["not-now"]
