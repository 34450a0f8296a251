"""What a seat checks before it plays.

Are these rules mine, and is what I said what the log says (spec 2.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.title import Chair, Setup, SetupError
from sealed.fairness.bridge.places import Places
from sealed.fairness.payloads import codec
from sealed.fairness.signing.messages import verify_params
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.seat_errors import TableRefusedError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from sealed.engine.title import Title
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
    try:
        setup = title.setup(params.seats, {option.name: option.value for option in params.options})
    except SetupError as error:
        raise _other(str(error)) from error
    named = tuple((option.name, option.value) for option in params.options)
    chairs = tuple(Chair(chair.side, tuple(chair.colours)) for chair in params.chairs)
    if named != setup.options:
        raise _other("it does not name every option of the title")
    if chairs != setup.chairs or params.colours != setup.colours:
        raise _other("sides and colours are not dealt to the seats as the title says")
    if params.n_slots != title.slots(setup):
        raise _other(f"it has {params.n_slots} slots for chance, not {title.slots(setup)}")
    places = Places(title, setup)
    if _lists(params) != expected_lists(title, setup, places):
        raise _other("its decks hold other cards")
    return Rules(title, setup, places, params)


def _lists(params: wire.Params) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    return [(deck.deck, tuple((one.card, one.copies) for one in deck.cards)) for deck in params.lists]


def expected_lists(
    title: Title, setup: Setup, places: Places
) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    """Returns the printed lists that the title gives, by deck number, each ascending by card code."""
    lists = title.deck_lists(setup)
    return sorted((places.of(zone).number, tuple(sorted(counts.items()))) for zone, counts in lists.items())


def _other(difference: str) -> TableRefusedError:
    return TableRefusedError("GEN_RULES", f"This client cannot play this table: {difference}.")


def altered(what: str) -> TableRefusedError:
    """Returns the error for own words that the referee has changed (GEN_ALTERED)."""
    return TableRefusedError("GEN_ALTERED", f"The log opens with {what} that is not yours. Leave this table.")
