"""The content pack of South Front: board, pieces, rounds, cards and numbers as data, each with its source.

The ``.toml`` files beside this module are the pack. Each item carries ``mark``, and where a field
comes from elsewhere ``<field>_mark``: ``rulebook`` (printed there), ``derived`` (follows from what is
printed), ``public`` (reported by players) or ``house`` (ours, until an owner of the box corrects it).
"""

from sealed.games.packs.marks import Problem
from sealed.games.packs.tables import PackError, Tables
from sealed.games.south_front.pack.edition import RULES_EDITION, edition_digest
from sealed.games.south_front.pack.facts import (
    CardFacts,
    ContingencyFacts,
    FactionFacts,
    Flag,
    Link,
    Numbers,
    Pack,
    ReactionFacts,
    Round,
    Space,
    Strait,
    Totals,
)
from sealed.games.south_front.pack.proof import check_pack, house_items
from sealed.games.south_front.pack.reading import load, read_tables

__all__ = [
    "RULES_EDITION",
    "CardFacts",
    "ContingencyFacts",
    "FactionFacts",
    "Flag",
    "Link",
    "Numbers",
    "Pack",
    "PackError",
    "Problem",
    "ReactionFacts",
    "Round",
    "Space",
    "Strait",
    "Tables",
    "Totals",
    "check_pack",
    "edition_digest",
    "house_items",
    "load",
    "read_tables",
]
