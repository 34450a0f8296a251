"""Is what a verified entry did, in the words of the engine: for the replicas of clients and for the audit."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from google.protobuf.message import Message

    from sealed.engine.action import Action
    from sealed.engine.message import Event
    from sealed.fairness.live.ledger import Happened
    from sealed.wire.v1.fairness_pb2 import Draft


class Played(NamedTuple):
    """Is one action on the public replica: by a seat, or by chance (seat 0), and what it did."""

    seat: int
    action: Action
    events: tuple[Event, ...]


class Passage(NamedTuple):
    """Is one entry that passed all its checks.

    `message` is the parsed payload of the entry, `seat` the sender of an entry by a seat (0: the referee),
    `draft` the parsed draft of an ACT. `played` are the actions it made on the public replica, masked: the
    steps of an ACT, the outcomes of a SLOT_END in the order of its requests, the `deal` of all cards of a
    DRAW, one `open` for each disclosure of a FORCED, the `look` of a PEEK; empty without the title's rules.
    `changes` is what happened to references, in order; `links` of a SLOT_END the links of each seat for the
    slots of the batch, ascending.
    """

    index: int  # type: ignore[assignment]  # no passage is searched, so the tuple method is free
    type: int
    message: Message
    seat: int = 0
    draft: Draft | None = None
    played: tuple[Played, ...] = ()
    changes: tuple[Happened, ...] = ()
    links: Mapping[int, tuple[bytes, ...]] = MappingProxyType({})
