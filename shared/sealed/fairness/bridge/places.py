"""Where cards lie, in the numbers of the protocol: decks, bags and laid zones (spec 2.6).

The engine counts its zones in its own way; this is the one place where the two numberings meet. A colour's
deck of kind k is deck `k * colours + q - 1`; the j-th colour of a seat has bag `64 * j + k` and laid zone
`256 + 4096 * j + k`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.eye import EVERYBODY
from sealed.engine.title import BAG, DECK, LAID

if TYPE_CHECKING:
    from sealed.engine.title import Setup, Title

FIRST_LAID = 256
_BAGS, _LAID_ZONES = 64, 4096


class Place(NamedTuple):
    """An engine zone as the protocol names it. `seat` runs it; `open` says that cards lie face-up there.

    `mixed` says that cards which come to lie there are mixed with those that lie there (spec 2.16).
    """

    form: str
    seat: int
    number: int
    open: bool
    mixed: bool = False


class Places:
    """The two-way table between engine zones and protocol numbers at one table."""

    def __init__(self, title: Title, setup: Setup) -> None:
        """Build the table from the title's zone forms and the chairs."""
        audience = title.start(setup).audience
        self._by_zone: dict[int, Place] = {}
        self._by_number: dict[tuple[str, int, int], int] = {}
        for zone, (form, kind, colour, mixed) in enumerate(title.zone_forms):
            if colour >= setup.colours:
                continue
            seat = setup.seat_of(colour)
            number = _number(setup, form, kind, colour, seat)
            self._by_zone[zone] = Place(form, seat, number, bool(audience[zone] & EVERYBODY), mixed)
            self._by_number[form, 0 if form == DECK else seat, number] = zone

    def of(self, zone: int) -> Place:
        """Return the place of an engine zone. Raises `KeyError` for a zone of a colour that does not play."""
        return self._by_zone[zone]

    def deck(self, number: int) -> int | None:
        """Return the engine zone of a deck number, if there is one."""
        return self._by_number.get((DECK, 0, number))

    def zone(self, seat: int, number: int) -> int | None:
        """Return the engine zone of a seat's bag or laid zone, if there is one."""
        return self._by_number.get((LAID if number >= FIRST_LAID else BAG, seat, number))

    def decks(self) -> tuple[int, ...]:
        """Return all deck numbers, ascending."""
        return tuple(sorted(number for form, _, number in self._by_number if form == DECK))


def _number(setup: Setup, form: str, kind: int, colour: int, seat: int) -> int:
    if form == DECK:
        return kind * setup.colours + colour
    j = setup.chairs[seat - 1].colours.index(colour + 1)
    return _BAGS * j + kind if form == BAG else FIRST_LAID + _LAID_ZONES * j + kind
