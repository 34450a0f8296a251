"""Whatever goes wrong at the command line is a plain sentence or two and an exit code, never a traceback."""

import asyncio
import logging
import socket
import subprocess
import sys
from dataclasses import replace

import pytest

from sealed.games import TITLES
from sealed_client.desk import device, main
from sealed_client.desk.house import open_house
from sealed_client.desk.seats import lobby_of
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Options

TITLE = TITLES["popular-front"]


@pytest.fixture(autouse=True)
def _quiet_logs():
    """Takes away the log handlers that `sealed referee` leaves in this process."""
    logger = logging.getLogger("sealed.referee")
    before = logger.handlers, logger.level, logger.propagate
    yield
    logger.handlers, logger.level, logger.propagate = before


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Is a referee that serves while the tests of this module run."""
    with open_house(tmp_path_factory.mktemp("house"), "127.0.0.1:0") as place:
        yield place


def _said(capsys, code, arguments):
    """Runs a command that must fail with a code, and returns its words."""
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err + captured.out
    assert 0 < len(captured.err.strip().split("\n")) <= 2
    return captured.err


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.mark.parametrize(
    "command", [["tables", "ADDRESS"], ["join", "ADDRESS", "x"], ["watch", "ADDRESS", "x"]]
)
def test_an_unreachable_referee_is_said_with_its_address(command, tmp_path, capsys):
    """Nobody listening is said in words, with the address."""
    address = f"127.0.0.1:{_free_port()}"
    arguments = [address if word == "ADDRESS" else word for word in command]

    assert address in _said(capsys, 2, [*arguments, "--store", str(tmp_path)])


@pytest.mark.parametrize("command", [["join"], ["watch"], ["bot", "steady"], ["record"]])
def test_an_unknown_table_is_said(command, house, tmp_path, capsys):
    """A table that does not exist is refused by the referee in words."""
    more = ["--store", str(tmp_path)]
    if command == ["record"]:
        more += ["--output", str(tmp_path / "r.ftr")]

    assert "no such table" in _said(capsys, 2, [*command, str(house), "nosuch", *more])
    assert "no such table" in _said(capsys, 2, [*command, str(house), *more, "nosuch"])
    assert "no such table" in _said(capsys, 2, [*command, "nosuch", "--address", str(house), *more])


@pytest.mark.parametrize("command", [["join"], ["watch"], ["bot", "steady"], ["record"]])
def test_two_addresses_are_refused(command, tmp_path, capsys):
    """A referee is named once, in front of the table or as an option."""
    arguments = [*command, "127.0.0.1:1", "x", "--address", "127.0.0.1:2", "--store", str(tmp_path)]

    assert "Two referees are named" in _said(capsys, 2, arguments)


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:", "127.0.0.1:99999", ":x"])
def test_what_is_no_address_is_said(address, tmp_path, capsys):
    """An address is HOST:PORT."""
    assert "HOST:PORT" in _said(capsys, 2, ["tables", address, "--store", str(tmp_path)])


def test_a_changed_referee_key_is_refused(house, tmp_path, capsys):
    """The key of the first contact is pinned to the address; another one there is refused."""
    device.remember(tmp_path, house, bytes(32))

    assert "key differs" in _said(capsys, 2, ["tables", str(house), "--store", str(tmp_path)])


def test_the_key_of_the_first_contact_is_kept(house, tmp_path, capsys):
    """After one contact the key is known, and the same one is accepted."""
    assert main(["tables", str(house), "--store", str(tmp_path)]) == 0
    assert device.place_of(str(house), tmp_path).key == house.key
    assert main(["tables", str(house), "--store", str(tmp_path)]) == 0


def test_a_damaged_list_of_referees_is_said(house, tmp_path, capsys):
    """A damaged list of known keys is never taken for an empty one."""
    (tmp_path / "referees.json").write_text("{", encoding="utf-8")

    assert "damaged" in _said(capsys, 2, ["tables", str(house), "--store", str(tmp_path)])


def test_a_busy_port_is_said(house, tmp_path, capsys):
    """A referee that finds its port taken says so and ends with an error."""
    assert "listens at" in _said(capsys, 1, ["referee", "--listen", str(house), "--store", str(tmp_path)])


def test_a_busy_port_is_said_in_our_words_only(house, tmp_path):
    """Nothing but one sentence of the referee reaches the terminal, no log line of the library below it."""
    program = [sys.executable, "-c", "import sys; from sealed_client.desk import main; sys.exit(main())"]
    done = subprocess.run(  # noqa: S603 - our own program
        [*program, "referee", "--listen", str(house), "--store", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )

    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert f"listens at {house}" in done.stderr


def test_a_referee_refuses_an_address_that_is_not_its_own(tmp_path, capsys):
    """A referee listens only where this machine is, and says what would do."""
    said = _said(capsys, 1, ["referee", "--listen", "203.0.113.1:7465", "--store", str(tmp_path)])

    assert "no address of this machine" in said


@pytest.mark.parametrize(
    "command", [["play", "popular-front"], ["join", "127.0.0.1:7465", "x"], ["tables", "ADDRESS"]]
)
def test_a_store_that_cannot_be_written_is_said(command, house, tmp_path, capsys):
    """A store whose folder is a file is refused in words."""
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    arguments = [str(house) if word == "ADDRESS" else word for word in command]

    _said(capsys, 2, [*arguments, "--store", str(file / "store")])


def test_another_edition_is_refused(tmp_path, capsys):
    """A table of another edition of the rules is not sat down at."""
    other = replace(TITLE, edition=bytes(32))
    options = Options(listen="127.0.0.1:0", store=tmp_path / "house", titles=(other,))
    with EmbeddedReferee(options) as referee:
        address = str(referee.address)
        assert main(["play", "popular-front", "--address", address, "--store", str(tmp_path / "me")]) == 2
        said = capsys.readouterr()

    assert "edition" in said.err
    assert "Traceback" not in said.err


def test_an_unknown_bot_is_refused_before_it_sits_down(house, tmp_path, capsys):
    """A bot that does not exist takes no seat."""

    async def make():
        async with lobby_of(house, device.fleeting_desk("Host")) as (lobby, _):
            return (await lobby.create(TITLE.id, 2, bytes(16))).lobby_id

    lobby_id = asyncio.run(make())

    assert "clever" in _said(capsys, 2, ["bot", "clever", str(house), lobby_id, "--store", str(tmp_path)])
    assert main(["tables", str(house), "--store", str(tmp_path)]) == 0
    assert "1 free, 2 free" in capsys.readouterr().out


def test_a_file_that_is_no_record_is_said(tmp_path, capsys):
    """`show` and `verify` refuse what is no record."""
    file = tmp_path / "x.ftr"
    file.write_text("hello\n", encoding="utf-8")

    assert "not a whole record" in _said(capsys, 2, ["show", str(file)])
    assert "There is no file" in _said(capsys, 2, ["show", str(tmp_path / "none.ftr")])


def test_without_a_referee_installed_play_says_what_to_install(monkeypatch, tmp_path, capsys):
    """A base install without the referee says what to install."""
    monkeypatch.setitem(sys.modules, "sealed_referee.embedded", None)

    said = _said(capsys, 2, ["demo", "popular-front", "--bots", "random"])

    assert "pip install" in said
