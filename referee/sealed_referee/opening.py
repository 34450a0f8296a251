"""How a table begins: parameters, joins, COMMITs, GENESIS, AGREEs, START (spec 2.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sealed.engine.title import Title
    from sealed.fairness.keys import Signatures, Signer
    from sealed.wire.v1.referee_pb2 import CreateTableRequest


class Keys(NamedTuple):
    """Is with what a referee signs and verifies."""

    signer: Signer
    signatures: Signatures


@dataclass(frozen=True, slots=True)
class TableOpening:
    """Is what somebody asks for and the referee draws for it.

    `lobby_id` is a short random name, `nonce` and `secret` (K_t) are 32 random bytes each, `spki_hash` that of the
    server certificate (H("") on loopback), `creator` the key that asked.
    """

    lobby_id: str
    title: Title
    request: CreateTableRequest
    creator: bytes
    nonce: bytes
    secret: bytes = field(repr=False)
    spki_hash: bytes
    created_ms: int
