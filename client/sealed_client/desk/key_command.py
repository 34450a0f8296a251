"""`sealed key show|backup|restore|link|passphrase`: the player's identity, and what keeps it."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.signing.invitation import fingerprint
from sealed.vault import bundle
from sealed.vault.credentials import from_environment
from sealed.vault.errors import VaultError
from sealed.vault.files import write_private
from sealed.vault.store_key import KEY_FILE, Credentials, StoreKey, is_locked
from sealed_client import backup as luggage
from sealed_client.desk import asking, device, where
from sealed_client.desk.plainly import plainly
from sealed_client.desk.trouble import Trouble
from sealed_client.known_referees import FILE as REFEREES
from sealed_client.seat_store import OtherIdentityError
from sealed_client.sqlite_seat_store import FILE_NAME, SqliteSeatStore

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from sealed_client.backup import Backup, TakenIn

_LANE: Final = 2
_TEXT: Final = """Your identity is a secret key. It sits at your tables, and whoever has it is you.
Nobody can make another one like it: a lost key is a lost seat, unless there is a backup or a second device.

actions:
  show              name, public key, fingerprint, where it is kept and whether it is locked
  backup FILE       write key, client secret and all tables into one file, under a passphrase
  restore FILE      take a backup in; running tables go on (--replace puts another identity aside)
  link FILE         write a file for a second device, and show the code that opens it
  link --take FILE  on the second device: become the same player
  passphrase        lock this folder with a passphrase, or change it (--remove takes it away)

A store that is locked asks for its passphrase; a service puts it in a file that
SEALED_PASSPHRASE_FILE names."""


def run(arguments: list[str]) -> int:
    """Return 0 once it is done."""
    from argparse import RawDescriptionHelpFormatter

    parser = ArgumentParser(prog="sealed key", description=_TEXT, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=sorted(_ACTIONS), metavar="ACTION", help="one of the above")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the backup, or the link")
    parser.add_argument("--take", action="store_true", help="with link: take the file of the other device")
    parser.add_argument("--replace", action="store_true", help="put another identity aside, not away")
    parser.add_argument("--remove", action="store_true", help="with passphrase: take it away")
    where.add_store(parser)
    given = parser.parse_intermixed_args(arguments)
    if given.file is None and given.action in {"backup", "restore", "link"}:
        raise Trouble(f"Name the file: sealed key {given.action} FILE.")
    with plainly(), _secrets_in_words():
        sys.stdout.write(_ACTIONS[given.action](given, where.folder_of(given)))
    return 0


def _show(_: Namespace, folder: Path) -> str:
    with _own_store(folder) as store:
        identity = store.identity()
        protected, tables = store.protected, len(store.tables())
    if identity is None:
        raise _nobody(folder)
    return (
        f"Name: {identity.name}\nPublic key: {identity.public.hex()}\n"
        f"Fingerprint, to be read aloud: {fingerprint(H(identity.public))}\n"
        f"Kept in: {folder / FILE_NAME}, with {_tables(tables)}\n{_lock_told(folder, protected=protected)}"
    )


def _backup(given: Namespace, folder: Path) -> str:
    _must_be_new(given.file)
    with _own_store(folder) as store:
        content, tables = store.back_up(_referees(folder)), len(store.tables())
    passphrase = asking.new_secret("A passphrase for the backup: ")
    write_private(given.file, luggage.pack(luggage.BACKUP, content, passphrase, os.urandom))
    return (
        f"Backup: {given.file}, with {_tables(tables)}. Keep it and its passphrase elsewhere: "
        "nobody can open it without, and whoever has both is you. Records of finished games are not in it. "
        f"It comes back with: sealed key restore {given.file}\n"
    )


def _restore(given: Namespace, folder: Path) -> str:
    content = _read(luggage.BACKUP, given.file, "Passphrase of the backup: ")
    taken, aside = _take_in(content, folder, replace=given.replace)
    stayed = f" {taken.stayed} were here already and stayed as they are." if taken.stayed else ""
    return (
        f"{content.secrets.name} is back, with {_tables(taken.added)}.{stayed}{aside}\n"
        "Running tables go on: what the backup does not know comes from the referee and is verified. "
        "If the device from which the backup came is still there, only one of the two plays at a time.\n"
    )


def _link(given: Namespace, folder: Path) -> str:
    if given.take:
        content = _read(luggage.LINK, given.file, "The code that the other device shows: ")
        _, aside = _take_in(content, folder, replace=given.replace)
        return (
            f"This device is {content.secrets.name} now, like the other one.{aside}\n"
            "Your tables are at the referee: sealed tables ADDRESS, then sealed join ADDRESS TABLE.\n"
        )
    _must_be_new(given.file)
    with _own_store(folder) as store:
        whole = store.back_up(_referees(folder))
    code = luggage.new_code(os.urandom)
    content = luggage.Backup(whole.secrets, (), whole.files)
    sealed = luggage.pack(luggage.LINK, content, luggage.plain_code(code), os.urandom)
    write_private(given.file, sealed)
    return (
        f"Link: {given.file}\nCode: {code}\nBring the file to your other device and type there: "
        f"sealed key link --take {given.file.name}\n"
        "Whoever has both is you. Carry the code another way than the file, and delete the file afterwards.\n"
    )


def _passphrase(given: Namespace, folder: Path) -> str:
    if (folder / FILE_NAME).exists() and not (folder / KEY_FILE).exists():
        device.open_store(folder).close()  # of the first version: it gets its key now
    if not (folder / KEY_FILE).exists():
        raise Trouble(f"There is no store in {folder} yet, so nothing to lock. Name it with --store.")
    if given.remove and not is_locked(folder):
        raise Trouble(f"No passphrase locks {folder}.")
    key = StoreKey(folder, os.urandom, Credentials(from_environment, _present))
    key.relock(lambda: None if given.remove else asking.new_secret("The new passphrase: "))
    told = _lock_told(folder, protected=not given.remove)
    if given.remove:
        return told
    return f"{told}Copies made before stay as they were. If you forget it, nobody can help.\n"


def _present() -> str:
    return from_environment() or asking.secret("Its passphrase now: ")


_ACTIONS: Final = {
    "show": _show,
    "backup": _backup,
    "restore": _restore,
    "link": _link,
    "passphrase": _passphrase,
}


# -- stores and files ----------------------------------------------------------------------------------------


@contextmanager
def _own_store(folder: Path) -> Iterator[SqliteSeatStore]:
    """Opens a store that is there. Raises `Trouble` for a folder without one, StoreError."""
    if not (folder / FILE_NAME).exists():
        raise _nobody(folder)
    store = device.open_store(folder)
    try:
        yield store
    finally:
        store.close()


def _take_in(content: Backup, folder: Path, *, replace: bool) -> tuple[TakenIn, str]:
    """Takes a bundle in; returns what came, and a sentence about an identity that was put aside."""
    aside = ""
    store = device.open_store(folder)
    try:
        try:
            taken = store.take_in(content, os.urandom(_LANE))
        except OtherIdentityError:
            if not replace:
                raise _taken(store, folder) from None
            aside = f" The other identity was put aside: {_put_aside(store, folder)}."
            store = device.open_store(folder)
            taken = store.take_in(content, os.urandom(_LANE))
    finally:
        store.close()
    for name, text in content.files:
        if name == REFEREES and not (folder / name).exists():
            write_private(folder / name, text.encode())
    return taken, aside


def _put_aside(store: SqliteSeatStore, folder: Path) -> Path:
    """Renames the file of another identity after its key; the folder's key opens it further on."""
    identity = store.identity()
    store.close()
    name = fingerprint(H(identity.public))[:9] if identity else "nobody"
    kept = folder / f"{FILE_NAME}.{name}"
    if kept.exists():
        raise Trouble(f"{kept} is there already, from an earlier time. Move it away first.")
    (folder / FILE_NAME).rename(kept)
    return kept


