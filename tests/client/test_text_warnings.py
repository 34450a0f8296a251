"""Laws of warnings in words: each is told once, `seal` repeats what stands, and its end is told too."""

from dataclasses import replace
from random import Random

import pytest
from talked_match import TalkedMatch

from sealed.fairness.live.verdicts import Klass, Outcome, Verdict
from sealed.games import TITLES

LATE = Verdict("ACT_OMITTED", Outcome.WARN, -1, "your message 3 is late. Wait", Klass.L)


@pytest.fixture(scope="module")
def match():
    return TalkedMatch(TITLES["popular-front"], 2, Random(5))


def _see(match, *warnings):
    follower = match.match.seats[match.number].follower
    return match.talk.see(replace(match.view(), warnings=warnings), follower)


def test_a_warning_is_told_once_and_its_end_too(match):
    """The words come when a warning begins, not again while it stands, and then that it is over."""
    assert _see(match) == []
    assert _see(match, LATE) == ["Warning (ACT_OMITTED): your message 3 is late. Wait."]
    assert _see(match, LATE) == []
    longer = replace(LATE, detail="your message 3 is very late. Stop")
    assert _see(match, longer) == ["Warning (ACT_OMITTED): your message 3 is very late. Stop."]
    assert _see(match) == ["The warning ACT_OMITTED no longer stands: what was amiss has come right."]


def test_seal_lists_the_warnings_that_stand(match):
    """`seal` says what is late now, with what to do, and nothing of it afterwards."""
    _see(match, LATE)
    lines = match.talk.hear("seal").lines
    assert lines[-2:] == [
        "Every check that ran has passed, with warnings:",
        "Warning (ACT_OMITTED): your message 3 is late. Wait.",
    ]
    _see(match)
    assert match.talk.hear("seal").lines[-1] == "Every check that ran has passed."
