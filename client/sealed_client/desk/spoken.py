"""What goes wrong behind the screen, as sentences of the player's language with a way on."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Final

from sealed_client.desk import incident
from sealed_client.desk.trouble import Trouble
from sealed_client.seat_errors import SeatError
from sealed_client.seat_store import LockedStoreError, StoreError
from sealed_client.transport import BusyError, TimedOutError, TransportError, UnreachableError

if TYPE_CHECKING:
    from collections.abc import Callable

    Say = Callable[..., str]

_OF_THE_SYSTEM: Final = {
    errno.ENOSPC: "disk-full",
    errno.EDQUOT: "disk-full",
    errno.EROFS: "read-only",
    errno.EACCES: "not-allowed",
    errno.EPERM: "not-allowed",
}


def spoken(error: BaseException, say: Say) -> str:
    """Returns what a player is told of an error; one that nobody has foreseen is kept as an incident."""
    match error:
        case LockedStoreError():
            return say("desk.problem.locked", what=error)
        case StoreError():
            return say("desk.problem.store", what=error)
        case UnreachableError() | TimedOutError() | BusyError():
            return say("desk.problem.no-answer")
        case TransportError() | SeatError() | Trouble():
            return say("desk.problem.other", what=_sentence(str(error)))
        case OSError():
            kind = _OF_THE_SYSTEM.get(error.errno or 0, "system")
            what = error.strerror or type(error).__name__
            return say(f"desk.problem.{kind}", path=error.filename or "", what=what)
    return incident.told(error).rstrip()


def _sentence(text: str) -> str:
    said = text[:1].upper() + text[1:]
    return said if said.endswith((".", "!", "?")) else said + "."
