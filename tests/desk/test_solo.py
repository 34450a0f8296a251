"""Games against the computer at home: whatever dies or fails, a sentence says so and the game goes on."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from home_player import SHORT, HomePlayer

from sealed_client.desk import main, solo_house
from sealed_client.desk.solo_desk import SoloDesk
from sealed_client.desk.trouble import Trouble
from sealed_client.seat_store import StoreError
from sealed_client.settings import Settings
from sealed_client.settings_file import SettingsFile
from sealed_client.wishes import Resign

SUPPORT = Path(__file__).parents[1] / "support"


def started(player, answers=2):
    """Lets a player begin a game and give some answers."""
    player.desk.start(SHORT)
    player.until(lambda: player.answers >= answers)


def resigned(player):
    """Ends the game and waits for the verdict."""
    player.desk.wish(Resign(stop=False))
    player.until(lambda: player.view.report is not None)
    return player.view.report.verdict


def gone(pid):
    """Tells whether a process has ended."""
    with suppress(OSError):
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat")
        return state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z"
    return True


def wait_until_gone(pid):
    """Waits until a process has ended by itself."""
    end = time.monotonic() + 30
    while not gone(pid):
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_game_by_touches_passes_its_audit_and_leaves_its_record(tmp_path, capsys):
    """A game at home is played through scenes alone; at its end the record is kept unasked and verifies."""
    with HomePlayer(tmp_path) as player:
        started(player, answers=6)
        assert resigned(player) == "PASS"
        player.until(lambda: list((tmp_path / "records").glob("*.ftr")))
        assert (player.problems, player.troubles) == ([], [])
    (record,) = (tmp_path / "records").iterdir()
    assert main(["verify", str(record)]) == 0
    assert "Verified" in capsys.readouterr().out


def test_a_house_that_is_killed_comes_back_and_the_game_goes_on(tmp_path):
    """Killing the referee's process in mid-game, twice, loses nothing: another one serves the same table."""
    with HomePlayer(tmp_path) as player:
        started(player)
        table = player.view.lobby_id
        for _ in range(2):
            before, size = player.desk._house._process.pid, player.view.size
            os.kill(before, signal.SIGKILL)
            answers = player.answers
            player.until(lambda: player.answers >= answers + 2 and player.view.size > size + 2)  # noqa: B023
            assert player.desk._house._process.pid != before
        assert player.view.lobby_id == table
        assert resigned(player) == "PASS"


def test_an_application_that_is_killed_comes_back_to_the_open_question(tmp_path):
    """After `kill -9` its house ends; reopened, it shows the same state with the draft that was not sent."""
    application = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, str(SUPPORT / "mortal_app.py"), str(tmp_path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(SUPPORT), *sys.path])},
        stdout=subprocess.PIPE,
    )
    left = json.loads(application.stdout.readline())
    application.kill()
    application.wait()
    application.stdout.close()
    with HomePlayer(tmp_path) as player:
        player.plays = False
        player.until(lambda: player.home is not None and player.home.tables)
        (waiting,) = player.home.tables
        assert (waiting.key, waiting.yours) == (left["table"], True)
        player.desk.resume(waiting.key)
        player.until(player.asked)
        assert (player.view.size, repr(player.view.state)) == (left["size"], left["state"])
        assert player.presenter.kept() == tuple(left["draft"]) != ()
        wait_until_gone(left["house"])
        player.plays = True
        player.until(lambda: player.answers >= 2)
        assert resigned(player) == "PASS"


def test_a_house_ends_when_its_application_closes(tmp_path):
    """No process is left behind."""
    with HomePlayer(tmp_path) as player:
        player.until(lambda: player.home is not None)
        house = player.desk._house._process.pid
    assert gone(house)


def test_a_table_that_was_left_waits_on_the_home_screen(tmp_path):
    """Leaving shows the game with what it is about; coming back goes on where it was."""
    with HomePlayer(tmp_path) as player:
        started(player)
        player.plays = False
        player.until(player.asked)
        size, key = player.view.size, player.view.lobby_id
        player.keep_draft()
        player.home = None
        player.desk.leave()
        player.until(lambda: player.home is not None)
        (waiting,) = player.home.tables
        assert (waiting.key, waiting.title, waiting.name) == (key, "popular-front", "Popular Front")
        assert waiting.detail.endswith("You play the Nationalists against the computer.")
        assert player.presenter.scene.round in waiting.detail
        player.desk.resume(key)
        player.until(lambda: player.opened == 2 and player.asked())
        assert player.view.size == size


