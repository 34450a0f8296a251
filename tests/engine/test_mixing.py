"""Mixing (regroups: unsaid cards, cards that are mixed, turn-downs that are owed) keeps every law."""

from random import Random

import pytest
from mixing_title import TITLE, TWINS

from sealed.engine.chance import Deal
from sealed.engine.eye import EVERYBODY
from sealed.engine.kernel import requests
from sealed.testing.audiences import answerer, check_audiences, drawer, everybody, viewer_and_owner
from sealed.testing.battery import LAWS

WORDY = {"offered_is_accepted", "replicas_offer_what_they_accept", "why_not_always_answers"}


def from_where(moment):
    """A card from an open list is everybody's to see, one from a sealed deck its drawer's."""
    (request,) = requests(moment.before)
    assert isinstance(request, Deal)
    return everybody(moment) if moment.before.audience[request.source] & EVERYBODY else drawer(moment)


AUDIENCES = {
    **dict.fromkeys(("assign", "reassign", "drop"), answerer),
    **dict.fromkeys(("flip", "lose", "open"), everybody),
    "deal": from_where,
    "look": viewer_and_owner,
}


@pytest.mark.parametrize("title", [TITLE, TWINS], ids=["single", "twins"])
@pytest.mark.parametrize("law", LAWS)
def test_law(law, title):
    """Each law of `sealed.testing.battery` holds in random games."""
    LAWS[law](title, title.setup(2), Random(f"mixing {law}"), 1, 12 if law in WORDY else 2)


def test_audiences():
    """Who may see which card is what the rules say, of unsaid cards too."""
    check_audiences(TITLE, TITLE.setup(2), Random(1), 2, 1, AUDIENCES)
