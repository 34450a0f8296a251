"""A toy without cards whose every question is about time: who is asked when, and what is then stated.

All seats are asked together, or one after the other. `aye` and `pass` answer, `more` keeps the question with
the one who says it, `roll` rolls a die in between, `stop` closes the round for everybody.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.chance import Roll
from sealed.engine.eye import EVERYBODY
from sealed.engine.frames import Chance, Decision, State, pop, push
from sealed.engine.message import Event, Question, Refusal
from sealed.engine.notation import Notation, Verb, outcome_verbs
from sealed.engine.title import Chair, Option, Setup, Title
from sealed.engine.value import copy_with

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.chance import Request
    from sealed.engine.frames import Tell

NOTATION = Notation(
    verbs={name: Verb() for name in ("aye", "pass", "more", "roll", "stop")} | outcome_verbs(), names={}
)
AYE, PASS, MORE, ROLL, STOP = VOCABULARY = tuple(
    NOTATION.action(verb) for verb in ("aye", "pass", "more", "roll", "stop")
)
ASKED = ("turns", "together", "mixed")
"""One seat after the other; all at once; in turns and at once by turns, from round to round."""
TOGETHER, MIXED = 1, 2


@dataclass(frozen=True, slots=True)
class Poll(State):
    """The seats, rounds left, a bit for each seat that has answered, how seats are asked, what is stated."""

    seats: int
    rounds: int
    said: int
    asked: int
    stated: int


@dataclass(frozen=True, slots=True)
class Asking(Decision[Poll]):
    """The question of a round."""

    def seats(self, s: Poll) -> tuple[int, ...]:
        """Ask all who have not answered, or the first of them."""
        left = tuple(seat for seat in range(1, s.seats + 1) if not s.said >> seat & 1)
        together = s.asked == TOGETHER or (s.asked == MIXED and s.rounds % 2 == 0)
        return left if together else left[:1]

    def question(self, s: Poll) -> Question:
        """Ask for an answer."""
        return Question("poll", (), "")

    def legal(self, s: Poll, seat: int) -> Sequence[Action]:
        """Offer everything."""
        return VOCABULARY

    def reasons(self, s: Poll, action: Action, seat: int) -> Iterator[Refusal]:
        """Refuse what is no answer."""
        return reasons(s, action, seat)

    def take(self, s: Poll, action: Action, seat: int, tell: Tell) -> Poll:
        """Count the answer; the last one begins the next round."""
        tell.append(Event("said", (seat, VOCABULARY.index(action)), EVERYBODY))
        if action is MORE:
            return s
        if action is ROLL:
            return push(s, Rolling())
        every = (2 << s.seats) - 2
        said = every if action is STOP else s.said | 1 << seat
        if said != every:
            return copy_with(s, said=said)
        s = copy_with(s, said=0, rounds=s.rounds - 1)
        return s if s.rounds else pop(s)

    def stated(self, s: Poll, seat: int) -> Action | None:
        """State what the option says."""
        return (PASS, STOP, None)[s.stated]


@dataclass(frozen=True, slots=True)
class Rolling(Chance[Poll]):
    """A die that changes nothing."""

    def requests(self, s: Poll) -> tuple[Request, ...]:
        """Ask for one die."""
        return (Roll(1, 6),)

    def take(self, s: Poll, outcome: Action, tell: Tell) -> Poll:
        """Go on with the question."""
        tell.append(Event("rolled", outcome.args, EVERYBODY))
        return pop(s)


def reasons(s: State, action: Action, seat: int) -> Iterator[Refusal]:
    """Yield a refusal for what is no answer."""
    if action not in VOCABULARY:
        yield Refusal("no-answer")


def _start(setup: Setup) -> Poll:
    stated = ("pass", "stop", "none").index(setup.option("stated"))
    asked = ASKED.index(setup.option("asked"))
    return push(Poll(None, -1, (), (), setup.seats, int(setup.option("rounds")), 0, asked, stated), Asking())


def _after_loss(setup: Setup, seats: tuple[int, ...]) -> str:
    left = [seat for seat in range(1, setup.seats + 1) if seat not in seats]
    return f"side {left[0]}" if len(left) == 1 else "none"


POLL = Title(
    id="poll",
    name="Poll",
    edition=hashlib.sha256(b"poll 1").digest(),
    seats=(2, 3, 4),
    options=(
        Option("asked", ASKED, "turns"),
        Option("rounds", ("9", "1", "2", "3"), "9"),
        Option("stated", ("pass", "stop", "none"), "pass"),
    ),
    notation=NOTATION,
    zone_forms=(),
    chairs=lambda seats: tuple(Chair(seat, (seat,)) for seat in range(1, seats + 1)),
    slots=lambda _setup: 512,
    deck_lists=lambda _setup: {},
    start=_start,
    result=lambda _s: "none",
    unfinished=lambda _s: "none",
    after_loss=_after_loss,
    vocabulary=lambda _setup: VOCABULARY,
    reasons=reasons,
    event_kinds={"said": ("seat", "number"), "rolled": ("number",)},
    question_kinds={"poll": ()},
    reason_kinds={"no-answer": ()},
)


def poll_title(game: str, edition: bytes) -> Title | None:
    """Returns the title of a table's parameters, if it is this one."""
    return POLL if (game, edition) == (POLL.id, POLL.edition) else None
