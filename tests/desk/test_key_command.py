"""`sealed key`: what a person sees and types, and a game that goes on from a backup, all for real."""

import asyncio
import io
import stat
from itertools import pairwise
from random import Random

import pytest
from person import Person

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import read_record_bytes
from sealed.fairness.signing.messages import parse_header
from sealed.vault.passphrases import Cost
from sealed.vault.store_key import is_locked
from sealed.wire.v1.fairness_pb2 import ActEntry, Entry
from sealed_client.bots import make_bot
from sealed_client.desk import device, main
from sealed_client.desk.house import open_house
from sealed_client.desk.join_command import join
from sealed_client.desk.seats import BotSeat, lobby_of, sit
from sealed_client.desk.talking import Streams
from sealed_client.desk.titles import title_named
from sealed_client.desk.trouble import Trouble
from sealed_client.outbox import TAKE_OVER_LEAP
from sealed_client.sqlite_seat_store import FILE_NAME

PHRASE, OTHER = "seven quiet otters", "eight quiet otters"


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Makes passphrases cheap to try, and nobody's environment open a store."""
    monkeypatch.setattr(Cost, "log2_n", 10)
    monkeypatch.delenv("SEALED_PASSPHRASE", raising=False)
    monkeypatch.delenv("SEALED_PASSPHRASE_FILE", raising=False)


@pytest.fixture
def key(monkeypatch, capsys):
    """Runs `sealed key` with lines typed to it; returns the exit code and all that was said."""

    def run(*words, typed=()):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        capsys.readouterr()
        code = main(["key", *map(str, words)])
        said = capsys.readouterr()
        for line in typed:
            assert line not in said.out + said.err
        assert "Traceback" not in said.err
        return code, said.out + said.err

    return run


def player(folder, name="Ada"):
    """Makes an identity in a folder; returns its public key."""
    desk, store = device.open_desk(folder, name)
    store.close()
    return desk.identity.public.hex()


# ---- show ----


def test_show_says_who_where_and_how_it_is_kept(key, tmp_path):
    """Name, public key, fingerprint in groups, place, and truly that nothing locks it; no secret."""
    public = player(tmp_path / "ada")
    code, said = key("show", "--store", tmp_path / "ada")
    assert code == 0
    assert "Name: Ada" in said
    assert public in said
    groups = said.split("read aloud: ")[1].split("\n")[0].split("-")
    assert [len(group) for group in groups] == [4] * 8
    assert str(tmp_path / "ada" / FILE_NAME) in said
    assert "Locked: no." in said
    assert "not whoever can read the whole folder" in said


@pytest.mark.parametrize("action", ["show", "backup", "link"])
def test_where_nobody_is_yet_nobody_is_made(key, tmp_path, action):
    """A folder without an identity gets none by looking."""
    code, said = key(action, tmp_path / "file", "--store", tmp_path / "new", typed=[PHRASE])
    assert code == 2
    assert "no identity" in said
    assert not (tmp_path / "new").exists()


def test_a_new_player_is_told_to_keep_a_copy_once(tmp_path):
    """Whoever gets an identity at the terminal is told how to keep it; who comes back is not."""
    for words in ("sealed key backup FILE", ""):
        out = io.StringIO()
        _, store = device.open_own_desk(tmp_path / "ada", "Ada", out)
        store.close()
        assert words in out.getvalue()
        assert bool(words) == bool(out.getvalue())


def test_a_name_that_is_given_later_is_taken(key, tmp_path):
    """Whoever sat down without a name gets the one he gives, under the same key; giving none keeps it."""
    public = player(tmp_path / "ada", None)
    assert player(tmp_path / "ada", "Ada") == public
    assert player(tmp_path / "ada", None) == public
    assert "Name: Ada" in key("show", "--store", tmp_path / "ada")[1]


