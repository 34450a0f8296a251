"""The edition of the title: the rules' name and the pack's content under one digest (spec 1.2, `params`)."""

from sealed.games.packs.digest import content_digest
from sealed.games.packs.tables import Tables
from sealed.games.shaef.pack.reading import read_tables

RULES_EDITION = "shaef-rules-1"
"""Changed by hand whenever the rules code decides any position differently."""


def edition_digest(tables: Tables | None = None) -> bytes:
    """SHA-256 (32 bytes) over the rules edition and the parsed pack, so comments and layout do not count.

    Raises:
        PackError: if the installed pack cannot be read.
    """
    return content_digest(RULES_EDITION, read_tables() if tables is None else tables)
