"""People at the terminal: a game against a bot, leaving, coming back, joining, watching, fetching."""

import asyncio
import io
from random import Random

import pytest
from person import Person

from sealed.fairness.record import PrivateLine, read_record_bytes
from sealed.wire.v1.fairness_pb2 import Clock
from sealed_client.desk import device, main, tables_command
from sealed_client.desk.bot_command import play_bot
from sealed_client.desk.house import open_house
from sealed_client.desk.join_command import join
from sealed_client.desk.plans import plan_of
from sealed_client.desk.play_command import play_at_home
from sealed_client.desk.seats import lobby_of
from sealed_client.desk.talking import OWN_CARDS, Streams
from sealed_client.desk.unfinished import Typed
from sealed_client.desk.watch_command import watch
from sealed_client.lobby import LobbySeat, LobbyTable

OPTIONS = ["round-cap=8", "track=44"]


def chooser(seed, most=10**9):
    """Returns a way of typing: one of the numbers last put, and `quit` after so many lines."""
    rng, typed = Random(seed), [0]

    def type_line(numbers):
        typed[0] += 1
        return "quit" if typed[0] > most else str(rng.choice(numbers[-12:]))

    return type_line


def play_home(folder, person, *, typed=Typed()):  # noqa: B008 - a value
    """Plays at home against a random bot, with the store in a folder."""
    desk, store = device.open_desk(folder, "Ada")
    try:
        plan = plan_of("popular-front", 2, OPTIONS, "random", people=1)
        return play_at_home(plan, desk, folder, Streams(person, person, folder / "records"), typed=typed)
    finally:
        store.close()


@pytest.fixture(scope="module")
def whole_game(tmp_path_factory):
    """Is a game played to its end through the text client: folder, person."""
    folder = tmp_path_factory.mktemp("home")
    last = ("seal", "prove", "log 30", "place Madrid", "why not place Madrid", "undo", "quit")
    person = Person(chooser(4), last)
    assert play_home(folder, person) == 0
    return folder, person


def test_a_person_plays_a_whole_game_against_a_bot_to_a_passed_audit(whole_game):
    """Through the real text client over loopback a game comes to its end, and the audit passes."""
    said = whole_game[1].transcript

    assert "The game is over" in said
    assert "Audit on this device: PASS." in said
    assert "WARNING" not in said
    assert said.index("Victory for") < said.index("The game is over, by the rules.")


def test_the_record_of_a_finished_game_is_kept_and_passes_verify(whole_game, capsys):
    """The text client says where the record is, and `sealed verify` passes it."""
    folder, person = whole_game
    record = next((folder / "records").iterdir())

    assert str(record) in person.transcript
    assert main(["verify", str(record)]) == 0
    assert "Verified" in capsys.readouterr().out


def test_after_the_end_questions_are_still_answered(whole_game):
    """`seal`, `prove`, `log` and `why not` work after the end, and answers are refused."""
    said = whole_game[1].transcript.rsplit("'quit' leaves", 1)[-1]

    assert "Every check that ran has passed" in said
    newest = (
        "Recomputed on this device: matches",
        "recomputes the whole order on this device",
    )  # a card, or a deck
    assert any(words in said for words in newest)
    assert "The game is over." in said
    assert "nothing to take back" in said


def test_no_menu_of_a_whole_game_is_longer_than_a_screen(whole_game):
    """Between two typed lines no question fills more than a screen."""
    screens = whole_game[1].transcript.split("> ")
    menus = [screen.split("\n") for screen in screens]
    numbered = [sum(line[:1].isdigit() and ": " in line for line in lines) for lines in menus[:-7]]

    assert max(numbered) <= 20


def test_play_quit_and_return_goes_on_with_the_same_game(tmp_path):
    """After quitting, `sealed play` takes up the same table at the same position, and plays it to its end."""
    first = Person(chooser(1, most=6))
    play_home(tmp_path, first)
    table = first.transcript.split("A new table, ")[1].split(".")[0]
    assert "The table keeps your seat" in first.transcript
    placed = [line for line in first.transcript.split("\n") if line.startswith("Nationalists placed")]

    again = Person(chooser(2), ("log 400", "more", "more", "quit"))
    play_home(tmp_path, again)

    assert f"Back at table {table}, a game of 2 seats" in again.transcript
    assert "nobody's clock ran" in again.transcript
    assert "Audit on this device: PASS." in again.transcript
    taken = placed[0].split(" in ")[1].rstrip(".")
    offered = again.transcript.split("Nationalists: ")[1].split(">")[0]
    assert f"place a disk in {taken} " not in offered


