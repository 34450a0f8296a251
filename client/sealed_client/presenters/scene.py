"""What a table's screen shows at one moment: frozen values with their words, and no toolkit.

A presenter makes a `TableScene` of a snapshot and of what the player has touched; widgets draw it and know
neither rules nor protocol. Two scenes that are equal look the same. Spaces are the indexes of the map.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Shape = Literal["round", "octagon", "rounded", "cut"]
Pattern = Literal["plain", "slants", "dots", "bar", "uprights", "lines"]
Sign = Literal["plus", "arrow", "attack", "check"]
Rank = Literal["primary", "secondary", "quiet", "danger"]
Mood = Literal["yours", "theirs", "sending", "offline", "elsewhere", "waiting", "over"]
CardState = Literal["ready", "answers", "not-now", "selected", "down", "destroyed"]
SealState = Literal["verified", "checking", "practice", "failed"]


@dataclass(frozen=True, slots=True)
class Coat:
    """How a faction looks: its shape, colours (``#rrggbb``), pattern, and the letter that repeats them."""

    shape: Shape
    fill: str
    ink: str
    pattern: Pattern = "plain"
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence whose lead words are set in a heavier weight; either part may be empty."""

    lead: str = ""
    rest: str = ""

    def __str__(self) -> str:
        """Return the sentence as one text."""
        return f"{self.lead} {self.rest}".strip()


@dataclass(frozen=True, slots=True)
class Counter:
    """A piece on the map; `key` tells it from the others of its space, `label` is the sign on it."""

    key: str
    space: int
    coat: Coat
    label: str
    spoken: str
    selected: bool = False
    attacked: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """A space that answers the question if it is touched."""

    space: int
    sign: Sign
    spoken: str


@dataclass(frozen=True, slots=True)
class Arrow:
    """An attack or a move in question, drawn from one space to another."""

    origin: int
    target: int
    hostile: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """The number of a reason, at the space it is about."""

    number: int
    space: int


@dataclass(frozen=True, slots=True)
class Board:
    """The map's moving part.

    `tints` is for each space 0 or the side that holds it; `focus` are the spaces that the question is about;
    `lit` those that a chosen line of the log is about. With `marks` the map dims everything else. `cursor` is
    the target that the keyboard stands on.
    """

    tints: tuple[int, ...]
    counters: tuple[Counter, ...]
    targets: tuple[Target, ...] = ()
    focus: tuple[int, ...] = ()
    lit: tuple[int, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    marks: tuple[Mark, ...] = ()
    cursor: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A button. `key` is what `Choose` carries; one that is not `ready` explains itself when touched.

    `consequence` is its second line, `hotkey` its letter on the keyboard.
    """

    key: str
    label: str
    consequence: str = ""
    rank: Rank = "secondary"
    hotkey: str = ""
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question: what is going on, the sentence, the answers. `note` warns of the point of no return."""

    mood: Mood
    over: str
    sentence: Sentence
    answers: tuple[Answer, ...] = ()
    note: str = ""
    undo: str = ""


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card as it lies somewhere; `key` names the place, so two equal cards are told apart.

    `value` is its big figure, `strikes` shows the reticle, `words` are two words of effect, `text` all of it.
    Of a card that lies face down nothing but `coat` and `state` is known.
    """

    key: str
    title: str
    coat: Coat
    state: CardState = "ready"
    value: str = ""
    strikes: bool = False
    words: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """The player's cards, colour by colour if he runs two, with a caption for each row."""

    rows: tuple[HandRow, ...] = ()


@dataclass(frozen=True, slots=True)
class HandRow:
    """The cards of one colour."""

    caption: str
    cards: tuple[CardFace, ...]


@dataclass(frozen=True, slots=True)
class TrackMarker:
    """A marker at a share (0 to 1) of the track's length; `heading` is -1, 0 or 1 along the track."""

    at: float
    coat: Coat
    heading: int
    spoken: str


@dataclass(frozen=True, slots=True)
class Track:
    """A track: its markers, the words under its left end, middle and right end, and the words of all of it.

    `steps` is its number of spaces; the left part up to the first marker and the right part from the last
    are filled in the marker's colours.
    """

    name: str
    steps: int
    markers: tuple[TrackMarker, ...]
    left: str
    middle: str
    right: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A player: what he runs, what everybody may know of it, and whether he is asked."""

    seat: int
    name: str
    army: str
    coats: tuple[Coat, ...]
    details: tuple[str, ...]
    asked: bool = False
    you: bool = False
    turn: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of the log, the entry it stands in, and the spaces it is about."""

    key: str
    text: str
    entry: int
    seal: SealState
    detail: str = ""
    spaces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SealBadge:
    """What was checked: `short` is the line beside the badge, `lines` what one tap tells."""

    state: SealState
    short: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockChip:
    """The time left for the open decision; `warns` when it gets short."""

    text: str
    warns: bool = False


@dataclass(frozen=True, slots=True)
class CombatSide:
    """One side of a battle: who, with which sum, and the cards that lie there."""

    heading: str
    sums: str
    total: str
    coat: Coat
    disks: str
    deployed: tuple[CardFace, ...]
    reserve: tuple[CardFace, ...]
    reserve_caption: str
    you: bool = False


@dataclass(frozen=True, slots=True)
class Combat:
    """A battle that is going on; `step` is the index of the present one in `steps`."""

    heading: str
    over: str
    steps: tuple[str, ...]
    step: int
    attacker: CombatSide
    defender: CombatSide
    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class Reason:
    """A numbered reason, with the space it is about."""

    number: int
    sentence: Sentence
    space: int | None = None


@dataclass(frozen=True, slots=True)
class WhyNot:
    """A refusal that explains itself. `nearest_key` chooses the nearest legal way, if there is one."""

    headline: str
    reasons: tuple[Reason, ...]
    rule: str = ""
    nearest: str = ""
    nearest_key: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a long touch tells of a space or a card."""

    heading: str
    lines: tuple[str, ...]
    card: CardFace | None = None


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A question of the table itself, such as before resigning; its answers close it."""

    sentence: Sentence
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something has failed: what, and the ways on. It covers the table."""

    heading: str
    lines: tuple[str, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of the game. `progress` (0 to 1) is that of the audit until the verdict is there."""

    heading: str
    cause: str
    progress: float | None
    verdict: Sentence
    seal: SealState
    lines: tuple[str, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Motion:
    """One movement that the screen may show: of a piece (`coat`) between spaces, or of a card or marker.

    A piece that comes has no `origin`, one that goes no `target`. Cards that nobody may know move alike.
    """

    kind: Literal["piece", "card", "marker"]
    coat: Coat
    origin: int | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Motions:
    """The movements since the scene before; `serial` grows with every batch, so that none is shown twice."""

    serial: int = 0
    each: tuple[Motion, ...] = ()


@dataclass(frozen=True, slots=True)
class TableScene:
    """Is everything a table's screen shows. The `log` has its newest line first."""

    title: str
    round: str
    board: Board
    prompt: Prompt
    hand: Hand
    track: Track | None
    seats: tuple[SeatRow, ...]
    log: tuple[LogLine, ...]
    seal: SealBadge
    clock: ClockChip | None = None
    combat: Combat | None = None
    why_not: WhyNot | None = None
    facts: Facts | None = None
    confirmation: Confirmation | None = None
    alarm: Alarm | None = None
    ending: Ending | None = None
    notice: str = ""
    motions: Motions = Motions()
    yours: bool = False
