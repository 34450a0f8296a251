"""Which outcomes can answer a request, with which odds, and who may know their cards."""

import itertools

import pytest

from sealed.engine.chance import (
    ALL,
    NAMED,
    PICKED,
    SLOT_REQUESTS,
    Deal,
    Look,
    Open,
    Order,
    Pick,
    Roll,
    Shuffle,
    accepts,
    audience_of_outcome,
    known,
    outcome_verb,
    possible,
)
from sealed.engine.eye import EVERYBODY, FULL, PUBLIC, REFEREE_ONLY, seat_audience, seat_eye
from sealed.engine.frames import State
from sealed.engine.kernel import view
from sealed.engine.notation import Notation, outcome_verbs
from sealed.engine.zones import zone_of

NOTATION = Notation(outcome_verbs(), {"card": {1: "Ace", 2: "Two", 3: "Three"}})
PILE, HAND, OTHER = 0, 1, 2
S = State(
    None,
    FULL,
    (zone_of([1, 1, 3]), zone_of([2]), zone_of([1, 2])),
    (REFEREE_ONLY, seat_audience(1), seat_audience(2)),
)

REQUESTS = [
    (Deal(PILE, HAND, 2), {(1,): 2, (3,): 1}),
    (Shuffle(PILE, (PILE,)), {(): 1}),
    (Order((2, 5, 9)), dict.fromkeys(itertools.permutations((2, 5, 9)), 1)),
    (Pick(3), {(0,): 1, (1,): 1, (2,): 1}),
    (Pick(2, OTHER), {(0,): 1, (1,): 1}),
    (Roll(2, 2), {(1, 1): 1, (1, 2): 1, (2, 1): 1, (2, 2): 1}),
    (Open(OTHER, 2, ALL), {(1, 2): 1}),
    (Open(OTHER, 1, NAMED, 2), {(2,): 1}),
    (Open(PILE, 1, PICKED), {(1,): 2, (3,): 1}),
    (Look(1, OTHER, 2), {(1, 2): 1}),
]
EVERY_OUTCOME = {
    verb: [NOTATION.action(verb, *args) for n in range(4) for args in itertools.product(range(10), repeat=n)]
    for verb in ("roll", "order")
} | {
    verb: [NOTATION.action(verb, *args) for n in range(4) for args in itertools.product(range(4), repeat=n)]
    for verb in ("open", "look")
}
EVERY_OUTCOME["pick"] = [NOTATION.action("pick", n) for n in range(10)]
EVERY_OUTCOME["deal"] = [NOTATION.action("deal", card) for card in range(4)]
EVERY_OUTCOME["shuffle"] = [NOTATION.action("shuffle")]


@pytest.mark.parametrize(("request_", "odds"), REQUESTS)
def test_possible_outcomes_and_odds(request_, odds):
    """A full state lists every outcome once, with a weight proportional to its probability."""
    assert dict(possible(S, request_)) == odds
    assert len(list(possible(S, request_))) == len(odds)


@pytest.mark.parametrize(("request_", "odds"), REQUESTS)
def test_accepted_is_possible(request_, odds):
    """A full state accepts exactly what it lists."""
    accepted = {
        outcome.args for outcome in EVERY_OUTCOME[outcome_verb(request_)] if accepts(S, request_, outcome)
    }
    assert accepted == set(odds)


@pytest.mark.parametrize(("request_", "odds"), REQUESTS)
def test_other_verbs_answer_nothing(request_, odds):
    """An outcome of another verb is never accepted, whatever its arguments."""
    others = [outcomes for verb, outcomes in EVERY_OUTCOME.items() if verb != outcome_verb(request_)]
    assert not any(accepts(S, request_, outcome) for outcomes in others for outcome in outcomes)


@pytest.mark.parametrize("eye", [PUBLIC, seat_eye(1), seat_eye(2), FULL])
@pytest.mark.parametrize(("request_", "odds"), REQUESTS)
def test_masked_states_accept_the_masked_outcome(eye, request_, odds):
    """What is possible is accepted in every masked state, hidden where its eye may not know the card."""
    for args in odds:
        outcome = NOTATION.action(outcome_verb(request_), *args)
        if not audience_of_outcome(S, request_) & eye:
            outcome = NOTATION.hide(outcome)
        assert accepts(view(S, eye), request_, outcome)


def test_full_state_takes_no_hidden_card():
    """A state that knows a zone accepts no hidden card out of it, and an opening hides none anywhere."""
    assert not accepts(S, Deal(PILE, HAND, 1), NOTATION.action("deal", 0))
    assert not accepts(S, Look(1, OTHER, 2), NOTATION.action("look", 0, 0))
    assert not accepts(view(S, PUBLIC), Open(OTHER, 2, ALL), NOTATION.action("open", 0, 0))


def test_disclosures_are_ascending():
    """The cards of a disclosure stand in one order only, so equal disclosures are equal lines."""
    assert accepts(view(S, PUBLIC), Open(OTHER, 2, ALL), NOTATION.action("open", 1, 3))
    assert not accepts(view(S, PUBLIC), Open(OTHER, 2, ALL), NOTATION.action("open", 3, 1))


@pytest.mark.parametrize(
    ("args", "fits"),
    [((1, 1), True), ((1, 3), True), ((3, 1), False), ((3, 3), False), ((1, 1, 3), False), ((), False)],
)
def test_a_deal_carries_several_cards(args, fits):
    """One deal may carry as many cards as are due, ascending, if the deck holds them all at once."""
    assert accepts(S, Deal(PILE, HAND, 2), NOTATION.action("deal", *args)) is fits


def test_audiences_of_outcomes():
    """A deal is for who sees deck or hand, a look for viewer and owner, all else for everybody."""
    assert audience_of_outcome(S, Deal(PILE, HAND, 1)) == REFEREE_ONLY | seat_audience(1)
    assert audience_of_outcome(S, Look(1, OTHER, 2)) == seat_audience(1) | seat_audience(2)
    others = [request for request, _ in REQUESTS if not isinstance(request, Deal | Look)]
    assert {audience_of_outcome(S, request) for request in others} == {EVERYBODY}


def test_verbs_are_distinct():
    """Each kind of request has a verb of its own."""
    kinds = {type(request): outcome_verb(request) for request, _ in REQUESTS}
    assert len(set(kinds.values())) == len(kinds) == 7


def test_slots_are_what_everybody_makes_together():
    """Shuffles, orders, picks and rolls are slots; deals and disclosures come from the dealer."""
    assert set(SLOT_REQUESTS) == {Shuffle, Order, Pick, Roll}


def test_known_tells_whether_a_card_is_hidden():
    """A zone is known if no card of it is hidden, an empty one included."""
    assert known(zone_of([1, 2]))
    assert known(0)
    assert not known(zone_of([0, 1]))
