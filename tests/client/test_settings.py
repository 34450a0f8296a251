"""The settings and their file: read field by field, written whole or not at all."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_client.settings import HUES, LARGEST, SMALLEST, THEMES, Settings, as_plain, of_plain
from sealed_client.settings_file import FILE_NAME, SET_ASIDE, SettingsFile
from sealed_client.words.messages import LANGUAGES

GOOD = st.builds(
    Settings,
    theme=st.sampled_from(THEMES),
    text_scale=st.floats(SMALLEST, LARGEST),
    hues=st.sampled_from(HUES),
    calm=st.booleans(),
    sound=st.booleans(),
    language=st.sampled_from(LANGUAGES),
    ask_before_final=st.booleans(),
    auto_pass=st.booleans(),
)
ANYTHING = st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), st.lists)


@given(GOOD)
def test_settings_survive_the_way_to_plain_values_and_back(settings):
    """What is written is read again, with nothing to complain of."""
    assert of_plain(json.loads(json.dumps(as_plain(settings)))) == (settings, ())


@given(GOOD, st.sampled_from(sorted(as_plain(Settings()))), ANYTHING)
def test_one_value_that_makes_no_sense_costs_only_itself(settings, name, value):
    """A field with nonsense gets its default and is named; all others stay."""
    read, ignored = of_plain({**as_plain(settings), name: value})
    others = {key: kept for key, kept in as_plain(read).items() if key != name}
    assert others == {key: kept for key, kept in as_plain(settings).items() if key != name}
    assert ignored in {(), (name,)}
    if ignored:
        assert getattr(read, name) == getattr(Settings(), name)


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b"7", b"\xff\xfe", b"[" * 5000])
def test_a_broken_file_is_set_aside_and_the_defaults_hold(tmp_path, broken):
    """Nothing is lost: the file lies beside under another name, and the next one is written new."""
    (tmp_path / FILE_NAME).write_bytes(broken)
    read = SettingsFile(tmp_path).read()
    assert (read.settings, read.broken) == (Settings(), True)
    assert (tmp_path / SET_ASIDE).read_bytes() == broken


def test_what_another_version_has_set_stays(tmp_path):
    """A field that this version does not know is still there after a change."""
    (tmp_path / FILE_NAME).write_text(json.dumps({"calm": True, "later": [1]}))
    file = SettingsFile(tmp_path)
    settings = file.read().settings
    assert settings.calm
    file.write(settings)
    assert json.loads((tmp_path / FILE_NAME).read_text())["later"] == [1]


def test_a_file_that_cannot_be_written_is_what_it_was(tmp_path, monkeypatch):
    """A full disk leaves the old settings in place."""
    file = SettingsFile(tmp_path)
    file.write(Settings(calm=True))

    def full(_number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        file.write(Settings(calm=False))
    assert SettingsFile(tmp_path).read().settings.calm
