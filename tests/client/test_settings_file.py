"""What a player has set outlives versions, broken files and full disks."""

import json
import os

import pytest

from sealed_client.settings import Settings
from sealed_client.settings_file import FILE_NAME, SET_ASIDE, SettingsFile

OTHER = Settings(theme="night", text_scale=1.3, hues="contrast", calm=True, sound=False, language="es")


def test_settings_come_back_as_they_were_kept(tmp_path):
    """Another run reads what one has written."""
    SettingsFile(tmp_path).write(OTHER)
    assert SettingsFile(tmp_path).read() == (OTHER, False, ())


def test_without_a_file_the_defaults_hold(tmp_path):
    """A new player has the defaults, and nothing is amiss."""
    assert SettingsFile(tmp_path).read() == (Settings(), False, ())


@pytest.mark.parametrize("text", ["", "{", "[1]", "\x00\xff", "[" * 100_000, '"calm"'])
def test_a_broken_file_is_set_aside(tmp_path, text):
    """A file that makes no sense is kept beside, the defaults hold, and the next write is whole again."""
    (tmp_path / FILE_NAME).write_bytes(text.encode("latin-1"))
    file = SettingsFile(tmp_path)
    assert file.read() == (Settings(), True, ())
    assert (tmp_path / SET_ASIDE).read_bytes() == text.encode("latin-1")
    file.write(OTHER)
    assert SettingsFile(tmp_path).read().settings == OTHER


@pytest.mark.parametrize(
    ("name", "value"),
    [("theme", "pink"), ("text_scale", 9), ("text_scale", True), ("calm", "yes"), ("language", "xx")],
)
def test_a_value_without_sense_is_ignored_alone(tmp_path, name, value):
    """One wrong value keeps its default; the others hold, and it is named."""
    (tmp_path / FILE_NAME).write_text(json.dumps({"sound": False, name: value}))
    assert SettingsFile(tmp_path).read() == (Settings(sound=False), False, (name,))


def test_values_of_other_versions_stay(tmp_path):
    """What this version does not know is written back as it was."""
    (tmp_path / FILE_NAME).write_text(json.dumps({"calm": True, "of tomorrow": [1, 2]}))
    file = SettingsFile(tmp_path)
    file.write(file.read().settings)
    kept = json.loads((tmp_path / FILE_NAME).read_text())
    assert (kept["of tomorrow"], kept["calm"]) == ([1, 2], True)


def test_a_write_that_fails_leaves_what_was(tmp_path, monkeypatch):
    """On a full disk the file is the one before, whole."""
    file = SettingsFile(tmp_path)
    file.write(OTHER)

    def full(_):
        raise OSError(28, "full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="full"):
        file.write(Settings())
    assert SettingsFile(tmp_path).read().settings == OTHER
