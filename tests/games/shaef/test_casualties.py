"""Casualties: whose cards fall, in which order, where they go (12.4, 2.7; cases S-11, S-16 to S-19)."""

import pytest
from shaef_fire import (
    ALLIES,
    AXIS,
    NUMBER,
    alone,
    apart,
    bits,
    combat,
    lasting,
    lines,
    meeting,
    names,
    said,
    why,
)
from shaef_map import UNIT, board

from sealed.engine.kernel import question
from sealed.engine.message import MOVED
from sealed.engine.value import copy_with
from sealed.games.shaef.combat.battle import Battle
from sealed.games.shaef.combat.casualties import hit, hit_blindly
from sealed.games.shaef.state import BOUND, DEAD, DOWN, GONE, HQS, LOST, OFF, UP

V, VII, LXXXIV, IIFJ = UNIT["US-V"], UNIT["US-VII"], UNIT["GE-LXXXIV"], UNIT["GE-IIFJ"]
INFANTRY, GUNS = "1st Infantry Division", "182nd Field Artillery Group"


def struck(s, target=V, hits=1, **fields):
    """The position after some hits on a force."""
    return hit(s, target, hits, [], **fields)


def losses(s):
    """What may be lost."""
    return [line.removeprefix("lose ") for line in lines(s, "lose")]


def test_one_card_for_each_hit():
    """The owner loses a card for each hit, and may choose among equals (12.4a, E-21)."""
    s = struck(meeting([INFANTRY, "+2nd Armored Division"]), hits=2)
    assert question(s).args == (ALLIES, V, 2)
    assert set(losses(s)) == {"V Corps V Corps", f"V Corps {INFANTRY}", "V Corps 2nd Armored Division"}
    s, _ = said(s, "lose V Corps 2nd Armored Division")
    assert question(s).args == (ALLIES, V, 1)
    s, _ = said(s, f"lose V Corps {INFANTRY}")
    assert s.stack is None
    assert names(s, DEAD + ALLIES) == [INFANTRY, "2nd Armored Division"]


def test_no_hit_no_loss():
    """Without hits nobody is asked."""
    assert struck(meeting(), hits=0).stack is None


def test_a_face_down_card_is_flipped_first():
    """It is seen by all before it goes to the pile (12.4b): two moves of one step."""
    s, events = said(struck(meeting([INFANTRY])), f"lose V Corps {INFANTRY}")
    card = NUMBER[INFANTRY]
    moves = [event.args for event in events if event.id == MOVED]
    assert moves == [(card, 1, DOWN + V, UP + V), (card, 1, UP + V, DEAD + ALLIES)]
    assert s.stack is None


@pytest.mark.parametrize(("card", "code"), [(INFANTRY, ["infantry-cannot-flip"]), ("+" + INFANTRY, [])])
def test_what_cannot_flip_cannot_fall(card, code):
    """Face-down attacking Infantry is no casualty in later phases (12.4c, case S-11)."""
    s = struck(meeting([card], phase=2))
    assert why(s, f"lose V Corps {INFANTRY}") == code


def test_support_is_invulnerable():
    """No Support card is chosen (2.5f, case S-16); it falls with its HQ, unflipped."""
    s = struck(meeting([GUNS]))
    assert why(s, f"lose V Corps {GUNS}") == ["invulnerable"]
    s, _ = said(s, "lose V Corps V Corps")
    assert names(s, LOST + ALLIES) == [GUNS]


def test_an_hq_takes_all_along_for_one_hit():
    """All cards of the Corps are discarded, its counter leaves, one hit is paid (case S-17, E-22)."""
    s = combat(meeting(["+" + INFANTRY, GUNS], stands={"US-VII": "MAI"}), "MAI", [V, VII], [LXXXIV])
    s, events = said(struck(s, hits=2), "lose V Corps V Corps")
    assert s.where[V] == OFF
    assert names(s, DEAD + ALLIES) == ["V Corps", INFANTRY]
    assert names(s, HQS + ALLIES) == ["First US Army", "VII Corps"]
    assert "destroyed" in [event.id for event in events]
    assert question(s).args == (ALLIES, VII, 1)


def test_an_army_hq_takes_its_reserve():
    """The cards of the Army Reserve go with their HQ (12.4)."""
    s = combat(
        meeting(stands={"GE7-R": "MAI"}, theirs=["III. Flakkorps"]), "MAI", [V], [UNIT["GE7-R"]], rear=True
    )
    s, _ = said(struck(s, UNIT["GE7-R"], rear=1), "lose 7. Armee 7. Armee", AXIS)
    assert s.where[UNIT["GE7-R"]] == OFF
    assert names(s, LOST + AXIS) == ["III. Flakkorps"]


