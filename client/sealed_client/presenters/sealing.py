"""What was checked: the seal, the alarm when a check has failed, the end with the audit's verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.audit.report import FAIL, PASS
from sealed.fairness.codes import explain
from sealed_client.foreign_text import foreign
from sealed_client.presenters.prompting import LEAVE, RECORD, REMATCH
from sealed_client.presenters.scene import Alarm, Answer, Ending, SealBadge, Sentence
from sealed_client.table_view import Line, Stage

if TYPE_CHECKING:
    from sealed.fairness.audit.report import Report
    from sealed.fairness.live.verdicts import Verdict
    from sealed_client.presenters.scene import Rank, SealState
    from sealed_client.presenters.situation import Situation, Tongue
    from sealed_client.table_view import TableView

_ENDED, _REVEALED, _AUDITED = 0.2, 0.6, 0.9
"""How far the end has come: waiting for the secrets, recomputing, the verdict being signed."""
_FACTS: Final = ("entries", "messages", "shuffles", "dice", "drawn", "openings")
_VERDICTS: Final = {PASS: "fair", FAIL: "unfair"}


def seal_state(view: TableView) -> SealState:
    """Return how the whole log stands on this device."""
    if view.failure is not None or (view.report is not None and view.report.verdict == FAIL):
        return "failed"
    if view.pending:
        return "checking"
    return "practice" if view.unchecked else "verified"


def seal_of(now: Situation) -> SealBadge:
    """Return the seal with its words."""
    view, tongue = now.view, now.tongue
    state = seal_state(view)
    short = tongue.messages.plural(f"table.seal.{state}", view.size)
    lines = [tongue.messages.plural("table.seal.checks", view.checks)]
    if view.pending:
        lines.append(tongue.messages.plural("table.seal.pending", view.pending))
    if view.unchecked and not view.pending:
        lines.append(tongue.say("seal.unchecked"))
    if view.failure is not None:
        lines.append(_broken(tongue, view.failure))
    else:
        lines += [_warning(tongue, one) for one in view.warnings if not one.failed]
        lines.append(tongue.say("seal.passed"))
        lines.append(tongue.say("seal.end"))
    return SealBadge(state, short, tuple(lines))


def alarm_of(now: Situation) -> Alarm | None:
    """Return what has failed, if something has: a check, or the table as such."""
    view, tongue = now.view, now.tongue
    answers = (_answer(now, RECORD, "primary"), _answer(now, LEAVE))
    if view.failure is not None:
        lines = [_broken(tongue, view.failure)]
        if view.failure.party:
            lines.append(tongue.say("alarm.party", party=_party(now, view.failure.blame)))
        lines += [tongue.say("alarm.stopped"), tongue.say("alarm.evidence")]
        return Alarm(tongue.say("alarm.heading"), tuple(lines), answers)
    ended = view.line is Line.ENDED and view.stage not in {Stage.VOID, Stage.OVER, Stage.REVEALED}
    if ended and view.trouble:
        lines = [foreign(view.trouble), tongue.say("alarm.kept")]
        keeps = answers if view.size else (_answer(now, LEAVE, "primary"),)
        return Alarm(tongue.say("alarm.ended"), tuple(lines), keeps)
    return None


def ending_of(now: Situation) -> Ending | None:
    """Return the end of the game, once it is over."""
    view, tongue = now.view, now.tongue
    if view.stage not in {Stage.OVER, Stage.REVEALED} or now.look is None:
        return None
    heading = tongue.title.ending(now.look, view.result)
    cause = tongue.say(f"cause.{view.cause}") if tongue.messages.knows(f"table.cause.{view.cause}") else ""
    answers = [_answer(now, REMATCH, "primary")] if view.seat else []
    answers += [_answer(now, RECORD), _answer(now, LEAVE)]
    report = view.report
    if report is None:
        lead, rest = tongue.say("audit.running.lead"), tongue.say("audit.running.sentence")
        state: SealState = "failed" if view.failure is not None else "checking"
        verdict, lines = Sentence(lead, rest), ()
        return Ending(heading, cause, _progress(now), verdict, state, lines, tuple(answers))
    kind = _VERDICTS.get(report.verdict, "partly")
    verdict = Sentence(tongue.say(f"audit.{kind}.lead"), tongue.say(f"audit.{kind}.sentence"))
    states: dict[str, SealState] = {"fair": "verified", "unfair": "failed", "partly": "practice"}
    return Ending(heading, cause, None, verdict, states[kind], _found(now, report), tuple(answers))


def _progress(now: Situation) -> float:
    if now.view.stage is Stage.OVER or now.glimpse is None:
        return _ENDED
    return _AUDITED if now.glimpse.revealed and not now.view.pending else _REVEALED


def _found(now: Situation, report: Report) -> tuple[str, ...]:
    """Return what the audit has counted and what it has found amiss."""
    tongue = now.tongue
    counted = [(name, report.facts[name]) for name in _FACTS]
    lines = [tongue.messages.plural(f"table.audit.{name}", n) for name, n in counted if n]
    lines += [_broken(tongue, one) for one in report.failures]
    lines += [_warning(tongue, one) for one in report.warnings]
    lines += [tongue.say("audit.disputed", who=now.name(seat)) for seat in report.disputing]
    return tuple(lines)


def _broken(tongue: Tongue, verdict: Verdict) -> str:
    """Return which check has failed where; its code stays, since a director asks for it."""
    known = f"table.alarm.code.{verdict.code}"
    what = tongue.messages.text(known) if tongue.messages.knows(known) else explain(verdict.code)
    if verdict.entry < 0:
        return tongue.say("alarm.check", what=what, code=verdict.code)
    return tongue.say("alarm.check-at", what=what, code=verdict.code, entry=verdict.entry)


def _warning(tongue: Tongue, verdict: Verdict) -> str:
    known = f"table.warning.{verdict.code}"
    if tongue.messages.knows(known):
        return tongue.messages.text(known)
    return tongue.say("warning", what=foreign(verdict.detail), code=verdict.code)


def _party(now: Situation, blame: int) -> str:
    return now.name(blame) if blame > 0 else now.tongue.say("referee")


def _answer(now: Situation, what: str, rank: Rank = "secondary") -> Answer:
    return Answer(now.key(what), now.tongue.say(f"answer.{what}"), rank=rank)
