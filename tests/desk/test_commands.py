"""Every command there is: it starts, says what it takes, and fails in words."""

import re
import tempfile
from importlib import import_module
from pathlib import Path

import pytest

from sealed_client.desk import COMMANDS, main


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_what_it_takes(command, capsys):
    """Each command that the usage lists is there and answers `--help` with 0."""
    assert main([command, "--help"]) == 0

    said = capsys.readouterr().out
    assert said.startswith(f"usage: sealed {command}")


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unexpected_error_of_any_command_is_an_incident(command, monkeypatch, capsys, tmp_path):
    """Whatever a command fails by is told in two lines with exit code 70; its file holds no value either."""

    def fail(arguments):
        hidden = "the seed is 4711"
        raise LookupError(hidden, arguments) from ValueError(hidden)

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(import_module(f"sealed_client.desk.{command}_command"), "run", fail)

    assert main([command]) == 70

    captured = capsys.readouterr()
    assert captured.out == ""
    first, second = captured.err.splitlines()
    assert first.startswith("The program itself made a mistake (LookupError in test_commands.py, line ")
    number, file = re.fullmatch(
        r"Incident (\w{8}): the way there is written in (.+)\. Please report it\.", second
    ).groups()
    kept = Path(file).read_text(encoding="utf-8")
    assert [line for line in kept.splitlines() if not line.startswith("  ")] == [
        f"Incident {number}",
        "LookupError",
        "ValueError",
    ]
    assert "in fail" in kept
    assert "4711" not in kept + captured.err
    assert Path(file).stat().st_mode & 0o077 == 0


def test_an_incident_without_a_place_for_its_file_is_told_all_the_same(monkeypatch, capsys, tmp_path):
    """Where no file can be written the mistake is still said in words."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    monkeypatch.setattr(import_module("sealed_client.desk.pack_command"), "run", lambda _: 1 // 0)

    assert main(["pack"]) == 70

    assert "no file could be written about it" in capsys.readouterr().err
