"""The keys of a table (design, section 7): what each asks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from sealed_client.presenters.gestures import Choose, Cycle, HoldSpace, TapSpace, Undo

if TYPE_CHECKING:
    from collections.abc import Collection

    from sealed_client.presenters.gestures import Gesture
    from sealed_client.presenters.scene import Answer, TableScene

TAB, ENTER, KEYPAD_ENTER, SPACE = 9, 13, 271, 32
UP, DOWN, RIGHT, LEFT = 273, 274, 275, 276


class Keyed(Protocol):
    """Is a table's screen as the keyboard sees it."""

    @property
    def scene(self) -> TableScene:
        """Returns what is shown."""
        ...

    def do(self, gesture: Gesture) -> None:
        """Takes a gesture."""

    def look(self, what: str) -> None:
        """Takes what moves only the picture: `centre`, `nearer`, `farther`, `fit`, `log`, `hand`, `seal`."""


_LOOKS = {"+": "nearer", "=": "nearer", "-": "farther", "0": "fit", "l": "log", "h": "hand", "p": "seal"}


def press(table: Keyed, key: int, letter: str, modifiers: Collection[str]) -> bool:
    """Takes a key; tells whether it meant anything."""
    scene = table.scene
    if key in {TAB, RIGHT, DOWN, UP, LEFT}:
        back = key in {UP, LEFT} or (key == TAB and "shift" in modifiers)
        table.do(Cycle(-1 if back else 1))
    elif {"ctrl", "meta"} & set(modifiers):
        if letter != "z":
            return False
        table.do(Undo())
    elif key in {ENTER, KEYPAD_ENTER}:
        return _enter(table)
    elif key == SPACE:
        table.look("centre")
    elif letter == "?" and scene.board.cursor is not None:
        table.do(HoldSpace(scene.board.cursor))
    else:
        return _letter(table, letter.lower())
    return True


def _enter(table: Keyed) -> bool:
    """Takes the target that the keyboard stands on, or the answer that matters."""
    cursor = table.scene.board.cursor
    if cursor is not None:
        table.do(TapSpace(cursor))
        return True
    first = [answer for answer in _answers(table.scene) if answer.rank in {"primary", "danger"}]
    if first:
        table.do(Choose(first[0].key))
    return bool(first)


def _letter(table: Keyed, letter: str) -> bool:
    answers = _answers(table.scene)
    named = [answer for answer in answers if answer.hotkey.lower() == letter and letter]
    if not named and letter.isdigit() and 0 < int(letter) <= len(answers):
        named = [answers[int(letter) - 1]]
    if named:
        table.do(Choose(named[0].key))
    elif letter in _LOOKS:
        table.look(_LOOKS[letter])
    else:
        return False
    return True


def _answers(scene: TableScene) -> tuple[Answer, ...]:
    """Returns the answers that the player sees first: those of what covers the table, or the prompt's."""
    for cover in (scene.alarm, scene.confirmation, scene.ending):
        if cover is not None:
            return cover.answers
    return scene.prompt.answers
