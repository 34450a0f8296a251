"""One table in words, without IO: snapshots and typed lines in, sentences and wishes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine import kernel
from sealed_client.presenters.catalogue import presenter_of
from sealed_client.seat_errors import ELSEWHERE
from sealed_client.table_view import Line, Stage, TableView
from sealed_client.text import commands, looking_up, speaking, templates
from sealed_client.text.against import against
from sealed_client.text.clock_words import own_time, pause_left, pause_offered
from sealed_client.text.finality import ends
from sealed_client.text.menu import Menus
from sealed_client.text.ordering import Ordering
from sealed_client.text.pages import Pages
from sealed_client.text.reading import meant, read_action
from sealed_client.text.telling import Story, draft_words
from sealed_client.time_left import time_left
from sealed_client.wishes import Answer, Pause, Resign, Take
from sealed_client.words.catalogue import phrases_of

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed.engine.message import Question
    from sealed_client.agreement import Rules
    from sealed_client.draft import Draft, DraftStep
    from sealed_client.follower import Follower
    from sealed_client.seat_errors import SeatError
    from sealed_client.seat_store import StoreError
    from sealed_client.standing_orders import Standing
    from sealed_client.text.ordering import Due
    from sealed_client.wishes import Wish


class Reply(NamedTuple):
    """Is what a typed line brings: sentences, wishes for the session, whether he leaves or keeps a record."""

    lines: list[str]
    wishes: tuple[Wish, ...] = ()
    leaves: bool = False
    keeps: bool = False


class TableTalk:
    """Is a conversation about one table with one player, or with a spectator (seat 0)."""

    def __init__(self, rules: Rules, way_back: str, standing: Standing | None = None) -> None:
        """Starts before anything is known.

        `way_back` is the command by which a player comes back, `standing` the orders that stood when he left.
        """
        self.rules, self.way_back = rules, way_back
        self.phrases = phrases_of(rules.title, rules.setup)
        self.presenter = presenter_of(rules.title)
        self.story = Story(self.phrases)
        self.orders = Ordering(rules.title, self.phrases, standing)
        self.confirm = False
        self.view: TableView | None = None
        self.follower: Follower | None = None
        self.draft: Draft | None = None
        self.menus = Menus()
        self._pages = Pages()
        self._sent: Draft | None = None
        self._pending: Resign | None = None
        self._offered = False

    # -- what comes from the table ---------------------------------------------------------------------------

    def see(self, view: TableView, follower: Follower | None) -> list[str]:
        """Takes a snapshot and returns what is to be told of it."""
        before, self.view, self.follower = self.view, view, follower
        lines = speaking.connection(before, view)
        began = view.stage is Stage.PLAYING and (before is None or before.stage is not Stage.PLAYING)
        lines += (
            self.story.told(follower, view.happenings, view.seat, view.state) if follower is not None else []
        )
        lines += speaking.part_played(view, self.phrases) if began else []
        lines += speaking.alarms(before, view)
        lines += self._time_told(before, view)
        lines += self._settle_sent(view)
        lines += self.orders.expired(view)
        if view.asked and not view.sending:
            lines += self._ask(view)
        elif not view.sending:
            self._drop_draft()
        return lines

    def _time_told(self, before: TableView | None, view: TableView) -> list[str]:
        """Returns what is to be told of time: of pauses, and that it gets short."""
        follower, at_ms = self.follower, self._table().referee_ms
        if follower is None or at_ms is None:
            return speaking.time(before, view, None)
        offered, self._offered = self._offered, pause_offered(follower, at_ms)
        lines = [speaking.PAUSE_OFFERED] if self._offered and not offered else []
        return lines + speaking.time(
            before, view, time_left(follower, view.seat, at_ms) if view.seat else None
        )

    def trouble(self, error: SeatError | StoreError) -> list[str]:
        """Takes a wish that could not be fulfilled."""
        if self._sent is not None:
            self._sent = None
            self.story.unsent()
        asked = self.view is not None and self.view.asked
        return [str(error), *(self._ask(self.view, by_hand=True) if self.view is not None and asked else [])]

    def _settle_sent(self, view: TableView) -> list[str]:
        """Says what became of an answer that was sent."""
        sent = self._sent
        if sent is None or view.sending:
            return []
        if view.rejected is not None and view.rejected.actions == sent.actions:
            self._sent = None
            self.story.unsent()
            words = draft_words(self.phrases, sent)
            return [f"The referee refused your answer ({view.rejected.code}); nothing has changed: {words}."]
        if view.state is not sent.base:
            self._sent = None
        return []

    def _drop_draft(self) -> None:
        self.draft = self.orders.due = None
        self.menus.close()

    def _ask(self, view: TableView, *, by_hand: bool = False) -> list[str]:
        """Puts the open question, unless it stands; a draft lives on through what does not touch it.

        A standing order may answer it, but not `by_hand`: after something went wrong.
        """
        if self._sent is not None or view.state is None:
            return []
        if self.draft is not None and self.draft.base is view.state:
            return []
        moved = self.draft.onto(view.state) if self.draft is not None and self.draft.actions else None
        lost = self.draft is not None and bool(self.draft.actions) and moved is None
        self.draft = moved or view.draft()
        said = ["The position has changed under your draft; begin again."] if lost else []
        return said + (self._question() if by_hand else self._put(view))

    def _put(self, view: TableView) -> list[str]:
        """Lets a standing order answer the open question after its pause, or puts it to the player."""
        ordered = self.orders.decide(self.draft, view)
        if ordered:
            self.menus.close()
        return ordered or self._question()

    def _question(self) -> list[str]:
        """Puts the question that is open after the draft so far, under new numbers."""
        draft = self.draft
        if draft is None:
            return []
        if draft.done:
            self.menus.close()
            return [
                f"Ready to send: {draft_words(self.phrases, draft)}.",
                "This cannot be taken back once sent. 'send' sends it, 'undo' takes the last answer back.",
            ]
        asked = kernel.question(draft.state)
        legal = draft.legal()
        final = () if self.confirm else tuple(action for action in legal if ends(draft, action))
        menu = self.menus.open(legal, final, self._answer_words, self.presenter.rare(draft.state))
        put = [] if asked is None else self._asked_words(asked)
        return self._pages.first([*put, *menu.overview()])

    def _asked_words(self, asked: Question) -> list[str]:
        """Returns the question, its rule, how much time is left for it, and what else goes with it."""
        time = own_time(self.follower, self._table().referee_ms) if self.follower is not None else ""
        rule = f" ({asked.rule})" if asked.rule else ""
        question = f"{self.phrases.question(asked)}{rule}{' ' if time else ''}{time}"
        state = self._table().state
        around = self.presenter.question_lines(state, self.phrases) if state is not None else []
        return [question, *around]

    # -- what comes from a standing order --------------------------------------------------------------------

    def answer_due(self, due: Due) -> Reply:
        """Sends the answer of a standing order after its pause, unless the player was quicker."""
        draft = self.draft
        if self.orders.due is not due or draft is not due.draft or draft.steps:
            return Reply([])
        self.orders.due = None
        if draft.add(due.action) is not None:
            return Reply(self._question())
        return self._send(self.orders.given(due.action))

    def _order(self, rest: str) -> Reply:
        """Gives or takes back a standing order; what it changes for the open question is done at once."""
        before = self.orders.due
        lines = self.orders.command(rest, self.view.state if self.view is not None else None)
        if not rest or self.view is None or self.draft is None or self.draft.steps:
            return Reply(lines)
        put = self._put(self.view) if before is not None else self._ordered_now(self.view)
        return Reply(lines + put)

    def _ordered_now(self, view: TableView) -> list[str]:
        """Lets a new order answer a question that stands; nothing is put again if it does not."""
        ordered = self.orders.decide(self.draft, view)
        if ordered:
            self.menus.close()
        return ordered[1:]

    # -- what comes from the player ----------------------------------------------------------------------

    def hear(self, line: str) -> Reply:
        """Takes a typed line."""
        legal = self.draft.legal() if self.draft is not None else ()
        command = meant(self.rules.title, self.rules.setup, line, legal)
        pending, self._pending = self._pending, None
        if pending is not None and command.kind == "yes":
            return Reply([speaking.RESIGNING[pending.stop]], (pending,))
        if pending is not None and command.kind == "no":
            return Reply(["Nothing was done."])
        match command.kind:
            case commands.NUMBER:
                picked = (
                    self.menus.pick(int(command.rest))
                    if len(command.rest) <= 6
                    else "There is no such number."
                )
                return Reply([picked]) if isinstance(picked, str) else self._answer(picked)
            case commands.ACTION:
                return self._free(command.rest)
            case "undo":
                return Reply(self._undo())
            case "send":
                return self._send()
            case "orders":
                return self._order(command.rest)
            case "template":
                return self._template(command.rest.casefold())
            case "take":
                return self._take()
            case "pause" | "resume":
                return self._pause(on=command.kind == "pause")
            case "resign" | "stop":
                return self._offer(stop=command.kind == "stop")
            case "record":
                return Reply([], keeps=True)
            case "quit":
                return Reply(self._leave(), leaves=True)
            case "more":
                return Reply(self._pages.more() or ["There is no more to read."])
            case "list":
                return Reply(self._pages.first(self._list(command.rest)))
            case "why not":
                return Reply(self._why_not(command.rest))
            case "confirm":
                return Reply(self._confirm(command.rest))
            case "yes" | "no":
                return Reply(["Nothing waits for a yes or a no."])
            case commands.NOTHING:
                return Reply([])
            case commands.UNCLEAR:
                return Reply([command.rest])
            case _:
                return Reply(self._pages.first(looking_up.looked_up(self._table(), command)))

    def _table(self) -> looking_up.Table:
        return looking_up.Table(
            self.rules.title.id,
            self.rules.setup,
            self.phrases,
            self.presenter,
            self.story,
            self.view,
            self.follower,
            self.draft,
        )

    def _free(self, text: str) -> Reply:
        """Takes an answer in free notation."""
        legal = self.draft.legal() if self.draft is not None else ()
        reading = read_action(self.rules.title, self.rules.setup, text, legal, self.phrases.form)
        return Reply([reading.trouble]) if reading.action is None else self._answer(reading.action)

    def _answer(self, action: Action) -> Reply:
        draft = self.draft
        if draft is None:
            return Reply(list(dict.fromkeys([speaking.not_asked(self.view), *self._reasons(action)])))
        if draft.done:
            return Reply(["The draft is complete: 'send' sends it, 'undo' takes the last answer back."])
        known = len(draft.steps)
        refusal = draft.add(action)
        if refusal is not None:
            return Reply(self._reasons(action) or [self.phrases.refusal(refusal, draft.state)])
        lines = self._told(draft.steps[known])
        if draft.done and not self.confirm:
            sent = self._send()
            return Reply(sent.lines + lines, sent.wishes)
        return Reply(lines + self._question())

    def _template(self, name: str) -> Reply:
        """Gives the answers of a template, as far as one draft goes; they are sent like any others."""
        draft = self.draft
        if draft is None:
            return Reply([speaking.not_asked(self.view)])
        known = len(draft.steps)
        lines = templates.given(draft, self.presenter.templates(draft.state), name, self.phrases)
        lines += templates.told([self._told(step) for step in draft.steps[known:]])
        if draft.done and not self.confirm:
            return Reply(lines, self._send().wishes)
        return Reply(lines + self._question())

    def _undo(self) -> list[str]:
        draft = self.draft
        if draft is None or not draft.steps:
            return ["There is nothing to take back: what was sent is final."]
        words = self.phrases.action(draft.actions[-1])
        draft.undo()
        return [f"Taken back: {words}.", *self._question()]

    def _answer_words(self, action: Action) -> str:
        state = self._table().state
        note = self.presenter.answer_note(state, action, self.phrases) if state is not None else ""
        return self.phrases.action(action) + (f" ({note})" if note else "")

    def _told(self, step: DraftStep) -> list[str]:
        """Returns what an answer of the player has done."""
        return self.phrases.events(step.events, step.after) or [f"You: {self.phrases.action(step.action)}."]

    def _send(self, ordered: str = "") -> Reply:
        """Sends the draft; `ordered` is what is told if a standing order has made it."""
        draft = self.draft
        if draft is None:
            return Reply([speaking.not_asked(self.view)])
        if not draft.actions:
            return Reply(["There is nothing to send yet; choose an answer first."])
        self._sent, self.draft = draft, None
        self.menus.close()
        told = [line for step in draft.steps for line in self._told(step)]
        self.story.sent(draft, [ordered, *told] if ordered else told, self.view.size if self.view else 0)
        sending = ordered or f"Sending, final from now on: {draft_words(self.phrases, draft)}."
        return Reply([sending], (Answer(draft),))

    def _offer(self, *, stop: bool) -> Reply:
        if self.view is None or not self.view.seat:
            return Reply(["You are watching; only players can do that."])
        if self.view.stage is not Stage.PLAYING:
            return Reply(["No game is running."])
        if self.view.elsewhere:
            return Reply([ELSEWHERE])
        self._pending = Resign(stop)
        return Reply([speaking.RESIGN_QUESTION[stop]])

    def _take(self) -> Reply:
        if self.view is None or not self.view.seat:
            return Reply(["You are watching; only players can do that."])
        if not self.view.elsewhere:
            return Reply(["This seat is played here."])
        return Reply(["Taking the seat over from the other device."], (Take(),))

    def _pause(self, *, on: bool) -> Reply:
        if self.view is None or not self.view.seat:
            return Reply(["You are watching; only players can do that."])
        if self.view.elsewhere:
            return Reply([ELSEWHERE])
        if self.view.stage is not Stage.PLAYING:
            return Reply(["No game is running."])
        if not self.rules.params.clock.pause_s:
            return Reply(["This table was made without pauses; the clocks run on."])
        at_ms = self._table().referee_ms
        if on and self.follower is not None and at_ms is not None and not pause_left(self.follower, at_ms):
            return Reply([speaking.NO_PAUSE_LEFT])
        return Reply([speaking.PAUSING[on]], (Pause(on),))

    def _leave(self) -> list[str]:
        over = self.view is not None and self.view.line is Line.ENDED
        return ["Goodbye."] if over else [f"The table keeps your seat. Come back with: {self.way_back}"]

    def _list(self, words: str) -> list[str]:
        menu = self.menus.menu
        if menu is None:
            return self._question() or [speaking.not_asked(self.view)]
        return menu.matching(words) if words else [*self._asked_again(), *menu.overview()]

    def _asked_again(self) -> list[str]:
        asked = kernel.question(self.draft.state) if self.draft is not None else None
        return [] if asked is None else self._asked_words(asked)

    def _why_not(self, text: str) -> list[str]:
        if not text:
            return ["Say which action: why not ACTION."]
        legal = self.draft.legal() if self.draft is not None else ()
        reading = read_action(self.rules.title, self.rules.setup, text, legal, self.phrases.form)
        if reading.action is None:
            return [reading.trouble]
        return self._reasons(reading.action) or [
            f"Nothing stands against it: {reading.action.text} is legal now."
        ]

    def _reasons(self, action: Action) -> list[str]:
        if self.view is None or self.view.state is None or not self.view.seat:
            return ["There is no position of yours to judge it by."]
        refusals = self.draft.why_not(action) if self.draft is not None else self.view.why_not(action)
        return against(self.phrases, action, refusals, self._table().state)

    def _confirm(self, rest: str) -> list[str]:
        if rest not in {"", "on", "off"}:
            return ["Say 'confirm on' or 'confirm off'."]
        if rest:
            self.confirm = rest == "on"
        state = "wait for 'send'" if self.confirm else "are sent at once"
        return [
            f"Final answers {state}.",
            *(self._question() if rest and self.menus.menu is not None else []),
        ]
