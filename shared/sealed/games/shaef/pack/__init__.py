"""The content pack of SHAEF: map, cards, set-up and numbers as data, each with its source.

The ``.toml`` files beside this module are the pack. Each item carries ``mark``, and where a field
comes from elsewhere ``<field>_mark``: ``rulebook`` (printed there), ``derived`` (follows from what is
printed), ``public`` (reported by players), ``history`` (a unit's month, command or place in a public
source), ``memory`` (the same without a source found) or ``house`` (ours, until an owner of the box corrects
it). The texts of cards are in the catalogues of the client, under ``CardFacts.text``.
"""

from sealed.games.packs.marks import Problem
from sealed.games.packs.tables import PackError, Tables
from sealed.games.shaef.pack.edition import RULES_EDITION, edition_digest
from sealed.games.shaef.pack.facts import (
    Border,
    CardFacts,
    HistoricalUnit,
    Markers,
    Numbers,
    Pack,
    Region,
    TacticFacts,
    Totals,
    Unit,
)
from sealed.games.shaef.pack.proof import box_lines, check_pack, house_items
from sealed.games.shaef.pack.reading import load, read_tables

__all__ = [
    "RULES_EDITION",
    "Border",
    "CardFacts",
    "HistoricalUnit",
    "Markers",
    "Numbers",
    "Pack",
    "PackError",
    "Problem",
    "Region",
    "Tables",
    "TacticFacts",
    "Totals",
    "Unit",
    "box_lines",
    "check_pack",
    "edition_digest",
    "house_items",
    "load",
    "read_tables",
]
