"""Every error of client and referee as what a person at the terminal is told."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sealed.engine.title import SetupError
from sealed_client.desk.trouble import Trouble
from sealed_client.seat_errors import SeatError
from sealed_client.seat_store import StoreError
from sealed_client.transport import (
    TransportError,
    UnreachableError,
    WrongCertificateError,
    WrongRefereeError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def plainly(address: str = "") -> Iterator[None]:
    """Turns what goes wrong inside into a Trouble; `address` is the referee's, for who cannot be reached."""
    try:
        yield
    except UnreachableError as error:
        where = f" The address was {address}." if address else ""
        raise Trouble(_sentence(error.text) + where) from error
    except (WrongRefereeError, WrongCertificateError) as error:
        raise Trouble(_sentence(error.text) + _on_purpose(address)) from error
    except TransportError as error:
        raise Trouble(_sentence(error.text)) from error
    except SeatError as error:
        code = f" ({error.code})" if error.code else ""
        raise Trouble(f"{_sentence(str(error))}{code}") from error
    except (StoreError, SetupError) as error:
        raise Trouble(_sentence(str(error))) from error


def _on_purpose(address: str) -> str:
    """Says how a changed key or certificate is accepted, for those who know that it is the right one."""
    where = f", or sealed trust {address} --fingerprint with the one that he reads to you" if address else ""
    return (
        " Ask its operator, by another way than this connection. If the change is his, "
        f"type: sealed trust INVITATION with his new invitation{where}."
    )


def _sentence(text: str) -> str:
    """Returns a text with a capital and a full stop."""
    said = text[:1].upper() + text[1:]
    return said if said.endswith((".", "!", "?")) else said + "."
