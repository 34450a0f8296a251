"""Laws of the store of a seat: both kinds keep the same, and the one on disk keeps it private and durable."""

from __future__ import annotations

import stat
from random import Random

import pytest
from store_keys import store_key

from sealed.fairness.signing.keys import load_backend
from sealed_client.seat_store import Kept, Kind, MemorySeatStore, StoreError
from sealed_client.sqlite_seat_store import FILE_NAME, SqliteSeatStore

TABLE, OTHER = b"t" * 32, b"o" * 32
THINGS = (Kept(Kind.INVITED, b"one"), Kept(Kind.LINK, b"\x00two"), Kept(Kind.SENT, b""))


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path):
    """A store of each kind, empty."""
    if request.param == "memory":
        return MemorySeatStore(load_backend())
    return SqliteSeatStore(tmp_path / "seat", load_backend(), store_key(tmp_path / "seat"))


def test_what_was_kept_comes_back_in_order(store):
    """Things of a table come back as they were kept, in that order, and only those of that table."""
    assert store.load(TABLE) == ()
    store.keep(TABLE, THINGS[:1])
    store.keep(OTHER, THINGS[2:])
    store.keep(TABLE, THINGS[1:])
    assert store.load(TABLE) == THINGS
    assert store.load(OTHER) == THINGS[2:]
    assert store.tables() == (TABLE, OTHER)


def test_one_store_holds_one_identity(store):
    """An identity is kept once; a second one is refused and does not replace it."""
    rng = Random(1)
    assert store.identity() is None
    made = store.keep_identity(rng.randbytes(32), rng.randbytes(32), "Ada")
    with pytest.raises(StoreError, match="holds an identity already"):
        store.keep_identity(rng.randbytes(32), rng.randbytes(32), "Eve")
    found = store.identity()
    assert (found.public, found.client_secret, found.name) == (made.public, made.client_secret, "Ada")


def test_an_identity_has_two_secrets_of_32_bytes(store):
    """Secrets of another length are refused, and nothing is kept."""
    with pytest.raises(ValueError, match="32 bytes"):
        store.keep_identity(bytes(32), bytes(31), "Ada")
    with pytest.raises(ValueError, match="32 bytes"):
        store.keep_identity(bytes(33), bytes(32), "Ada")
    assert store.identity() is None


def test_only_the_owner_may_read_the_file(tmp_path):
    """The file has mode 0600, its folder 0700, whatever the process's mask says."""
    SqliteSeatStore(tmp_path / "seat", load_backend(), store_key(tmp_path / "seat")).keep(TABLE, THINGS)
    for path in (tmp_path / "seat").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
    assert stat.S_IMODE((tmp_path / "seat").stat().st_mode) == 0o700


def test_the_file_outlives_its_process(tmp_path):
    """A store that is opened again holds what was kept before."""
    first = SqliteSeatStore(tmp_path, load_backend(), store_key(tmp_path))
    identity = first.keep_identity(bytes(32), bytes(32), "Ada")
    first.keep(TABLE, THINGS)
    first.close()
    again = SqliteSeatStore(tmp_path, load_backend(), store_key(tmp_path))
    assert again.load(TABLE) == THINGS
    assert again.identity().public == identity.public


def test_two_programs_never_share_a_store(tmp_path):
    """A store that is in use is refused in words, so a seat never has two writers on one device."""
    first = SqliteSeatStore(tmp_path, load_backend(), store_key(tmp_path))
    first.keep(TABLE, THINGS)
    with pytest.raises(StoreError, match="Another program uses the identity"):
        SqliteSeatStore(tmp_path, load_backend(), store_key(tmp_path))


def test_a_damaged_file_is_refused_in_words(tmp_path):
    """A file that is no store is neither used nor overwritten."""
    path = tmp_path / FILE_NAME
    path.write_bytes(b"something else entirely" * 100)
    with pytest.raises(StoreError, match="damaged"):
        SqliteSeatStore(tmp_path, load_backend(), store_key(tmp_path))
    assert path.read_bytes().startswith(b"something else")


def test_a_folder_that_cannot_be_made_is_refused_in_words(tmp_path):
    """Where a file stands in the way of the folder, the text names the folder."""
    (tmp_path / "seat").write_text("in the way")
    with pytest.raises(StoreError, match="seat"):
        SqliteSeatStore(tmp_path / "seat", load_backend(), store_key(tmp_path / "seat"))


def test_a_failed_keep_keeps_nothing(tmp_path):
    """If one thing of several cannot be kept, none is."""
    store = SqliteSeatStore(tmp_path, load_backend(), store_key(tmp_path))
    trigger = (
        "CREATE TRIGGER t BEFORE INSERT ON kept WHEN NEW.kind = 'sent' BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    store._database.execute(trigger)
    with pytest.raises(StoreError):
        store.keep(TABLE, THINGS)
    assert store.load(TABLE) == ()
    store.keep(TABLE, THINGS[:2])
    assert store.load(TABLE) == THINGS[:2]
