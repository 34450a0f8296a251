"""What lies on a referee's disk: no secret in the clear, and none that opens in the place of another."""

from __future__ import annotations

import resource
import secrets
import sqlite3
import stat
from random import Random

import pytest
from store_keys import store_key
from table_match import MemoryMatch, begin_match, play_match, referee_keys
from table_titles import POPULAR_FRONT, SKIRMISH, titles

from sealed.fairness.arithmetic.blind import blind_seed, salt_in, salt_out
from sealed.fairness.arithmetic.tape import tape_seed
from sealed.fairness.signing.keys import load_backend
from sealed.vault.passphrases import Cost
from sealed.vault.store_key import KEY_FILE
from sealed_referee import at_rest, journal
from sealed_referee.changes import FactKind
from sealed_referee.cli import run
from sealed_referee.identity_key import KEY_FILE as IDENTITY_FILE
from sealed_referee.identity_key import PKCS8, open_key
from sealed_referee.journal import Journal, JournalSecretError, JournalVersionError
from sealed_referee.options import StoreError
from sealed_referee.restoring import restore_table

PHRASE = "seven quiet otters"
UNSEALED = journal._SCHEMA
"""The tables of the first version, whose secrets lay open."""


@pytest.fixture(autouse=True)
def cheap(monkeypatch):
    """Makes passphrases cheap to try, for tests only."""
    monkeypatch.setattr(Cost, "log2_n", 10)


def opened(folder, passphrase=None):
    return Journal(folder / "journal.sqlite", store_key(folder, passphrase))


