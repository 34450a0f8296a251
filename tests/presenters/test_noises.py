"""What a scene sounds like after the one before: one sound at most."""

from dataclasses import replace

import pytest

from sealed_client.presenters.noises import noise_of
from sealed_client.presenters.scene import (
    Alarm,
    Board,
    ClockChip,
    Coat,
    Ending,
    Hand,
    Motion,
    Motions,
    Prompt,
    SealBadge,
    Sentence,
    TableScene,
)

COAT = Coat("round", "#8a2f4c", "#f6efdd")
QUIET = TableScene(
    title="Popular Front",
    round="Round 1",
    board=Board((), ()),
    prompt=Prompt("theirs", "", Sentence()),
    hand=Hand(),
    track=None,
    seats=(),
    log=(),
    seal=SealBadge("verified", "", ()),
)
YOURS = replace(QUIET, yours=True)
PIECE = replace(QUIET, motions=Motions(1, (Motion("card", COAT), Motion("piece", COAT))))
CARD = replace(QUIET, motions=Motions(1, (Motion("card", COAT),)))
ENDED = replace(QUIET, ending=Ending("", "", 0.4, Sentence(), "checking", (), ()))
PROVED = replace(QUIET, ending=Ending("", "", None, Sentence(), "verified", (), ()))


@pytest.mark.parametrize(
    ("before", "now", "sound"),
    [
        (None, QUIET, None),
        (None, YOURS, "bell"),
        (QUIET, QUIET, None),
        (QUIET, YOURS, "bell"),
        (YOURS, YOURS, None),
        (QUIET, PIECE, "piece"),
        (PIECE, PIECE, None),
        (QUIET, CARD, "card"),
        (ENDED, PROVED, "seal"),
        (PROVED, PROVED, None),
        (YOURS, replace(YOURS, clock=ClockChip("0:20", warns=True)), "warning"),
        (QUIET, replace(QUIET, clock=ClockChip("0:20", warns=True)), None),
        (QUIET, replace(QUIET, alarm=Alarm("", (), ())), "warning"),
        (QUIET, replace(PIECE, yours=True), "bell"),
    ],
)
def test_a_change_makes_the_sound_of_what_matters_most(before, now, sound):
    """A warning goes before a turn's bell, that before a proof, that before pieces; a repeat is silent."""
    assert noise_of(before, now) == sound
