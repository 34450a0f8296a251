"""The screen of a table: it draws scenes by difference and reports gestures; it knows no rules.

Parts are made once. A new scene, another size or a text that grows asks for one update before the next frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import Metrics
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from sealed_client.presenters import gestures
from sealed_client.presenters.scene import Facts
from sealed_client.screens.speech import speech
from sealed_client.screens.table.arrangement import Showing, cover_of, front_of, plan_of
from sealed_client.screens.table.places import clearest, place
from sealed_client.screens.table.stacking import stack
from sealed_client.screens.table.table_parts import LOG, TableParts
from sealed_client.screens.width_class import WidthClass, width_class

if TYPE_CHECKING:
    from collections.abc import Callable

    from kivy.input.motionevent import MotionEvent

    from sealed_client.presenters.gestures import Gesture

ZOOM = 1.4
"""How much one press of a key zooms."""
_AT_REST = 0.5
"""Seconds after which sheet and map have come to rest."""


class TableScreen(FloatLayout):
    """Shows a `scene` (`presenters.scene.TableScene`). Events: ``on_gesture(gesture)``, ``on_menu()``.

    `board_map`, `places` and `sea_words` are those of `BoardView`. It lies inside the frame's safe area.
    """

    scene = ObjectProperty(None, allownone=True)
    board_map = ObjectProperty(None, allownone=True)
    places = ObjectProperty(())
    sea_words = ObjectProperty({})

    __events__ = ("on_gesture", "on_menu")

    def __init__(self, **properties: object) -> None:
        """Makes all parts; they come on the screen with the first scene."""
        self.parts = TableParts(self._emit)
        self._kind: WidthClass | None = None
        self._local = ""
        self._log = self._hand = False
        self._lit = ""
        self._notice = ""
        self._focus: tuple[int, ...] = ()
        self._battle = False
        self._question: tuple[object, ...] = ()
        self._ask = Clock.create_trigger(self._update, -1)
        self._ask_place = Clock.create_trigger(self._place, 0)
        self._ask_corner = Clock.create_trigger(self._choose_corner, _AT_REST)
        self._ringed: tuple[object, ...] = ()
        super().__init__(**properties)
        self._bind()
        self._ask()

    @property
    def board(self) -> object:
        """The map's widget."""
        return self.parts.board

    def _bind(self) -> None:
        parts = self.parts
        for name in ("scene", "size"):
            self.fbind(name, lambda *_: self._ask())
        self.fbind("pos", lambda *_: self._ask_place())
        for name in ("board_map", "places", "sea_words"):
            self.fbind(name, parts.board.setter(name))
            setattr(parts.board, name, getattr(self, name))
        parts.top.bind(
            on_menu=lambda _top: self.dispatch("on_menu"),
            on_tap_seal=lambda _top: self._open("seal"),
            on_tap_track=lambda _top: self._open("track"),
        )
        for track in (parts.strip, parts.block):
            track.bind(on_tap=lambda _track: self._open("track"))
        parts.local.bind(on_close=lambda _panel: self._open(""))
        parts.log.bind(on_close=lambda _log: self.show_log(False), on_choose=self._tap_line)
        parts.links.bind(on_choose=lambda _links, key: self._follow(key))
        parts.sheet.bind(height=self._ask_place, on_close=lambda *_: self.back())
        for part in (*parts.columns(), parts.prompt, parts.hand, parts.top, parts.strip):
            part.bind(height=self._ask_place)
        speech.bind(say=self._say_anew)
        Metrics.bind(density=self._say_anew)

    # Events.

    def on_gesture(self, gesture: Gesture) -> None:
        """Is called with everything the player does."""

    def on_menu(self) -> None:
        """Is called when the menu's button is touched."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Finishes what still moves: any touch does."""
        self.parts.board.finish_motion()
        return bool(super().on_touch_down(touch))

    def _emit(self, gesture: Gesture) -> None:
        self.dispatch("on_gesture", gesture)

    def _tap_line(self, _log: object, key: str) -> None:
        self._lit = "" if key == self._lit else key
        self._ask()
        self._emit(gestures.TapLog(key))

    def _follow(self, key: str) -> None:
        if key == LOG:
            self.show_log(True)
        else:
            self.show_hand(not self._hand)

    # What the app may ask.

    def look(self, what: str) -> None:
        """Moves the map (`centre`, `nearer`, `farther`, `fit`); `log`, `hand`, `seal`, `track` come or go."""
        board = self.parts.board
        looks: dict[str, Callable[[], None]] = {
            "centre": board.centre,
            "fit": board.fit,
            "nearer": lambda: board.zoom(ZOOM),
            "farther": lambda: board.zoom(1 / ZOOM),
            "log": self.toggle_log,
            "hand": self.toggle_hand,
            "seal": lambda: self._open("seal"),
            "track": lambda: self._open("track"),
        }
        looks[what]()

    def show_log(self, shown: bool) -> None:
        """Opens or closes the page of the log, where the log has no place of its own."""
        self._log = shown
        if shown:
            self.parts.sheet.stop = "full"
        elif self.parts.sheet.stop == "full":
            self.parts.sheet.stop = "half"
        self._ask()

    def toggle_log(self) -> None:
        """Opens the log, or closes it."""
        self.show_log(not self._log)

    def show_hand(self, shown: bool) -> None:
        """Opens or closes the hand where it lies over the map."""
        self._hand = shown
        self._ask()

    def toggle_hand(self) -> None:
        """Opens the hand, or puts it away."""
        self.show_hand(not self._hand)

    def back(self) -> bool:
        """Closes what lies on top; returns whether anything did."""
        scene = self.scene
        if scene is None or scene.alarm is not None:
            return False
        if scene.confirmation is not None:
            self._emit(gestures.Close())
        elif self._local:
            self._open("")
        elif self._log:
            self.show_log(False)
        elif scene.why_not is not None or scene.facts is not None:
            self._emit(gestures.Close())
        elif self._hand and self._kind is WidthClass.LANDSCAPE:
            self.show_hand(False)
        elif self._kind is WidthClass.UPRIGHT and self.parts.sheet.stop == "full":
            self.parts.sheet.stop = "half"
        else:
            return False
        return True

    def paused(self) -> None:
        """Lets go of fingers and movements: the app goes to the background."""
        self.parts.board.finish_motion()
        self.parts.board.forget_fingers()

    def resumed(self) -> None:
        """Draws anew what the system may have taken away."""
        self.parts.board.rebuild()
        self._ask()

    def _say_anew(self, *_: object) -> None:
        """Asks for an update. A bound method: whatever outlives this screen holds it weakly."""
        self._ask()

    def _open(self, local: str) -> None:
        self._local = "" if local == self._local else local
        self._ask()

    # One update before the next frame.

    def _update(self, *_: object) -> None:
        scene = self.scene
        if scene is None or min(self.size) < 1:
            return
        kind = width_class(self.width / Metrics.density, self.height / Metrics.density)
        if not scene.board.lit:
            self._lit = ""
        self._tell_local()
        parts = self.parts
        parts.show(scene, self._lit)
        self._suit(kind)
        showing = Showing(scene, kind, bool(self._local), self._log, self._hand)
        stack(plan_of(parts, showing) | {self: front_of(parts, showing)})
        self._rise(showing)
        self._place()
        self._say(scene.notice)
        self._follow_focus(showing)
        ringed = (kind, tuple(self.size), tuple(target.space for target in scene.board.targets))
        if ringed != self._ringed:
            self._ringed = ringed
            self._ask_corner()

    def _choose_corner(self, *_: object) -> None:
        """Puts the map's buttons where they lie on no ringed space, once the map is at rest."""
        parts, scene = self.parts, self.scene
        if scene is None or parts.board.parent is None or not scene.board.targets:
            return
        spots = [parts.board.where(target.space) for target in scene.board.targets]
        parts.corner = clearest(spots, parts.corners, tuple(parts.buttons.size))
        self._ask_place()

    def _tell_local(self) -> None:
        scene, local = self.scene, self.parts.local
        if self._local == "seal":
            local.seal, local.facts = scene.seal.state, Facts(scene.seal.short, scene.seal.lines)
        elif self._local == "track" and scene.track is not None:
            local.seal, local.facts = "", Facts(scene.track.name, scene.track.lines)

    def _suit(self, kind: WidthClass) -> None:
        """Gives every part the form it has in a layout."""
        parts, desk = self.parts, kind is WidthClass.DESKTOP
        parts.top.wide = parts.top.seal_worded = desk
        parts.buttons.zooms = desk
        parts.prompt.show_hotkeys = parts.dialog.show_hotkeys = desk
        parts.prompt.paired = kind in (WidthClass.UPRIGHT, WidthClass.TABLET)
        parts.log.closable = kind in (WidthClass.UPRIGHT, WidthClass.LANDSCAPE)
        parts.hand.orientation = "horizontal" if desk else "vertical"
        parts.combat.headed = kind is not WidthClass.UPRIGHT
        land = kind is WidthClass.LANDSCAPE
        held = land and bool(self.scene.hand.rows) and self.scene.combat is None
        parts.speak(hand=held, hand_open=self._hand)
        self._kind = kind

    def _rise(self, showing: Showing) -> None:
        """Lifts the sheet once when there is something else to read, and scrolls to its beginning."""
        parts, scene = self.parts, showing.scene
        cover = cover_of(parts, showing)
        question = (cover, scene.combat is not None, showing.log)
        if question != self._question:
            self._question = question
            parts.main.scroll_y = 1
            if parts.sheet.stop == "peek" and (cover is not None or scene.combat is not None):
                parts.sheet.stop = "half"

    def _say(self, notice: str) -> None:
        if notice != self._notice:
            self._notice = notice
            self.parts.toast.show(notice)

    def _follow_focus(self, showing: Showing) -> None:
        """Shows the spaces of a new question, a battle's from close by; the map shows the first by itself."""
        focus, battle = showing.scene.board.focus, showing.scene.combat is not None
        new = self._focus and focus != self._focus
        if focus and (new or (battle and not self._battle)):
            self._centre(only_if_hidden=not battle)
        self._focus, self._battle = focus, battle

    def _centre(self, *, only_if_hidden: bool) -> None:
        """Centres once the sheet has its height."""
        Clock.schedule_once(lambda *_: self.parts.board.centre(only_if_hidden=only_if_hidden), 0.25)

    def _place(self, *_: object) -> None:
        if self._kind is not None and self.scene is not None:
            showing = Showing(self.scene, self._kind, bool(self._local), self._log, self._hand)
            place(self, self.parts, showing)