def test_a_table_before_the_computer_sat_down_is_completed(tmp_path):
    """A table whose making was cut short gets its computer when the player comes back to it."""
    with HomePlayer(tmp_path) as player:
        player.until(lambda: player.home is not None)
        player.desk._house.play = lambda *_: None
        player.desk.start(SHORT)
        player.until(lambda: player.seen is not None)
        key = player.view.lobby_id
        del player.desk._house.play
        player.desk.resume(key)
        player.until(lambda: player.answers >= 1)


def test_a_rematch_swaps_the_sides(tmp_path):
    """The same game begins again at a new table, the player in the next seat; the old table's draft stays."""
    with HomePlayer(tmp_path) as player:
        started(player)
        first = player.view.lobby_id
        resigned(player)
        player.desk.rematch()
        player.until(lambda: player.opened == 2 and player.answers >= 3)
        assert player.view.lobby_id != first
        assert player.view.seat == 2
        assert player.view.rules.setup.option("track") == "44"


def test_a_second_touch_begins_no_second_game(tmp_path):
    """Two touches in a row make one table, not a second one that nobody plays."""
    with HomePlayer(tmp_path) as player:
        player.until(lambda: player.home is not None)
        player.desk.start(SHORT)
        player.desk.start(SHORT)
        player.until(lambda: player.view is not None)
        player.home = None
        player.desk.leave()
        player.until(lambda: player.home is not None)
        assert len(player.home.tables) == player.opened == 1


def test_a_record_is_kept_on_request_and_the_player_is_told_where(tmp_path):
    """In mid-game it is the player's own export, and he is warned of what is in it."""
    with HomePlayer(tmp_path) as player:
        started(player)
        player.desk.keep_record()
        player.until(lambda: player.said)
        (record,) = (tmp_path / "records").glob("*-own.ftr")
        assert str(record) in player.said[0]
        assert "Your own cards are in it" in player.said[0]


# ---- bad luck ----


def test_a_second_application_on_the_same_store_is_refused_in_words(tmp_path):
    """One program at a time plays from a folder; the other one says so and ends."""
    first = SoloDesk(tmp_path)
    try:
        with pytest.raises(Trouble, match="Another program uses"):
            SoloDesk(tmp_path)
    finally:
        first.close()


def test_a_house_that_cannot_start_says_why_and_starts_once_it_can(tmp_path):
    """What is in the way is told; the next wish after it is gone is fulfilled."""
    (tmp_path / "house").write_text("in the way")
    with HomePlayer(tmp_path) as player:
        player.until(lambda: player.problems)
        assert "cannot go on for now; they are kept" in player.problems[0]
        (tmp_path / "house").unlink()
        player.desk.ask_home()
        player.until(lambda: player.home is not None)
        assert player.problem == ""


def test_a_locked_house_asks_for_its_passphrase_in_words(tmp_path, monkeypatch):
    """A referee whose store is locked does not wait for somebody to type: the sentence says how to unlock."""
    monkeypatch.setenv("SEALED_PASSPHRASE", "for the house")
    with HomePlayer(tmp_path) as player:
        player.until(lambda: player.home is not None)
        monkeypatch.delenv("SEALED_PASSPHRASE")
        player.problems.clear()
        os.kill(player.desk._house._process.pid, signal.SIGKILL)
        player.until(lambda: player.problems)
        assert "SEALED_PASSPHRASE" in player.problems[0]


