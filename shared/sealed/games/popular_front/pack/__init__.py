"""The content pack of Popular Front: board, deck, track and numbers as data, every item with its source.

The ``.toml`` files beside this module are the pack. Each item carries ``mark``, and where a field
comes from elsewhere ``<field>_mark``: ``rulebook`` (printed there), ``derived`` (follows from what is
printed), ``public`` (reported by players) or ``house`` (ours, until an owner of the box corrects it).
"""

from sealed.games.packs.marks import Problem
from sealed.games.packs.tables import PackError, Tables
from sealed.games.popular_front.pack.edition import RULES_EDITION, edition_digest
from sealed.games.popular_front.pack.facts import (
    CardFacts,
    City,
    ColourFacts,
    Link,
    Numbers,
    Pack,
    SideFacts,
    Totals,
    Track,
)
from sealed.games.popular_front.pack.proof import check_pack, house_items
from sealed.games.popular_front.pack.reading import load, read_tables

__all__ = [
    "RULES_EDITION",
    "CardFacts",
    "City",
    "ColourFacts",
    "Link",
    "Numbers",
    "Pack",
    "PackError",
    "Problem",
    "SideFacts",
    "Tables",
    "Totals",
    "Track",
    "check_pack",
    "edition_digest",
    "house_items",
    "load",
    "read_tables",
]
