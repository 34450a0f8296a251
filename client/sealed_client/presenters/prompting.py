"""The prompt: what is asked of whom, and the answers that are no touch on the map or on a card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sealed_client.foreign_text import foreign
from sealed_client.presenters.scene import Answer, Prompt, Sentence
from sealed_client.presenters.timing import since
from sealed_client.table_view import Line, Stage

if TYPE_CHECKING:
    from sealed_client.presenters.picks import Pick
    from sealed_client.presenters.scene import Mood, Rank
    from sealed_client.presenters.situation import Situation
    from sealed_client.presenters.title_presenter import Look, Sending

SEND, TAKE, PAUSE, RESUME = "send", "take", "pause", "resume"
LEAVE, RECORD, REMATCH = "leave", "record", "rematch"
RESIGN, STOP, STAY = "resign", "stop", "stay"
"""The answers of the table itself, by the last part of their keys."""


def prompt_of(now: Situation, cursor: int | None = None) -> Prompt:
    """Return the prompt; `cursor` is the target that the keyboard stands on."""
    view, look = now.view, now.look
    if view.stage is Stage.VOID:
        return _plain(now, "over", "void", (_answer(now, LEAVE, "primary"),))
    if view.stage in {Stage.OVER, Stage.REVEALED}:
        return _plain(now, "over", "over")
    if view.stage is not Stage.PLAYING or look is None:
        return _before(now)
    if view.elsewhere:
        return _plain(now, "elsewhere", "elsewhere", (_answer(now, TAKE, "primary"),))
    if now.answering.sent is not None or view.sending:
        prompt = _sending(now, look)
    elif now.answering.done:
        prompt = _last(now, look)
    elif look.yours:
        prompt = _asked(now, look, cursor)
    else:
        prompt = _others(now, look)
    return _line(now, replace(prompt, answers=(*prompt.answers, *_pauses(now))))


def button_name(pick: Pick) -> str:
    """Return the last part of the key of a button or a count."""
    return f"button-{pick.text}" if pick.kind == "button" else f"count-{pick.number}"


def sending_of(now: Situation, look: Look) -> Sending | None:
    """Return how the last answer of the draft is put, if it has one."""
    draft = now.answering.whole
    if draft is None or not draft.steps:
        return None
    step = draft.steps[-1]
    return now.tongue.title.sending(look, step.before, step.action)


def _plain(now: Situation, mood: Mood, what: str, answers: tuple[Answer, ...] = ()) -> Prompt:
    say = now.tongue.say
    return Prompt(mood, say(f"{what}.over"), Sentence(say(f"{what}.lead"), say(f"{what}.sentence")), answers)


def _answer(now: Situation, what: str, rank: Rank = "secondary") -> Answer:
    return Answer(now.key(what), now.tongue.say(f"answer.{what}"), rank=rank)


def _before(now: Situation) -> Prompt:
    """Return what is shown until the game begins, or until its position is here."""
    view, say = now.view, now.tongue.say
    if view.silent:
        return _plain(now, "waiting", "silent", (_answer(now, LEAVE),))
    waiting = foreign(view.waiting_for)
    rest = say("before.waiting", who=waiting) if waiting else say("before.sentence")
    prompt = Prompt("waiting", say("before.over"), Sentence(say("before.lead"), rest))
    return _line(now, prompt)


def _asked(now: Situation, look: Look, cursor: int | None) -> Prompt:
    title, say = now.tongue.title, now.tongue.say
    sentence = title.sentence(look)
    on = next((pick for pick in look.following if pick.kind == "space" and pick.number == cursor), None)
    if on is not None:
        sentence = Sentence(title.target(look, on)[1])
    ready = [pick for pick in look.following if pick.kind in {"button", "count"}]
    idle = [pick for pick in title.idle_buttons(look) if pick not in ready]
    answers = tuple(_button(now, look, pick, ready=pick in ready) for pick in (*ready, *idle))
    what, action = now.answering.undoable
    undo = say("undo.pick") if what == "pick" else ""
    if action is not None:
        undo = say("undo.answer", answer=title.answer_words(look, action))
    return Prompt("yours", title.over(look), sentence, answers, undo=undo)


def _button(now: Situation, look: Look, pick: Pick, *, ready: bool) -> Answer:
    words = now.tongue.title.button(look, pick)
    rank = words.rank if ready or words.rank != "primary" else "secondary"
    key = now.key(button_name(pick))
    return Answer(key, words.label, words.consequence, rank, words.hotkey, ready)


def _last(now: Situation, look: Look) -> Prompt:
    """Return the question before the point of no return."""
    title, say = now.tongue.title, now.tongue.say
    sending = sending_of(now, look)
    if sending is None:
        return _others(now, look)
    action = now.answering.undoable[1]
    undo = say("undo.answer", answer=title.answer_words(look, action)) if action is not None else ""
    send = Answer(now.key(SEND), sending.label, rank="primary", hotkey="Enter")
    note = sending.note or say("final.note")
    return Prompt("yours", title.over(look), sending.sentence, (send,), note, undo)


def _sending(now: Situation, look: Look) -> Prompt:
    """Return the same while it is on its way: nothing can be chosen or taken back."""
    say, sending = now.tongue.say, sending_of(now, look)
    if sending is None:
        return Prompt("sending", say("sending.over"), Sentence(say("sending.lead"), say("sending.sentence")))
    send = Answer(now.key(SEND), sending.label, rank="primary", ready=False)
    return Prompt("sending", say("sending.over"), sending.sentence, (send,))


def _others(now: Situation, look: Look) -> Prompt:
    """Return who is waited for, and what for as far as everybody knows it."""
    say, title = now.tongue.say, now.tongue.title
    seats = [debt.seat for debt in now.view.debts if debt.kind == "answer" and debt.seat != now.view.seat]
    if not seats:
        return Prompt("waiting", say("chance.over"), Sentence(say("chance.lead"), say("chance.sentence")))
    who = say("and").join(now.name(seat) for seat in seats)
    lead = say("waiting-for", who=who)
    return Prompt("theirs", title.over(look), Sentence(lead, str(title.sentence(look))))


def _pauses(now: Situation) -> tuple[Answer, ...]:
    """Return the answers that ask for a pause, agree to one, or take the wish back."""
    view, glimpse = now.view, now.glimpse
    if not view.seat or not view.rules.params.clock.pause_s or glimpse is None:
        return ()
    if view.seat in glimpse.pause_wishes:
        return (_answer(now, RESUME, "quiet"),)
    if now.at_ms is not None and not glimpse.pause_budget_ms(now.at_ms):
        return ()
    if glimpse.pause_wishes:
        return (replace(_answer(now, PAUSE), label=now.tongue.say("answer.agree-pause")),)
    return (_answer(now, PAUSE, "quiet"),)


def _line(now: Situation, prompt: Prompt) -> Prompt:
    """Return the prompt with what is wrong with the line; the question and its answers stay."""
    view, say = now.view, now.tongue.say
    if view.line is Line.CONNECTING:
        return replace(prompt, mood="offline", over=say("line.connecting"))
    if view.line is not Line.LOST:
        return prompt
    ago = since(now.tongue.messages, now.lost_ms)
    over = say("line.lost-since", ago=ago) if ago else say("line.lost")
    works = say("line.answer" if prompt.mood == "yours" else "line.look")
    return replace(prompt, mood="offline", over=over, note=works)
