"""A person at the table.

The identity key, the client secret from which chains grow, and a name (spec 2.1, 2.3).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sealed.fairness.signing.keys import Signer
from sealed.wire.strict import EncodingError, check_text
from sealed_client.seat_errors import NameRefusedError

if TYPE_CHECKING:
    from sealed.fairness.signing.keys import Signatures

SECRET_SIZE = 32

_BRING = "sealed key restore FILE takes a backup, sealed key link --take FILE what your other device writes"
OTHER_KEY: Final = (
    f"If that seat is yours, this device has another key than the one you sat down with: {_BRING}."
)
LOST_SECRET: Final = (
    "Key and client secret belong together and no one else has them, so without them this seat cannot go on. "
    f"Bring both to this device: {_BRING}. If they are gone for good, tell the others"
)
"""What a player is told who meets his own seat without its secrets (spec 2.13, RES_SECRET_LOST)."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Is who signs at this device. `client_secret` gives the chain of every table again (spec 2.3)."""

    signer: Signer
    client_secret: bytes = field(repr=False)
    name: str

    @property
    def public(self) -> bytes:
        """Returns the public key, 32 bytes."""
        return self.signer.public


def make_identity(key_secret: bytes, client_secret: bytes, name: str, signatures: Signatures) -> Identity:
    """Returns an identity from two secrets of 32 bytes, which the caller drew from the system's source.

    Raises ValueError if one of them has another length.
    """
    if len(client_secret) != SECRET_SIZE:
        raise ValueError("a client secret has 32 bytes; make a new one or restore it from its backup")
    return Identity(Signer(key_secret, signatures), client_secret, name)


def check_name(name: str) -> None:
    """Makes sure, before it is kept for good, that every table can take a name (spec 2.2, rule 5).

    Raises NameRefusedError.
    """
    try:
        check_text(name.encode(errors="surrogatepass"), "name")
    except EncodingError as error:
        raise NameRefusedError(error.detail.replace("string name", "it", 1)) from None
