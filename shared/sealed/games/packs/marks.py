"""The marks of a pack: where each field comes from, and what is only ours."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sealed.games.packs.tables import Item

MARKS = ("rulebook", "derived", "public", "history", "memory", "house")
"""Printed there, follows from that, reported by players, in a public history, recalled without one, ours."""

_SUFFIX = "_mark"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a pack: the item and a sentence that says what to do."""

    item: str
    text: str

    def __str__(self) -> str:
        """Item and sentence on one line."""
        return f"{self.item}: {self.text}"


def field_marks(item: Item) -> dict[str, str]:
    """The mark of every field of an item; the texts of a card, being our words, stand under ``effect``."""
    default = str(item.table.get("mark", ""))
    told = {"mark", "text_en", "text_es"}
    plain = [key for key in item.table if key not in told and not key.endswith(_SUFFIX)]
    marks = dict.fromkeys(plain, default)
    for key, mark in item.table.items():
        if key.endswith(_SUFFIX):
            marks[key.removesuffix(_SUFFIX)] = str(mark)
    return marks


def house_lines(marked: Iterable[Item]) -> list[str]:
    """One line for each item with fields marked ``house``: where it stands and the fields' names."""
    lines = []
    for item in marked:
        ours = sorted(name for name, mark in field_marks(item).items() if mark == "house")
        if ours:
            lines.append(f"{item.where}: {', '.join(ours)}")
    return lines


def mark_problems(item: Item) -> Iterator[Problem]:
    """What is wrong with an item's marks: none, an unknown one, one for a field that is not there."""
    if "mark" not in item.table:
        yield Problem(item.where, f"has no mark; write one of {', '.join(MARKS)}")
    for key, mark in item.table.items():
        if (key == "mark" or key.endswith(_SUFFIX)) and mark not in MARKS:
            yield Problem(item.where, f"`{key}` is {mark!r}; write one of {', '.join(MARKS)}")
        field = key.removesuffix(_SUFFIX)
        if key.endswith(_SUFFIX) and field not in item.table and field != "effect":
            yield Problem(item.where, f"`{key}` marks no field; remove it or write `{field}`")


def total(item: str, found: int, wanted: int) -> Iterator[Problem]:
    """A problem if a count or sum is not what the pack says it is."""
    if found != wanted:
        yield Problem(item, f"found {found}, the pack says {wanted}; correct one of them")
