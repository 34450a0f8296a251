"""Says what a falsely sealed deck held, where all of its cards came to light (FIN_MULTISET, spec 3.2).

A diagnosis only: that the deck is false is shown by its root (FIN_DECK_ROOT).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.blind import blind_inner, blind_outer, salt_in, salt_out
from sealed.fairness.live.ledger import Did, Regrouped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sealed.fairness.arithmetic.blind import Handle
    from sealed.fairness.live.ledger import Happened, Laid
    from sealed.fairness.live.passages import Passage
    from sealed.fairness.live.watched import Watched


def opened_cards(
    w: Watched,
    passages: Iterable[Passage],
    pages: Mapping[int, Sequence[Handle]],
    seeds: Mapping[int, bytes],
    place: tuple[int, int],
) -> dict[int, int]:
    """Returns the cards that came to light of an epoch (deck, number), by position.

    Those behind references: `pages` says where each came from, and its commitment opens to one card only.
    And those that the exporting seat was told.
    """
    found = dict(w.own.seen.get(place, {}))
    for passage in passages:
        for laid in _made(passage.changes):
            handle = pages[laid.seat][laid.number - 1]
            card = _card(w, laid, handle, seeds[laid.seat]) if (handle.deck, handle.epoch) == place else 0
            if card:
                found[handle.position] = card
    return found


def _made(changes: Iterable[Happened]) -> Iterator[Laid]:
    """Yields the references that changes have made."""
    for change in changes:
        if isinstance(change, Regrouped):
            yield from change.made
        elif change.did in {Did.LAID, Did.SHOWN}:
            yield change.laid


def _card(w: Watched, laid: Laid, handle: Handle, seed: bytes) -> int:
    """Returns the card that a reference opens to, 0 if there is none."""
    inner = blind_inner(w.table_id, handle, salt_in(seed, laid.number))
    if laid.card:
        return laid.card if laid.inner == inner else 0
    salt = salt_out(seed, laid.number)
    types = {count.card for deck in w.params.lists for count in deck.cards}
    outers = {blind_outer(w.table_id, laid.seat, laid.number, one, inner, salt): one for one in types}
    return outers.get(laid.outer, 0)


def difference(w: Watched, right: Sequence[int], found: Mapping[int, int]) -> str | None:
    """Returns in words which types a deck holds too many and too few of; empty if the types are right.

    `right` is what it had to hold, `found` what lay where. None unless all positions came to light.
    """
    if set(found) != set(range(len(right))):
        return None
    held, due = Counter(found.values()), Counter(right)
    parts = (("too many", held - due), ("missing", due - held))
    return "; ".join(f"{words}: {_listed(w, cards)}" for words, cards in parts if cards)


def _listed(w: Watched, cards: Counter[int]) -> str:
    names = w.title.notation.names.get("card", {}) if w.title is not None else {}
    return ", ".join(f"{n} × {names.get(card, f'card {card}')}" for card, n in sorted(cards.items()))
