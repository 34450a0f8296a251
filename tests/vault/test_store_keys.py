"""Laws of the key of a store: a passphrase or an honest nothing, and errors that leave all as it was."""

from __future__ import annotations

import json
import secrets
import stat
from random import Random

import pytest
from store_keys import store_key

from sealed.vault.credentials import from_environment, of_service_or_person
from sealed.vault.errors import (
    AlteredError,
    KeyFileDamagedError,
    KeyFileMissingError,
    PassphraseMissingError,
    VaultError,
    WrongPassphraseError,
)
from sealed.vault.files import protected_file
from sealed.vault.passphrases import Cost
from sealed.vault.store_key import KEY_FILE, Credentials, StoreKey, is_locked
from sealed.vault.strongbox import Strongbox

PHRASE, OTHER = "seven quiet otters", "eight quiet otters"


@pytest.fixture(autouse=True)
def cheap(monkeypatch):
    """Makes passphrases cheap to try, for tests only."""
    monkeypatch.setattr(Cost, "log2_n", 10)


def box(folder, passphrase=None, *, fresh=False):
    return store_key(folder, passphrase).unlock(fresh=fresh).box


def test_a_sealed_secret_opens_in_its_place_only():
    """What was bound to one place does not open in another, altered, or under another key."""
    one = Strongbox(bytes(32), Random(1).randbytes)
    sealed = one.seal(b"secret", b"here")
    assert one.open(sealed, b"here") == b"secret"
    for wrong in ((sealed, b"there"), (sealed[:-1], b"here"), (b"", b"here")):
        with pytest.raises(AlteredError):
            one.open(*wrong)
    with pytest.raises(AlteredError):
        Strongbox(b"\1" * 32, Random(1).randbytes).open(sealed, b"here")


def test_no_secret_is_sealed_alike_twice():
    """Every sealing has a nonce of its own."""
    one = Strongbox(bytes(32), secrets.token_bytes)
    assert len({one.seal(b"secret", b"") for _ in range(100)}) == 100


def test_no_repr_shows_a_key():
    """Printing a strongbox or the key of a store shows nothing of them."""
    key = b"K" * 32
    assert repr(Strongbox(key, bytes)) == "<secret>"
    assert "K" * 8 not in repr(Strongbox(key, bytes))


@pytest.mark.parametrize("passphrase", [None, PHRASE])
def test_a_store_opens_with_the_key_it_got_first(tmp_path, passphrase):
    """With a passphrase or without, what was sealed at the first start opens at the next."""
    sealed = box(tmp_path, passphrase, fresh=True).seal(b"secret", b"")
    assert is_locked(tmp_path) is (passphrase is not None)
    assert box(tmp_path, passphrase).open(sealed, b"") == b"secret"
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


def test_a_locked_key_is_not_in_its_file(tmp_path):
    """Neither raw nor in hex does the file of a locked key hold it; that of an open one does, and says so."""
    key = StoreKey(tmp_path, lambda size: b"K" * size, Credentials(lambda: PHRASE, lambda: PHRASE))
    key.unlock(fresh=True)
    assert (b"K" * 32).hex() not in (tmp_path / KEY_FILE).read_text()
    key.relock(lambda: None)
    assert (b"K" * 32).hex() in (tmp_path / KEY_FILE).read_text()
    assert "whoever can read this folder" in (tmp_path / KEY_FILE).read_text()


@pytest.mark.parametrize(
    ("passphrase", "error"), [(OTHER, WrongPassphraseError), (None, PassphraseMissingError)]
)
def test_without_the_passphrase_nothing_opens_and_nothing_is_written(tmp_path, passphrase, error):
    """Another passphrase, or none, is told in words, and the key file stays as it is."""
    box(tmp_path, PHRASE, fresh=True)
    before = (tmp_path / KEY_FILE).read_bytes()
    with pytest.raises(error, match="passphrase") as raised:
        box(tmp_path, passphrase)
    assert OTHER not in str(raised.value)
    assert (tmp_path / KEY_FILE).read_bytes() == before


