"""Victory: every cause, every tie-break, and the results of games that end otherwise."""

import pytest

from sealed.engine.kernel import over
from sealed.engine.value import copy_with
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.board import ALL_MASK, STARS_MASK
from sealed.games.popular_front.victory import CAP, DISK, MARGIN, STARS, TRACK, check_victory

SETUP = TITLE.setup(2)


def checked(economic, political, round_number=1, held=(0, ALL_MASK & ~STARS_MASK), spaces=52, cap=20):
    """Return the state after a victory check with these markers, and what `won` told."""
    s = TITLE.start(SETUP)
    terms = s.terms._replace(spaces=spaces, cap=cap)
    s = copy_with(s, economic=economic, political=political, round=round_number, held=held, terms=terms)
    tell = []
    s = check_victory(s, tell)
    return s, tell[0].args if tell else None


@pytest.mark.parametrize(
    ("economic", "political", "won"),
    [
        ((24, 27), 25, None),
        ((25, 46), 25, (1, TRACK)),
        ((26, 46), 25, (1, TRACK)),
        ((5, 25), 25, (2, TRACK)),
        ((27, 24), 25, (1, MARGIN)),
        ((26, 23), 25, (2, MARGIN)),
        ((27, 23), 25, (1, DISK)),
        ((28, 24), 26, (2, DISK)),
    ],
)
def test_the_track(economic, political, won):
    """Met or passed wins; of two the farther one; of equals the one on whose side the disk is."""
    assert checked(economic, political)[1] == won


@pytest.mark.parametrize("side", [0, 1])
def test_stars_beat_the_track(side):
    """All six victory cities win against any track (P-43)."""
    held = (STARS_MASK, 0) if side == 0 else (0, STARS_MASK)
    assert checked((30, 20), 25, held=held)[1] == (side + 1, STARS)


def test_five_stars_win_nothing():
    """One missing star is enough to go on."""
    one = STARS_MASK & -STARS_MASK
    assert checked((5, 46), 25, held=(STARS_MASK ^ one, one))[1] is None


@pytest.mark.parametrize(
    ("economic", "political", "round_number", "cap", "won"),
    [
        ((20, 40), 25, 19, 20, None),
        ((20, 40), 25, 20, 20, (1, CAP)),
        ((10, 30), 25, 20, 20, (2, CAP)),
        ((15, 35), 25, 20, 20, (1, CAP)),
        ((16, 36), 26, 20, 20, (2, CAP)),
        ((20, 40), 25, 99, 0, None),
    ],
)
def test_the_round_cap(economic, political, round_number, cap, won):
    """At the cap the further marker wins, then the side of the disk; without a cap the game goes on."""
    assert checked(economic, political, round_number, cap=cap)[1] == won


def test_won_is_over():
    """After a victory nobody is asked and the result names the side."""
    s, _ = checked((25, 46), 25)
    assert over(s)
    assert TITLE.result(s) == "side 1"


def test_no_result_before_the_end():
    """While the game goes on there is no winner."""
    assert TITLE.result(TITLE.start(SETUP)) == "none"


@pytest.mark.parametrize(
    ("economic", "political", "side"), [((20, 46), 25, 1), ((5, 30), 25, 2), ((15, 36), 26, 2)]
)
def test_unfinished_games_compare_markers(economic, political, side):
    """A game out of slots is decided like one at its round cap (F-26)."""
    s = copy_with(TITLE.start(SETUP), economic=economic, political=political)
    assert TITLE.unfinished(s) == f"side {side}"


@pytest.mark.parametrize(
    ("seats", "lost", "result"),
    [
        (2, (1,), "side 2"),
        (2, (2,), "side 1"),
        (4, (3,), "side 2"),
        (5, (2, 3), "side 1"),
        (6, (1, 3, 5), "side 2"),
        (2, (1, 2), "none"),
        (6, (1, 6), "none"),
    ],
)
def test_loss_of_seats(seats, lost, result):
    """The side of the lost seats loses; if both sides have lost some, nobody wins."""
    assert TITLE.after_loss(TITLE.setup(seats), lost) == result
