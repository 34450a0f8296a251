"""Makes a language for tests of English: accented, in brackets and about 40 % longer, placeholders intact.

Only letters that the fonts of this program have are used. What is on the screen without brackets did not
come from a catalogue, and what has no closing bracket was cut off.
"""

from __future__ import annotations

from functools import cache
from string import Formatter
from typing import Final

_ACCENTED: Final = str.maketrans("acdeinouyACEINOUY", "áçðéíñøúýÁÇÉÍÑØÚÝ")
_LONGER: Final = 0.4
_WORD: Final = 5
"""Length of the words of the padding, so that it wraps as text does."""


@cache
def lengthened(template: str) -> str:
    """Return a text of the pseudo-language for a text with placeholders."""
    parts = [
        (literal.translate(_ACCENTED).replace("{", "{{").replace("}", "}}"), _place(name, spec, conversion))
        for literal, name, spec, conversion in Formatter().parse(template)
    ]
    changed = "".join(literal + place for literal, place in parts)
    letters = sum(len(literal) for literal, _ in parts)
    return f"[{changed} {_padding(letters)}]"


def _place(name: str | None, spec: str | None, conversion: str | None) -> str:
    if name is None:
        return ""
    return "{" + name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "") + "}"


def _padding(letters: int) -> str:
    left = max(1, round(letters * _LONGER) - 3)
    # The spaces count too: a long text would else grow by nearly half.
    return (("~" * _WORD + " ") * (left // _WORD + 1))[: left - 1] + "~"
