"""The vocabulary of a title, and whether its messages fit the kinds that it declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.kernel import (
    CHANCE_DUE,
    IMPOSSIBLE,
    NOT_ASKED,
    OVER,
)
from sealed.engine.notation import CARD
from sealed.engine.zones import HIDDEN

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed.engine.message import Refusal
    from sealed.engine.title import Setup, Title
    from sealed.testing.moments import Moment

_KERNEL_CODES = {OVER: (0,), CHANCE_DUE: (0,), NOT_ASKED: (0, 1), IMPOSSIBLE: (0,)}


def vocabulary_of(title: Title, setup: Setup) -> tuple[Action, ...]:
    """Return every answer that can be said at a table, with the forms that hide cards."""
    spoken = title.vocabulary(setup)
    return tuple(dict.fromkeys((*spoken, *map(title.notation.hide, spoken))))


def check_refusal(moment: Moment, refusal: Refusal) -> None:
    """Raise `AssertionError` unless the title or the kernel declares this refusal."""
    kinds = moment.title.reason_kinds.get(refusal.code)
    if kinds is not None:
        check_kinds(moment, f"refusal {refusal.code}", kinds, refusal.args)
    else:
        arities = _KERNEL_CODES.get(refusal.code, ())
        moment.require(len(refusal.args) in arities, f"refusal {refusal} is not declared")


def check_kinds(moment: Moment, what: str, kinds: tuple[str, ...], args: tuple[int, ...]) -> None:
    """Raise `AssertionError` unless the arguments are ints of the kinds declared."""
    moment.require(len(args) == len(kinds), f"{what} has arguments {args}, declared are {kinds}")
    for kind, arg in zip(kinds, args, strict=True):
        known = moment.title.notation.names.get(kind)
        moment.require(type(arg) is int, f"{what} has an argument that is no int: {arg!r}")
        named = known is None or arg in known or (kind == CARD and arg == HIDDEN)
        moment.require(named, f"{what}: there is no {kind} {arg}")
