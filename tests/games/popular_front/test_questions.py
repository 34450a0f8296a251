"""Questions: asked though one answer is left, and the answers that stand in (F-44, spec 2.12)."""

import pytest

from sealed.engine.chance import CHANCE
from sealed.engine.kernel import asked, legal_actions, question, stated_answer
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.notation import NOTATION
from sealed.games.popular_front.position import build
from sealed.testing.playout import played

BATTLE = {
    "board": {"Algodor": "Nationalists 2", "Madrid": "Republic 2"},
    "fill": {"Nationalists": ["Ciudad Real"], "Republic": "rest"},
    "hands": {"Nationalists": ["Partisan"], "Republic": ["Withdrawal", "March"]},
}


def after(*lines):
    """Return the battle after some answers and outcomes."""
    s = build(BATTLE, TITLE.setup(2)).state
    for line in lines:
        s = played(s, NOTATION.parse(line), asked(s)[0] if asked(s) else CHANCE)
    return s


ATTACK = ("attack Algodor Madrid", "commit Partisan")
DEPLOYED = (*ATTACK, "commit Withdrawal", "pass", "deploy Withdrawal", "deploy Partisan")


@pytest.mark.parametrize(
    ("lines", "asks", "only"),
    [
        (ATTACK[:1], "commit", ["commit Partisan"]),
        ((*ATTACK, "commit March"), "commit", ["pass"]),
        ((*ATTACK, "commit Withdrawal", "pass"), "deploy", ["deploy Withdrawal"]),
        ((*ATTACK, "pass"), "deploy", ["deploy Partisan"]),
        (("muster Partisan", "done"), "act", ["end"]),
    ],
)
def test_one_answer_is_asked_for(lines, asks, only):
    """A question with a single answer is asked all the same."""
    s = after(*lines)
    assert question(s).id == asks
    offered = [action.text for action in legal_actions(s, asked(s)[0])]
    assert offered == only


def test_no_question_when_no_muster_is_left():
    """After the last Muster the card is done and the turn goes on."""
    s = after("muster Partisan", "move 1 Algodor Ciudad Real")
    assert question(s).id == "act"


@pytest.mark.parametrize(
    ("lines", "stated"),
    [
        ((), "end"),
        (("muster Partisan",), "done"),
        (ATTACK[:1], None),
        (ATTACK, "pass"),
        ((*ATTACK, "pass"), None),
        (DEPLOYED[:4], None),
    ],
)
def test_stated_answers(lines, stated):
    """End, done and pass stand in at a deadline; questions about cards state nothing."""
    s = after(*lines)
    answer = stated_answer(s, asked(s)[0])
    assert (answer.text if answer else None) == stated


def test_withdrawing_states_done():
    """Who lets the time run out gives the rest of his disks up."""
    tables = {**BATTLE, "hands": {"Nationalists": ["Leader"], "Republic": ["Withdrawal", "March"]}}
    s = build(tables, TITLE.setup(2)).state
    lines = (
        "attack Algodor Madrid",
        "commit Leader",
        "commit Withdrawal",
        "pass",
        "deploy Withdrawal",
        "deploy Leader",
    )
    for line in lines:
        s = played(s, NOTATION.parse(line), asked(s)[0])
    assert question(s).id == "withdraw"
    assert stated_answer(s, 2).text == "done"
