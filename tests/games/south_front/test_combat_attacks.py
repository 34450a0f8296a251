"""Who may attack what, and why not (rules, Combat; Land and Sea Forces; facts D6; S-3, S-16, S-72)."""

import pytest
from south_front_boards import written
from south_front_combats import asking, before, offered, play, refused, told

from sealed.engine.cards import count
from sealed.engine.frames import pop
from sealed.engine.kernel import stated_answer
from sealed.games.south_front.combat.attacks import (
    Limits,
    attack_possible,
    attack_question,
    attack_reasons,
    attacks_of,
)
from sealed.games.south_front.combat.battle import battle_of
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.question import board_reasons
from sealed.games.south_front.state import ALLIES, AXIS, HAND, TANK, UK, UNSHOWN

ARMY = {"Tobruk": "Pact infantry 1, Pact tank 1", "El Alamein": "UK infantry 1"}
HIT = "attack Pact Tobruk El Alamein"


def number(kind, name):
    """Return the number of a name."""
    return next(code for code, known in NOTATION.names[kind].items() if known == name)


def named(pieces):
    """Return the names of a set of pieces."""
    return {name for piece, name in NOTATION.names["piece"].items() if pieces >> piece & 1}


def test_nobody_is_left_out_of_the_force():
    """All infantry and tanks of the faction in the space attack together (D6-83)."""
    s = play(before({**ARMY, "Tobruk": "Pact infantry 1, Pact tank 1, Pact airplane 1"}), HIT)
    assert named(battle_of(s).force) == {"Pact infantry 1", "Pact tank 1"}


def test_an_attack_is_told():
    """Faction, origin and target are reported, and named by the question to the defender."""
    args = tuple(
        number(*pair) for pair in (("faction", "Pact"), ("space", "Tobruk"), ("space", "El Alamein"))
    )
    assert ("attacked", args) in told(before(ARMY), HIT)


def test_other_factions_attack_alone():
    """A German tank beside Pact infantry is no part of the Pact force, and may attack itself (Combat)."""
    s = before({**ARMY, "Tobruk": "Pact infantry 1, Germany tank 1"})
    assert named(battle_of(play(s, HIT)).force) == {"Pact infantry 1"}
    assert refused(s, "attack Germany Tobruk El Alamein") == []


def test_the_french_infantry_may_join_but_does_not_lead():
    """A UK force may take it along or not; a French attack is of the French infantry alone (D6-85, S-41)."""
    s = before({"El Alamein": "UK infantry 1, France infantry 1", "Tobruk": "Pact infantry 1"}, side=ALLIES)
    lines = {f"{verb} El Alamein Tobruk" for verb in ("attack UK", "attack-with-french UK", "attack France")}
    assert lines <= offered(s)
    assert named(battle_of(play(s, "attack France El Alamein Tobruk")).force) == {"France infantry 1"}
    with_french = play(s, "attack-with-french UK El Alamein Tobruk")
    assert named(battle_of(with_french).force) == {"UK infantry 1", "France infantry 1"}
    assert refused(s, "attack-with-french France El Alamein Tobruk") == ["no-french"]


def test_no_french_infantry_no_joining():
    """Where none stands, none can join."""
    s = before({"El Alamein": "UK infantry 1", "Tobruk": "Pact infantry 1"}, side=ALLIES)
    assert refused(s, "attack-with-french UK El Alamein Tobruk") == ["no-french"]


def test_airplanes_and_fleets_do_not_attack_land():
    """Next to an enemy space with airplanes or fleets only nothing attacks (D6-88, S-72)."""
    s = before({"Tobruk": "Pact airplane 1, Pact airplane 2", "El Alamein": "UK infantry 1"})
    assert refused(s, HIT) == ["no-force"]
    assert refused(s, "attack Pact Gulf of Sidra Tobruk") == ["not-enemy-space", "no-force"]


