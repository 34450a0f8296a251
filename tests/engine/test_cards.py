"""The card-moving primitive masks by itself and reports each card alone."""

import pytest

from sealed.engine.cards import close, count, learn, move, move_all, widen
from sealed.engine.eye import EVERYBODY, FULL, PUBLIC, REFEREE_ONLY, seat_audience, seat_eye
from sealed.engine.frames import RuleBugError, State
from sealed.engine.kernel import view
from sealed.engine.message import Event, mask_event
from sealed.engine.zones import zone_of

PILE, MINE, THEIRS, TABLE = range(4)
AUDIENCE = (REFEREE_ONLY, seat_audience(1), seat_audience(2), EVERYBODY)
FULL_STATE = State(None, FULL, tuple(map(zone_of, ([1, 1, 2], [3, 3, 1], [2], [4]))), AUDIENCE)
EYES = [PUBLIC, seat_eye(1), seat_eye(2), FULL]


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("source", range(4))
@pytest.mark.parametrize("target", range(4))
def test_moving_commutes_with_masking(eye, source, target):
    """Moving a masked card in a masked state gives the masked state, and the masked event."""
    card = {PILE: 2, MINE: 3, THEIRS: 2, TABLE: 4}[source]
    told, mine = [], []
    after = move(FULL_STATE, card, source, target, told)
    shown = card if (AUDIENCE[source] | AUDIENCE[target]) & eye else 0
    assert move(view(FULL_STATE, eye), shown, source, target, mine) == view(after, eye)
    assert mine == [mask_event(event, eye) for event in told]


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize(("source", "target"), [(MINE, PILE), (TABLE, PILE), (PILE, PILE), (TABLE, MINE)])
def test_moving_all_commutes_with_masking(eye, source, target):
    """The same holds for a whole zone that goes where as few or fewer see it."""
    told, mine = [], []
    after = move_all(FULL_STATE, source, target, told)
    assert move_all(view(FULL_STATE, eye), source, target, mine) == view(after, eye)
    assert mine == [mask_event(event, eye) for event in told]


def test_moving_all_reports_each_card_alone():
    """Equal cards are not counted together: that would tell strangers how many of a zone are alike."""
    told = []
    move_all(FULL_STATE, MINE, PILE, told)
    audience = REFEREE_ONLY | seat_audience(1)
    assert told == [Event("moved", (card, 1, MINE, PILE), audience) for card in (1, 3, 3)]


def test_moving_to_the_same_zone_is_nothing():
    """A card that stays where it is gives the same state and no event."""
    told = []
    assert move(FULL_STATE, 4, TABLE, TABLE, told) is FULL_STATE
    assert not told


def test_card_that_cannot_be_there_is_a_bug_of_the_rules():
    """Moving a card out of a zone that cannot hold it freezes the table, and the text names no card."""
    with pytest.raises(RuleBugError, match="zone 2") as caught:
        move(FULL_STATE, 3, THEIRS, TABLE, [])
    assert "3" not in str(caught.value)


def test_hidden_card_does_not_enter_a_seen_zone():
    """A state that sees where a card goes must be told which card it is."""
    with pytest.raises(RuleBugError, match="hidden card"):
        move(view(FULL_STATE, PUBLIC), 0, THEIRS, TABLE, [])
    with pytest.raises(RuleBugError, match="hidden card"):
        move_all(view(FULL_STATE, PUBLIC), THEIRS, TABLE, [])


def test_count_is_public():
    """Everybody knows how many cards lie anywhere."""
    counts = [[count(view(FULL_STATE, eye), zone) for zone in range(4)] for eye in EYES]
    assert counts == [[3, 3, 1, 1]] * 4


def test_looker_learns_and_others_do_not():
    """After a look the looker's state is his view of the full state; strangers know only who looked."""
    after = learn(widen(FULL_STATE, THEIRS, 1), THEIRS, (2,))
    assert after.zones == FULL_STATE.zones
    for eye, shown in ((PUBLIC, (0,)), (seat_eye(1), (2,)), (seat_eye(2), (2,))):
        assert learn(widen(view(FULL_STATE, eye), THEIRS, 1), THEIRS, shown) == view(after, eye)


def test_closing_forgets_an_empty_zone_only():
    """A zone gets its first audience back once it is empty; closing it over cards is a bug of the rules."""
    seen = widen(FULL_STATE, THEIRS, 1)
    with pytest.raises(RuleBugError, match="zone 2 is closed"):
        close(seen, THEIRS, AUDIENCE[THEIRS])
    empty = move(seen, 2, THEIRS, TABLE, [])
    assert close(empty, THEIRS, AUDIENCE[THEIRS]).audience == AUDIENCE
    assert close(FULL_STATE, MINE, AUDIENCE[MINE]) is FULL_STATE
