"""Popular Front as a title: seats, options, vocabulary, results and the kinds of everything it says."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from sealed.engine.kernel import run, stated_answer
from sealed.engine.notation import CARD, NUMBER
from sealed.engine.shape import shape
from sealed.engine.title import BAG, DECK, LAID, Chair, Option, Setup, Title, ZoneForm
from sealed.games.popular_front import cards, notation
from sealed.games.popular_front.battle import Battle
from sealed.games.popular_front.board import CITIES, NEIGHBOURS
from sealed.games.popular_front.flow import begin
from sealed.games.popular_front.notation import CAUSE, CITY, COLOUR, NOTATION, QUESTION, SIDE, ZONE
from sealed.games.popular_front.pack import edition_digest, load
from sealed.games.popular_front.question import Question, board_reasons
from sealed.games.popular_front.setup import track_of
from sealed.games.popular_front.state import COLOURS, State, Terms, blank
from sealed.games.popular_front.victory import leader

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sealed.engine import frames
    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.engine.message import Refusal

_CHAIRS: Mapping[int, tuple[tuple[int, ...], ...]] = {
    2: ((1,), (2,)),
    3: ((1, 3), (2,), (4,)),
    4: ((1,), (2,), (3,), (4,)),
    5: ((1, 3), (2,), (4,), (5,), (6,)),
    6: ((1,), (2,), (3,), (4,), (5,), (6,)),
}
"""Colours of each seat by number of seats; with three and five the first seat runs two (F-14, F-29)."""

_SLOTS = 1024
"""Acts of randomness that a table provides for (spec 2.3)."""

_OPTIONS = (
    Option("track", ("52", "44"), "52"),
    Option("flags", ("round", "rectangular"), "round"),
    Option("round-cap", ("0", "8", "12", "20", "30", "40"), "20"),
)

_FORMS = ((DECK, 0), (BAG, 0), (LAID, 0), (LAID, 1), (LAID, 2), (LAID, 3))
"""Form and protocol kind of the zone kinds, in their order (spec 2.6)."""


def chairs(seats: int) -> tuple[Chair, ...]:
    """Return side and colours of each seat; odd colours are Nationalist."""
    return tuple(Chair(2 - colours[0] % 2, colours) for colours in _CHAIRS[seats])


def start(setup: Setup) -> State:
    """Return the state before the first shuffle."""
    track = track_of(int(setup.option("track")))
    runs = tuple(setup.seat_of(colour) for colour in range(setup.colours))
    flags = track.round_flags if setup.option("flags") == "round" else track.rectangular_flags
    names = tuple(notation.named(setup.colours, colour) for colour in range(setup.colours))
    terms = Terms(runs, tuple((seat,) for seat in runs), names, track.spaces, int(setup.option("round-cap")))
    nothing: Tell = []
    return run(begin(blank(terms, (flags[0], flags[1]), track.centre_flags[0])), nothing)


def deck_lists(setup: Setup) -> Mapping[int, Mapping[int, int]]:
    """Return the printed list of each deck; all are equal (Logistics, Cards)."""
    return {deck: {card.code: card.copies for card in cards.CARDS} for deck in range(setup.colours)}


def result(s: frames.State) -> str:
    """Return who has won: `side 1`, `side 2`, or `none` while nobody has."""
    return _side(own_state(s).winner)


def unfinished(s: frames.State) -> str:
    """Return the winner by comparison of the markers, as at a round cap (F-26)."""
    return _side(leader(own_state(s))[0] + 1)


def after_loss(setup: Setup, lost: tuple[int, ...]) -> str:
    """Return the other side, or `none` if seats of both sides are lost."""
    sides = {setup.chairs[seat - 1].side for seat in lost}
    return _side(3 - sides.pop() if len(sides) == 1 else 0)


def _side(side: int) -> str:
    return f"side {side}" if side else "none"


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
    return board_reasons(s, action, s.terms.runs.index(seat))


@cache
def _vocabulary(colours: int) -> tuple[Action, ...]:
    by_city = (notation.PLACE, notation.RECRUIT, notation.FIFTH, notation.WITHDRAW)
    face_up = (
        notation.MUSTER,
        notation.DEPLOY,
        notation.DISCARD,
        notation.LOSE,
        notation.DESTROY,
        notation.HIT,
    )
    face_down = (notation.POLITICS, notation.COMMIT)
    return (
        notation.END,
        notation.DONE,
        notation.PASS,
        *(action for actions in by_city for action in actions),
        *(action for actions in face_up for action in actions[1:]),
        *(action for actions in face_down for action in actions),
        *notation.ATTACK.values(),
        *(action for actions in notation.MOVE.values() for action in actions),
        *notation.OCCUPY,
        *notation.AGAINST[: colours if colours > len(load().sides) else 0],
        *_far(),
    )


def _far() -> Iterator[Action]:
    """Yield attacks and moves between cities that no road joins, one each, and moves of no disk."""
    for city in range(len(CITIES)):
        far = next(other for other in range(len(CITIES)) if other != city and other not in NEIGHBOURS[city])
        yield NOTATION.action("attack", city, far)
        yield NOTATION.action("move", 1, city, far)
        yield NOTATION.action("move", 0, city, NEIGHBOURS[city][0])


def vocabulary(setup: Setup) -> tuple[Action, ...]:
    """Return every answer that a seat could ever give, and some that it never can."""
    return _vocabulary(setup.colours)


_EVENTS: Mapping[str, tuple[str, ...]] = {
    "moved": (CARD, NUMBER, ZONE, ZONE),
    "placed": (COLOUR, CITY),
    "set-up-value": (NUMBER, NUMBER),
    "order": (COLOUR,),
    "turn": (COLOUR,),
    "mustering": (COLOUR, CARD, NUMBER),
    "recruited": (COLOUR, CITY, NUMBER),
    "marched": (COLOUR, NUMBER, CITY, CITY),
    "committed-politics": (COLOUR,),
    "declared": (COLOUR, CITY, CITY, NUMBER, NUMBER),
    "against": (COLOUR,),
    "passed": (COLOUR,),
    "deployed": (COLOUR, CARD),
    "no-effect": (COLOUR, CARD),
    "destroyed": (COLOUR, CARD),
    "looked": (COLOUR, COLOUR),
    "resolved": (NUMBER, NUMBER),
    "captured": (COLOUR, CITY, NUMBER),
    "lost": (COLOUR, CITY, NUMBER),
    "withdrew": (COLOUR, CITY, CITY),
    "occupied": (COLOUR, CITY, NUMBER),
    "drew": (COLOUR, NUMBER),
    "political-total": (NUMBER, NUMBER),
    "political-moved": (NUMBER,),
    "economic-moved": (SIDE, NUMBER),
    "round": (NUMBER,),
    "won": (SIDE, CAUSE),
}
"""Kinds of the arguments of each event; `order` repeats its kind."""

_QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "place": (COLOUR,),
    "act": (COLOUR,),
    "muster": (COLOUR, NUMBER),
    "against": (COLOUR, CITY),
    "commit": (COLOUR, CITY, CITY),
    "deploy": (COLOUR,),
    "discard": (COLOUR,),
    "lose": (COLOUR,),
    "destroy": (COLOUR,),
    "hit": (COLOUR,),
    "withdraw": (COLOUR, CITY),
    "occupy": (COLOUR, CITY, NUMBER),
}
"""Kinds of the arguments of each question: who is asked, Musters left, cities, the most that may move in."""

_REASONS: Mapping[str, tuple[str, ...]] = {
    "over": (),
    "chance-due": (),
    "not-asked": (NUMBER,),
    "impossible-outcome": (),
    "not-now": (QUESTION,),
    "city-taken": (CITY,),
    "no-stock": (),
    "not-held": (CARD,),
    "not-friendly": (CITY,),
    "neighbours": (CITY, NUMBER, NUMBER),
    "stack-full": (CITY, NUMBER),
    "not-adjacent": (CITY, CITY),
    "too-few-disks": (CITY, NUMBER),
    "would-be-empty": (CITY,),
    "no-disks-named": (),
    "not-enemy": (CITY,),
    "no-own-disk": (CITY,),
    "lone-disk": (CITY,),
    "no-card": (),
    "no-room": (CITY,),
    "must-commit": (),
    "not-a-defender": (COLOUR,),
    "not-in-reserve": (CARD,),
    "not-deployed": (CARD,),
    "occupy-none": (),
    "occupy-too-many": (NUMBER,),
    "no-haven": (CITY,),
}
"""Kinds of the arguments of each refusal code."""

TITLE = Title(
    id="popular-front",
    name="Popular Front",
    edition=sha256(edition_digest() + shape("sealed.games.popular_front", State, Terms, Battle)).digest(),
    seats=tuple(_CHAIRS),
    options=_OPTIONS,
    notation=NOTATION,
    zone_forms=tuple(ZoneForm(form, kind, colour) for form, kind in _FORMS for colour in range(COLOURS)),
    chairs=chairs,
    slots=lambda _: _SLOTS,
    deck_lists=deck_lists,
    start=start,
    result=result,
    unfinished=unfinished,
    after_loss=after_loss,
    vocabulary=vocabulary,
    reasons=reasons,
    event_kinds=_EVENTS,
    question_kinds=_QUESTIONS,
    reason_kinds=_REASONS,
    stated_answer=stated_answer,
)
"""The title, as the engine, the protocol and the table use it."""
