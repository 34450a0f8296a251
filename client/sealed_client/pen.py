"""Whether this device writes for its seat: the referee tells, the player takes over (spec 2.13).

Until the referee has said so at a connection, nothing is signed and nothing released. A device that is not
the writer follows everything that its seat may see.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from sealed.wire.v1.referee_pb2 import Device

if TYPE_CHECKING:
    from random import Random

    from sealed.wire.v1.referee_pb2 import Writer
    from sealed_client.seat import Seat

DEVICE_ID_SIZE = 16
LANES = 1 << 16
EVER = 1 << 32


class Hand(Enum):
    """Is what is known of who writes."""

    UNKNOWN = "unknown"
    HERE = "here"
    ELSEWHERE = "elsewhere"


class Pen:
    """Is the right to write for one seat, as one session has it."""

    def __init__(self, seat: Seat, rng: Random) -> None:
        """Starts without it; `rng` gives the lane of a take-over."""
        self._seat, self._rng = seat, rng
        self.hand = Hand.UNKNOWN
        self.elsewhere = False
        """Whether the player is shown that the seat is played on another device."""
        self._taking = False
        seat.writes = False

    def ask(self) -> Device:
        """Wishes to take the seat over, and returns what says so; it also goes with the next connection."""
        self._taking = True
        return self.shown()

    def shown(self) -> Device:
        """Returns what the referee is shown of this device: its id and counter state."""
        counter, digest = self._seat.counter_state
        return Device(id=self._seat.device, counter=counter, signed_hash=digest, take_over=self._taking)

    def lost(self) -> None:
        """Takes note that the line is gone: who writes is not known any more."""
        self.hand = Hand.UNKNOWN
        self._seat.writes = False

    def told(self, writer: Writer) -> bool:
        """Takes the referee's word on who writes; returns whether this device does."""
        here = writer.you
        if self.elsewhere or writer.apart or not here:
            self._seat.share(writer.size if here else EVER)
        self.hand = Hand.HERE if here else Hand.ELSEWHERE
        self._seat.writes, self.elsewhere = here, not here
        if here:
            self._taking = False
            if writer.apart:
                self._seat.keep_clear(writer.counter, self._rng.randrange(LANES))
        return here