def test_airplanes_on_land_attack_the_sea():
    """A sea force may be airplanes alone (D6-89)."""
    s = before({"Tobruk": "Pact airplane 1, Pact infantry 1", "Eastern Mediterranean": "UK fleet 1"})
    s = play(s, "attack Pact Tobruk Eastern Mediterranean")
    assert named(battle_of(s).force) == {"Pact airplane 1"}


def test_land_pieces_do_not_attack_the_sea():
    """Infantry is no sea force (S-72)."""
    s = before({"Tobruk": "Pact infantry 1", "Eastern Mediterranean": "UK fleet 1"})
    assert refused(s, "attack Pact Tobruk Eastern Mediterranean") == ["no-force"]


def test_a_carrier_does_not_attack_alone():
    """A bare carrier begins no attack; with an airplane aboard or a fleet beside it does (Sea)."""
    sea = {"Eastern Mediterranean": "UK fleet 1"}
    s = before({**sea, "Gulf of Sidra": "Pact carrier 1"})
    assert refused(s, "attack Pact Gulf of Sidra Eastern Mediterranean") == ["carrier-alone"]
    s = before({**sea, "Gulf of Sidra": "Pact carrier 1 carrying Pact airplane 1"})
    s = play(s, "attack Pact Gulf of Sidra Eastern Mediterranean")
    assert named(battle_of(s).force) == {"Pact carrier 1", "Pact airplane 1"}


def test_a_transported_airplane_is_no_part_of_a_force():
    """The fleet attacks without its cargo (Transported Airplanes)."""
    board = {"Gulf of Sidra": "Pact fleet 2 carrying Pact airplane 1", "Eastern Mediterranean": "UK fleet 1"}
    s = play(before(board), "attack Pact Gulf of Sidra Eastern Mediterranean")
    assert named(battle_of(s).force) == {"Pact fleet 2"}


def test_an_unsupplied_force_does_not_attack():
    """The refusal names the force and what cuts it off (Supply Effects)."""
    s = before(ARMY, line={"Gulf of Sidra": "UK fleet 2", "Gulf of Gabes": "UK fleet 3"})
    codes = refused(s, HIT)
    assert codes[0] == "force-unsupplied"
    assert len(codes) > 1
    assert HIT not in offered(s)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("attack Pact Tobruk Egypt", "not-adjacent"),
        ("attack Pact Tobruk Benghazi", "not-enemy-space"),
        ("attack Pact Tobruk Eastern Mediterranean", "not-enemy-space"),
        ("attack UK El Alamein Tobruk", "no-force"),
        ("attack Germany Tobruk El Alamein", "no-force"),
    ],
)
def test_what_is_no_target_or_no_force_is_refused(line, code):
    """Far spaces, own and empty ones, the enemy's pieces and pieces that are not there do not attack."""
    assert code in refused(before(ARMY), line)


def test_neutral_spaces_are_not_attacked():
    """War has to be declared first (Minor Countries)."""
    s = before({"Albania": "Pact infantry 1"})
    assert refused(s, "attack Pact Albania Athens") == ["neutral-space"]
    assert refused(play(s, "declare-war Greece"), "attack Pact Albania Athens") == []


def test_straits_count_for_who_controls_the_anchor():
    """The Axis attacks through Messina while it holds Sicily, the Allies do not (S-16)."""
    board = {"Tyrrhenian Sea": "UK fleet 1"}
    line = "attack Pact Ionian Sea Tyrrhenian Sea"
    assert refused(before(board), line) == []
    assert refused(before(board, control={"Allies": ["Sicily"]}), line)[0] == "strait-closed"


def test_a_closed_strait_is_told_by_its_anchor():
    """The refusal names the anchor first, then the two seas, as its words expect (S-16)."""
    s = before({"Tyrrhenian Sea": "UK fleet 1"}, control={"Allies": ["Sicily"]})
    action = NOTATION.parse("attack Pact Ionian Sea Tyrrhenian Sea")
    (told_first, *_) = attack_reasons(s, AXIS, action)
    names = tuple(number("space", name) for name in ("Sicily", "Ionian Sea", "Tyrrhenian Sea"))
    assert (told_first.code, told_first.args) == ("strait-closed", names)


