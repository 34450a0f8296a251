"""Judges the values in the parameters of a table (spec 2.3)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sealed.fairness.payloads.limits import (
    MAX_COLOURS,
    MAX_DECKS,
    MAX_EPOCH_CARDS,
    MAX_OPTIONS,
    MAX_SEATS,
    MAX_SLOTS,
    MIN_SLOTS,
    VERSION,
    ascending,
    at_most,
    between,
    byte,
    card,
    fixed_hashes,
    require,
)
from sealed.wire.strict import NOT_STRICT, EncodingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.wire.v1 import fairness_pb2 as wire

_OPTION_NAME: Final = re.compile(r"[a-z0-9-]+")


def check_params(params: wire.Params) -> None:
    """Checks parameters. Raises EncodingError; another protocol version is ENC_BAD_TYPE."""
    if params.version != VERSION:
        raise EncodingError("ENC_BAD_TYPE", f"protocol version {params.version} is not known here")
    fixed_hashes((params.referee_pk, params.spki_hash, params.nonce, params.edition), "a key, hash or nonce")
    at_most(params.seats, MAX_SEATS, "seats")
    at_most(params.colours, MAX_COLOURS, "colours")
    at_most(params.n_slots, MAX_SLOTS, "slots")
    between(params.n_slots, MIN_SLOTS, MAX_SLOTS, "the number of slots")
    require(params.seats >= 1 and params.colours >= 1, "a table has seats and colours")
    require(bool(params.game), "the game is not named")
    require(params.dice_mode == 1, "the dice mode is not known")
    require(params.audit == 1, "the scope of the audit is not known")
    _clock(params)
    _options(params.options)
    _chairs(params)
    at_most(len(params.lists), MAX_DECKS, "decks")
    for deck in params.lists:
        _deck_list(deck)


def _clock(params: wire.Params) -> None:
    clock = params.clock
    require(params.HasField("clock"), "the clock is missing")
    require(clock.decision_s > 0 and clock.link_s > 0, "decisions and links need a deadline")
    between(clock.on_timeout, 1, 2, "the rule for time-outs")


def _options(options: Sequence[wire.Option]) -> None:
    at_most(len(options), MAX_OPTIONS, "options")
    last = ""
    for option in options:
        require(_OPTION_NAME.fullmatch(option.name) is not None, "an option has a name that is not allowed")
        if option.name <= last:
            raise EncodingError(NOT_STRICT, "options are not in ascending order of their names")
        last = option.name


def _chairs(params: wire.Params) -> None:
    require(len(params.chairs) == params.seats, "there is not one chair for each seat")
    for chair in params.chairs:
        ascending(chair.colours, "the colours of a chair")
        for colour in chair.colours:
            between(colour, 1, params.colours, "a colour")
        require(bool(chair.side) == bool(chair.colours), "a chair has a side without colours, or the reverse")


def _deck_list(deck: wire.DeckList) -> None:
    byte(deck.deck, "a deck")
    ascending([count.card for count in deck.cards], "the codes of a deck list")
    for count in deck.cards:
        card(count.card)
        require(count.copies > 0, "a deck list names a card without copies")
    at_most(sum(count.copies for count in deck.cards), MAX_EPOCH_CARDS, "cards in a deck")
