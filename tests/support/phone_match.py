"""A program for a phone's Python: imports all that it carries, and plays a match by touches on scenes.

Run as `python -S -P phone_match.py PORT` in a staged folder (`phone_stage`); prints one JSON line. The
referee is another process; seat 1 is a presenter whose scenes are touched, seat 2 a bot. All cryptography is
pure.
"""

import asyncio
import importlib
import json
import os
import pkgutil
import sys
import tempfile
from pathlib import Path
from random import Random

import stub_kivy

stub_kivy.install()

OPTIONS = {"round-cap": "8", "track": "44"}


def imported():
    """Imports every module; returns by module what it misses, and how many there are."""
    missing, count = {}, 0
    for root in ("sealed", "sealed_client"):
        for found in pkgutil.walk_packages(importlib.import_module(root).__path__, root + "."):
            count += 1
            try:
                importlib.import_module(found.name)
            except ModuleNotFoundError as error:
                missing[found.name] = error.name
    return missing, count


def transport(port):
    """Returns a connection to the referee."""
    from sealed_client.grpclib_transport import GrpclibTransport

    return GrpclibTransport("127.0.0.1", port, None)


def desk_in(folder, name):
    """Returns the desk of a player whose store is on disk, sealed by the pure cipher."""
    from sealed.fairness.signing.keys import load_backend
    from sealed.games import title_of
    from sealed.vault.store_key import Credentials, StoreKey
    from sealed_client.lobby import Desk
    from sealed_client.sqlite_seat_store import SqliteSeatStore

    nobody = Credentials(lambda: None, lambda: None)
    store = SqliteSeatStore(folder, load_backend(), StoreKey(folder, os.urandom, nobody))
    identity = store.keep_identity(os.urandom(32), os.urandom(32), name)
    return Desk(identity, store, title_of, load_backend())


async def seated(port, desk, lobby_id=""):
    """Takes a seat at a table, or makes one first; returns its id and the seat."""
    from sealed_client.lobby import Lobby

    line = transport(port)
    try:
        lobby = Lobby(line, desk)
        await lobby.enter(None)
        if not lobby_id:
            made = await lobby.create("popular-front", 2, os.urandom(16), options=OPTIONS)
            lobby_id = made.lobby_id
        return lobby_id, await lobby.sit(lobby_id, os.urandom(32))
    finally:
        await line.close()


class Toucher:
    """Is a person at the table's presenter: touches what its scenes offer."""

    def __init__(self, rules, rng):
        from sealed_client.clock import system_clock
        from sealed_client.presenters.manners import Manners
        from sealed_client.presenters.table_presenter import TablePresenter
        from sealed_client.words.messages import messages_of

        self.presenter = TablePresenter(rules, messages_of("en"), Manners(), system_clock)
        self.rng, self.touched, self.view = rng, 0, None

    def wishes(self, view, follower):
        """Takes a snapshot and returns what the player wants then."""
        from touches import offered

        self.view = view
        wished = list(self.presenter.see(view, follower))
        while can := offered(self.presenter.scene):
            self.touched += 1
            wished += self.presenter.do(self.rng.choice(can))
        return wished


def session(port, desk, lobby_id, seat, wishes):
    """Returns the session of a seat."""
    from sealed_client.session import SeatSession
    from sealed_client.wishes import Outlet

    def see(view):
        for one in wishes(view, seat.follower if seat.placed else None):
            made.wish(one)

    made = SeatSession(
        seat, lobby_id, desk.store, lambda: transport(port), Outlet(see, lambda _: None), Random(7)
    )
    return made


async def match(port, folder):
    """Plays to the verdict; returns the person."""
    from sealed_client.bot_player import BotPlayer
    from sealed_client.bots import make_bot
    from sealed_client.wishes import Answer

    person_desk, bot_desk = desk_in(folder / "person", "Ada"), desk_in(folder / "bot", "Bot")
    lobby_id, seat = await seated(port, person_desk)
    _, other = await seated(port, bot_desk, lobby_id)
    rules = seat.enrolment.rules
    person, bot = Toucher(rules, Random(3)), BotPlayer(make_bot("steady", rules.title, Random(4)))

    def bot_wishes(view, _):
        draft = bot.draft(view)
        return [] if draft is None else [Answer(draft)]

    await asyncio.gather(
        session(port, person_desk, lobby_id, seat, person.wishes).run(),
        session(port, bot_desk, lobby_id, other, bot_wishes).run(),
    )
    return person


def foreign():
    """Returns the files from which modules were loaded that came neither with Python nor with the stage."""
    here, library = str(Path(__file__).parent), os.path.realpath(Path(os.__file__).parent)
    specs = [getattr(module, "__spec__", None) for module in list(sys.modules.values())]
    files = [str(spec.origin) for spec in specs if spec is not None and spec.has_location]
    others = [file for file in files if not file.startswith(here)]
    return [file for file in others if not os.path.realpath(file).startswith(library) or "-packages" in file]


def main():
    """Does everything."""
    from google.protobuf.internal import api_implementation

    from sealed.fairness.signing.keys import load_backend

    missing, count = imported()
    with tempfile.TemporaryDirectory() as folder:
        person = asyncio.run(match(int(sys.argv[1]), Path(folder)))
    said = {
        "python": sys.version.split()[0],
        "missing": missing,
        "count": count,
        "foreign": foreign(),
        "verdict": person.view.report.verdict,
        "touched": person.touched,
        "ending": person.presenter.scene.ending.heading,
        "pure": [load_backend().name, api_implementation.Type()],
    }
    sys.stdout.write(json.dumps(said) + "\n")


if __name__ == "__main__":
    main()
