"""What a player carries to another device: the identity, and in a backup its tables (spec 2.8, 2.15).

Both are sealed bundles of JSON: a backup under a passphrase, a link for a second device under a code that is
short enough to be read aloud.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.vault import bundle
from sealed.vault.errors import KeyFileDamagedError
from sealed_client.seat_store import Kept, Kind

if TYPE_CHECKING:
    from collections.abc import Callable

BACKUP: Final = "backup"
LINK: Final = "link"
_FORMAT: Final = 1
_DIGITS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: without i, l, o and u, which are misread."""
_MISREAD: Final = str.maketrans("oil", "011", "- ")
_CODE_DIGITS: Final = 12
_GROUP: Final = 4


@dataclass(frozen=True, slots=True)
class Secrets:
    """Is who a player is: the secret key, the client secret from which chains grow, and the name."""

    key_secret: bytes = field(repr=False)
    client_secret: bytes = field(repr=False)
    name: str

    def same_as(self, other: Secrets) -> bool:
        """Tells whether both secrets are the same; the name does not count."""
        mine, theirs = self.key_secret + self.client_secret, other.key_secret + other.client_secret
        return hmac.compare_digest(mine, theirs)


@dataclass(frozen=True, slots=True)
class Backup:
    """Is what is carried: the secrets, what is kept of each table by its key, texts of files by name."""

    secrets: Secrets
    tables: tuple[tuple[bytes, tuple[Kept, ...]], ...] = field(default=(), repr=False)
    files: tuple[tuple[str, str], ...] = ()


class TakenIn(NamedTuple):
    """Is how many tables came out of a backup, and how many were here already and stayed as they are."""

    added: int
    stayed: int


def pack(kind: str, backup: Backup, passphrase: str, entropy: Callable[[int], bytes]) -> bytes:
    """Returns the sealed bundle of a kind, BACKUP or LINK."""
    content = {
        "format": _FORMAT,
        "name": backup.secrets.name,
        "key_secret": _text(backup.secrets.key_secret),
        "client_secret": _text(backup.secrets.client_secret),
        "tables": [
            {"table": _text(table), "kept": [[one.kind.value, _text(one.body)] for one in things]}
            for table, things in backup.tables
        ],
        "files": dict(backup.files),
    }
    return bundle.pack(kind, json.dumps(content).encode(), passphrase, entropy)


def unpack(kind: str, data: bytes, passphrase: str, entropy: Callable[[int], bytes]) -> Backup:
    """Returns what a sealed bundle of a kind carries. Raises VaultError."""
    content = bundle.unpack(kind, data, passphrase, entropy)
    try:
        fields = json.loads(content)
        if fields["format"] != _FORMAT:
            raise KeyFileDamagedError(
                f"this {kind} was written by another version of this program; update this one"
            )
        secrets = Secrets(_bytes(fields["key_secret"]), _bytes(fields["client_secret"]), str(fields["name"]))
        tables = tuple(
            (_bytes(one["table"]), tuple(Kept(Kind(kind), _bytes(body)) for kind, body in one["kept"]))
            for one in fields["tables"]
        )
        files = tuple((str(name), str(text)) for name, text in fields["files"].items())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise KeyFileDamagedError(f"this {kind} opens and is not whole; make another one") from None
    if {len(secrets.key_secret), len(secrets.client_secret)} != {32}:
        raise KeyFileDamagedError(f"this {kind} opens and holds no identity; make another one")
    return Backup(secrets, tables, files)


def new_code(entropy: Callable[[int], bytes]) -> str:
    """Returns a code of 60 random bits in three groups of four, to be read aloud once."""
    number = int.from_bytes(entropy(8), "big")
    digits = "".join(_DIGITS[number >> 5 * at & 31] for at in range(_CODE_DIGITS))
    return "-".join(digits[at : at + _GROUP] for at in range(0, _CODE_DIGITS, _GROUP))


def plain_code(typed: str) -> str:
    """Returns a typed code without what does not matter: capitals, strokes, O for 0, I and L for 1."""
    return typed.strip().lower().translate(_MISREAD)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None
