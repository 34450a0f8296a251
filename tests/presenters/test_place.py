"""The place of a game: what a draft that was kept belongs to."""

from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.presenters.glimpse import Glimpse


def _place(*types):
    return Glimpse(tuple(wire.Entry(type=int(one)) for one in types), ()).place


def test_a_referee_that_starts_again_leaves_the_place():
    """Credited time and pauses make the log longer, yet a draft kept before still fits its question."""
    played = (EntryType.START, EntryType.ACT)
    assert _place(*played, EntryType.NOTICE, EntryType.PAUSE) == _place(*played)


def test_an_answer_moves_the_place():
    """After another answer a kept draft is not given again."""
    assert _place(EntryType.START, EntryType.ACT) != _place(EntryType.START)