def test_a_name_that_no_table_takes_makes_nothing(tmp_path):
    """The reason is in plain words, and the next try is told that it is new."""
    with pytest.raises(Trouble, match="take this name: it has a control character") as refused:
        device.open_own_desk(tmp_path / "ada", "Da\x1b[31m", io.StringIO())
    assert "Choose another" in str(refused.value)
    assert not (tmp_path / "ada").exists()


# ---- backup and restore ----


def test_a_backup_brings_the_same_player_back(key, tmp_path):
    """Restore makes the same identity of what backup wrote for its owner alone, and knows its referees."""
    public = player(tmp_path / "ada")
    (tmp_path / "ada" / "referees.json").write_text('{"127.0.0.1:7465": {"key": "00"}}')
    code, said = key("backup", tmp_path / "b", "--store", tmp_path / "ada", typed=[PHRASE])
    assert code == 0
    assert "whoever has both is you" in said
    assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o600
    code, said = key("restore", tmp_path / "b", "--store", tmp_path / "new", typed=[PHRASE])
    assert code == 0
    assert "Ada is back" in said
    assert public in key("show", "--store", tmp_path / "new")[1]
    assert (tmp_path / "new" / "referees.json").read_text().startswith('{"127.0.0.1:7465"')


def test_a_backup_overwrites_no_file(key, tmp_path):
    """A name that is taken is refused before anything is typed."""
    player(tmp_path / "ada")
    (tmp_path / "b").write_text("mine")
    assert "exists already" in key("backup", tmp_path / "b", "--store", tmp_path / "ada")[1]
    assert (tmp_path / "b").read_text() == "mine"


@pytest.mark.parametrize(("typed", "words"), [([OTHER], "mistyped"), ([], "Nothing was typed")])
def test_without_the_passphrase_a_backup_gives_nothing(key, tmp_path, typed, words):
    """Another passphrase or none is told in a sentence, and no store is made."""
    player(tmp_path / "ada")
    key("backup", tmp_path / "b", "--store", tmp_path / "ada", typed=[PHRASE])
    code, said = key("restore", tmp_path / "b", "--store", tmp_path / "new", typed=typed)
    assert code == 2
    assert words in said
    assert not (tmp_path / "new").exists()


def test_what_is_no_backup_is_told_before_a_passphrase_is_asked(key, tmp_path):
    """A file of another kind, or none, is told at once."""
    (tmp_path / "b").write_text("holiday pictures")
    assert "no backup" in key("restore", tmp_path / "b", "--store", tmp_path / "new")[1]
    assert "no file" in key("restore", tmp_path / "c", "--store", tmp_path / "new")[1]
    assert "Name the file" in key("restore", "--store", tmp_path / "new")[1]


def test_another_identity_is_put_aside_only_on_demand(key, tmp_path):
    """Without --replace it stays and is named; with it, it lies beside and can come back."""
    ada, eve = player(tmp_path / "ada"), player(tmp_path / "eve", "Eve")
    key("backup", tmp_path / "b", "--store", tmp_path / "ada", typed=[PHRASE])
    code, said = key("restore", tmp_path / "b", "--store", tmp_path / "eve", typed=[PHRASE])
    assert code == 2
    assert "another identity, Eve" in said
    assert eve in key("show", "--store", tmp_path / "eve")[1]
    code, said = key("restore", tmp_path / "b", "--replace", "--store", tmp_path / "eve", typed=[PHRASE])
    assert code == 0
    assert ada in key("show", "--store", tmp_path / "eve")[1]
    (aside,) = [path for path in (tmp_path / "eve").iterdir() if path.name.startswith(FILE_NAME + ".")]
    assert str(aside) in said
    aside.replace(tmp_path / "eve" / FILE_NAME)
    assert eve in key("show", "--store", tmp_path / "eve")[1]


# ---- a second device ----


