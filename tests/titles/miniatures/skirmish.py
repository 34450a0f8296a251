"""Skirmish: a toy that has every awkward thing a title can have.

Two or three colours, a deck each. A turn: draw two, then as often as wanted `strike` (a Blade; the victim
may parry with a Shield; two dice), `scout` (look at a rival's face-down discards), and at any time of the own
turn the free verbs `bury` (discard face down) and `dismiss` (a man goes home, a card is drawn). After them
all who have cards lay one face down at once; when all have, they are opened and the most Banners score.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from miniatures.skirmish_flow import Mixing, Opening
from miniatures.skirmish_table import (
    CARDS,
    DISMISS,
    DONE,
    MEN,
    MOST,
    NOTATION,
    PARRY,
    PILE,
    PRINTED,
    SHOWN,
    Skirmish,
    reasons,
)
from sealed.engine.eye import EVERYBODY, REFEREE_ONLY, seat_audience
from sealed.engine.frames import State, push
from sealed.engine.kernel import stated_answer
from sealed.engine.title import DECK, LAID, Chair, Option, Setup, Title, ZoneForm
from sealed.engine.zones import zone_of_counts

if TYPE_CHECKING:
    from sealed.engine.action import Action


def start(setup: Setup) -> Skirmish:
    """Return the position before the first shuffle."""
    n = setup.seats
    deck = zone_of_counts(PRINTED)
    zones = tuple(deck if zone in PILE[:n] else 0 for zone in range(5 * MOST))
    owner = [seat_audience(zone // 5 + 1) for zone in range(5 * MOST)]
    audience = tuple(
        REFEREE_ONLY if zone in PILE else EVERYBODY if zone in SHOWN else owner[zone]
        for zone in range(5 * MOST)
    )
    s = Skirmish(None, -1, zones, audience, (), (MEN,) * n, (0,) * n, 0, int(setup.option("rounds")))
    return push(push(s, Opening(1)), Mixing(0, 0))


def vocabulary(setup: Setup) -> tuple[Action, ...]:
    """Return every answer of a seat, hidden forms left out."""
    colours = range(1, setup.seats + 1)
    single = [NOTATION.action(verb, card) for verb in ("bury", "give") for card in CARDS]
    pairs = [NOTATION.action(verb, colour) for verb in ("strike", "scout") for colour in colours]
    lays = [NOTATION.action("lay", colour, card) for colour in colours for card in CARDS]
    return (*single, *pairs, *lays, DISMISS, PARRY, DONE)


def _result(s: State) -> str:
    points = s.points if isinstance(s, Skirmish) else (0,)
    return f"side {points.index(max(points)) + 1}" if points.count(max(points)) == 1 else "none"


def _after_loss(setup: Setup, seats: tuple[int, ...]) -> str:
    left = [seat for seat in range(1, setup.seats + 1) if seat not in seats]
    return f"side {left[0]}" if len(left) == 1 else "none"


TITLE = Title(
    id="skirmish",
    name="Skirmish",
    edition=hashlib.sha256(b"skirmish 1").digest(),
    seats=(2, 3),
    options=(Option("rounds", ("2", "4"), "4"),),
    notation=NOTATION,
    zone_forms=tuple(
        ZoneForm(DECK if kind == 0 else LAID, kind + 1, colour) for colour in range(MOST) for kind in range(5)
    ),
    chairs=lambda seats: tuple(Chair(seat, (seat,)) for seat in range(1, seats + 1)),
    slots=lambda setup: 400,
    deck_lists=lambda setup: {PILE[colour]: PRINTED for colour in range(setup.seats)},
    start=start,
    result=_result,
    unfinished=_result,
    after_loss=_after_loss,
    vocabulary=vocabulary,
    reasons=reasons,
    event_kinds={
        "moved": ("card", "number", "zone", "zone"),
        "rolled": ("colour", "number", "number"),
        "scored": ("colour",),
        "dismissed": ("colour",),
    },
    question_kinds={
        "act": ("colour",),
        "press": ("colour", "colour"),
        "parry": ("colour", "colour"),
        "give": ("colour",),
        "lay": (),
    },
    reason_kinds={
        "not-now": (),
        "not-held": ("card",),
        "own-colour": ("colour",),
        "not-playing": ("colour",),
        "not-yours": ("colour",),
        "other-rival": ("colour",),
        "nothing-hidden": ("colour",),
        "last-man": (),
    },
    stated_answer=stated_answer,
)
