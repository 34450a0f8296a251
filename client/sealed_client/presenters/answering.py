"""The player's own answers: what he has picked, the draft, and what was sent of it."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.explain import why_not
from sealed_client.presenters.choosing import NO_CHOICES, Choices
from sealed_client.presenters.title_presenter import Look
from sealed_client.wishes import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Event, Refusal
    from sealed_client.draft import Draft
    from sealed_client.presenters.picks import Path, Pick
    from sealed_client.presenters.title_presenter import TitlePresenter
    from sealed_client.table_view import Rejected, TableView

_LATELY = 256
"""Events of the log that a title gets to look back at."""

REFUSED, MOVED, RESTORED = "refused", "moved", "restored"
"""What became of answers without the player's doing: refused by the referee, lost or kept anew."""


class _Given(NamedTuple):
    """An answer of the draft: the choices it was one of, the picks that amount to it, those before the last.

    `auto` says that it gave itself.
    """

    choices: Choices
    path: Path
    before: Path
    auto: bool


class Answering:
    """What a player is about to answer. Nothing of it is known to anybody before it is sent."""

    def __init__(self, view: TableView, title: TitlePresenter) -> None:
        """Starts at a snapshot, without answers."""
        self.title = title
        self.view = view
        self.draft: Draft | None = None
        self.picked: Path = ()
        self.sent: Draft | None = None
        self.held = False
        """Whether a complete draft waits for the player's word whatever his manners."""
        self._given: list[_Given] = []
        self._choices = NO_CHOICES
        self._size = 0
        self._kept: tuple[str, ...] = ()
        self._known_refusal: Rejected | None = view.rejected

    # -- what comes from the table ---------------------------------------------------------------------------

    def see(self, view: TableView) -> str:
        """Takes a snapshot; returns `REFUSED`, `MOVED`, `RESTORED` or nothing.

        A draft lives on through what does not touch it, and moves with what does if its answers still fit.
        """
        self.view = view
        told = self._settle(view)
        if self.sent is not None:
            return told
        if not view.asked or view.sending or view.state is None:
            self._begin(None)
            return told
        if self.draft is not None and self.draft.base is view.state:
            return told
        return self._ask(view) or told

    def _settle(self, view: TableView) -> str:
        """Learns what became of an answer that was sent."""
        sent, rejected = self.sent, view.rejected
        if sent is None or view.sending:
            return ""
        fresh = rejected is not None and rejected is not self._known_refusal
        self._known_refusal = rejected
        if fresh and rejected is not None and rejected.actions == sent.actions:
            self.unsent()
            return REFUSED
        if view.state is not sent.base:
            self.sent = None
            self._given.clear()
        return ""

    def unsent(self) -> None:
        """Takes note that what was sent came to nothing; the answers are the draft again."""
        if self.sent is not None:
            self.draft, self.sent, self.held = self.sent, None, True
            self._renew()

    def _ask(self, view: TableView) -> str:
        before, texts, self._kept = self.draft, self._kept, ()
        fresh = view.draft()
        if fresh is None:
            return ""
        self._size = view.size
        given, held, picked = tuple(self._given), self.held, self.picked
        self._begin(fresh)
        if before is None:
            return self._restored(texts) if texts else ""
        if not self._again(before.actions, given):
            self._begin(view.draft())
            return MOVED
        self.held = held
        self.picked = self._choices.longest(picked)
        return ""

    def _again(self, actions: Sequence[Action], given: Sequence[_Given]) -> bool:
        """Gives the same answers at another position; False if one of them does not fit there."""
        for action, one in zip(actions, given, strict=True):
            same = self._choices.answer(one.path) is action
            path = one.path if same else self._choices.way(action)
            if path is None or not self._give(path, one.before, auto=one.auto):
                return False
        return True

    def _begin(self, draft: Draft | None) -> None:
        self.draft, self.held = draft, False
        self._given.clear()
        self._renew()

    def _renew(self) -> None:
        """Makes the choices of the question that is open now; nothing is picked."""
        self.picked = ()
        draft = self.draft
        asked = draft is not None and not draft.done
        self._choices = Choices(self.title.paths(self._bare())) if asked else NO_CHOICES

    def _restored(self, texts: Sequence[str]) -> str:
        """Gives answers that were kept, if all of them still fit."""
        notation = self.view.rules.title.notation
        for text in texts:
            try:
                action = notation.parse(text)
            except ValueError:
                action = None
            path = self._choices.way(action) if action is not None else None
            if path is None or not self._give(path):
                self._begin(self.view.draft())
                return MOVED
        self.held = True
        return RESTORED

    # -- what the player does --------------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        """Tells whether the draft is complete and waits to be sent."""
        return self.draft is not None and self.draft.done

    @property
    def automatic(self) -> bool:
        """Tells whether every answer of the draft gave itself."""
        return bool(self._given) and all(one.auto for one in self._given) and not self.held

    def pick(self, pick: Pick) -> bool:
        """Takes a touch that leads on; False if it leads nowhere."""
        if self.draft is None or self.sent is not None:
            return False
        if self.draft.done:
            return self._replace(pick)
        if pick in self._choices.following(self.picked):
            return self._reach(self.picked, pick)
        if self.picked and pick == self.picked[-1]:
            self.picked = self.picked[:-1]
            return True
        path = self._choices.instead(self.picked, pick)
        if path is None:
            return False
        self.picked = path
        return True

    def _reach(self, before: Path, pick: Pick) -> bool:
        path = self._choices.completed((*before, pick))
        if self._choices.answer(path) is not None:
            self.held = False
            return self._give(path, before)
        self.picked = path
        return True

    def _give(self, path: Path, before: Path = (), *, auto: bool = False) -> bool:
        action, choices = self._choices.answer(path), self._choices
        if self.draft is None or action is None or self.draft.add(action) is not None:
            return False
        self._given.append(_Given(choices, path, before, auto))
        self._renew()
        return True

    def _replace(self, pick: Pick) -> bool:
        """Gives another last answer instead of the one that waits to be sent: who compares need not undo."""
        last = self._given[-1] if self._given else None
        if last is None or last.auto:
            return False
        for length in range(len(last.path) - 1, -1, -1):
            before = last.path[:length]
            if pick in last.choices.following(before) and pick != last.path[length]:
                self._drop()
                return self._reach(before, pick)
        return False

    def prepare(self, action: Action) -> bool:
        """Gives a legal answer by its picks; a draft that it completes waits for the player's word."""
        path = self._choices.way(action)
        if path is None or not self._give(path):
            return False
        self.held = True
        return True

    def deselect(self) -> None:
        """Forgets the picks of the open question."""
        self.picked = ()

    def undo(self) -> bool:
        """Takes back the last pick, or else the last answer that the player gave himself."""
        if self.draft is None or self.sent is not None:
            return False
        if self.picked:
            self.picked = self._shorter()
            return True
        if all(one.auto for one in self._given):
            return False
        while self._given and self._given[-1].auto:
            self._drop()
        before = self._given[-1].before
        self._drop()
        self.picked, self.held = self._choices.longest(before), False
        return True

    def _shorter(self) -> Path:
        """Returns the picks without the last one, and without what completed itself after it."""
        for length in range(len(self.picked) - 1, -1, -1):
            if self._choices.completed(self.picked[:length]) == self.picked[:length]:
                return self.picked[:length]
        return ()

    def _drop(self) -> None:
        if self.draft is not None and self.draft.undo():
            self._given.pop()
            self._renew()

    def pass_by_itself(self) -> None:
        """Gives every answer that is the only one and publicly so."""
        while self.draft is not None and not self.draft.done and not self.picked:
            legal = self.draft.legal()
            path = self._choices.way(legal[0]) if len(legal) == 1 else None
            if path is None or not self.title.single_is_public(self.look(), legal[0]):
                return
            if not self._give(path, auto=True):
                return

    def submit(self) -> Answer | None:
        """Returns the wish to send the draft, once; from then on nothing of it can be changed."""
        if self.draft is None or self.sent is not None or not self.draft.done:
            return None
        self.sent, self.draft = self.draft, None
        self._known_refusal = self.view.rejected
        self._renew()
        return Answer(self.sent)

    # -- how it stands ---------------------------------------------------------------------------------------

    @property
    def whole(self) -> Draft | None:
        """Returns the draft, or what was sent of it."""
        return self.sent or self.draft

    @property
    def state(self) -> State | None:
        """Returns the position that the player sees: his answers on top of the log."""
        whole = self.whole
        return whole.state if whole is not None else self.view.state

    def _bare(self) -> Look:
        """Returns the look at the open question before anything is picked."""
        state = self.state
        if state is None:
            raise NoPositionError
        draft = self.draft
        yours = draft is not None and not draft.done
        legal = draft.legal() if draft is not None else ()
        return Look(state, self.view.seat, self.view.names, yours, legal, told=self._told())

    def _told(self) -> tuple[Event, ...]:
        """Returns what has happened lately, far enough back for where a battle began."""
        drafted = self.whole.events if self.whole is not None else ()
        return (*self.view.happenings[-_LATELY:], *drafted)

    def look(self) -> Look:
        """Returns the look at the open question. Raises `NoPositionError` before there is one."""
        bare = self._bare()
        following = self._choices.following(self.picked) if bare.yours else ()
        return replace(bare, picked=self.picked, following=following)

    def look_before(self) -> Look:
        """Returns the look at the question that is explained: of a complete draft the last one answered."""
        if not self.done or self.draft is None or not self._given:
            return self.look()
        step, given = self.draft.steps[-1], self._given[-1]
        before = given.path[:-1]
        following = given.choices.following(before)
        told = self._told()[: -len(step.events) or None]
        return Look(step.before, self.view.seat, self.view.names, True, (), before, following, told)

    def reasons(self, action: Action) -> tuple[Refusal, ...]:
        """Returns every reason against an answer at the question that is explained."""
        if self.draft is None:
            return self.view.why_not(action)
        return why_not(self.view.rules.title, self.look_before().state, action, self.view.seat)

    def offers(self, action: Action) -> bool:
        """Tells whether an answer is legal at the open question."""
        return self._choices.way(action) is not None

    @property
    def undoable(self) -> tuple[str, Action | None]:
        """Returns what undo would take back: ``pick``, ``answer`` with it, or nothing."""
        if self.sent is not None:
            return "", None
        if self.picked:
            return "pick", None
        own = [at for at, one in enumerate(self._given) if not one.auto]
        if not own or self.draft is None:
            return "", None
        return "answer", self.draft.actions[own[-1]]

    def kept(self) -> tuple[str, ...]:
        """Returns the answers of the draft in notation, to be given again after the application was ended."""
        if self.draft is None:
            return self._kept
        return tuple(action.text for action in self.draft.actions)

    def restore(self, texts: Sequence[str]) -> None:
        """Gives answers that were kept as soon as the player is asked, if they fit then."""
        self._kept = tuple(texts)

    @property
    def token(self) -> str:
        """Returns what tells this question from every other one at this table, with what is picked of it."""
        texts = [action.text for action in self.whole.actions] if self.whole is not None else []
        picks = [f"{pick.kind} {pick.number} {pick.text}" for pick in self.picked]
        parts = "\n".join([str(self._size), str(self.sent is not None), *texts, "", *picks])
        return blake2b(parts.encode(), digest_size=6).hexdigest()


class NoPositionError(ValueError):
    """There is no position to look at before the game begins; show the waiting screen."""
