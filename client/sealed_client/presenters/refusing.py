"""Why not: the reasons against what was touched, numbered, with their places and the nearest legal way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.kernel import CHANCE_DUE, NOT_ASKED, OVER
from sealed_client.presenters.scene import Mark, Reason, Sentence, WhyNot
from sealed_client.table_view import Stage

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed.engine.message import Refusal
    from sealed_client.presenters.picks import Pick
    from sealed_client.presenters.situation import Situation

NEAREST = "nearest"
_TIMING = frozenset({OVER, CHANCE_DUE, NOT_ASKED})


class Refused(NamedTuple):
    """What was touched in vain: the answer that may have been meant, if the title knows one."""

    action: Action | None


def refused(now: Situation, pick: Pick) -> Refused:
    """Return the attempt against which the least is to be said."""
    if now.look is None:
        return Refused(None)
    look = now.answering.look_before()
    attempts = now.tongue.title.attempts(look, pick)
    if not attempts:
        return Refused(None)
    return Refused(min(attempts, key=lambda action: len(now.answering.reasons(action))))


def why_not_of(now: Situation, tried: Refused) -> WhyNot:
    """Return the reasons in words."""
    action, say, title = tried.action, now.tongue.say, now.tongue.title
    look = now.answering.look_before()
    against = now.answering.reasons(action) if action is not None else ()
    board = [one for one in against if one.code not in _TIMING]
    reasons = tuple(_reason(now, number, one) for number, one in enumerate(board, 1))
    if not look.yours:
        return WhyNot(_whose_turn(now), reasons)
    if action is None:
        return WhyNot(say("why-not.nothing"), ())
    nearest = _nearest(now, action, board)
    rule = next((title.rule_words(one.rule) for one in board if one.rule), "")
    later = say("why-not.later", answer=title.answer_words(look, action))
    headline = now.tongue.phrases.refused(action) if board else later
    if nearest is None:
        return WhyNot(headline, reasons, rule)
    way = say("why-not.nearest", answer=title.answer_words(look, nearest))
    return WhyNot(headline, reasons, rule, way, now.key(NEAREST))


def marks_of(why_not: WhyNot) -> tuple[Mark, ...]:
    """Return the numbers of the reasons at their places."""
    placed = ((one.number, one.space) for one in why_not.reasons)
    return tuple(Mark(number, space) for number, space in placed if space is not None)


def nearest_of(now: Situation, tried: Refused) -> Action | None:
    """Return the legal answer that comes nearest to what was tried."""
    if tried.action is None:
        return None
    return _nearest(now, tried.action, now.answering.reasons(tried.action))


def _nearest(now: Situation, action: Action, against: tuple[Refusal, ...] | list[Refusal]) -> Action | None:
    if not against:
        return action if now.answering.offers(action) else None
    ways = (one.nearest for one in against if one.nearest is not None)
    return next((way for way in ways if now.answering.offers(way)), None)


def _reason(now: Situation, number: int, refusal: Refusal) -> Reason:
    phrases, kind = now.tongue.phrases, now.tongue.title.space_kind
    plain = phrases.refusal(refusal._replace(rule="", nearest=None))
    kinds = now.view.rules.title.reason_kinds[refusal.code]
    spaces = (arg for arg, one in zip(refusal.args, kinds, strict=False) if one == kind)
    return Reason(number, Sentence("", plain), next(spaces, None))


def _whose_turn(now: Situation) -> str:
    say, view = now.tongue.say, now.view
    if now.answering.sent is not None or view.sending:
        return say("why-not.sending")
    if view.stage not in {Stage.GATHERING, Stage.AGREEING, Stage.PLAYING}:
        return say("why-not.over")
    if view.elsewhere:
        return say("why-not.elsewhere")
    if not view.seat:
        return say("why-not.watching")
    seats = [debt.seat for debt in view.debts if debt.kind == "answer" and debt.seat != view.seat]
    if not seats:
        return say("why-not.chance")
    return say("why-not.not-your-turn", who=say("and").join(now.name(seat) for seat in seats))