def test_a_second_device_becomes_the_same_player(key, tmp_path):
    """The file and the code make the other device the same identity with the same client secret."""
    player(tmp_path / "ada")
    code, said = key("link", tmp_path / "l", "--store", tmp_path / "ada")
    assert code == 0
    spoken = said.split("Code: ")[1].split("\n")[0]
    code, said = key("link", "--take", tmp_path / "l", "--store", tmp_path / "two", typed=[spoken.upper()])
    assert code == 0
    assert "This device is Ada now" in said
    stores = [device.open_store(tmp_path / name) for name in ("ada", "two")]
    assert stores[0].secrets() == stores[1].secrets()
    for store in stores:
        store.close()


def test_a_link_does_not_open_without_its_code(key, tmp_path):
    """Neither another code nor a backup's way opens it."""
    player(tmp_path / "ada")
    key("link", tmp_path / "l", "--store", tmp_path / "ada")
    code, said = key("link", "--take", tmp_path / "l", "--store", tmp_path / "two", typed=["0000-0000-0000"])
    assert (code, "mistyped" in said) == (2, True)
    assert "no backup" in key("restore", tmp_path / "l", "--store", tmp_path / "two")[1]
    assert not (tmp_path / "two").exists()


# ---- passphrase ----


def test_a_passphrase_locks_changes_and_goes(key, tmp_path, monkeypatch):
    """Once locked the store opens with it alone; it is changed and taken away only by who knows it."""
    folder = tmp_path / "ada"
    public = player(folder)
    assert key("passphrase", "--store", folder, typed=[PHRASE])[0] == 0
    code, said = key("show", "--store", folder)
    assert code == 2
    assert "locked by a passphrase" in said
    assert "does not open" in key("passphrase", "--store", folder, typed=[OTHER, OTHER])[1]
    assert key("passphrase", "--store", folder, typed=[PHRASE, OTHER])[0] == 0
    monkeypatch.setenv("SEALED_PASSPHRASE", OTHER)
    assert public in key("show", "--store", folder)[1]
    assert "Locked: no." in key("passphrase", "--remove", "--store", folder)[1]
    assert not is_locked(folder)
    assert "No passphrase locks" in key("passphrase", "--remove", "--store", folder)[1]


def test_a_short_passphrase_is_refused(key, tmp_path):
    """It is told why, and the store stays as it was."""
    player(tmp_path / "ada")
    assert "fewer than 8" in key("passphrase", "--store", tmp_path / "ada", typed=["seven"])[1]
    assert not is_locked(tmp_path / "ada")


def test_where_there_is_no_store_there_is_nothing_to_lock(key, tmp_path):
    """No folder and no key is made by it."""
    assert "no store" in key("passphrase", "--store", tmp_path / "new", typed=[PHRASE])[1]
    assert not (tmp_path / "new").exists()


def test_a_service_locks_a_fresh_store_from_the_first_start(tmp_path, monkeypatch):
    """Where the environment gives a passphrase, a new store is never open."""
    monkeypatch.setenv("SEALED_PASSPHRASE", PHRASE)
    player(tmp_path / "ada")
    assert is_locked(tmp_path / "ada")


def test_the_store_of_a_referee_is_locked_the_same_way(key, tmp_path):
    """A passphrase over a referee's folder: without it the referee does not start, with it, it does."""
    with open_house(tmp_path / "store", "127.0.0.1:0") as place:
        public = place.key
    assert key("passphrase", "--store", tmp_path / "store", typed=[PHRASE])[0] == 0
    with (
        pytest.raises(Trouble, match="locked by a passphrase"),
        open_house(tmp_path / "store", "127.0.0.1:0"),
    ):
        pass
    key("passphrase", "--remove", "--store", tmp_path / "store", typed=[PHRASE])
    with open_house(tmp_path / "store", "127.0.0.1:0") as place:
        assert place.key == public


# ---- a game that goes on from a backup (spec 2.8, case 113) ----


def chooser(seed, most=10**9):
    """Returns a way of typing: one of the numbers last put, and `quit` after so many lines."""
    rng, typed = Random(seed), [0]

    def type_line(numbers):
        typed[0] += 1
        return "quit" if typed[0] > most else str(rng.choice(numbers[-12:]))

    return type_line


