"""What lies on a player's disk: no secret in the clear, and none that opens in the place of another."""

from __future__ import annotations

import sqlite3
from random import Random

import pytest
from store_keys import store_key

from sealed.fairness.signing.keys import load_backend
from sealed.vault import ciphers
from sealed.vault.passphrases import Cost
from sealed.vault.store_key import KEY_FILE
from sealed_client import sqlite_seat_store
from sealed_client.seat_store import Kept, Kind, LockedStoreError, StoreError
from sealed_client.sqlite_seat_store import FILE_NAME, SqliteSeatStore

PHRASE = "seven quiet otters"
TABLE, OTHER = b"t" * 32, b"o" * 32
SECRET, CLIENT = Random(1).randbytes(32), Random(2).randbytes(32)
HIDDEN = {kind: Random(str(kind)).randbytes(40) for kind in (Kind.OPENING, Kind.SENT, Kind.LINK)}
THINGS = (
    Kept(Kind.INVITED, b"public parameters"),
    *(Kept(kind, body) for kind, body in HIDDEN.items()),
    Kept(Kind.BATCH, b"public entries"),
)
UNSEALED = sqlite_seat_store._SCHEMA
"""The tables of the first version, whose secrets lay open."""


@pytest.fixture(autouse=True)
def cheap(monkeypatch):
    """Makes passphrases cheap to try, for tests only."""
    monkeypatch.setattr(Cost, "log2_n", 10)


def opened(folder, passphrase=None):
    return SqliteSeatStore(folder, load_backend(), store_key(folder, passphrase))


def found(folder):
    """Returns which secrets stand in which file, as they are or in hex."""
    wanted = {"key": SECRET, "client secret": CLIENT} | {str(kind): body for kind, body in HIDDEN.items()}
    return [
        (path.name, what)
        for path in folder.iterdir()
        for what, secret in wanted.items()
        if secret in path.read_bytes() or secret.hex().encode() in path.read_bytes()
    ]


@pytest.mark.parametrize("passphrase", [None, PHRASE])
def test_no_byte_of_the_store_shows_a_secret(tmp_path, passphrase):
    """Open or closed, no file shows the key, the client secret, a private message, own handles or a link."""
    store = opened(tmp_path, passphrase)
    store.keep_identity(SECRET, CLIENT, "Ada")
    store.keep(TABLE, THINGS)
    assert found(tmp_path) == []
    store.close()
    assert found(tmp_path) == []
    again = opened(tmp_path, passphrase)
    assert again.load(TABLE) == THINGS
    assert again.identity().client_secret == CLIENT


def test_a_planted_secret_is_found(tmp_path):
    """The scan is able to fail."""
    store = opened(tmp_path)
    store.keep(TABLE, [Kept(Kind.BATCH, SECRET), Kept(Kind.REFUSED, CLIENT.hex().encode())])
    store.close()
    assert found(tmp_path) == [(FILE_NAME, "key"), (FILE_NAME, "client secret")]


def test_the_pure_cipher_opens_what_the_compiled_one_sealed(tmp_path, monkeypatch):
    """A store may go from a desk to a phone and back."""
    store = opened(tmp_path)
    store.keep(TABLE, THINGS)
    store.close()
    monkeypatch.setattr("sealed.vault.strongbox.load_cipher", lambda: ciphers.load_cipher("pure"))
    phone = opened(tmp_path)
    assert phone.load(TABLE) == THINGS
    phone.keep(OTHER, THINGS)
    phone.close()
    monkeypatch.undo()
    assert opened(tmp_path).load(OTHER) == THINGS


def test_a_kind_that_nobody_thought_of_is_sealed():
    """Public is only what is on the list: later kinds are sealed until somebody decides otherwise."""
    public = {"invited", "joined", "committed", "agreed", "batch", "refused", "restored"}
    assert {kind.value for kind in sqlite_seat_store._PUBLIC} == public


