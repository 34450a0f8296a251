"""What a refusal shows as the way out: the nearest legal answer, and the causes whose end makes it legal."""

from random import Random

import pytest
from south_front_boards import shuffled, written
from south_front_walks import positions

from sealed.engine.explain import why_not
from sealed.engine.kernel import asked, legal_actions
from sealed.engine.value import copy_with
from sealed.games.south_front.board.pieces import LAND
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import ABOARD, OFF, SIDE
from sealed.games.south_front.title import TITLE

VOCABULARY = TITLE.vocabulary(TITLE.setup(2, {}))
STEPS = ("first-movement", "act", "second-movement")
MOVING = ("move", "board", "conscript", "conscript-aboard")
SUPPLY = {"unsupplied-there", "cargo-unsupplied", "interdicted", "enemy-control", "neutral-on-path"}


def tried(s, seat, rng, number, verbs=()):
    """Yield refused answers of a seat with the reasons, chosen at random, of some verbs only if given."""
    legal = set(legal_actions(s, seat))
    words = [action for action in VOCABULARY if action not in legal and (not verbs or action.verb in verbs)]
    for action in rng.sample(words, min(number, len(words))):
        yield action, why_not(TITLE, s, action, seat), legal


def test_the_nearest_answer_is_legal():
    """Whoever tries whatever, asked or not: an answer that is shown as the nearest is one that is free."""
    rng, shown = Random(0), 0
    for s, _ in positions(0, games=4, every=25):
        for seat in (1, 2):
            for action, reasons, legal in tried(s, seat, rng, 120):
                for reason in reasons:
                    assert reason.nearest is None or reason.nearest in legal, (action, reason)
                    shown += reason.nearest is not None
    assert shown


def without(s, side, reasons):
    """Return the board without the causes: pieces gone, spaces taken by the side and free of enemies."""
    where, forces, held, neutral = bytearray(s.where), bytearray(s.forces), list(s.held), s.neutral
    for reason in reasons:
        if reason.code == "interdicted":
            where[reason.args[1]] = OFF
        elif reason.code in {"enemy-control", "neutral-on-path"}:
            (space,) = reason.args
            for piece, place in enumerate(s.where):
                if place == space and SIDE[piece] != side:
                    where[piece] = OFF
            if s.held[1 - side] >> space & 1:
                forces[space] = 0
            bit = 1 << space & LAND
            held[side] |= bit
            held[1 - side] &= ~bit
            neutral &= ~bit
    for piece, place in enumerate(where):
        if ABOARD <= place < OFF and where[place - ABOARD] == OFF:
            where[piece] = OFF
    return copy_with(s, where=bytes(where), forces=bytes(forces), held=tuple(held), neutral=neutral)


@pytest.mark.parametrize("seed", range(5))
def test_without_the_causes_of_a_supply_refusal_the_answer_is_legal(seed):
    """Where only supply stands against a move or a conscription, what is named is all that does."""
    rng, met = Random(seed), 0
    for step in STEPS * 4:
        s = shuffled(rng, step)
        (seat,) = asked(s)
        for action, reasons, _ in tried(s, seat, rng, 300, MOVING):
            if {reason.code for reason in reasons} <= SUPPLY:
                after = without(s, seat - 1, reasons)
                assert action in legal_actions(after, seat), (action, reasons)
                met += 1
    assert met


NEAR = [
    ("act", {}, "conscript Pact infantry Tripoli", "conscript Pact infantry Naples"),
    ("act", {}, "conscript Pact infantry Athens", "conscript Pact infantry Naples"),
    (
        "first-movement",
        {"Rome": "Pact airplane 1"},
        "move Pact airplane 1 Tripoli",
        "move Pact airplane 1 Sicily",
    ),
]


@pytest.mark.parametrize(("step", "board", "wanted", "nearest"), NEAR)
def test_the_nearest_space_is_close_to_the_wanted_one(step, board, wanted, nearest):
    """Far from a flag, or on land not held: of the legal spaces the one fewest steps away is shown."""
    s = written(board=board, turn={"side": "Axis", "step": step}, hands={"Axis": ["Commando Supremo"]})
    reasons = why_not(TITLE, s, NOTATION.parse(wanted), 1)
    assert {reason.nearest for reason in reasons} == {NOTATION.parse(nearest)}
