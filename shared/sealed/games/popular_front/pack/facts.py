"""Typed values of the pack, frozen: what the data files say, and no rules."""

from dataclasses import dataclass
from typing import Literal

from sealed.games.packs.tables import PackError

LinkKind = Literal["road", "river", "sea"]
LINK_KINDS: tuple[LinkKind, ...] = ("road", "river", "sea")

ODD_SIDE = 1
EVEN_SIDE = 2


@dataclass(frozen=True, slots=True)
class City:
    """A city of the board; ``name`` is plain ASCII for the notation, ``display`` the Spanish spelling."""

    index: int
    name: str
    display: str
    value: int
    star: bool
    lat: float
    lon: float


@dataclass(frozen=True, slots=True)
class Link:
    """A connection of the cities ``a`` < ``b`` by index; ``river`` is empty unless ``kind`` is "river"."""

    a: int
    b: int
    kind: LinkKind
    river: str


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A printed card by its code (1-10), with its values in combat, for Muster and in the political box."""

    code: int
    name: str
    copies: int
    value: int
    muster: int
    political: int
    text_en: str
    text_es: str
    name_es: str
    reticle: bool


@dataclass(frozen=True, slots=True)
class Track:
    """A victory track of spaces 0 to ``spaces - 1``; every pair of flags is (Nationalists, Republic)."""

    name: str
    spaces: int
    round_flags: tuple[int, int]
    rectangular_flags: tuple[int, int]
    centre_flags: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The counts that the rules name."""

    opening_hand: int
    turn_draw: int
    end_draw: int
    capture_draw: int
    undefended_draw: int
    empty_hand_draw: int
    foreign_aid: int
    political_step: int
    lead_divisor: int
    stack_limit: int
    city_minimum: int
    attack_minimum: int
    water_bonus: int
    column_recruits: int
    victory_cities: int
    decks: int
    deck_size: int


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums that a complete pack must reach."""

    cities: int
    links: int
    roads: int
    river_roads: int
    sea_lanes: int
    city_value: int
    deck_value: int


@dataclass(frozen=True, slots=True)
class SideFacts:
    """An army: 1 is the Nationalists, 2 the Republic."""

    number: int
    name: str
    name_es: str
    shape: str


@dataclass(frozen=True, slots=True)
class ColourFacts:
    """A colour by its number (1-6) and the side it fights for."""

    number: int
    name: str
    name_es: str
    side: int
    pattern: str


@dataclass(frozen=True, slots=True)
class Pack:
    """Everything printed, with tuples in the order of their numbers."""

    cities: tuple[City, ...]
    links: tuple[Link, ...]
    cards: tuple[CardFacts, ...]
    standard_track: Track
    short_track: Track
    numbers: Numbers
    totals: Totals
    sides: tuple[SideFacts, ...]
    colours: tuple[ColourFacts, ...]
    disks_of_two: tuple[int, ...]
    disks_of_four: tuple[int, ...]
    disks_of_six: tuple[int, ...]

    def disks(self, colours: int) -> tuple[int, ...]:
        """Playable disks of each colour at a table of 2, 4 or 6 colours (F-24, F-31).

        Raises:
            PackError: for any other number of colours.
        """
        stocks = {2: self.disks_of_two, 4: self.disks_of_four, 6: self.disks_of_six}
        if colours not in stocks:
            raise PackError(f"{colours} colours cannot be played; take 2, 4 or 6")
        return stocks[colours]

    def colours_at(self, colours: int) -> tuple[ColourFacts, ...]:
        """Colours in play at a table of 2, 4 or 6; two colours bear the names of the two armies.

        Raises:
            PackError: for any other number of colours.
        """
        played = self.colours[: len(self.disks(colours))]
        if colours != len(self.sides):
            return played
        return tuple(
            ColourFacts(side.number, side.name, side.name_es, side.number, colour.pattern)
            for side, colour in zip(self.sides, played, strict=True)
        )

    def deck(self) -> tuple[int, ...]:
        """Card codes of one full deck, ascending (20 cards)."""
        return tuple(card.code for card in self.cards for _ in range(card.copies))