def test_a_store_whose_key_file_is_gone_gets_no_new_one(tmp_path):
    """Where secrets are sealed already a missing key is an error, since a new one would open nothing."""
    with pytest.raises(KeyFileMissingError, match="backup"):
        box(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_new_passphrase_opens_what_was_sealed_under_the_old(tmp_path):
    """Locking anew changes the key file only; it needs the old passphrase, which then opens nothing."""
    sealed = box(tmp_path, PHRASE, fresh=True).seal(b"secret", b"")
    with pytest.raises(WrongPassphraseError):
        store_key(tmp_path, OTHER).relock(lambda: OTHER)
    store_key(tmp_path, PHRASE).relock(lambda: OTHER)
    assert box(tmp_path, OTHER).open(sealed, b"") == b"secret"
    with pytest.raises(WrongPassphraseError):
        box(tmp_path, PHRASE)
    store_key(tmp_path, OTHER).relock(lambda: None)
    assert box(tmp_path).open(sealed, b"") == b"secret"


def test_a_short_passphrase_is_refused_before_anything_is_written(tmp_path):
    """Fewer than eight characters protect nothing."""
    with pytest.raises(PassphraseMissingError, match="fewer than 8"):
        box(tmp_path, "seven", fresh=True)
    assert not (tmp_path / KEY_FILE).exists()


def test_one_passphrase_is_the_same_on_every_keyboard(tmp_path):
    """Letters with accents typed as one sign or as two are the same passphrase."""
    sealed = box(tmp_path, "déjà vu déjà vu", fresh=True).seal(b"secret", b"")
    assert box(tmp_path, "de\u0301ja\u0300 vu de\u0301ja\u0300 vu").open(sealed, b"") == b"secret"


@pytest.mark.parametrize(
    "change",
    [
        {"format": "something else"},
        {"key": "00"},
        {"key": 5},
        {"salt": "00"},
        {"scrypt_log2_n": 40},
        {"scrypt_log2_n": "many"},
        {"version": 2},
    ],
)
def test_a_damaged_key_file_is_refused_in_words(tmp_path, change):
    """Whatever is altered is an error of the vault: no work without end is begun, nothing is written."""
    box(tmp_path, PHRASE, fresh=True)
    path = tmp_path / KEY_FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    before = path.read_bytes()
    with pytest.raises(VaultError, match=r"damaged|newer|does not open"):
        box(tmp_path, PHRASE)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000, "\xff"])
def test_a_file_that_is_no_key_file_is_refused_in_words(tmp_path, text):
    """What is no JSON of ours is told so."""
    (tmp_path / KEY_FILE).write_bytes(text.encode("latin-1"))
    (tmp_path / KEY_FILE).chmod(0o600)
    with pytest.raises(KeyFileDamagedError, match="no key file"):
        box(tmp_path)


def test_a_key_that_others_can_read_is_refused(tmp_path):
    """A key file with wider rights is not used, and the cure is named."""
    box(tmp_path, fresh=True)
    (tmp_path / KEY_FILE).chmod(0o640)
    with pytest.raises(KeyFileDamagedError, match="chmod 600"):
        box(tmp_path)


def test_a_protected_file_is_sealed_under_its_name(tmp_path):
    """It is made once, opens again, not under another name; a plain one is sealed, `renew` makes another."""
    one, path = Strongbox(bytes(32), secrets.token_bytes), tmp_path / "tls.key"
    assert protected_file(path, one) is None
    assert protected_file(path, one, lambda: b"PEM one") == b"PEM one"
    assert b"PEM" not in path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert protected_file(path, one, lambda: b"PEM two") == b"PEM one"
    with pytest.raises(AlteredError):
        protected_file(path.rename(tmp_path / "other.key"), one)
    path.write_bytes(b"PEM plain")
    path.chmod(0o600)
    assert protected_file(path, one, is_plain=lambda data: data.startswith(b"PEM")) == b"PEM plain"
    assert b"PEM" not in path.read_bytes()
    assert protected_file(path, one, lambda: b"PEM new", renew=True) == b"PEM new"


def test_a_service_hands_its_passphrase_over(tmp_path, monkeypatch):
    """A file comes before the variable; only its first line counts; a file that is not there is an error."""
    monkeypatch.delenv("SEALED_PASSPHRASE_FILE", raising=False)
    monkeypatch.setenv("SEALED_PASSPHRASE", PHRASE)
    assert from_environment() == PHRASE
    (tmp_path / "credential").write_text(f"{OTHER}\nmore\n")
    monkeypatch.setenv("SEALED_PASSPHRASE_FILE", str(tmp_path / "credential"))
    assert from_environment() == of_service_or_person("?").fresh() == OTHER
    monkeypatch.setenv("SEALED_PASSPHRASE_FILE", str(tmp_path / "nothing"))
    with pytest.raises(PassphraseMissingError, match="cannot be read"):
        from_environment()


def test_nobody_is_asked_where_there_is_no_terminal(monkeypatch):
    """A program without a terminal gets no passphrase instead of waiting for one."""
    monkeypatch.delenv("SEALED_PASSPHRASE_FILE", raising=False)
    monkeypatch.delenv("SEALED_PASSPHRASE", raising=False)
    assert of_service_or_person("?").locked() is None
