"""Typed values of the pack, frozen: what the data files say, and no rules."""

from dataclasses import dataclass

START_CONTROL = ("Axis", "Allies", "neutral", "open")
SEASONS = ("spring", "summer", "autumn", "winter")
LINK_OPTIONS = ("", "adriatic", "egypt-border")
FLAG_MARKERS = ("", "bulgaria")


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the board; ``name`` is plain ASCII for the notation, ``name_es`` the Spanish spelling.

    ``country`` is empty outside the minor countries, ``counters`` are its Minor Country Force counters and
    ``forces`` those of them with a force on the back. ``start`` is the side that controls it at the start.
    """

    index: int
    name: str
    name_es: str
    land: bool
    desert: bool
    stars: int
    country: str
    counters: int
    forces: int
    start: str
    lat: float
    lon: float


@dataclass(frozen=True, slots=True)
class Link:
    """Spaces ``a`` < ``b`` that are adjacent, under ``option`` if it is not empty."""

    a: int
    b: int
    option: str


@dataclass(frozen=True, slots=True)
class Strait:
    """Seas ``a`` < ``b`` that are adjacent for a side while it controls ``anchor``."""

    anchor: int
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Flag:
    """A space with supply flags of ``factions``; ``when`` is empty or names the marker that brings them."""

    space: int
    factions: tuple[int, ...]
    when: str


@dataclass(frozen=True, slots=True)
class Round:
    """A round by its number, from 1; scoring and then Late War cards follow its Allies turn."""

    number: int
    name: str
    name_es: str
    season: str
    year: int
    scoring: bool
    late_cards: bool


@dataclass(frozen=True, slots=True)
class FactionFacts:
    """A faction's side, its pieces by kind, and how many cards of each sort bear its name."""

    name: str
    name_es: str
    side: int
    pieces: tuple[int, ...]
    mid: int
    first_game: int
    late: int


@dataclass(frozen=True, slots=True)
class ReactionFacts:
    """A reaction, its printed title, and on how many cards of each faction it stands."""

    name: str
    title: str
    title_es: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A card of the two decks by its code (Axis 1-28, Allies 29-66); ``places`` limit a Stand Fast."""

    code: int
    name: str
    name_es: str
    side: int
    faction: int
    late: bool
    first_game: bool
    reaction: str
    places: tuple[int, ...]
    text_en: str
    text_es: str


@dataclass(frozen=True, slots=True)
class ContingencyFacts:
    """One face of a Contingency card; ``card`` is the card's number (0-2) on its side."""

    code: int
    name: str
    name_es: str
    side: int
    faction: int
    card: int
    second: bool
    text_en: str
    text_es: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """The counts that the rules name.

    ``usa_at_war`` is the round of that name, ``usa_at_war_later`` the other reading of the track (S-1).
    """

    hand: int
    opening_hand: int
    draw_limit: int
    margin: int
    conscription_infantry: int
    conscription_other: int
    forced_march: int
    desperate_attack: int
    production: int
    airplane_range: int
    fleet_load: int
    carrier_load: int
    usa_at_war: int
    usa_at_war_later: int


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums that a complete pack must reach; ``markers`` are all that the punchboard holds."""

    land: int
    water: int
    links: int
    option_links: int
    straits: int
    flags: int
    stars: int
    deserts: int
    counters: int
    forces: int
    pieces: int
    starting_pieces: int
    axis_cards: int
    allies_cards: int
    contingencies: int
    rounds: int
    scorings: int
    markers: int


@dataclass(frozen=True, slots=True)
class Pack:
    """Everything printed, with tuples in the order of their numbers; the ``_es`` tuples are Spanish names.

    ``pieces`` are (faction, kind) by piece number, ``starting`` the (space, faction, kind) of the set-up.
    """

    spaces: tuple[Space, ...]
    countries: tuple[str, ...]
    countries_es: tuple[str, ...]
    links: tuple[Link, ...]
    straits: tuple[Strait, ...]
    flags: tuple[Flag, ...]
    factions: tuple[str, ...]
    factions_es: tuple[str, ...]
    faction_facts: tuple[FactionFacts, ...]
    sides: tuple[str, ...]
    sides_es: tuple[str, ...]
    kinds: tuple[str, ...]
    kinds_es: tuple[str, ...]
    reactions: tuple[ReactionFacts, ...]
    pieces: tuple[tuple[int, int], ...]
    starting: tuple[tuple[int, int, int], ...]
    rounds: tuple[Round, ...]
    cards: tuple[CardFacts, ...]
    contingencies: tuple[ContingencyFacts, ...]
    numbers: Numbers
    totals: Totals
