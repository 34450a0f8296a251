"""Titles and table options as they are typed at the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games import TITLES
from sealed_client.desk.trouble import Trouble
from sealed_client.words.catalogue import army_of

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Iterable, Mapping

    from sealed.engine.title import Title


def title_named(name: str) -> Title:
    """Return the title with an id. Raises `Trouble` naming those that exist."""
    title = TITLES.get(name)
    if title is None:
        raise Trouble(f"There is no title {name!r}. This edition has: {', '.join(TITLES)}.")
    return title


def add_table_arguments(parser: ArgumentParser, seats: int | None = 2) -> None:
    """Add what a table can be given: seats (their default) and options."""
    parser.add_argument("--seats", type=int, default=seats, metavar="N", help="number of seats (default 2)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"a table option; may be repeated. {' '.join(map(_options_in_words, TITLES.values()))}",
    )


def add_title_argument(parser: ArgumentParser) -> None:
    """Add the title to play."""
    parser.add_argument("title", metavar="TITLE", help=f"one of: {', '.join(TITLES)}")


def add_seat_arguments(parser: ArgumentParser) -> None:
    """Add which seat to take: by its number, or by the side that it plays."""
    seat = parser.add_mutually_exclusive_group()
    seat.add_argument("--seat", type=int, metavar="N", help="which seat (default: the first free one)")
    seat.add_argument("--side", metavar="NAME", help="which side, such as allies: its first seat")


def seat_wished(
    title: Title, seats: int, options: Mapping[str, str], number: int | None, side: str | None
) -> int | None:
    """Return the seat that is meant by its number, or by the name of its side; None if nothing was typed.

    Raises `Trouble` naming what there is.
    """
    if side is not None:
        chairs = title.setup(seats, options).chairs
        names = {army_of(title, chair.side): place for place, chair in reversed(list(enumerate(chairs, 1)))}
        found = next((place for name, place in names.items() if name.casefold() == side.casefold()), None)
        if found is None:
            raise Trouble(
                f"There is no side {side!r} in {title.name}. There are: {', '.join(sorted(names))}."
            )
        return found
    if number is not None and not 1 <= number <= seats:
        raise Trouble(f"There is no seat {number} at a table of {seats}. Its seats are 1 to {seats}.")
    return number


def _options_in_words(title: Title) -> str:
    """Return what can be chosen for a title, the default first."""
    options = (
        f"{one.name} {'|'.join([one.default, *(value for value in one.values if value != one.default)])}"
        for one in title.options
    )
    return f"{title.name}: {', '.join(options)}"


def options_of(pairs: Iterable[str]) -> dict[str, str]:
    """Return options typed as NAME=VALUE. Raises `Trouble` for anything else and for a name given twice."""
    options: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name or not value:
            raise Trouble(f"Write options as NAME=VALUE, not {pair!r}.")
        if name in options:
            raise Trouble(f"Option {name} is given twice.")
        options[name] = value
    return options