def _read(kind: str, file: Path, question: str) -> Backup:
    with file.open("rb") as opened:
        data = opened.read(bundle.LARGEST + 1)
    bundle.check_kind(kind, data)
    typed = asking.secret(question)
    opener = luggage.plain_code(typed) if kind == luggage.LINK else typed
    return luggage.unpack(kind, data, opener, os.urandom)


def _referees(folder: Path) -> tuple[tuple[str, str], ...]:
    """Returns the list of known referees, without which a restored device would meet them as strangers."""
    path = folder / REFEREES
    return ((REFEREES, path.read_text("utf-8")),) if path.exists() else ()


def _must_be_new(file: Path) -> None:
    if file.exists():
        raise Trouble(f"{file} exists already. Choose another name.")


# -- words ---------------------------------------------------------------------------------------------------


@contextmanager
def _secrets_in_words() -> Iterator[None]:
    try:
        yield
    except VaultError as error:
        raise Trouble(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None


def _nobody(folder: Path) -> Trouble:
    return Trouble(
        f"There is no identity in {folder} yet. It is made when you first play; "
        "one that you have elsewhere comes with sealed key restore, or sealed key link --take."
    )


def _taken(store: SqliteSeatStore, folder: Path) -> Trouble:
    identity = store.identity()
    name = identity.name if identity else "somebody"
    return Trouble(
        f"{folder} holds another identity, {name}, whose seats need it. Nothing was changed. "
        "Choose another folder with --store, or put it aside with --replace."
    )


def _tables(number: int) -> str:
    return "1 table" if number == 1 else f"{number} tables"


def _lock_told(folder: Path, *, protected: bool) -> str:
    if protected:
        return "Locked: yes, by a passphrase. Without it nobody reads your key, your hands or your seeds.\n"
    return (
        f"Locked: no. The key of the store lies beside it ({KEY_FILE}). That keeps out other users of this "
        "machine, and who has one file without the other, but not whoever can read the whole folder. "
        f"Lock it with: sealed key passphrase{_store_option(folder)}\n"
    )


def _store_option(folder: Path) -> str:
    return "" if folder == device.default_folder() else f" --store {folder}"