@pytest.mark.parametrize("lies", ["", "+"])
def test_fragile_cards_leave_the_game(lies):
    """A Fragile card taken as a casualty is removed; one that falls with its HQ is discarded (case S-19)."""
    name = "246. Volksgrenadier-Division"
    s = struck(meeting(axis=[lies + name]), LXXXIV)
    assert names(said(s, f"lose LXXXIV. Armeekorps {name}", AXIS)[0], GONE + AXIS) == [name]
    s, _ = said(s, "lose LXXXIV. Armeekorps LXXXIV. Armeekorps", AXIS)
    assert name in names(s, (DEAD if lies else LOST) + AXIS)


@pytest.mark.parametrize(("name", "pile"), [("Ultra", DEAD), ("PLUTO", GONE)])
def test_a_tactic_may_fall(name, pile):
    """A Tactic falls like any card but Support, without effect, and goes where its text says (T-e)."""
    places = {"UK2-R": "NOR", "UK-I": "MAI", "GE7-R": "BRE", "GE-LXXXIV": "MAI"}
    s = combat(board(places, cards={"UK-I": [name]}), "MAI", [UNIT["UK-I"]], [LXXXIV])
    s, events = said(struck(s, UNIT["UK-I"]), f"lose I Corps {name}")
    assert names(s, pile + ALLIES) == [name]
    assert "tactic" not in [event.id for event in events]


FIELD = {"US1-R": "NOR", "US-V": "NOR", "US-VII": "NOR", "US-XIX": "NOR", "GE7-R": "NOR", "GE-LXXXIV": "NOR"}


def two_battles(**fields):
    """V and VII Corps in one battle, XIX Corps in another, the Reserve in the rear."""
    s = combat(board(FIELD | {"GE-IIFJ": "NOR"}, held=("NOR",)), "NOR", [V, VII], [LXXXIV], **fields)
    battles = (*s.combat.battles, Battle(1 << UNIT["US-XIX"], 1 << IIFJ, False))
    return copy_with(s, combat=copy_with(s.combat, battles=battles))


def who_bears(s):
    """The units that may lose a card."""
    return sorted({action.args[0] for action in s.stack.frame.legal(s, 1)})


def test_the_order_of_preference():
    """The unit fired at, then others of its battle, then any of the region; the rest is wasted (12.4d)."""
    s = struck(two_battles(), hits=6)
    assert who_bears(s) == [V]
    assert "spared-so-far" in why(s, "lose VII Corps VII Corps")
    s, _ = said(s, "lose V Corps V Corps")
    assert who_bears(s) == [VII]
    s, _ = said(s, "lose VII Corps VII Corps")
    assert who_bears(s) == [UNIT["US1-R"], UNIT["US-XIX"]]
    s, _ = said(s, "lose XIX Corps XIX Corps")
    s, events = said(s, "lose First US Army First US Army")
    assert ("wasted", (2,), 1) in events
    assert s.stack is None


def test_blind_hits_start_with_the_region():
    """Without a target the units of the region bear the hits (E-20)."""
    s = hit_blindly(two_battles(), ALLIES, 1, [])
    assert who_bears(s) == sorted([V, VII, UNIT["US1-R"], UNIT["US-XIX"]])


@pytest.mark.parametrize(("rear", "bearers"), [(1, [VII]), (0, [])])
def test_what_slipped_away_is_hit_in_the_rear_alone(rear, bearers):
    """Units that used pre-combat retreat bear excess hits of fire at the rear area (12.2e, 12.4d iv)."""
    places = {"GE7-R": "MAI", "GE-LXXXIV": "MAI", "US1-R": "ORL", "US-VII": "ORL", "US-V": "MAI"}
    s = combat(board(places), "MAI", [LXXXIV], [V], attacker=AXIS, rear=bool(rear), slipped=1 << VII)
    s, _ = said(struck(s, hits=3, rear=rear), "lose V Corps V Corps")
    assert (who_bears(s) if s.stack else []) == bearers
    if rear:
        s, events = said(s, "lose VII Corps VII Corps")
        assert ("wasted", (1,), 1) in events


def test_hits_pass_a_spared_corps_by():
    """Surplus hits do not reach the Corps of a Night Drop (shaef-cards 7)."""
    s, _ = said(struck(two_battles(spared=bits([VII])), hits=2), "lose V Corps V Corps")
    assert who_bears(s) == [UNIT["US1-R"], UNIT["US-XIX"]]


def test_a_corps_elsewhere_is_safe():
    """A unit outside the region bears nothing."""
    s = struck(meeting(stands={"US-VII": "NOR"}), hits=2)
    s, events = said(s, "lose V Corps V Corps")
    assert ("wasted", (1,), 1) in events


SPECIAL = "4th Special Service Brigade"
CORPS = UNIT["UK-XXX"]


def brigade(lies="", phase=1):
    """A commando brigade on its own beside its Corps."""
    places = {"UK2-R": "NOR", "UK-XXX": "MAI", "GE7-R": "BRE", "GE-LXXXIV": "MAI"}
    s = board(places, cards={"UK-XXX": [SPECIAL, "43rd (Wessex) Infantry Division"]})
    s = combat(s, "MAI", [CORPS, alone(SPECIAL)], [LXXXIV], phase=phase)
    return apart(s, SPECIAL, "UK-XXX", UP) if lies else apart(s, SPECIAL, "UK-XXX")


