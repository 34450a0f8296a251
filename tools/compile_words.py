"""Compiles the message catalogues: words/locale/LANGUAGE/DOMAIN.po into .mo, the same bytes each time."""

from __future__ import annotations

import io
import re
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).parents[1] / "client/sealed_client/words/locale"
_FIXED = datetime(2026, 1, 1, tzinfo=UTC)
"""Stands for the dates in the header of a compiled catalogue, which else would be those of the run."""


def compiled(source: Path) -> bytes:
    """Return the compiled form of a catalogue. Raises `ValueError` (Babel's `PoFileError`) if it is amiss."""
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parent.name, abort_invalid=True)
    ids = Counter(re.findall(r'^msgid "(.+)"$', source.read_text("utf-8"), re.MULTILINE))
    if twice := [one for one, times in ids.items() if times > 1]:
        raise ValueError(f"{source}: twice in it: {', '.join(twice)}")
    catalogue.creation_date = catalogue.revision_date = _FIXED
    written = io.BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def sources() -> list[Path]:
    """Return the catalogues that people write."""
    return sorted(LOCALE.glob("*/*.po"))


def main() -> None:
    """Compile what has changed."""
    for source in sources():
        target, content = source.with_suffix(".mo"), compiled(source)
        if not target.exists() or target.read_bytes() != content:
            target.write_bytes(content)
            print(f"compiled {source.relative_to(LOCALE)}")


if __name__ == "__main__":
    main()
