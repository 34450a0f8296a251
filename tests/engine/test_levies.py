"""Levies (unique cards, open lists, mulligans, late cards) keeps every law of the battery."""

from random import Random

import pytest
from miniatures.levies import TITLE

from sealed.engine.chance import Deal
from sealed.engine.eye import EVERYBODY
from sealed.engine.kernel import requests
from sealed.testing.audiences import answerer, check_audiences, drawer, everybody
from sealed.testing.battery import LAWS

HANDS = ("open", "drawn")


def from_where(moment):
    """A card from an open list is everybody's to see, one from a sealed deck its drawer's."""
    (request,) = requests(moment.before)
    assert isinstance(request, Deal)
    return everybody(moment) if moment.before.audience[request.source] & EVERYBODY else drawer(moment)


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("law", LAWS)
def test_law(law, hands):
    """Each law of `sealed.testing.battery` holds in random games."""
    LAWS[law](TITLE, TITLE.setup(2, {"hands": hands}), Random(f"levies {hands}"), 2, 1)


@pytest.mark.parametrize("hands", HANDS)
def test_audiences(hands):
    """Who may see which card is what the rules say."""
    table = {"play": everybody, "discard": answerer, "deal": from_where, "open": everybody, "look": answerer}
    check_audiences(TITLE, TITLE.setup(2, {"hands": hands}), Random(1), 3, 1, table)
