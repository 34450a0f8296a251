"""What a seat checks before it plays.

Are these rules mine, and is what I said what the log says (spec 2.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.fairness.bridge.places import Places
from sealed.fairness.live.watch_setup import rules_problem, setup_of
from sealed.fairness.payloads import codec
from sealed.fairness.signing.messages import verify_params
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.seat_errors import TableRefusedError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from sealed.engine.title import Setup, Title
    from sealed.fairness.signing.keys import Signatures

    Titles: TypeAlias = Callable[[str, bytes], Title | None]


@dataclass(frozen=True, slots=True)
class Rules:
    """Is what the parameters of a table mean to this client."""

    title: Title
    setup: Setup
    places: Places
    params: wire.Params

    def __repr__(self) -> str:
        """Names the title and the number of seats."""
        return f"<{self.title.name} for {self.setup.seats}>"


def read_params(
    params: bytes, sig: bytes, referee_pk: bytes, titles: Titles, signatures: Signatures
) -> Rules:
    """Returns the rules that signed parameters state.

    Raises TableRefusedError: KEY_UNPINNED for another referee than the pinned one, SIG_INVALID, a code of the
    parser, or GEN_RULES with the difference in words for rules that are not exactly this client's.
    """
    try:
        message = codec.parse(wire.Params, params)
    except EncodingError as error:
        raise TableRefusedError(
            error.code, f"The table's parameters cannot be read: {error.detail}."
        ) from error
    if message.referee_pk != referee_pk:
        raise TableRefusedError(
            "KEY_UNPINNED", "This is not the referee you chose: its key differs. Compare its fingerprint."
        )
    if not verify_params(signatures, referee_pk, params, sig):
        raise TableRefusedError("SIG_INVALID", "The table's parameters are not signed by its referee.")
    return _rules(message, titles)


def _rules(params: wire.Params, titles: Titles) -> Rules:
    title = titles(params.game, params.edition)
    if title is None:
        raise _other(
            f"it plays {params.game} in edition {params.edition.hex()[:16]}, which this device lacks"
        )
    if problem := rules_problem(title, params):
        raise _other(problem)
    setup = setup_of(params)
    return Rules(title, setup, Places(title, setup), params)


def _other(difference: str) -> TableRefusedError:
    return TableRefusedError("GEN_RULES", f"This client cannot play this table: {difference}.")


def altered(what: str) -> TableRefusedError:
    """Returns the error for own words that the referee has changed (GEN_ALTERED)."""
    return TableRefusedError("GEN_ALTERED", f"The log opens with {what} that is not yours. Leave this table.")
