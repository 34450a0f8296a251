"""Perft: positions counted by hand, and twice by the machine: by the lists, and by asking why not."""

from dataclasses import replace
from itertools import product

import pytest
from shaef_play import Table

from sealed.engine.kernel import legal_actions
from sealed.engine.notation import UNSAID
from sealed.games.shaef.notation import CARD_KIND, FORCE, NOTATION, PLACE, REGION, SOURCE, UNIT
from sealed.games.shaef.position import card_named, unit_named
from sealed.games.shaef.state import AFRICA, BRITAIN, N_REGIONS
from sealed.games.shaef.title import TITLE
from sealed.testing.perft import perft, perft_by_predicate

SETUP = TITLE.setup(2)


def position(units, **tables):
    """Return the position of these units in August, with nothing in the Reinforcement Decks."""
    return Table(units, month="August 1944", **tables).s


# An Army Reserve alone in Brittany in its third Movement Phase, without Operation Points; no enemy ashore.
# 1: three moves (Lower Loire, Normandy, Maine-Anjou), done, disband = 5.
# 2: after a move: done, disband; after done it may attach nobody: done, disband; disbanded: done:
#    3 * 2 + 2 + 1 = 9.
# 3: moved and done: attaching, done, disband; moved and disbanded: done: 3 * (2 + 1); twice done: deployment:
#    organise, done, disband; done and disbanded: done; disbanded and done: done: 9 + 3 + 1 + 1 = 14.
MARCH = position({"7. Armee": {"at": "Brittany"}}, side="Axis", step="movement 3", tracks={"Axis": 0})
MARCH_COUNTS = (5, 9, 14)

# The deployment of an Army Reserve and a Corps with one card in Normandy, for one Operation Point, which pays
# one card; the Corps is two, the Reserve one. A Mulberry is there: units may go to Britain and Africa.
# 1: organise either, the Reserve to a base (one point is not enough for the Corps), done, flip, discard,
#    disband either = 9.
# 2: with the Reserve: take the card or done = 2; with the Corps: done (the Reserve has no card) = 1; the
#    Reserve in a base: organise either, done, flip, discard, disband either = 2 * 7; done: the markers: done,
#    disband either, flip, discard = 5; the Reserve disbanded: the Corps organised, done, flip, discard,
#    disband = 5; flipped: all of before but the flip = 8; discarded: organise either, either to a base, done,
#    disband either = 9; the Corps disbanded: organise, two bases, done, disband = 5:
#    2 + 1 + 14 + 5 + 5 + 8 + 9 + 5 = 49.
DEPLOYMENT = position(
    {"First US Army": {"at": "Normandy"}, "V Corps": {"at": "Normandy", "down": ["1st Infantry Division"]}},
    side="Allies",
    step="deploy",
    markers={"First US Army": "Normandy"},
    tracks={"Allies": 1, "mulberries": ["Normandy", "none"]},
)
DEPLOYMENT_COUNTS = (9, 49)

# A Corps with one card attacks a Corps with one in Maine-Anjou, in the third Combat Phase; both Reserves are
# next to it and empty. The attacker sets up.
# 1: front, or rear (done) = 2.
# 2: the defender: front, or rear = 2 * 2.
# 3: both in front: fire, done = 2; the attacker in front, the defender in the rear: it slips away to four
#    regions (Brittany, Lower Loire, Poitou, Orleanais), a card discarded, done = 6; the attacker in the rear:
#    the defender fires without a target, or not = 2; both in the rear: six again: 2 + 6 + 2 + 6 = 16.
COMBAT = position(
    {
        "First US Army": {"at": "Normandy"},
        "V Corps": {"at": "Maine-Anjou", "from": "Normandy", "down": ["1st Infantry Division"]},
        "1. Armee": {"at": "Orleanais"},
        "LXXX. Armeekorps": {"at": "Maine-Anjou", "down": ["708. Infanterie-Division"]},
    },
    side="Allies",
    step="combat 3",
    regions={"allied": ["Normandy"]},
)
COMBAT_COUNTS = (2, 4, 16)
CASES = [
    pytest.param(state, depth, count, id=f"{name}-{depth}")
    for name, state, counts in (
        ("march", MARCH, MARCH_COUNTS),
        ("deployment", DEPLOYMENT, DEPLOYMENT_COUNTS),
        ("combat", COMBAT, COMBAT_COUNTS),
    )
    for depth, count in enumerate(counts, 1)
]
UNITS = [
    unit_named(name)
    for name in ("7. Armee", "First US Army", "V Corps", "1. Armee", "LXXX. Armeekorps", "XXX Corps")
]
CARDS = [card_named(name) for name in ("1st Infantry Division", "708. Infanterie-Division", "V Corps")]
REGIONS = list(range(N_REGIONS))
KNOWN = {
    UNIT: UNITS,
    FORCE: UNITS,
    SOURCE: UNITS,
    REGION: REGIONS,
    PLACE: [*REGIONS, BRITAIN, AFRICA],
    CARD_KIND: CARDS,
    UNSAID: CARDS,
}


def spoken():
    """Return every answer that names nothing but the units and cards of these positions, and any place."""
    for verb in sorted({action.verb for action in TITLE.vocabulary(SETUP)}):
        for args in product(*(KNOWN[kind] for kind in NOTATION.verbs[verb].kinds)):
            yield NOTATION.action(verb, *args)


WORDS = tuple(spoken())
WHOLE = replace(TITLE, vocabulary=lambda _: WORDS)
"""The title with a vocabulary that is whole for these positions; its own holds samples of long families."""
DEEP = 3
"""Asking every answer at every node of this depth takes long."""


@pytest.mark.parametrize(("state", "depth", "count"), CASES)
def test_by_the_lists(state, depth, count):
    """The legal lists lead to as many lines as counted by hand."""
    assert perft(TITLE, state, depth) == count


@pytest.mark.parametrize(("state", "depth", "count"), [case for case in CASES if case.values[1] < DEEP])
def test_by_predicate(state, depth, count):
    """The predicates, asked about every answer that can be meant, lead to as many."""
    assert perft_by_predicate(WHOLE, SETUP, state, depth) == count


def test_the_lists_are_as_described():
    """The first list of the deployment is the one that the comment names."""
    assert {action.text for action in legal_actions(DEPLOYMENT, 1)} == {
        "organise First US Army",
        "organise V Corps",
        "redeploy First US Army Britain",
        "redeploy First US Army Africa",
        "done",
        "flip V Corps 1st Infantry Division",
        "discard V Corps 1st Infantry Division",
        "disband First US Army",
        "disband V Corps",
    }