@pytest.fixture
def house(tmp_path):
    """Is a referee that serves."""
    with open_house(tmp_path / "house", "127.0.0.1:0") as place:
        yield place


async def _play(house, folder, lobby_id, most=10**9):
    """Lets Ada play at a table until she has typed so much; returns the person."""
    person = Person(chooser(most, most))
    desk, store = device.open_desk(folder, "Ada")
    try:
        await join(house, desk, folder, (lobby_id, 1), Streams(person, person, folder / "records"))
    finally:
        store.close()
    return person


async def _left(house, lobby_id):
    """Waits until the referee knows that nobody is at seat 1; before that it is the old device's."""
    async with lobby_of(house, device.fleeting_desk("Host")) as (lobby, _):
        for _ in range(400):
            if not (await lobby.find(lobby_id)).seats[0].present:
                return
            await asyncio.sleep(0.02)
    raise AssertionError("the seat was never left")


def test_a_running_game_goes_on_from_a_backup_that_is_older_than_it(house, key, tmp_path):
    """Backed up, played on, lost, restored: it goes on 2^20 beyond, uses no number twice, and ends PASS."""

    async def match():
        async with lobby_of(house, device.fleeting_desk("Host")) as (lobby, _):
            options = {"round-cap": "8", "track": "44"}
            table = await lobby.create("popular-front", 2, Random(1).randbytes(16), options=options)
        opponent = device.fleeting_desk("Bob")
        seat = await sit(house, opponent, table.lobby_id, 2)
        bot = BotSeat(
            house, opponent, seat, table.lobby_id, make_bot("random", title_named("popular-front"), Random(1))
        )
        playing = asyncio.create_task(bot.play())
        await _play(house, tmp_path / "ada", table.lobby_id, 6)
        said = key("backup", tmp_path / "b", "--store", tmp_path / "ada", typed=[PHRASE])
        assert said[0] == 0
        await _play(house, tmp_path / "ada", table.lobby_id, 9)
        await _left(house, table.lobby_id)
        said = key("restore", tmp_path / "b", "--store", tmp_path / "new", typed=[PHRASE])
        assert "with 1 table." in said[1]
        person = await _play(house, tmp_path / "new", table.lobby_id)
        await asyncio.wait_for(playing, 30)
        return table.lobby_id, person

    lobby_id, person = asyncio.run(match())
    assert "Audit on this device: PASS." in person.transcript
    record = tmp_path / "match.ftr"
    assert main(["record", lobby_id, "--address", str(house), "--output", str(record)]) == 0
    assert main(["verify", str(record)]) == 0
    acts = [
        parse_header(ActEntry.FromString(line.payload).msg.header)
        for line in read_record_bytes(record.read_bytes()).lines
        if isinstance(line, Entry) and line.type == EntryType.ACT
    ]
    numbers = [header.counter for header in acts if header.seat == 1]
    assert len(set(numbers)) == len(numbers)
    steps = [after - before for before, after in pairwise(numbers)]
    assert [step >= TAKE_OVER_LEAP for step in steps if step > 1000] == [True]


def test_a_seat_without_its_secrets_is_told_what_to_do(house, tmp_path, key):
    """Somebody of the same name with another key is told where his own may come from."""

    async def match():
        async with lobby_of(house, device.fleeting_desk("Host")) as (lobby, _):
            table = await lobby.create("popular-front", 2, Random(2).randbytes(16))
        for number, name in ((1, "Ada"), (2, "Bob")):
            await sit(house, device.fleeting_desk(name), table.lobby_id, number)
        with pytest.raises(Exception, match="No seat is free") as raised:
            await sit(house, device.fleeting_desk("Ada"), table.lobby_id)
        return str(raised.value)

    said = asyncio.run(match())
    assert "another key" in said
    assert "sealed key restore" in said
    assert "sealed key link --take" in said
