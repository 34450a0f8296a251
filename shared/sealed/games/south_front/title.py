"""South Front as a title: seats, options, vocabulary, results and the kinds of everything it says."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from sealed.engine.kernel import run
from sealed.engine.shape import shape
from sealed.engine.title import BAG, DECK, LAID, Chair, Option, Setup, Title, ZoneForm
from sealed.games.south_front import effects, state
from sealed.games.south_front.actions import conscription, production
from sealed.games.south_front.combat import attacks
from sealed.games.south_front.combat.attacks import Limits
from sealed.games.south_front.combat.battle import Battle
from sealed.games.south_front.flow import begin
from sealed.games.south_front.movement import marching
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.pack import edition_digest, load
from sealed.games.south_front.question import Question, board_reasons
from sealed.games.south_front.said import EVENT_KINDS, QUESTION_KINDS, REASON_KINDS
from sealed.games.south_front.scoring import leader
from sealed.games.south_front.setup import stand_starting_pieces
from sealed.games.south_front.state import ALLIES, AXIS, State, Terms, blank, printed
from sealed.games.south_front.vocabulary import every_answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sealed.engine import frames
    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.engine.message import Refusal

ACTIONS = (attacks, conscription, effects, marching, production)
"""The modules that bring the actions: each registers its own when it is read."""

_SEATS = 2
_SLOTS = 512
"""Acts of randomness that a table provides for (spec 2.3); a game needs six shuffles."""

BORDER, ADRIATIC = 1, 2
"""Bits of `Terms.geography`."""

_OPTIONS = (
    Option("usa-at-war", ("7", "8"), "7"),
    Option("egypt-border", ("closed", "open"), "closed"),
    Option("adriatic", ("yes", "no"), "yes"),
    Option("first-hand", ("shuffled", "first-game"), "shuffled"),
    Option("mulligan", ("yes", "no"), "yes"),
)

_FORMS = ((DECK, 0), (DECK, 1), (DECK, 2), (BAG, 0), (LAID, 0), (LAID, 1))
"""Form and protocol kind of the zone kinds, in their order (spec 2.6)."""


def chairs(seats: int) -> tuple[Chair, ...]:
    """Return side and colour of each seat: the Axis is seat 1, the Allies are seat 2."""
    return tuple(Chair(seat, (seat,)) for seat in range(1, seats + 1))


def terms_of(setup: Setup) -> Terms:
    """Return what the options of a table mean for the rules."""
    border = BORDER if setup.option("egypt-border") == "open" else 0
    adriatic = ADRIATIC if setup.option("adriatic") == "yes" else 0
    return Terms(
        usa_at_war=int(setup.option("usa-at-war")),
        geography=border | adriatic,
        first_hand=int(setup.option("first-hand") == "first-game"),
        mulligan=int(setup.option("mulligan") == "yes"),
    )


def start(setup: Setup) -> State:
    """Return the state before the first shuffle."""
    nothing: Tell = []
    return run(begin(stand_starting_pieces(blank(terms_of(setup)))), nothing)


def deck_lists(setup: Setup) -> Mapping[int, Mapping[int, int]]:
    """Return the printed list of each deck: Mid War, Late War and the recommended first hand."""
    terms = terms_of(setup)
    return {
        kind + side: dict.fromkeys(printed(terms, kind, side), 1)
        for kind in (state.DECK, state.LATE, state.FIRST)
        for side in (AXIS, ALLIES)
    }


def result(s: frames.State) -> str:
    """Return who has won: `side 1`, `side 2`, or `none` while nobody has."""
    winner = own_state(s).winner
    return f"side {winner}" if winner else "none"


def unfinished(s: frames.State) -> str:
    """Return who has more Victory Points; a tie is the Axis player's."""
    return f"side {leader(own_state(s))[0] + 1}"


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
    """Return every answer that a seat could ever give, and some that it never can."""
    del setup
    return _vocabulary()


TITLE = Title(
    id="south-front",
    name="Quartermaster General: South Front",
    edition=sha256(
        edition_digest() + shape("sealed.games.south_front", State, Terms, Battle, Limits)
    ).digest(),
    seats=(_SEATS,),
    options=_OPTIONS,
    notation=NOTATION,
    zone_forms=tuple(
        ZoneForm(form, kind, side) for form, kind in _FORMS for side in range(len(load().sides))
    ),
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
)
"""The title, as the engine, the protocol and the table use it."""