def on_disk(folder):
    """Returns the bytes of every file of a store, the write-ahead log and its index among them."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def found(folder, wanted):
    """Returns which of these secrets stand in which file, as they are or in hex."""
    return [
        (name, what)
        for name, data in on_disk(folder).items()
        for what, secret in wanted.items()
        if secret in data or secret.hex().encode() in data or secret.hex().upper().encode() in data
    ]


def hidden(match):
    """Returns what is not public yet: K_t, R, seeds and salts, and handles as they are kept."""
    table = match.table
    r = tape_seed(table.opening.secret)
    seeds = {seat.seat: blind_seed(table.table_id, r, seat.seat) for seat in match.seats}
    secret = {"K_t": table.opening.secret, "R": r} | {f"seed {seat}": seed for seat, seed in seeds.items()}
    for seat, seed in seeds.items():
        secret |= {f"inner salt {seat}.{n}": salt_in(seed, n) for n in range(1, 80)}
        secret |= {f"outer salt {seat}.{n}": salt_out(seed, n) for n in range(1, 80)}
    facts = [fact for change in match.changes for fact in change.facts if fact.kind == FactKind.HANDLES]
    # Shorter ones would turn up by chance.
    secret |= {f"handles {at}": fact.data for at, fact in enumerate(facts) if len(fact.data) >= 10}
    public = b"".join(entry.payload for entry in match.entries)
    return {what: value for what, value in secret.items() if value not in public}


@pytest.mark.parametrize("passphrase", [None, PHRASE])
def test_no_byte_of_the_store_shows_a_secret_while_a_game_runs(tmp_path, passphrase):
    """Commit by commit neither the database nor its -wal and -shm hold K_t, R, a seed, a salt or a handle."""
    match, kept = begin_match(POPULAR_FRONT, 2, Random(2)), 0
    store = opened(tmp_path, passphrase)
    for steps in (1, 30, 60, 150):
        match.play(steps)
        store.commit(match.changes[kept:])
        kept = len(match.changes)
        assert {"journal.sqlite-wal", "journal.sqlite-shm"} <= set(on_disk(tmp_path))
        assert found(tmp_path, hidden(match)) == []
    assert len([what for what in hidden(match) if what.startswith("handles")]) > 5
    assert len([what for what in hidden(match) if "salt" in what]) > 100
    store.close()
    assert found(tmp_path, hidden(match)) == []


def test_no_link_stands_on_disk_before_its_slot_has_ended(tmp_path):
    """What one seat has released and the others do not know yet is sealed like a deck."""
    match = begin_match(SKIRMISH, 2, Random(2))
    match.open_slot()
    k, link = match.seats[0].link()
    match.deliver(match.table.contribute(1, k, link, match.tick()))
    store = opened(tmp_path)
    store.commit(match.changes)
    assert found(tmp_path, {"link": link}) == []
    assert [fact.data for fact in store.load("quiet-otter").facts if fact.kind == FactKind.LINK][-1] == link
    store.close()


def test_after_a_game_the_table_secret_is_on_no_disk(tmp_path):
    """R is published at the end; K_t never is, and handles stay sealed."""
    match = play_match(SKIRMISH, 2, Random(1))
    store = opened(tmp_path)
    store.commit(match.changes)
    store.close()
    assert "K_t" in hidden(match)
    assert found(tmp_path, hidden(match)) == []
    assert found(tmp_path, {"R": tape_seed(match.table.opening.secret)})


def test_a_planted_secret_is_found(tmp_path):
    """The scan is able to fail: a secret left in the clear in a row or in the write-ahead log is found."""
    match = begin_match(SKIRMISH, 2, Random(2))
    store = opened(tmp_path)
    store.commit(match.changes)
    secret = match.table.opening.secret
    store._database.execute("UPDATE tables SET request=?", (secret,))
    assert found(tmp_path, hidden(match)) == [("journal.sqlite-wal", "K_t")]
    store.close()
    assert found(tmp_path, hidden(match)) == [("journal.sqlite", "K_t")]


@pytest.mark.parametrize("passphrase", [None, PHRASE])
def test_a_sealed_table_is_restored_and_plays_on(tmp_path, passphrase):
    """What was sealed comes back whole, in another process too."""
    match = begin_match(POPULAR_FRONT, 2, Random(2))
    match.play(40)
    first = opened(tmp_path, passphrase)
    assert first.protected is (passphrase is not None)
    first.commit(match.changes)
    first.close()
    second = opened(tmp_path, passphrase)
    assert second.load("quiet-otter") == match.saved()
    assert restore_table(second.load("quiet-otter"), titles, referee_keys()).heads == match.heads
    second.close()


def table_of_two(folder):
    """Stores two tables, each with facts of both seats; returns the path of the database."""
    store = opened(folder)
    for name in ("quiet-otter", "loud-otter"):
        match = MemoryMatch.open(SKIRMISH, 2, Random(name))
        match.set_up()
        match.find("bury")
        match.play(8)
        for change in match.changes:
            opening = change.opening
            if opening is not None:
                opening = opening.__class__(
                    name, *(getattr(opening, field) for field in opening.__slots__ if field != "lobby_id")
                )
            store.commit([change.__class__(name, *_rest(change), opening)])
    store.close()
    return folder / "journal.sqlite"


def _rest(change):
    return change.expected_size, change.entries, change.head, change.facts


MOVES = {
    "the secret of one table in another": (
        "UPDATE tables SET secret=(SELECT secret FROM tables WHERE lobby_id='loud-otter')"
    ),
    "a fact of one table in another": (
        "UPDATE facts SET table_id=3-table_id WHERE number=(SELECT max(number) FROM facts)"
    ),
    "a fact of another seat": "UPDATE facts SET seat=3-seat WHERE kind=6",
    "handles of another reference": "UPDATE facts SET value=value+1 WHERE kind=7",
    "a link as handles": "UPDATE facts SET kind=7 WHERE kind=6",
    "a later time of receipt": "UPDATE facts SET time_ms=time_ms+1",
    "one byte of a handle": (
        "UPDATE facts SET data=CAST(substr(data,1,12)||x'00'||substr(data,14) AS BLOB) WHERE kind=7"
    ),
    "a secret in the clear": "UPDATE tables SET secret=zeroblob(32)",
    "nothing": "UPDATE facts SET data=x''",
}


@pytest.mark.parametrize("move", MOVES)
def test_no_row_opens_in_the_place_of_another(tmp_path, move):
    """Whoever can write to the database cannot move or change a sealed row: it does not open there."""
    path = table_of_two(tmp_path)
    with sqlite3.connect(path) as database:
        assert database.execute(MOVES[move]).rowcount > 0
    store = opened(tmp_path)
    with pytest.raises(JournalSecretError, match="altered or moved"):
        store.load_all()
    store.close()


def test_a_key_of_another_store_is_noticed_before_anything_else(tmp_path):
    """A key file that was exchanged is told in words, and nothing is written."""
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        opened(tmp_path / name).close()
    (tmp_path / "other" / KEY_FILE).replace(tmp_path / "one" / KEY_FILE)
    before = on_disk(tmp_path / "one")
    with pytest.raises(JournalSecretError, match="not that of"):
        opened(tmp_path / "one")
    assert on_disk(tmp_path / "one") == before


@pytest.mark.parametrize(("passphrase", "words"), [("eight quiet otters", "not open"), (None, "none was")])
def test_without_the_passphrase_the_store_stays_shut(tmp_path, passphrase, words):
    """A wrong or missing passphrase is an error in words; nothing is written, the lock is given back."""
    opened(tmp_path, PHRASE).close()
    before = on_disk(tmp_path)
    with pytest.raises(JournalSecretError, match=words):
        opened(tmp_path, passphrase)
    assert on_disk(tmp_path) == before
    opened(tmp_path, PHRASE).close()


def test_a_store_without_its_key_file_stays_shut(tmp_path):
    """A missing key file is an error in words; no new key is drawn."""
    opened(tmp_path).close()
    (tmp_path / KEY_FILE).unlink()
    with pytest.raises(JournalSecretError, match="missing"):
        opened(tmp_path)
    assert not (tmp_path / KEY_FILE).exists()


# ---- from version to version ----


def unsealed(folder, match):
    """Writes a store of the first version, as the referee of that time did."""
    folder.mkdir(exist_ok=True)
    with sqlite3.connect(folder / "journal.sqlite") as database:
        database.executescript(UNSEALED + "PRAGMA user_version=1; PRAGMA journal_mode=WAL;")
        saved = match.saved()
        opening = saved.opening
        row = (opening.lobby_id, opening.params, opening.params_sig, opening.secret, opening.request)
        database.execute(
            "INSERT INTO tables VALUES (1,?,?,?,?,?,?,?,?)",
            (*row, opening.creator, opening.created_ms, len(saved.entries)),
        )
        database.executemany(
            "INSERT INTO entries VALUES (1,?,?,?)", [(e.index, e.type, e.payload) for e in saved.entries]
        )
        database.executemany(
            "INSERT INTO heads VALUES (1,?,?,?,?)", [(h.size, h.root, h.time_ms, h.sig) for h in saved.heads]
        )
        database.executemany(
            "INSERT INTO facts (table_id, kind, seat, value, data, time_ms) VALUES (1,?,?,?,?,?)", saved.facts
        )
    database.close()


@pytest.fixture
def old(tmp_path):
    """A store of the first version with a match in it: the folder, the match."""
    match = begin_match(POPULAR_FRONT, 2, Random(2))
    match.play(150)
    unsealed(tmp_path, match)
    assert found(tmp_path, hidden(match))
    return tmp_path, match


def test_a_store_of_the_first_version_is_sealed_and_nothing_stays_behind(old):
    """The migration loses nothing, and leaves no secret in free pages or in the write-ahead log."""
    folder, match = old
    store = opened(folder)
    assert store.load("quiet-otter") == match.saved()
    assert found(folder, hidden(match)) == []
    store.close()
    assert found(folder, hidden(match)) == []
    assert opened(folder).load("quiet-otter") == match.saved()


def test_a_migration_is_done_as_a_whole_or_not_at_all(old, monkeypatch):
    """A program that dies in the middle leaves the store as it was; the next one seals it."""
    folder, match = old
    real, sealed = Journal._seal_all, []

    def dies(self):
        real(self)
        sealed.append(self)
        raise KeyboardInterrupt

    monkeypatch.setattr(Journal, "_seal_all", dies)
    with pytest.raises(KeyboardInterrupt):
        opened(folder)
    assert sealed
    with sqlite3.connect(folder / "journal.sqlite") as database:
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
        assert database.execute("SELECT secret FROM tables").fetchone() == (match.table.opening.secret,)
    database.close()
    monkeypatch.undo()
    assert opened(folder).load("quiet-otter") == match.saved()


def test_an_older_program_refuses_a_newer_store_in_words(tmp_path, monkeypatch):
    """The versions before and after this one leave a store alone that they do not know."""
    opened(tmp_path).close()
    monkeypatch.setattr(journal, "SCHEMA_VERSION", 1)
    with pytest.raises(JournalVersionError, match=r"version 2 .* knows 1"):
        opened(tmp_path)


# ---- the identity of the referee ----


def identity(folder, passphrase=None, *, fresh=False):
    box = store_key(folder, passphrase).unlock(fresh=fresh).box
    return open_key(folder, box, load_backend(), secrets.token_bytes, fresh=fresh)


def test_the_identity_is_a_sealed_pkcs8(tmp_path):
    """The key is kept in its standard form, sealed, and is the same at each start."""
    made = identity(tmp_path, PHRASE, fresh=True)
    data = (tmp_path / IDENTITY_FILE).read_bytes()
    assert PKCS8 not in data
    assert made._secret not in data
    assert identity(tmp_path, PHRASE).public == made.public
    assert stat.S_IMODE((tmp_path / IDENTITY_FILE).stat().st_mode) == 0o600


def test_a_plain_key_of_the_first_edition_is_sealed(tmp_path):
    """A file of 32 bytes is taken over and is not in the clear after that."""
    secret = bytes(range(32))
    (tmp_path / IDENTITY_FILE).write_bytes(secret)
    (tmp_path / IDENTITY_FILE).chmod(0o600)
    first = identity(tmp_path, fresh=True)
    assert secret not in (tmp_path / IDENTITY_FILE).read_bytes()
    assert identity(tmp_path).public == first.public == load_backend().public_key(secret)


@pytest.mark.parametrize("text", [b"", b"x" * 31, b"x" * 76, b"x" * 200])
def test_an_altered_identity_is_told_in_words(tmp_path, text):
    """Whatever stands in the file, it is no key of another, and the file stays."""
    identity(tmp_path, fresh=True)
    (tmp_path / IDENTITY_FILE).write_bytes(text)
    with pytest.raises(StoreError, match="cannot be used"):
        identity(tmp_path)
    assert (tmp_path / IDENTITY_FILE).read_bytes() == text


# ---- what an operator is told ----


def test_an_operator_is_told_what_an_unattended_key_protects_from(tmp_path):
    """Without a passphrase he is told that whoever reads the folder reads the decks, and the cure."""
    said = at_rest.told(tmp_path, protected=False)
    assert "anybody who can read this folder can read the decks" in said
    assert f"sealed key passphrase --store {tmp_path}" in said
    assert "your passphrase only" in at_rest.told(tmp_path, protected=True)


def test_the_command_says_what_is_wrong_with_a_locked_store(tmp_path, capsys, monkeypatch):
    """`sealed referee` on a locked store without its passphrase ends with 1 and a sentence, no traceback."""
    opened(tmp_path, PHRASE).close()
    monkeypatch.delenv("SEALED_PASSPHRASE", raising=False)
    monkeypatch.delenv("SEALED_PASSPHRASE_FILE", raising=False)
    monkeypatch.setattr(at_rest, "forbid_core_dumps", lambda: None)
    assert run(["--store", str(tmp_path), "--listen", "127.0.0.1:0"]) == 1
    assert "locked by a passphrase" in capsys.readouterr().err
    (tmp_path / KEY_FILE).write_text("{}")
    assert run(["--store", str(tmp_path), "--listen", "127.0.0.1:0"]) == 1
    assert "no key file" in capsys.readouterr().err


def test_a_crash_leaves_no_image_of_the_memory(monkeypatch):
    """Core dumps are limited to nothing, also for what is started from here."""
    limits = []
    monkeypatch.setattr(resource, "setrlimit", lambda *what: limits.append(what))
    at_rest.forbid_core_dumps()
    assert limits == [(resource.RLIMIT_CORE, (0, 0))]
