"""One writer a seat: of the devices of a player, which one is listened to (spec 2.8, 2.13).

A device writes if none does, if the one that did is not there, or if it takes the seat over. Which it is, is
not kept over a restart: what may not be used twice are counters, and those are in the log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.wire.v1.referee_pb2 import Device, Down, Writer
from sealed_referee.problems import ServiceError

if TYPE_CHECKING:
    from sealed_referee.readers import Reader
    from sealed_referee.table import Table

CONFLICT: Final = "RES_SESSION_CONFLICT"
ELSEWHERE: Final = (
    "this seat is played on another device now, so nothing of this one was taken and nothing is lost; "
    "take the seat over to play here"
)
_COPY: Final = (
    "this seat goes on in another program with the store of this device; start again here to take it back"
)
_ID_SIZE: Final = 16


class Writers:
    """Is which device writes for each player of one table, and which of their streams are there."""

    def __init__(self) -> None:
        """Starts with nobody there."""
        self._writing: dict[bytes, bytes] = {}
        self._here: dict[bytes, list[Reader]] = {}

    def comes(self, reader: Reader, *, take_over: bool) -> None:
        """Takes note of a stream; one of the same store that is still there is dead or a copy, and ends."""
        here = self._here.setdefault(reader.pk, [])
        for other in [one for one in here if reader.device and one.device == reader.device]:
            here.remove(other)
            other.end(ServiceError(CONFLICT, _COPY))
        here.append(reader)
        self.admit(reader.pk, reader.device, take_over=take_over)

    def goes(self, reader: Reader) -> None:
        """Takes note that a stream has ended."""
        here = self._here.get(reader.pk, [])
        if reader in here:
            here.remove(reader)
        if not here:
            self._here.pop(reader.pk, None)
            self._writing.pop(reader.pk, None)

    def admit(self, pk: bytes, device: bytes, *, take_over: bool = False) -> None:
        """Lets a device write if it may; the one that wrote until now is told at once."""
        before = self._writing.setdefault(pk, device)
        here = self._here.get(pk, ())
        if before == device or not (take_over or all(one.device != before for one in here)):
            return
        self._writing[pk] = device
        for one in here:
            if one.device == before:
                one.push(Down(writer=Writer(text=ELSEWHERE)).SerializeToString())

    def writes(self, pk: bytes, device: bytes) -> bool:
        """Tells whether a device is the one that writes."""
        return self._writing.get(pk) == device

    def check(self, pk: bytes, device: bytes, slot: int = 0) -> None:
        """Raises ServiceError RES_SESSION_CONFLICT if another device writes; no counter is burnt by that."""
        if not self.writes(pk, device):
            raise ServiceError(CONFLICT, ELSEWHERE, slot=slot)


def check_device(device: Device) -> None:
    """Raises ServiceError BAD_REQUEST if a device's id is longer than any."""
    if len(device.id) > _ID_SIZE:
        raise ServiceError(
            "BAD_REQUEST", f"the id of a device has at most {_ID_SIZE} bytes; make a shorter one"
        )


def told(table: Table, seat: int, device: Device, *, writes: bool) -> Down:
    """Returns what a stream is told of who writes, and from which counter a device would go on."""
    counter, digest = table.answers.highest(seat)
    same = device.counter > counter or (device.counter, device.signed_hash) == (counter, digest)
    text = "" if writes else ELSEWHERE
    apart = bool(counter) and not same
    return Down(writer=Writer(you=writes, text=text, counter=counter, apart=apart, size=table.size))
