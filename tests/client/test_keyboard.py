"""The keys of a table: what each asks for, in the order of what lies on top."""

from dataclasses import replace

import pytest

from sealed_client.presenters.gestures import Choose, Cycle, HoldSpace, TapSpace, Undo
from sealed_client.presenters.scene import (
    Answer,
    Board,
    Confirmation,
    Hand,
    Prompt,
    SealBadge,
    Sentence,
    TableScene,
)
from sealed_client.screens import keyboard

ANSWERS = (
    Answer("1:muster", "Muster", hotkey="M"),
    Answer("1:stay", "Stay", hotkey="S"),
    Answer("1:send", "Recruit in Madrid", rank="primary", hotkey="Enter"),
)
SCENE = TableScene(
    title="Popular Front",
    round="Round 1",
    board=Board((), ()),
    prompt=Prompt("yours", "", Sentence("Choose."), ANSWERS),
    hand=Hand(),
    track=None,
    seats=(),
    log=(),
    seal=SealBadge("verified", "", ()),
)


class Table:
    """A table that notes what it is asked."""

    def __init__(self, scene=SCENE):
        self.scene, self.asked = scene, []

    def do(self, gesture):
        """Notes a gesture."""
        self.asked.append(gesture)

    def look(self, what):
        """Notes a movement of the picture."""
        self.asked.append(what)


@pytest.mark.parametrize(
    ("key", "letter", "modifiers", "asked"),
    [
        (keyboard.TAB, "", (), Cycle(1)),
        (keyboard.TAB, "", ("shift",), Cycle(-1)),
        (keyboard.RIGHT, "", (), Cycle(1)),
        (keyboard.UP, "", (), Cycle(-1)),
        (keyboard.ENTER, "", (), Choose("1:send")),
        (ord("z"), "z", ("ctrl",), Undo()),
        (ord("m"), "m", (), Choose("1:muster")),
        (ord("2"), "2", (), Choose("1:stay")),
        (keyboard.SPACE, " ", (), "centre"),
        (ord("+"), "+", (), "nearer"),
        (ord("0"), "0", (), "fit"),
        (ord("l"), "l", (), "log"),
    ],
)
def test_a_key_asks_for_what_the_design_says(key, letter, modifiers, asked):
    """Each key of the list has its one meaning."""
    table = Table()
    assert keyboard.press(table, key, letter, modifiers)
    assert table.asked == [asked]


@pytest.mark.parametrize(("key", "letter"), [(ord("x"), "x"), (ord("9"), "9"), (0, "")])
def test_other_keys_ask_for_nothing(key, letter):
    """A key without a meaning is left to others."""
    table = Table()
    assert not keyboard.press(table, key, letter, ())
    assert table.asked == []


def test_the_target_that_the_keyboard_is_on_goes_first():
    """Enter chooses the target under the ring, and the question mark asks about it."""
    table = Table(replace(SCENE, board=Board((), (), cursor=7)))
    keyboard.press(table, keyboard.ENTER, "", ())
    keyboard.press(table, ord("?"), "?", ())
    assert table.asked == [TapSpace(7), HoldSpace(7)]


def test_what_covers_the_table_is_answered_first():
    """Under a confirmation the keys choose its answers and none of the prompt's."""
    asking = Confirmation(Sentence("Resign?"), (Answer("2:resign", "Resign", rank="danger"),))
    table = Table(replace(SCENE, confirmation=asking))
    assert not keyboard.press(table, ord("m"), "m", ())
    keyboard.press(table, keyboard.ENTER, "", ())
    assert table.asked == [Choose("2:resign")]
