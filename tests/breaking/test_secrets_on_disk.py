"""Laws of secrets on a disk that fails, that is written to by others, or of which somebody makes copies."""

from __future__ import annotations

import logging
import os
import secrets
from random import Random

import pytest
from loopback import Party, referee
from store_keys import store_key
from table_titles import SKIRMISH

from sealed.vault import files
from sealed.vault.errors import VaultError
from sealed.vault.passphrases import Cost
from sealed.vault.store_key import KEY_FILE, Credentials, StoreKey
from sealed_referee.journal import Journal
from sealed_referee.options import StoreError

PHRASE, OTHER = "seven quiet otters", "eight quiet otters"


@pytest.fixture(autouse=True)
def cheap(monkeypatch):
    """Makes passphrases cheap to try, for tests only."""
    monkeypatch.setattr(Cost, "log2_n", 10)


def opens(folder, passphrase):
    """Tells whether a passphrase opens a store."""
    try:
        store_key(folder, passphrase).unlock(fresh=False)
    except VaultError:
        return False
    return True


@pytest.mark.parametrize("call", ["open", "fsync", "replace", "unlink"])
def test_a_change_of_passphrase_that_dies_leaves_one_lock_that_opens(tmp_path, monkeypatch, call):
    """Whatever call of the system fails, the old passphrase opens the store or the new one, never none."""
    store_key(tmp_path, PHRASE).unlock(fresh=True)

    def fails(*_args, **_more):
        raise OSError(28, "No space left on device")

    if call in {"open", "fsync"}:
        monkeypatch.setattr(files.os, call, fails)
    else:
        monkeypatch.setattr(type(tmp_path), call, fails)
    with pytest.raises(OSError, match="No space"):
        store_key(tmp_path, PHRASE).relock(lambda: OTHER)
    monkeypatch.undo()
    monkeypatch.setattr(Cost, "log2_n", 10)
    assert opens(tmp_path, PHRASE) != opens(tmp_path, OTHER)
    store_key(tmp_path, PHRASE if opens(tmp_path, PHRASE) else OTHER).relock(lambda: "nine quiet otters")
    assert opens(tmp_path, "nine quiet otters")


def test_a_start_that_dies_after_its_key_was_written_is_made_good(tmp_path):
    """A key without a database is used by the next start and not replaced."""
    first = store_key(tmp_path).unlock(fresh=True).box.seal(b"secret", b"")
    store = Journal(tmp_path / "journal.sqlite", store_key(tmp_path))
    assert store.box.open(first, b"") == b"secret"
    store.close()


def test_nobody_who_writes_to_the_folder_is_followed_elsewhere(tmp_path):
    """A link that somebody laid where a draft will be is not written through."""
    target = tmp_path / "somebody's file"
    target.write_text("theirs")
    (tmp_path / f"{KEY_FILE}.new").symlink_to(target)
    store_key(tmp_path).unlock(fresh=True)
    assert target.read_text() == "theirs"
    assert not (tmp_path / KEY_FILE).is_symlink()


def test_no_log_and_no_error_of_a_referees_life_shows_what_opens_its_store(tmp_path, caplog, capfd):
    """Starts, a game, a wrong passphrase, a damaged store: neither passphrase nor key is ever written."""
    caplog.set_level(logging.DEBUG)
    drawn = []

    def entropy(size):
        drawn.append(secrets.token_bytes(size))
        return drawn[-1]

    said = []
    right, wrong = Credentials(lambda: PHRASE, lambda: PHRASE), Credentials(lambda: OTHER, lambda: OTHER)
    with referee(tmp_path, SKIRMISH, passphrase=right, entropy=entropy) as running:
        party = Party(running, SKIRMISH, Random(1))
        party.set_up()
        party.play(6)
        party.close()
    with pytest.raises(StoreError) as raised, referee(tmp_path, SKIRMISH, passphrase=wrong):
        pass
    said.append(repr(raised.value))
    (tmp_path / "referee.key").write_bytes(os.urandom(76))
    with pytest.raises(StoreError) as raised, referee(tmp_path, SKIRMISH, passphrase=right):
        pass
    said += [
        repr(raised.value),
        repr(StoreKey(tmp_path, os.urandom, right)),
        caplog.text,
        *capfd.readouterr(),
    ]
    everything = "".join(said)
    keys = [one for one in drawn if len(one) == 32]
    assert len(keys) > 4
    assert not [one for one in keys if one.hex() in everything or repr(one)[2:-1] in everything]
    assert PHRASE not in everything
    assert OTHER not in everything
