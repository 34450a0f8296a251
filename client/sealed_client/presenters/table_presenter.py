"""The presenter of a table: snapshots and gestures in, scenes and wishes out. The same for every title."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sealed_client.follower import Follower
from sealed_client.presenters import gestures
from sealed_client.presenters.answering import MOVED, REFUSED, RESTORED, Answering
from sealed_client.presenters.glimpse import glimpse_of
from sealed_client.presenters.journal import Journal
from sealed_client.presenters.picks import button, count, space
from sealed_client.presenters.prompting import (
    LEAVE,
    PAUSE,
    RECORD,
    REMATCH,
    RESIGN,
    RESUME,
    SEND,
    STAY,
    STOP,
    TAKE,
)
from sealed_client.presenters.refusing import NEAREST, Refused, nearest_of, refused
from sealed_client.presenters.requests import KeepRecord, Leave, Rematch
from sealed_client.presenters.scene import Motions
from sealed_client.presenters.situation import Situation, Tongue
from sealed_client.presenters.staging import AboutCard, AboutSpace, Resigning, Shown, scene_of, targets_of
from sealed_client.presenters.table_titles import brought_by
from sealed_client.presenters.timing import clock_of, since
from sealed_client.table_view import Line, Stage
from sealed_client.wishes import Pause, Resign, Take

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sealed.engine.message import Event
    from sealed_client.agreement import Rules
    from sealed_client.presenters.glimpse import Glimpse
    from sealed_client.presenters.journal import Item
    from sealed_client.presenters.manners import Manners
    from sealed_client.presenters.picks import Pick
    from sealed_client.presenters.requests import Outcome
    from sealed_client.presenters.scene import Motion, TableScene
    from sealed_client.seat_errors import SeatError
    from sealed_client.seat_store import StoreError
    from sealed_client.table_view import TableView
    from sealed_client.words.messages import Messages

_NOTICES = {REFUSED: "notice.refused", MOVED: "notice.moved", RESTORED: "notice.restored"}


class TablePresenter:
    """One table of one player, or of a spectator (seat 0). Not for several threads at once.

    What `see`, `do` and `behave` return goes out: wishes to the session, requests to the desk.
    """

    def __init__(self, rules: Rules, language: Messages, manners: Manners, at_ms: Callable[[], int]) -> None:
        """Take the table's rules, the words, the player's manners, and this device's clock."""
        self._rules, self._manners, self._at_ms = rules, manners, at_ms
        self._tongue = self._speaking(language)
        self._journal = Journal()
        self._view: TableView | None = None
        self._glimpse: Glimpse | None = None
        self._answering: Answering | None = None
        self._shown = Shown()
        self._notice: tuple[str, dict[str, str]] | None = None
        self._lost_at: int | None = None
        self._taking = False
        self._kept: tuple[str, ...] = ()
        self._own: list[Event] = []
        self._scene: TableScene | None = None
        self._ticking: tuple[object, ...] = ()

    def _speaking(self, language: Messages) -> Tongue:
        title, setup = self._rules.title, self._rules.setup
        brings = brought_by(title)
        phrases = brings.phrases(title, setup, language.language)
        return Tongue(language, phrases, brings.make(title, setup, language, phrases))

    # -- what comes from the table ---------------------------------------------------------------------------

    def see(self, view: TableView, follower: Follower | Glimpse | None) -> tuple[Outcome, ...]:
        """Take a snapshot; with manners that pass by themselves it may bring an answer.

        A `Glimpse` made in the session's thread may stand for the follower, which belongs to that thread.
        """
        before, self._view = self._view, view
        self._glimpse = glimpse_of(follower) if isinstance(follower, Follower) else follower
        self._scene = None
        self._note_line(before, view)
        answering = self._answering
        if answering is None:
            answering = self._answering = Answering(view, self._tongue.title)
            answering.restore(self._kept)
        base = before.state if before is not None else None
        told = answering.see(view)
        if told:
            self._notice = _NOTICES[told], {}
        if view.state is not base:
            self._moved_on()
        self._take_news(view, first=before is None)
        return self._advance()

    def _note_line(self, before: TableView | None, view: TableView) -> None:
        if view.line is not Line.LOST:
            self._lost_at = None
        elif self._lost_at is None:
            self._lost_at = self._at_ms()
        if before is None or before.elsewhere != view.elsewhere or before.line is not view.line:
            self._taking = False

    def _moved_on(self) -> None:
        """Forgets what was said of a position that is no more."""
        cover = self._shown.cover
        keeps = cover if isinstance(cover, Resigning | AboutSpace) else None
        self._shown = replace(self._shown, cover=keeps, cursor=None, chosen="")

    def _take_news(self, view: TableView, *, first: bool) -> None:
        if self._glimpse is None:
            return
        events = self._journal.take(self._glimpse, view)
        fresh = [event for event in events if not self._is_own(event)]
        if not first:
            self._move(fresh)

    def _is_own(self, event: Event) -> bool:
        """Tells whether an event was shown as the player gave his answers; the log repeats them in order."""
        if self._own and self._own[0] == event:
            self._own.pop(0)
            return True
        return False

    def _move(self, events: Iterable[Event]) -> None:
        answering = self._answering
        if answering is None or answering.state is None:
            return
        look = answering.look()
        each: list[Motion] = [
            motion for event in events for motion in self._tongue.title.motions(look, event)
        ]
        if each:
            self._shown = replace(self._shown, motions=Motions(self._shown.motions.serial + 1, tuple(each)))

    def trouble(self, error: SeatError | StoreError) -> None:
        """Take a wish that could not be fulfilled: it is told, and the answers are the draft again."""
        self._scene, self._taking = None, False
        self._own.clear()
        known = f"table.trouble.{type(error).__name__}"
        if self._tongue.messages.knows(known):
            self._notice = known.removeprefix("table."), {}
        else:
            self._notice = "trouble", {"what": str(error)}
        if self._answering is not None:
            self._answering.unsent()
            self._answering.see(self._answering.view)

    # -- what comes from the application ---------------------------------------------------------------------

    def speak(self, language: Messages) -> None:
        """Take another language; everything is said anew in it."""
        self._tongue, self._scene = self._speaking(language), None
        if self._answering is not None:
            self._answering.title = self._tongue.title

    def behave(self, manners: Manners) -> tuple[Outcome, ...]:
        """Take other manners; a question that now passes by itself does."""
        self._manners, self._scene = manners, None
        return self._advance(complete=False) if self._answering is not None else ()

    def tick(self) -> bool:
        """Look at the clock; tells whether that changes the scene. Call it about once a second."""
        if self._view is None:
            return False
        if self._scene is not None and self._timely(self._situation()) == self._ticking:
            return False
        self._scene = None
        return True

    def kept(self) -> tuple[str, ...]:
        """Return the answers of the draft in notation: secret, since they may name cards of the hand."""
        return self._answering.kept() if self._answering is not None else self._kept

    def restore(self, texts: Sequence[str]) -> None:
        """Take answers that were kept; they are given once the player is asked, and wait for his word."""
        self._kept = tuple(texts)
        if self._answering is not None:
            self._answering.restore(texts)

    @property
    def lacks(self) -> int:
        """Return the entry before which the log tells nothing, 0 if it tells all; see `journal.recalled`."""
        return self._journal.lacks

    def remember(self, earlier: Iterable[Item]) -> None:
        """Take what happened before this client came back to the game."""
        self._journal.remember(earlier)
        self._scene = None

    # -- what comes from the player --------------------------------------------------------------------------

    def do(self, gesture: gestures.Gesture) -> tuple[Outcome, ...]:
        """Take a gesture. What was said of the one before is forgotten."""
        if self._answering is None:
            return ()
        offered = self._offered() if isinstance(gesture, gestures.Choose) else frozenset()
        covered = self.scene.alarm is not None or self.scene.confirmation is not None
        self._scene = self._notice = None
        match gesture:
            case gestures.Choose(key):
                return self._choose(key.rpartition(":")[2]) if key in offered else ()
            case gestures.Close():
                self._cover(None)
            case gestures.TapLog(key):
                self._shown = replace(self._shown, lit="" if self._shown.lit == key else key)
            case _ if covered:
                return ()
            case gestures.TapSpace(index):
                return self._touch(space(index))
            case gestures.TapCard(key):
                return self._touch_card(key)
            case gestures.HoldSpace(index):
                self._cover(AboutSpace(index))
            case gestures.HoldCard(key):
                self._cover(AboutCard(key))
            case gestures.TapSea():
                self._cover(None)
                self._answering.deselect()
                self._shown = replace(self._shown, cursor=None, lit="", chosen="")
            case gestures.Undo():
                self._undo()
            case gestures.Cycle(step):
                self._cycle(step)
            case gestures.AskResign():
                self._ask_resign()
        return ()

    def _offered(self) -> frozenset[str]:
        """Return the keys of all answers that are on the screen and can be chosen now."""
        scene = self.scene
        if scene.alarm is not None:
            return frozenset(answer.key for answer in scene.alarm.answers)
        if scene.confirmation is not None:
            return frozenset(answer.key for answer in scene.confirmation.answers)
        answers = (*scene.prompt.answers, *(scene.ending.answers if scene.ending is not None else ()))
        nearest = scene.why_not.nearest_key if scene.why_not is not None else ""
        return frozenset({nearest, *(answer.key for answer in answers)} - {""})

    def _choose(self, what: str) -> tuple[Outcome, ...]:
        kind, _, text = what.partition("-")
        match kind:
            case "button":
                return self._touch(button(text))
            case "count":
                return self._touch(count(int(text)))
            case _ if what == SEND:
                return self._submit()
            case _ if what == NEAREST:
                return self._take_nearest()
        self._cover(None)
        return self._outcome(what)

    def _outcome(self, what: str) -> tuple[Outcome, ...]:
        """Return what an answer of the table itself brings."""
        if what == TAKE and self._taking:
            return ()
        self._taking = self._taking or what == TAKE
        outcomes: dict[str, Outcome] = {
            TAKE: Take(),
            PAUSE: Pause(True),
            RESUME: Pause(False),
            RESIGN: Resign(stop=False),
            STOP: Resign(stop=True),
            LEAVE: Leave(),
            RECORD: KeepRecord(),
            REMATCH: Rematch(),
        }
        return (outcomes[what],) if what in outcomes and what != STAY else ()

    def _touch(self, pick: Pick, key: str = "") -> tuple[Outcome, ...]:
        """Take a pick: it leads on, or it is explained."""
        answering = self._need()
        self._cover(None)
        before = answering.draft.steps if answering.draft is not None else ()
        if not answering.pick(pick):
            if answering.state is not None:
                self._cover(refused(self._situation(), pick))
            return ()
        self._shown = replace(self._shown, chosen=key or self._shown.chosen, cursor=None)
        steps = answering.draft.steps if answering.draft is not None else ()
        if steps and (not before or steps[-1] is not before[-1]):
            self._move(steps[-1].events)
        return self._advance()

    def _touch_card(self, key: str) -> tuple[Outcome, ...]:
        answering = self._need()
        pick = self._tongue.title.card_pick(answering.look(), key) if answering.state is not None else None
        if pick is None:
            self._cover(AboutCard(key))
            return ()
        return self._touch(pick, key)

    def _take_nearest(self) -> tuple[Outcome, ...]:
        answering, tried = self._need(), self._shown.cover
        action = nearest_of(self._situation(), tried) if isinstance(tried, Refused) else None
        self._cover(None)
        if action is not None and answering.prepare(action) and answering.draft is not None:
            self._move(answering.draft.steps[-1].events)
        return self._advance()

    def _advance(self, *, complete: bool = True) -> tuple[Outcome, ...]:
        """Pass what passes by itself, and send what need not wait for a word."""
        answering = self._need()
        if self._manners.auto_pass:
            answering.pass_by_itself()
        asks = self._manners.ask_before_final or answering.held or not complete
        if answering.done and (answering.automatic or not asks):
            return self._submit()
        return ()

    def _submit(self) -> tuple[Outcome, ...]:
        answering = self._need()
        wish = answering.submit()
        if wish is None:
            return ()
        self._own = list(wish.draft.events)
        return (wish,)

    def _undo(self) -> None:
        self._cover(None)
        if self._need().undo():
            self._shown = replace(self._shown, cursor=None)

    def _cycle(self, step: int) -> None:
        targets = targets_of(self._situation())
        if not targets:
            return
        at = self._shown.cursor
        place = targets.index(at) + step if at in targets else (0 if step > 0 else -1)
        self._shown = replace(self._shown, cursor=targets[place % len(targets)])

    def _ask_resign(self) -> None:
        view = self._view
        if view is not None and view.seat and view.stage is Stage.PLAYING and not view.elsewhere:
            self._cover(Resigning())

    def _cover(self, cover: Refused | AboutSpace | AboutCard | Resigning | None) -> None:
        self._shown = replace(self._shown, cover=cover)

    # -- the scene -------------------------------------------------------------------------------------------

    @property
    def scene(self) -> TableScene:
        """Return what the screen shows. Raises `NothingSeenError` before the first snapshot."""
        if self._scene is None:
            now = self._situation()
            notice = self._tongue.say(self._notice[0], **self._notice[1]) if self._notice is not None else ""
            self._ticking = self._timely(now)
            self._scene = scene_of(now, self._journal.lines(now), replace(self._shown, notice=notice))
        return self._scene

    def _situation(self) -> Situation:
        answering, view = self._need(), self._view
        if view is None:
            raise NothingSeenError
        now = self._at_ms()
        at_ms = None if view.ahead_ms is None else now + view.ahead_ms
        lost = 0 if self._lost_at is None else max(0, now - self._lost_at)
        look = answering.look() if answering.state is not None else None
        return Situation(view, self._glimpse, answering, look, self._tongue, at_ms, lost)

    def _timely(self, now: Situation) -> tuple[object, ...]:
        """Return what of the scene changes by itself."""
        budget = now.glimpse.pause_budget_ms(now.at_ms) if now.glimpse and now.at_ms is not None else 0
        return clock_of(now), since(now.tongue.messages, now.lost_ms), budget > 0

    def _need(self) -> Answering:
        if self._answering is None:
            raise NothingSeenError
        return self._answering


class NothingSeenError(ValueError):
    """No snapshot of the table has come yet; hand one to `see` first."""
