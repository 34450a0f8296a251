"""What this device keeps for its player: identity, seats, and the referees it knows."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from sealed.fairness.signing.invitation import InvitationError, join_address, split_address
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.vault.credentials import of_service_or_person
from sealed.vault.store_key import StoreKey
from sealed_client.desk.house import Place
from sealed_client.desk.plainly import plainly
from sealed_client.desk.trouble import Trouble
from sealed_client.identity import check_name
from sealed_client.known_referees import KnownReferees, Pins
from sealed_client.lobby import Desk
from sealed_client.seat_store import MemorySeatStore
from sealed_client.sqlite_seat_store import FILE_NAME, SqliteSeatStore

if TYPE_CHECKING:
    from sealed_client.transport import Transport

DEFAULT_ADDRESS = "127.0.0.1:7465"


def default_folder() -> Path:
    """Returns the folder of the player's store: under XDG_DATA_HOME, by default ~/.local/share."""
    data = os.environ.get("XDG_DATA_HOME", "")
    root = Path(data) if data.startswith("/") else Path.home() / ".local" / "share"
    return root / "sealed-orders" / "player"


def open_store(folder: Path) -> SqliteSeatStore:
    """Opens the player's store; one that is locked asks for its passphrase. Raises StoreError."""
    credentials = of_service_or_person(f"Passphrase of {folder}: ")
    return SqliteSeatStore(folder, load_backend(), StoreKey(folder, os.urandom, credentials))


def open_desk(folder: Path, name: str | None) -> tuple[Desk, SqliteSeatStore]:
    """Opens the player's store and makes an identity there if it is new. Raises Trouble.

    A known player takes another name if one is given; tables where he sits keep the old one.
    """
    signatures = load_backend()
    with plainly():
        if name:
            check_name(name)
        store = open_store(folder)
        try:
            identity = store.identity()
            if identity is None:
                identity = store.keep_identity(os.urandom(32), os.urandom(32), name or "Player")
            elif name and name != identity.name:
                identity = store.rename(name)
        except BaseException:
            store.close()
            raise
    return Desk(identity, store, title_of, signatures), store


def open_own_desk(folder: Path, name: str | None, out: TextIO) -> tuple[Desk, SqliteSeatStore]:
    """Opens the desk of the person at the terminal, who is told if an identity is made. Raises Trouble."""
    known = (folder / FILE_NAME).exists()
    desk, store = open_desk(folder, name)
    if not known:
        where = "" if folder == default_folder() else f" --store {folder}"
        other = "" if name else " (--name NAME changes that)"
        out.write(
            f"You are new here, as {desk.identity.name}{other}. Your key is made; nobody can replace it, "
            f"so keep a copy elsewhere: sealed key backup FILE{where}\n"
        )
    return desk, store


def fleeting_desk(name: str) -> Desk:
    """Returns the desk of a player that need not outlive this program: a bot."""
    signatures = load_backend()
    store = MemorySeatStore(signatures)
    return Desk(store.keep_identity(os.urandom(32), os.urandom(32), name), store, title_of, signatures)


def place_of(address: str | None, folder: Path) -> Place:
    """Returns where a referee is, with what it showed at first contact. Raises Trouble for no address."""
    text = address or DEFAULT_ADDRESS
    try:
        host, port = split_address(f"127.0.0.1{text}" if text.startswith(":") else text)
    except InvitationError as error:
        raise Trouble(
            f"{text!r} is no address. "
            f"Write it as HOST:PORT, such as {DEFAULT_ADDRESS}, or give an invitation."
        ) from error
    with plainly():
        referees = KnownReferees(folder)
        pins = referees.find(join_address(host, port))
        if pins is None:
            return Place(host, port, None)
        # In plaintext an address says nothing about others: each is a referee inside this machine.
        return Place(host, port, *pins, referees.alike(pins) if pins.certificate is not None else ())


def remember(folder: Path, place: Place, key: bytes) -> None:
    """Keeps what a referee showed at first contact; later it must be the same. Raises Trouble.

    Only for the address that was met: an invitation may name others that belong to somebody else.
    """
    with plainly():
        KnownReferees(folder).keep((str(place),), Pins(key, place.certificate))


def connect(place: Place) -> Transport:
    """Returns a connection to a referee, on the event loop that runs now. Raises TransportError."""
    from sealed_client.grpclib_transport import GrpclibTransport

    return GrpclibTransport(place.host, place.port, place.certificate)
