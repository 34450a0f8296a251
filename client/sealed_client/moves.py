"""What a seat wants done after it has been told something: keep first, then send."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from sealed.engine.message import Event
    from sealed.fairness.live.verdicts import Verdict
    from sealed.wire.v1.fairness_pb2 import Signed
    from sealed.wire.v1.referee_pb2 import Link, Submit
    from sealed_client.seat_store import Kept


@dataclass(frozen=True, slots=True)
class Commitment:
    """Is a COMMIT to be sent before the log begins."""

    signed: Signed


@dataclass(frozen=True, slots=True)
class Agreement:
    """Is an AGREE to be sent between GENESIS and START."""

    signed: Signed


Sending: TypeAlias = "Commitment | Agreement | Submit | Link"
"""A message to the referee: exactly these bytes, as often as it takes."""


@dataclass(frozen=True, slots=True)
class Moves:
    """Is what to do now, in this order: make `keep` durable, then send `send`.

    `events` are masked for this seat.
    """

    keep: tuple[Kept, ...] = field(default=(), repr=False)
    send: tuple[Sending, ...] = field(default=(), repr=False)
    verdicts: tuple[Verdict, ...] = ()
    events: tuple[Event, ...] = ()

    def __add__(self, other: Moves) -> Moves:
        """Returns both, one after the other."""
        return Moves(
            self.keep + other.keep,
            self.send + other.send,
            self.verdicts + other.verdicts,
            self.events + other.events,
        )