def test_the_usa_attacks_before_it_is_at_war():
    """Only moving and deploying wait for the round; an Advance! is a move (S-3)."""
    board = {"Morocco": "USA infantry 1", "South Atlantic": "UK fleet 1"}
    s = before(board, side=ALLIES, line={}, hands={"Allies": ["Casablanca Conference"]}, turn={"round": 1})
    assert refused(s, "attack USA Morocco Algeria") == []
    at_war = before(
        board, side=ALLIES, line={}, hands={"Allies": ["Casablanca Conference"]}, turn={"round": 9}
    )
    assert asking(play(at_war, "attack USA Morocco Algeria")) == "advance"
    assert asking(play(s, "attack USA Morocco Algeria")) == "second-movement"


def test_limits_bind():
    """A card's demands on faction, kinds, origin and target refuse the rest, and candidates know them."""
    board = {"El Alamein": "UK infantry 1", "Egypt": "UK tank 1", "Western Desert": "Pact infantry 1"}
    s = written(board=board, turn={"step": "act", "side": "Allies"})
    tanks = Limits(kinds=1 << TANK)
    s = attack_question(pop(s), ALLIES, tanks)
    assert offered(s) == {"attack UK Egypt Western Desert"}
    assert refused(s, "attack UK El Alamein Western Desert") == ["force-lacks"]
    home = Limits(origins=1 << number("space", "El Alamein"), targets=1 << number("space", "Tobruk"))
    assert {str(action) for action in attacks_of(s, ALLIES, home)} == {"attack UK El Alamein Tobruk"}
    assert not attack_possible(s, ALLIES, Limits(factions=1 << UK + 1))
    held = Limits(piece=number("piece", "UK tank 1"))
    s = attack_question(pop(s), ALLIES, held)
    assert offered(s) == {"attack UK Egypt Western Desert"}


def test_a_demanded_attack_is_skipped_only_where_none_is_possible():
    """`skip` waits for a "may" or for the moment when nothing is left to attack with."""
    s = before(ARMY)
    assert refused(s, "skip") == ["must-choose"]
    assert stated_answer(s, 1) is None
    gone = play(s, *(f"remove {piece}" for piece in ("Pact infantry 1", "Pact tank 1")))
    assert offered(gone) == {"skip"}
    assert asking(play(gone, "skip")) == "second-movement"
    may = attack_question(pop(before(ARMY)), AXIS, may=True)
    assert {"skip", HIT} <= offered(may)
    assert str(stated_answer(may, 1)) == "skip"


def test_a_desperate_attack_costs_two_cards():
    """The cards go face-down, then any force attacks (Actions)."""
    held = ["Mare Nostrum", "Afrika Korps", "Luftflotte 2"]
    s = written(
        board={"Ionian Sea": "Pact fleet", "Gulf of Sidra": "Pact fleet", **ARMY}, hands={"Axis": held}
    )
    assert "desperate-attack" in offered(s)
    s = play(s, "desperate-attack", "spend Mare Nostrum", "spend Afrika Korps")
    assert asking(s) == "attack"
    assert count(s, HAND + AXIS) == 1
    assert count(s, UNSHOWN + AXIS) == 2
    assert HIT in offered(s)


def test_a_desperate_attack_needs_cards_and_a_target():
    """One card is too few, and so is a board without anybody to attack with."""
    desperate = NOTATION.parse("desperate-attack")
    s = written(
        board={**ARMY, "Ionian Sea": "Pact fleet", "Gulf of Sidra": "Pact fleet"},
        hands={"Axis": ["Mare Nostrum"]},
    )
    assert [refusal.code for refusal in board_reasons(s, desperate, AXIS)] == ["too-few-cards"]
    s = written(board={}, hands={"Axis": ["Mare Nostrum", "Afrika Korps"]})
    assert [refusal.code for refusal in board_reasons(s, desperate, AXIS)] == ["no-target"]
