"""`sealed table` and `sealed`: a window where there is a screen, else a sentence about what to do."""

import sys
from pathlib import Path

import pytest

from sealed_client.desk import main, table_command
from sealed_client.desk.table_command import has_display

TOLD_TO_KIVY = ("KIVY_HOME", "KIVY_NO_ARGS", "KIVY_NO_FILELOG", "KIVY_NO_CONSOLELOG", "KIVY_LOG_MODE")
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


@pytest.fixture
def display(monkeypatch):
    """Returns a function that names a display, on a system whose windows need a server; at first none."""
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    return monkeypatch.setenv


@pytest.fixture
def opened(monkeypatch):
    """Collects the arguments with which the table would be opened."""
    calls = []
    monkeypatch.setattr(table_command, "run", lambda arguments: calls.append(arguments) or 0)
    return calls


@pytest.mark.parametrize("name", DISPLAYS)
def test_a_named_display_is_one(display, name):
    """X11, Wayland or a driver that somebody names: a window can be opened."""
    assert not has_display()
    display(name, ":0")
    assert has_display()


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_some_systems_bring_their_own(display, monkeypatch, system):
    """Where windows need no server nothing has to be named."""
    monkeypatch.setattr(sys, "platform", system)
    assert has_display()


@pytest.mark.usefixtures("display")
def test_without_a_display_it_says_how_to_play(tmp_path, capsys):
    """No display: exit code 2 and a sentence that names the terminal client; nothing is written."""
    assert main(["table", "--store", str(tmp_path / "store")]) == 2
    assert "sealed play popular-front" in capsys.readouterr().err
    assert not (tmp_path / "store").exists()


def test_without_kivy_it_says_how_to_install_it(tmp_path, display, monkeypatch, capsys):
    """The screen is an extra: who has not installed it is told the words that do."""
    display("DISPLAY", ":0")
    for name in [name for name in sys.modules if name.partition(".")[0] == "kivy"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "kivy", None)
    for name in TOLD_TO_KIVY:
        display(name, "as before")  # so that it is as before after the test
    assert main(["table", "--store", str(tmp_path)]) == 2
    assert "pip install 'sealed-orders[screen]'" in capsys.readouterr().err


def test_without_a_command_the_table_opens_where_there_is_a_screen(display, opened):
    """`sealed` alone is `sealed table` on a display."""
    display("DISPLAY", ":0")
    assert main([]) == 0
    assert opened == [[]]


@pytest.mark.usefixtures("display")
def test_without_a_command_and_a_screen_the_commands_are_listed(opened, capsys):
    """`sealed` alone lists what there is."""
    assert main([]) == 0
    assert "verify" in capsys.readouterr().out
    assert opened == []


def test_make_play_asks_for_a_display_first():
    """`make play` opens the table on a display, and plays the match in the terminal without one."""
    rule = (Path(__file__).parents[2] / "Makefile").read_text().partition("\nplay: setup\n")[2].split("\n")[0]
    assert "sealed table" in rule.partition("$(if $(SCREEN),")[2].partition(",")[0]
    assert "sealed demo popular-front" in rule