MOVES = {
    "a thing of another table": (
        "UPDATE kept SET table_key=CAST(replace(table_key, 't', 'o') AS BLOB) WHERE kind='link'",
        OTHER,
    ),
    "a thing of another kind": ("UPDATE kept SET kind='sent' WHERE kind='link'", TABLE),
    "a thing at another place": ("UPDATE kept SET number=100 WHERE kind='link'", TABLE),
    "a thing in the clear": ("UPDATE kept SET body=x'00' WHERE kind='link'", TABLE),
}


@pytest.mark.parametrize("move", MOVES)
def test_nothing_opens_in_the_place_of_another(tmp_path, move):
    """A sealed thing that was moved or changed in the file is told in words and not used."""
    store = opened(tmp_path)
    store.keep(TABLE, THINGS)
    store.close()
    statement, table = MOVES[move]
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        assert database.execute(statement).rowcount == 1
    database.close()
    with pytest.raises(LockedStoreError, match="altered or moved"):
        opened(tmp_path).load(table)


def test_key_and_client_secret_do_not_open_in_each_others_place(tmp_path):
    """The two secrets of an identity cannot be exchanged."""
    store = opened(tmp_path)
    store.keep_identity(SECRET, CLIENT, "Ada")
    store.close()
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("UPDATE identity SET key_secret=client_secret, client_secret=key_secret")
    database.close()
    with pytest.raises(LockedStoreError, match="altered or moved"):
        opened(tmp_path).identity()


@pytest.mark.parametrize(("passphrase", "words"), [("eight quiet otters", "not open"), (None, "none was")])
def test_without_the_passphrase_the_store_stays_shut(tmp_path, passphrase, words):
    """A wrong or missing passphrase is told in words, nothing is written, and the store is free again."""
    store = opened(tmp_path, PHRASE)
    store.keep(TABLE, THINGS)
    store.close()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(LockedStoreError, match=words):
        opened(tmp_path, passphrase)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert opened(tmp_path, PHRASE).load(TABLE) == THINGS


def test_a_store_without_its_key_file_stays_shut(tmp_path):
    """A missing key file is told in words; no new key is drawn."""
    opened(tmp_path).close()
    (tmp_path / KEY_FILE).unlink()
    with pytest.raises(LockedStoreError, match="missing"):
        opened(tmp_path)
    assert not (tmp_path / KEY_FILE).exists()


def test_a_key_file_of_another_store_is_noticed(tmp_path):
    """Exchanged key files are told in words."""
    for name in ("one", "other"):
        opened(tmp_path / name).close()
    (tmp_path / "other" / KEY_FILE).replace(tmp_path / "one" / KEY_FILE)
    with pytest.raises(LockedStoreError, match="not the one of the store"):
        opened(tmp_path / "one")


def test_a_store_of_the_first_version_is_sealed_and_nothing_stays_behind(tmp_path):
    """The migration loses nothing and leaves no secret in free pages."""
    tmp_path.joinpath(FILE_NAME).touch(0o600)
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.executescript(UNSEALED + "PRAGMA user_version=1; PRAGMA journal_mode=WAL;")
        database.execute("INSERT INTO identity VALUES (1,?,?,?)", (SECRET, CLIENT, "Ada"))
        database.executemany(
            "INSERT INTO kept (table_key, kind, body) VALUES (?,?,?)",
            [(TABLE, thing.kind.value, thing.body) for thing in THINGS],
        )
    database.close()
    assert len(found(tmp_path)) == 5
    store = opened(tmp_path)
    assert store.load(TABLE) == THINGS
    assert store.identity().name == "Ada"
    assert found(tmp_path) == []
    store.close()
    assert found(tmp_path) == []


def test_an_older_program_refuses_a_newer_store_in_words(tmp_path, monkeypatch):
    """The versions before and after this one leave a store alone that they do not know."""
    opened(tmp_path).close()
    monkeypatch.setattr(sqlite_seat_store, "_VERSION", 1)
    with pytest.raises(StoreError, match="another version"):
        opened(tmp_path)