class Keeper(Person):
    """Is a person who does not wait for a question once a record has been kept."""

    def _has_to_type(self):
        return super()._has_to_type() or "Record: " in self._fresh


def test_a_player_keeps_a_record_in_mid_game(tmp_path, capsys):
    """`record` writes what this device has verified so far, own cards included; the game still runs."""
    chosen, typed = chooser(1), []

    def type_line(numbers):
        typed.append(numbers)
        return (chosen(numbers) if len(typed) < 9 else "record") if numbers else "quit"

    person = Keeper(type_line)
    play_home(tmp_path, person)
    (record,) = (tmp_path / "records").glob("*-own.ftr")
    assert f"Record: {record}." in person.transcript
    assert OWN_CARDS in person.transcript
    assert any(isinstance(line, PrivateLine) for line in read_record_bytes(record.read_bytes()).lines)
    assert main(["verify", str(record)]) == 2
    assert "this record is cut off, or its game is still running" in capsys.readouterr().out


def test_a_finished_game_is_not_taken_up_again(tmp_path, whole_game):
    """Once a game is over the next `sealed play` begins a new one; `--new` does so at any time."""
    folder, _ = whole_game
    person = Person(chooser(1, most=1))
    play_home(folder, person)
    assert "A new table" in person.transcript

    other = Person(chooser(1, most=1))
    play_home(folder, other, typed=None)
    assert "A new table" in other.transcript


def typed_at_home(folder, words, monkeypatch, capsys):
    """Types `sealed play popular-front` with more words, quits at once, and returns what was said."""
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "popular-front", *words, "--store", str(folder)]) == 0
    return capsys.readouterr().out


def named_table(said):
    """Returns the table that was taken up or made."""
    return (
        said.split("able ", 1)[1].split(",")[0]
        if "Back at" in said
        else said.split("A new table, ")[1].split(".")[0]
    )


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (["--seats", "3"], "2 seats"),
        (["--option", "round-cap=8"], "round-cap 20"),
        (["--bots", "random"], "steady 2 in its seat"),
        (["--bots", "steady,random"], "2 seats"),
    ],
)
def test_an_unfinished_game_is_taken_up_only_where_it_is_what_was_typed(
    other, said, tmp_path, monkeypatch, capsys
):
    """Other seats, options or computer players make a new table; each is found again by its own words."""
    first = typed_at_home(tmp_path, [], monkeypatch, capsys)
    second = typed_at_home(tmp_path, other, monkeypatch, capsys)
    again = typed_at_home(tmp_path, other, monkeypatch, capsys)

    assert "A new table" in first
    assert "A new table" in second
    assert f"The unfinished game at table {named_table(first)} waits: it has {said}." in second
    assert f"Back at table {named_table(second)}," in again


def test_a_person_plays_the_other_side(tmp_path, monkeypatch, capsys):
    """`--side` and `--seat` sit the player down there; the same words lead back to the table."""
    said = [
        typed_at_home(tmp_path, words, monkeypatch, capsys)
        for words in (["--side", "republic"], ["--seat", "2"], [], ["--seat", "1"])
    ]

    assert "A new table" in said[0]
    assert f"sealed play popular-front --seat 2 --store {tmp_path}" in said[0]
    assert [f"Back at table {named_table(said[0])}," in one for one in said[1:]] == [True, True, False]
    assert "waits: it has you in seat 2." in said[3]


