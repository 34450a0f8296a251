"""Where a referee and a table are, typed alike: `[ADDRESS] TABLE` or `TABLE --address ADDRESS`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sealed.fairness.signing.invitation import is_invitation
from sealed_client.desk.contact import invitation_of, meet
from sealed_client.desk.device import DEFAULT_ADDRESS, default_folder
from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from sealed_client.desk.house import Place

_REFEREE = f"the referee, as HOST:PORT or by its invitation (default {DEFAULT_ADDRESS})"


def add_referee(parser: ArgumentParser) -> None:
    """Add the referee, which may stand first or behind `--address`."""
    parser.add_argument("address", nargs="?", metavar="ADDRESS", help=_REFEREE)
    parser.add_argument("--address", dest="option_address", metavar="ADDRESS", help="the same, as an option")


def add_table(parser: ArgumentParser) -> None:
    """Add the referee and a table of it."""
    add_referee(parser)
    parser.add_argument(
        "table", metavar="TABLE", help="the id of the table, as 'sealed tables' lists it, or its invitation"
    )


def add_store(parser: ArgumentParser) -> None:
    """Add the folder in which this device keeps what is its player's."""
    parser.add_argument(
        "--store",
        type=Path,
        metavar="PATH",
        help="folder of identity, games, records and known referees "
        "(default ~/.local/share/sealed-orders/player)",
    )


def folder_of(given: Namespace) -> Path:
    """Return the folder that was named, or the default one."""
    named: Path | None = given.store
    return named or default_folder()


def read(parser: ArgumentParser, arguments: list[str]) -> Namespace:
    """Return what was typed, with options before, between or behind the words.

    An invitation to a table is both, the referee and the table. Raises `Trouble` for one that names no table.
    """
    given = parser.parse_intermixed_args(arguments)
    table: str | None = getattr(given, "table", None)
    if table is None:
        return given
    if is_invitation(table):
        if given.address is not None or given.option_address is not None:
            raise Trouble("The invitation says where the referee is. Leave the address away.")
        given.address, given.table = table, invitation_of(table).table
        if not given.table:
            raise Trouble(
                "This invitation names a referee and no table. Write the table behind it; "
                "sealed tables INVITATION lists them."
            )
    elif given.address is not None and is_invitation(given.address):
        named = invitation_of(given.address).table
        if named not in {"", table}:
            raise Trouble(f"The invitation is for table {named}, not for {table}. Name one.")
    return given


def referee_of(given: Namespace, folder: Path) -> Place:
    """Return where the referee is, with what it must show. Raises `Trouble`, also for two that differ."""
    first: str | None = given.address
    option: str | None = given.option_address
    if first is not None and option is not None and first != option:
        raise Trouble(f"Two referees are named, {first} and {option}. Name one.")
    return meet(first if first is not None else option, folder)
