"""What this device keeps for its player: identity, seats, and the referees it knows."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed_client.desk.house import Place
from sealed_client.desk.plainly import plainly
from sealed_client.desk.trouble import Trouble
from sealed_client.lobby import Desk
from sealed_client.seat_store import MemorySeatStore
from sealed_client.sqlite_seat_store import SqliteSeatStore

if TYPE_CHECKING:
    from sealed_client.transport import Transport

DEFAULT_ADDRESS = "127.0.0.1:7465"
_KNOWN = "referees.json"


def default_folder() -> Path:
    """Returns the folder of the player's store: under XDG_DATA_HOME, by default ~/.local/share."""
    data = os.environ.get("XDG_DATA_HOME", "")
    root = Path(data) if data.startswith("/") else Path.home() / ".local" / "share"
    return root / "sealed-orders" / "player"


def open_desk(folder: Path, name: str | None) -> tuple[Desk, SqliteSeatStore]:
    """Opens the player's store and makes an identity there if it is new. Raises Trouble."""
    signatures = load_backend()
    with plainly():
        store = SqliteSeatStore(folder, signatures)
        try:
            identity = store.identity()
            if identity is None:
                identity = store.keep_identity(os.urandom(32), os.urandom(32), name or "Player")
        except BaseException:
            store.close()
            raise
    return Desk(identity, store, title_of, signatures), store


def fleeting_desk(name: str) -> Desk:
    """Returns the desk of a player that need not outlive this program: a bot."""
    signatures = load_backend()
    store = MemorySeatStore(signatures)
    return Desk(store.keep_identity(os.urandom(32), os.urandom(32), name), store, title_of, signatures)


def place_of(address: str | None, folder: Path) -> Place:
    """Returns where a referee is, with the key it had at first contact. Raises Trouble for no address."""
    text = address or DEFAULT_ADDRESS
    host, colon, port = text.rpartition(":")
    if not colon or not (port.isascii() and port.isdigit() and int(port) < 1 << 16):
        raise Trouble(f"{text!r} is no address. Write it as HOST:PORT, such as {DEFAULT_ADDRESS}.")
    host = host.strip("[]") or "127.0.0.1"
    return Place(host, int(port), _known(folder).get(f"{host}:{port}"))


def remember(folder: Path, place: Place, key: bytes) -> None:
    """Keeps the key of a referee at first contact; later it must be the same."""
    known = _known(folder)
    if known.get(str(place)) == key:
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    kept = {where: one.hex() for where, one in (known | {str(place): key}).items()}
    fresh = folder / (_KNOWN + ".new")
    fresh.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    fresh.replace(folder / _KNOWN)


def _known(folder: Path) -> dict[str, bytes]:
    path = folder / _KNOWN
    if not path.exists():
        return {}
    try:
        return {str(where): bytes.fromhex(key) for where, key in json.loads(path.read_text("utf-8")).items()}
    except (ValueError, AttributeError, TypeError) as error:
        raise Trouble(
            f"The list of known referees {path} is damaged. "
            "Restore it; without it a false referee could not be told from the true one."
        ) from error


def connect(place: Place) -> Transport:
    """Returns a connection to a referee, on the event loop that runs now. Raises TransportError."""
    from sealed_client.grpclib_transport import GrpclibTransport

    return GrpclibTransport(place.host, place.port)