def test_every_seat_but_the_players_is_the_computers(tmp_path):
    """At seat 2 of three a whole match waits for nobody: the computer has seats 1 and 3."""
    desk, store = device.open_desk(tmp_path, "Ada")
    person = Person(chooser(3, most=2))
    try:
        plan = plan_of("popular-front", 3, OPTIONS, "random", people=1)
        streams = Streams(person, person, tmp_path / "records")
        assert play_at_home(plan, desk, tmp_path, streams, typed=None, wish=2) == 0
    finally:
        store.close()
    assert "seat 2. 'help' lists" in person.transcript
    assert sorted(path.name for path in (tmp_path / "bots").iterdir()) == ["random-1", "random-3"]


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["--seat", "3"], "There is no seat 3 at a table of 2. Its seats are 1 to 2."),
        (["--seat", "0"], "There is no seat 0"),
        (
            ["--side", "allies"],
            "There is no side 'allies' in Popular Front. There are: Nationalists, Republic.",
        ),
    ],
)
def test_a_seat_that_is_not_there_is_refused_plainly(words, refusal, tmp_path, capsys):
    """A wrong seat or side is refused in words that name those there are, and no table is made."""
    assert main(["play", "popular-front", *words, "--store", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert refusal in said.err
    assert "table," not in said.out


def test_an_older_game_is_found_by_what_was_typed(tmp_path, monkeypatch, capsys):
    """The seats named lead back to an older game of as many, past newer ones of others."""
    older = typed_at_home(tmp_path, ["--seats", "2"], monkeypatch, capsys)
    typed_at_home(tmp_path, ["--seats", "3"], monkeypatch, capsys)

    again = typed_at_home(tmp_path, ["--seats", "2"], monkeypatch, capsys)

    assert f"Back at table {named_table(older)}," in again
    assert f"sealed play popular-front --seats 2 --store {tmp_path}" in again


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Is a referee that serves while the tests of this module run."""
    with open_house(tmp_path_factory.mktemp("house"), "127.0.0.1:0") as place:
        yield place


async def _table(house, options=OPTIONS):
    async with lobby_of(house, device.fleeting_desk("Host")) as (lobby, _):
        chosen = dict(pair.split("=") for pair in options)
        return (
            await lobby.create("popular-front", 2, Random(len(options)).randbytes(16), options=chosen)
        ).lobby_id


def test_join_bot_and_watch_meet_at_a_table(house, tmp_path, capsys):
    """A person joins, a bot joins, a third watches; all see the same end, and the record can be fetched."""
    stranger = house._replace(key=None)
    person, spectator, out = Person(chooser(9)), Person(chooser(9)), io.StringIO()

    async def meet():
        lobby_id = await _table(house)
        desk, store = device.open_desk(tmp_path / "ada", "Ada")
        streams = Streams(person, person, tmp_path / "records")
        watching = Streams(spectator, spectator, tmp_path / "watched")
        try:
            _, bot, watched = await asyncio.gather(
                join(stranger, desk, tmp_path / "ada", (lobby_id, 2), streams),
                play_bot(stranger, "random", (lobby_id, 1), tmp_path / "bot", out),
                watch(stranger, lobby_id, tmp_path / "eve", watching),
            )
        finally:
            store.close()
        return lobby_id, bot, watched

    lobby_id, bot, watched = asyncio.run(meet())

    assert (bot, watched) == (0, 0)
    assert "First contact" in person.transcript
    assert "Audit on this device: PASS." in person.transcript
    assert "The game is over" in spectator.transcript
    assert "The game is over" in out.getvalue()
    for line in spectator.transcript.split("\n"):
        assert " drew " not in line or " drew a card" in line
    record = tmp_path / "fetched.ftr"
    assert (
        main(["record", lobby_id, "--address", str(house), "--output", str(record), "--store", str(tmp_path)])
        == 0
    )
    assert read_record_bytes(record.read_bytes()).lines
    assert "over and opened" in capsys.readouterr().out
    assert (
        main(["record", lobby_id, "--address", str(house), "--output", str(record), "--store", str(tmp_path)])
        == 2
    )
    assert "exists already" in capsys.readouterr().err


def test_tables_lists_seats_and_options(house, tmp_path, capsys):
    """`sealed tables` names each table with its title, its seats and options, in words."""
    lobby_id = asyncio.run(_table(house, ["round-cap=12"]))

    assert main(["tables", str(house), "--store", str(tmp_path)]) == 0

    said = capsys.readouterr().out
    assert main(["tables", "--address", str(house), "--store", str(tmp_path)]) == 0
    assert capsys.readouterr().out == said
    assert lobby_id in said
    assert "1 free" in said
    assert "Popular Front, gathering" in said
    assert "at most 12 rounds" in said


def test_tables_names_the_army_that_won(monkeypatch, capsys, tmp_path):
    """A finished table shows its result by the name of the army, as everything else does."""
    seats = (LobbySeat(1, True, "Ada", 1, (1,)), LobbySeat(2, True, "Bo", 2, (2,)))
    table = LobbyTable("t1", "popular-front", "", "revealed", "", seats, (), "side 2", 9, Clock())

    async def tables(*_):
        return (table,)

    monkeypatch.setattr(tables_command, "_tables", tables)

    assert main(["tables", "--store", str(tmp_path)]) == 0

    assert "Result: Republic." in capsys.readouterr().out