def test_a_full_disk_stops_the_seat_with_a_sentence_and_loses_nothing(tmp_path, monkeypatch):
    """If this device cannot keep what is due nothing is sent; once there is room the game goes on."""
    with HomePlayer(tmp_path) as player:
        started(player)

        def full(*_):
            raise StoreError("The disk is full. Make room.")

        with monkeypatch.context() as patch:
            patch.setattr(player.desk._store, "keep", full)
            player.until(lambda: player.problems)
        assert "Nothing was sent, and your game is as it was. The disk is full." in player.problems[0]
        key, answers = player.view.lobby_id, player.answers
        player.desk.resume(key)
        player.until(lambda: player.opened == 2 and player.answers >= answers + 2)
        assert resigned(player) == "PASS"


@pytest.mark.parametrize(
    ("number", "words"), [(28, "The disk is full."), (30, "may not be written"), (13, "may not be opened")]
)
def test_settings_that_cannot_be_kept_are_used_and_told(tmp_path, monkeypatch, number, words):
    """A disk that is full or may not be written: other settings hold for now, and a sentence says why."""

    def refuse(*_):
        raise OSError(number, os.strerror(number), "settings.json")

    monkeypatch.setattr(SettingsFile, "write", refuse)
    with HomePlayer(tmp_path) as player:
        player.desk.keep_settings(Settings(calm=True))
        player.until(lambda: player.problems)
        assert player.desk.settings.calm
        assert words in player.problems[0]


def test_what_goes_wrong_is_told_in_the_players_language(tmp_path, monkeypatch):
    """The sentence is Spanish for who plays in Spanish."""
    monkeypatch.setattr(SettingsFile, "write", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
    with HomePlayer(tmp_path) as player:
        player.desk.keep_settings(Settings(language="es"))
        player.until(lambda: player.problems)
        assert player.problems[0].startswith("El disco está lleno.")


def test_a_game_that_is_gone_is_told_and_home_is_shown(tmp_path):
    """Coming back to a table that does not exist is a sentence, and the home screen comes up to date."""
    with HomePlayer(tmp_path) as player:
        player.desk.resume("nowhere")
        player.until(lambda: player.said and player.home is not None)
        assert "not on this device any more" in player.said[0]


def test_a_mistake_of_the_program_is_an_incident_and_no_silence(tmp_path, monkeypatch):
    """What nobody has foreseen, on the network's thread too, is told with the number of its incident."""
    monkeypatch.setattr("sealed_client.desk.waiting_games.read", lambda _: 1 // 0)
    with HomePlayer(tmp_path) as player:
        player.until(lambda: player.problems)
        assert "ZeroDivisionError" in player.problems[0]
        assert "Incident" in player.problems[0]


def test_a_problem_is_taken_back_once_it_is_none(tmp_path, monkeypatch):
    """What could not be kept and then can be leaves no sentence behind."""
    with HomePlayer(tmp_path) as player:
        with monkeypatch.context() as patch:
            patch.setattr(SettingsFile, "write", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
            player.desk.keep_settings(Settings(calm=True))
            player.until(lambda: player.problem)
        player.desk.keep_settings(Settings(calm=False))
        player.until(lambda: not player.problem)


def test_evidence_is_kept_unasked_and_the_player_is_told(tmp_path, monkeypatch):
    """Evidence of a failed check lies beside the record at the end, and a sentence says where."""
    monkeypatch.setattr("sealed_client.desk.talking.evidence_file", lambda *_: b"what failed")
    with HomePlayer(tmp_path) as player:
        started(player)
        resigned(player)
        player.until(lambda: player.said)
        (evidence,) = (tmp_path / "records").glob("*.fte")
        assert str(evidence) in player.said[0]
        assert evidence.read_bytes() == b"what failed"


def test_the_computers_seats_try_again_and_say_so(monkeypatch, capsys):
    """A full disk stops the computer's seats with one sentence; once there is room they play on."""
    tries = []

    async def sit_down(*_):
        tries.append(1)
        if len(tries) < 3:
            raise OSError(28, "full")
        return []

    monkeypatch.setattr(solo_house, "_sit_down", sit_down)
    monkeypatch.setattr(solo_house, "_PAUSE_S", 0)
    asyncio.run(solo_house._play(None, None, solo_house.Played("abc", ())))
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["lobby_id"] for one in told] == ["abc", "abc"]
    assert [one["trouble"].partition(".")[0] for one in told] == ["The disk is full", ""]
