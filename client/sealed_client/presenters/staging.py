"""Puts the parts of a scene together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sealed_client.presenters.faces import Faces
from sealed_client.presenters.prompting import RESIGN, STAY, STOP, prompt_of
from sealed_client.presenters.refusing import Refused, marks_of, why_not_of
from sealed_client.presenters.scene import (
    Answer,
    Board,
    Confirmation,
    Hand,
    Motions,
    Sentence,
    TableScene,
    Target,
)
from sealed_client.presenters.sealing import alarm_of, ending_of, seal_of
from sealed_client.presenters.timing import clock_of

if TYPE_CHECKING:
    from typing import TypeAlias

    from sealed_client.presenters.scene import Facts, LogLine, WhyNot
    from sealed_client.presenters.situation import Situation


@dataclass(frozen=True, slots=True)
class AboutSpace:
    """A space was touched for long."""

    space: int


@dataclass(frozen=True, slots=True)
class AboutCard:
    """A card was touched for long."""

    key: str


@dataclass(frozen=True, slots=True)
class Resigning:
    """The player thinks of resigning."""


Cover: TypeAlias = "Refused | AboutSpace | AboutCard | Resigning | None"
"""What lies over the table, without words."""


STILL = Motions()
"""Nothing has moved yet."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the player has done to the picture, and nobody else knows: it is no answer."""

    cover: Cover = None
    lit: str = ""
    cursor: int | None = None
    chosen: str = ""
    notice: str = ""
    motions: Motions = STILL


def scene_of(now: Situation, log: tuple[LogLine, ...], shown: Shown) -> TableScene:
    """Return the scene of a moment."""
    look, title, view = now.look, now.tongue.title, now.view
    why_not = why_not_of(now, shown.cover) if isinstance(shown.cover, Refused) and look else None
    faces = Faces(now, shown.chosen)
    return TableScene(
        title=view.rules.title.name,
        round=title.round_words(look) if look is not None else "",
        board=_board(now, log, shown, why_not),
        prompt=prompt_of(now, shown.cursor),
        hand=faces.hand(title.hand(look)) if look is not None else Hand(),
        track=title.track(look) if look is not None else None,
        seats=title.seats(look) if look is not None else (),
        log=log,
        seal=seal_of(now),
        clock=clock_of(now),
        combat=faces.combat(title.combat(look)) if look is not None else None,
        why_not=why_not,
        facts=_facts(now, shown),
        confirmation=_confirmation(now) if isinstance(shown.cover, Resigning) else None,
        alarm=alarm_of(now),
        ending=ending_of(now),
        notice=shown.notice,
        motions=shown.motions,
        yours=look is not None and view.asked and now.answering.draft is not None,
    )


def targets_of(now: Situation) -> tuple[int, ...]:
    """Return the spaces that lead on, in the order in which the keyboard goes through them."""
    following = now.look.following if now.look is not None else ()
    return tuple(dict.fromkeys(pick.number for pick in following if pick.kind == "space"))


def _board(now: Situation, log: tuple[LogLine, ...], shown: Shown, why_not: WhyNot | None) -> Board:
    look, title = now.look, now.tongue.title
    if look is None:
        return Board((), ())
    spaces = [pick for pick in look.following if pick.kind == "space"]
    targets = tuple(Target(pick.number, *title.target(look, pick)) for pick in spaces)
    lit = next((line.spaces for line in log if line.key == shown.lit), ())
    marks = marks_of(why_not) if why_not is not None else ()
    asked = (*title.focus(look), *targets_of(now))
    return replace(
        title.board(look),
        targets=targets,
        focus=tuple(dict.fromkeys([mark.space for mark in marks] or asked)),
        lit=lit,
        marks=marks,
        cursor=shown.cursor if shown.cursor in targets_of(now) else None,
    )


def _facts(now: Situation, shown: Shown) -> Facts | None:
    look, title = now.look, now.tongue.title
    if look is None:
        return None
    match shown.cover:
        case AboutSpace(space):
            return title.space_facts(look, space)
        case AboutCard(key):
            return title.card_facts(look, key)
        case _:
            return None


def _confirmation(now: Situation) -> Confirmation:
    say = now.tongue.say
    answers = (
        Answer(now.key(STAY), say("answer.stay"), rank="secondary"),
        Answer(now.key(STOP), say("answer.stop"), say("resign.stop"), rank="quiet"),
        Answer(now.key(RESIGN), say("answer.resign"), say("resign.resign"), rank="danger"),
    )
    return Confirmation(Sentence(say("resign.lead"), say("resign.sentence")), answers)
