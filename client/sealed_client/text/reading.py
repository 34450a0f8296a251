"""Reads an action as people type it: any case, with or without accents, any spaces."""

from __future__ import annotations

import re
import unicodedata
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.notation import NotationError
from sealed_client.text.commands import ACTION, LONGEST, UNCLEAR, Command, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sealed.engine.action import Action
    from sealed.engine.title import Setup, Title

_SUGGESTED = 5
_TELLING = 3
"""From so many letters on a part of an action says something."""


class Reading(NamedTuple):
    """Is an action that was read, or a sentence that says why none was."""

    action: Action | None
    trouble: str = ""


def fold(text: str) -> str:
    """Returns a text without case, accents and doubled spaces, so that equal words compare equal."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


def begins_word(text: str, wanted: str) -> bool:
    """Tells whether a folded text has a word, or words in a row, that begin like the folded one wanted."""
    return re.search(rf"(?<!\w){re.escape(wanted)}", text) is not None


def read_action(
    title: Title, setup: Setup, text: str, legal: Sequence[Action], form: Callable[[str], str]
) -> Reading:
    """Returns the action that a text says, whether it is legal or not; or what it could have meant.

    `form` says how the action of a verb is written.
    """
    wanted = fold(text)
    found = _equal(legal, wanted) or _equal(title.vocabulary(setup), wanted)
    if found is not None:
        return Reading(found)
    verb = wanted.partition(" ")[0]
    if verb in title.notation.verbs and verb not in {one.verb for one in title.vocabulary(setup)}:
        return Reading(None, f"'{verb}' is chance's to say, not a player's.")
    try:
        return Reading(title.notation.parse(" ".join(text.split())))
    except NotationError as error:
        return Reading(None, _trouble(wanted, legal, error, form))


def meant(title: Title, setup: Setup, line: str, legal: Sequence[Action]) -> Command:
    """Returns what a line means; a verb of the title that is a command's name too is told by the rest.

    `board PIECE SHIP` is an answer, `board WORD` reads the board; `stop` is an answer while it can be given.
    """
    command, text = parse(line), " ".join(line.split())
    if (
        command.kind == UNCLEAR
        and len(text) <= LONGEST
        and text.partition(" ")[0].casefold() in title.notation.verbs
    ):
        return Command(ACTION, text)
    if command.kind not in title.notation.verbs:
        return command
    action = read_action(title, setup, text, legal, str).action
    return Command(ACTION, text) if action is not None and (action.args or action in legal) else command


def _equal(actions: Iterable[Action], wanted: str) -> Action | None:
    return next((action for action in actions if fold(action.text) == wanted), None)


def _trouble(wanted: str, legal: Sequence[Action], error: NotationError, form: Callable[[str], str]) -> str:
    near = [action.text for action in legal if fold(action.text).startswith(wanted)]
    if near:
        return f"That is not a whole action. It begins like: {_some(near)}."
    within = [action.text for action in legal if len(wanted) >= _TELLING and wanted in fold(action.text)]
    if within:
        return f"That is not a whole action. It stands in: {_some(within)}."
    close = get_close_matches(wanted, [fold(action.text) for action in legal], _SUGGESTED, 0.75)
    if close:
        meant = [action.text for one in close for action in legal if fold(action.text) == one]
        return f"That is no action. Did you mean: {'; '.join(meant)}?"
    words = error.text.split()
    if error.position == 0 or not words:
        return "That is neither a command nor an action. 'list' shows the open answers, 'help' the commands."
    read = " ".join(words[: error.position])
    return f"After '{read}' {_expected(error)} is expected. It is written: {form(words[0])}."


def _some(texts: Sequence[str]) -> str:
    more = f" and {len(texts) - _SUGGESTED} more" if len(texts) > _SUGGESTED else ""
    return "; ".join(texts[:_SUGGESTED]) + more


def _expected(error: NotationError) -> str:
    return str(error).rsplit("expected ", 1)[-1]
