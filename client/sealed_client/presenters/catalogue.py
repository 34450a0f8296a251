"""Which presenter belongs to which title."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.games.south_front.free import FREE
from sealed_client.presenters import popular_front, shaef, south_front

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Event
    from sealed.engine.title import Title
    from sealed_client.pictures.board_picture import BoardPicture
    from sealed_client.words.phrases import Phrases

    MemoryLines = Callable[[State, Phrases, int, Sequence[Event], Sequence[tuple[int, ...]]], list[str]]


class Presenter(NamedTuple):
    """How a title is shown: board and cards as lines, what an answer is worth, the board as a picture.

    `board_picture` is None for a title whose board is not drawn. `rare` returns the verbs that can be given
    at almost any time and seldom are, so that lists of answers to the open question only say that there are
    some. `question_lines` are what goes with the open question for who sees no board. `memory_lines` are what
    a seat has seen that no longer lies open, from all events so far and the cards of its own looks.
    `templates` are ready-made rows of answers to what is asked, by name.
    """

    board_lines: Callable[[State, Phrases], list[str]]
    hand_lines: Callable[[State, Phrases, int], list[str]]
    answer_note: Callable[[State, Action, Phrases], str]
    board_picture: Callable[[State, Phrases, str, str], BoardPicture] | None = None
    rare: Callable[[State], frozenset[str]] = lambda _state: frozenset()
    question_lines: Callable[[State, Phrases], list[str]] = lambda _state, _said: []
    memory_lines: MemoryLines | None = None
    templates: Callable[[State], Mapping[str, Sequence[Action]]] = lambda _state: {}


_PRESENTERS: dict[str, Presenter] = {
    "popular-front": Presenter(
        popular_front.board_lines,
        popular_front.hand_lines,
        lambda state, action, _: popular_front.answer_note(state, action),
        popular_front.board_picture,
    ),
    "shaef": Presenter(
        shaef.board_lines,
        shaef.hand_lines,
        shaef.answer_note,
        rare=shaef.besides,
        question_lines=shaef.question_lines,
        memory_lines=shaef.memory_lines,
        templates=shaef.templates,
    ),
    "south-front": Presenter(
        south_front.board_lines,
        south_front.hand_lines,
        south_front.answer_note,
        rare=lambda _: FREE,
        question_lines=south_front.question_lines,
    ),
}


def presenter_of(title: Title) -> Presenter:
    """Return the presenter of a title."""
    return _PRESENTERS[title.id]
