"""The battery of laws that every title gets (architecture 2, kernel findings 3).

Each law is a function of a title, a set-up, a source of randomness, a number of random games, and of how many
steps one is looked at; it raises `AssertionError` with the position if the title breaks it. The table of who
may see which card is not derived from the title, so it stands apart: `sealed.testing.audiences`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

from sealed.engine.title import Setup, Title
from sealed.testing.answer_laws import (
    answers_at_once_commute,
    offered_is_accepted,
    only_the_asked_may_answer,
    replicas_offer_what_they_accept,
    stated_answers_are_harmless,
    why_not_always_answers,
)
from sealed.testing.game_laws import (
    cards_are_conserved,
    encoding_is_injective,
    frames_hold_public_ints,
    games_end,
    messages_fit_their_kinds,
    notation_round_trips,
    replays_are_equal,
)
from sealed.testing.replica_laws import (
    events_are_masked_events,
    hidden_cards_change_nothing,
    lists_are_masked_lists,
    masked_answers_are_accepted,
    masking_commutes,
    masks_are_public,
    questions_are_public,
    views_compose,
)

Law: TypeAlias = Callable[[Title, Setup, Random, int, int], None]

LAWS: Mapping[str, Law] = {
    law.__name__: law
    for law in (
        masked_answers_are_accepted,
        masking_commutes,
        questions_are_public,
        lists_are_masked_lists,
        masks_are_public,
        views_compose,
        events_are_masked_events,
        hidden_cards_change_nothing,
        offered_is_accepted,
        replicas_offer_what_they_accept,
        why_not_always_answers,
        only_the_asked_may_answer,
        answers_at_once_commute,
        stated_answers_are_harmless,
        games_end,
        replays_are_equal,
        encoding_is_injective,
        frames_hold_public_ints,
        cards_are_conserved,
        notation_round_trips,
        messages_fit_their_kinds,
    )
}
"""All laws by name."""
