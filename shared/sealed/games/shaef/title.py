"""SHAEF as a title: seats, options, vocabulary, results and the kinds of everything it says."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from sealed.engine.kernel import run
from sealed.engine.shape import shape
from sealed.engine.title import BAG, DECK, LAID, Chair, Option, Setup, Title, ZoneForm
from sealed.games.shaef import state
from sealed.games.shaef.combat.battle import Battle, Combat
from sealed.games.shaef.combat.modifiers import Shot
from sealed.games.shaef.combat.volley import Declared, Volley
from sealed.games.shaef.flow import begin
from sealed.games.shaef.notation import NOTATION
from sealed.games.shaef.pack import edition_digest
from sealed.games.shaef.question import Question, board_reasons
from sealed.games.shaef.said import EVENT_KINDS, QUESTION_KINDS, REASON_KINDS
from sealed.games.shaef.state import SIDE, Lasting, State, Terms, blank, roster
from sealed.games.shaef.tactics import all_cards  # noqa: F401 - whoever reads it has all tactics
from sealed.games.shaef.victory import victory_regions
from sealed.games.shaef.vocabulary import SAMPLED, every_answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sealed.engine import frames
    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.engine.message import Refusal

_SEATS = 2
_SLOTS = 2048
"""Acts of randomness that a table provides for (spec 2.3): two Replacements a month and the fire of units."""

_OPTIONS = (
    Option("scenario", ("historical", "free"), "historical"),
    Option("wetlands", ("exhaust", "pass"), "exhaust"),
)

_UNIT_FORMS = ((0, True), (1, True), (2, False), (3, False))
"""Protocol kind and whether cards are mixed there, by kind of a unit's zones (spec 2.6, 2.16)."""
_SIDE_FORMS = (
    (DECK, 0, False),
    (BAG, 1, True),
    (LAID, 0, False),
    (LAID, 1, False),
    (LAID, 2, False),
    (LAID, 3, False),
    (LAID, 4, False),
)
"""Form, protocol kind and mixing by kind of a side's zones."""
_FIRST_UNIT_KIND = 8
"""Protocol kinds of laid zones below this one are a side's own; a unit's are numbered from here on."""


def zone_forms() -> tuple[ZoneForm, ...]:
    """Return form, kind number and colour of every engine zone (spec 2.6)."""
    units = [
        ZoneForm(LAID, _FIRST_UNIT_KIND + len(_UNIT_FORMS) * unit + kind, side, mixed)
        for kind, mixed in _UNIT_FORMS
        for unit, side in enumerate(SIDE)
    ]
    sides = [ZoneForm(form, kind, side, mixed) for form, kind, mixed in _SIDE_FORMS for side in (0, 1)]
    return (*units, *sides)


def chairs(seats: int) -> tuple[Chair, ...]:
    """Return side and colour of each seat: the Allies are seat 1, the Axis is seat 2."""
    return tuple(Chair(seat, (seat,)) for seat in range(1, seats + 1))


def terms_of(setup: Setup) -> Terms:
    """Return what the options of a table mean for the rules."""
    return Terms(
        free=int(setup.option("scenario") == "free"),
        wetlands=int(setup.option("wetlands") == "exhaust"),
    )


def start(setup: Setup) -> State:
    """Return the state before the rosters are dealt out."""
    nothing: Tell = []
    return run(begin(blank(terms_of(setup))), nothing)


def deck_lists(setup: Setup) -> Mapping[int, Mapping[int, int]]:
    """Return the printed list of each deck: the whole roster of a side."""
    del setup
    return {state.DECK + side: dict.fromkeys(roster(side), 1) for side in (0, 1)}


def result(s: frames.State) -> str:
    """Return who has won: `side 1`, `side 2`, or `none` while nobody has."""
    winner = own_state(s).winner
    return f"side {winner}" if winner else "none"


def unfinished(s: frames.State) -> str:
    """Return who would win if the game ended now: the Allies with two Victory Symbols, else the Axis."""
    return "side 1" if victory_regions(own_state(s)) > 1 else "side 2"


def after_loss(setup: Setup, lost: tuple[int, ...]) -> str:
    """Return the other side, or `none` if both seats are lost."""
    del setup
    return f"side {3 - lost[0]}" if len(set(lost)) == 1 else "none"


def own_state(s: frames.State) -> State:
    """Return a state as one of this title. Raises `TypeError` if it is none."""
    if not isinstance(s, State):
        message = f"not a position of this title: {type(s).__name__}"
        raise TypeError(message)
    return s


def reasons(s: frames.State, action: Action, seat: int) -> Iterator[Refusal]:
    """Yield what stands against an action: by the open question if the seat is asked, else by the board."""
    s = own_state(s)
    frame = s.stack.frame if s.stack else None
    if isinstance(frame, Question) and seat in frame.seats(s):
        return frame.reasons(s, action, seat)
    return board_reasons(s, action, seat - 1)


@cache
def _vocabulary() -> tuple[Action, ...]:
    return tuple(every_answer())


def vocabulary(setup: Setup) -> tuple[Action, ...]:
    """Return every answer that a seat could ever give of the short families, samples of the long ones."""
    del setup
    return _vocabulary()


TITLE = Title(
    id="shaef",
    name="SHAEF",
    edition=sha256(
        edition_digest()
        + shape("sealed.games.shaef", State, Terms, Lasting, Combat, Battle, Volley, Declared, Shot)
    ).digest(),
    seats=(_SEATS,),
    options=_OPTIONS,
    notation=NOTATION,
    zone_forms=zone_forms(),
    chairs=chairs,
    slots=lambda _: _SLOTS,
    deck_lists=deck_lists,
    start=start,
    result=result,
    unfinished=unfinished,
    after_loss=after_loss,
    vocabulary=vocabulary,
    reasons=reasons,
    event_kinds=EVENT_KINDS,
    question_kinds=QUESTION_KINDS,
    reason_kinds=REASON_KINDS,
    sampled=SAMPLED,
)
"""The title, as the engine, the protocol and the table use it."""
