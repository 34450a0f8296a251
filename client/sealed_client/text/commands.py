"""What a typed line means: a number, a command, or an action in the title's notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NUMBER: Final = "number"
ACTION: Final = "action"
NOTHING: Final = "nothing"
UNCLEAR: Final = "unclear"

HELP: Final = {
    "NUMBER": (
        "give the answer with that number; numbers run on from question to question, "
        "so that one typed too late never answers the next question"
    ),
    "ACTION": "give an answer in notation, such as: place Madrid",
    "list": "show the open answers again; 'list WORD' only those with that word",
    "more": "show the next page",
    "why not": "'why not ACTION' says what stands against any action, at any time",
    "undo": "take the last answer of the draft back",
    "send": "send the draft; what is sent cannot be taken back",
    "confirm": "'confirm on': final answers wait for 'send'; 'confirm off': they go at once",
    "board": "read the board; 'board WORD' only the lines with a city or player of that name",
    "hand": "read your cards",
    "log": "'log N': what happened last, N lines",
    "rules": "the rules in short; 'rules SECTION' for one section, a card, or a name that stands in brackets",
    "template": "ready-made answers, such as a whole set-up; 'template NAME' gives those of one",
    "orders": (
        "standing orders, which answer for you in the turns of others; "
        "'orders NAME' gives one, 'orders off' takes it back"
    ),
    "seal": "what has been verified at this table, and whether anything failed",
    "who": "who owes an answer, since when and until when, banks, misses and pauses; also 'clock'",
    "pause": "wish a pause: no clock runs while every player wishes one",
    "resume": "end the pause, or no longer wish one; also 'unpause'",
    "prove": "prove your last card, a shuffle or an order; 'prove N' for entry N of the log",
    "record": "keep what this device has verified so far as a file, with your own cards in it",
    "take": "play this seat here if it is played on another device of yours, which then only follows",
    "resign": "give the game up",
    "stop": "offer to end the game without a result; where an open answer is called so, that answer",
    "help": "this list",
    "quit": "leave; the table keeps your seat and you can come back",
}
"""Every command in the order in which `help` lists them."""

_SAME: Final = {
    "menu": "list",
    "clock": "who",
    "unpause": "resume",
    "?": "help",
    "exit": "quit",
    "bye": "quit",
    "whynot": "why not",
}
_ALONE: Final = frozenset(
    {
        "more",
        "undo",
        "send",
        "hand",
        "seal",
        "who",
        "pause",
        "resume",
        "resign",
        "stop",
        "record",
        "take",
        "quit",
        "yes",
        "no",
    }
)
_WITH: Final = frozenset(
    {"board", "list", "log", "orders", "rules", "prove", "help", "confirm", "why not", "template"}
)
LONGEST: Final = 200
"""A longer line is no command and no action; it is not repeated back."""


@dataclass(frozen=True, slots=True)
class Command:
    """Is a line that was understood: its kind (a command's name, NUMBER, ACTION ...) and the rest of it."""

    kind: str
    rest: str = ""


def parse(line: str) -> Command:
    """Returns what a line means. Words may be in any case and have any number of spaces between them."""
    words = line.split()
    if not words:
        return Command(NOTHING)
    text = " ".join(words)
    if len(text) > LONGEST:
        return Command(UNCLEAR, "That line is too long.")
    if text.isascii() and text.isdigit():
        return Command(NUMBER, text)
    first, rest = words[0].casefold(), " ".join(words[1:])
    if first == "why" and len(words) > 1 and words[1].casefold() == "not":
        first, rest = "why not", " ".join(words[2:])
    if first == "do" and rest:
        return Command(ACTION, rest)
    name = _SAME.get(first, first)
    if name in _WITH:
        return Command(name, rest)
    if name in _ALONE:
        return (
            Command(name) if not rest else Command(UNCLEAR, f"'{name}' stands alone; 'help' lists commands.")
        )
    return Command(ACTION, text)


def number_in(rest: str, default: int, most: int) -> int | None:
    """Returns the number behind a command, or the default; nothing if it is no number up to `most`."""
    if not rest:
        return default
    if not (rest.isascii() and rest.isdigit()) or len(rest) > len(str(most)):
        return None
    number = int(rest)
    return number if number <= most else None