def test_a_card_on_its_own_falls_alone():
    """A force of one card is its card; its unit bears what is left, as another unit of the battle."""
    s = struck(brigade(), alone(SPECIAL), hits=2)
    assert question(s).args == (ALLIES, CORPS, 2)
    assert losses(s) == [f"XXX Corps {SPECIAL}"]
    s, _ = said(s, f"lose XXX Corps {SPECIAL}")
    assert names(s, DEAD + ALLIES) == [SPECIAL]
    assert "XXX Corps XXX Corps" in losses(s)


def test_its_unit_does_not_lose_it():
    """The card on its own is none of its unit's, and stays when the HQ falls (E-31)."""
    s = struck(brigade(lies="+"), CORPS, hits=2)
    assert f"XXX Corps {SPECIAL}" not in losses(s)
    s, _ = said(s, "lose XXX Corps XXX Corps")
    assert names(s, UP + CORPS) == [SPECIAL]
    assert losses(s) == [f"XXX Corps {SPECIAL}"]
    s, _ = said(s, f"lose XXX Corps {SPECIAL}")
    assert names(s, UP + CORPS) == []


def test_a_card_on_its_own_that_cannot_flip_is_passed_over():
    """The next preference bears the hit: everybody knows that this card cannot be taken (2.7a, E-90)."""
    s = struck(brigade(phase=2), alone(SPECIAL))
    assert set(losses(s)) == {"XXX Corps XXX Corps"}


def levy(*cards, left=2):
    """The last levy lasts for so many cards more."""
    return lasting(meeting(axis=cards), "AUFGEBOT", left)


def test_the_last_levy_saves_two_land_forces():
    """Two Axis Land Forces without Fragile are bound for the deck instead (Letztes Aufgebot, E-116)."""
    cards = ["352. Infanterie-Division", "353. Infanterie-Division", "271. Infanterie-Division"]
    s = struck(levy(*cards), LXXXIV, hits=3)
    for name in cards:
        s, _ = said(s, f"lose LXXXIV. Armeekorps {name}", AXIS)
    assert set(names(s, BOUND + AXIS)) == set(cards[:2])
    assert names(s, DEAD + AXIS) == cards[2:]
    assert s.lasting == ()


def test_the_last_levy_saves_no_fragile_card_and_no_ally():
    """Fragile cards leave the game, HQs and the enemy's cards go to the pile as ever."""
    s = struck(levy("246. Volksgrenadier-Division", "352. Infanterie-Division"), LXXXIV, hits=2)
    s, _ = said(s, "lose LXXXIV. Armeekorps 246. Volksgrenadier-Division", AXIS)
    assert names(s, GONE + AXIS) == ["246. Volksgrenadier-Division"]
    s, _ = said(s, "lose LXXXIV. Armeekorps LXXXIV. Armeekorps", AXIS)
    assert names(s, BOUND + AXIS) == []
    assert s.lasting[0].about == 2
    s = struck(lasting(meeting([INFANTRY]), "AUFGEBOT", 2))
    assert names(said(s, f"lose V Corps {INFANTRY}")[0], DEAD + ALLIES) == [INFANTRY]


def test_whose_card_it_is():
    """The other side's cards, units out of play and hidden cards are refused with a reason."""
    s = struck(meeting([INFANTRY]))
    assert "not-yours" in why(s, "lose LXXXIV. Armeekorps LXXXIV. Armeekorps")
    assert "not-in-play" in why(s, "lose XIX Corps XIX Corps")
    assert why(s, "lose V Corps ?") == ["not-there"]
    assert why(s, "lose V Corps 2nd Armored Division") == ["not-there"]


def test_what_a_flip_shows_to_be_wrong_pays_no_hit():
    """A card that proves to be of the wrong nation is discarded, and the hit is still due (E-37, E-99)."""
    s, _ = said(struck(meeting(["6th Airborne Division"])), "lose V Corps 6th Airborne Division")
    assert question(s).args == (ALLIES, V, 1)
    assert names(s, DEAD + ALLIES) == ["6th Airborne Division"]


def test_a_wrong_card_on_its_own_leaves_no_question_without_an_answer():
    """If the only card that can be hit proves to be in the wrong unit, the hit is wasted (E-99, 12.4d v)."""
    name = "4th Special Service Brigade"
    s = apart(meeting([name]), name, "US-V")
    where = bytearray(s.where)
    where[V] = OFF
    s = struck(copy_with(s, where=bytes(where)), alone(name))
    assert losses(s) == [f"V Corps {name}"]
    s, events = said(s, f"lose V Corps {name}")
    assert s.stack is None
    assert [event.id for event in events if event.id in {"breach", "lost", "wasted"}] == ["breach", "wasted"]
