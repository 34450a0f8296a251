"""What a title brings to the table's screen: a `TitlePresenter`. The table's own presenter brings the rest.

A title presenter is pure and keeps nothing: equal looks give equal values. It is made once for a table and
once more when the language changes, so it holds its words; a `Look` holds everything that changes. It reads
nothing but the state with the player's own eye, so that it cannot show what the player may not know.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Event
    from sealed.engine.title import Setup, Title
    from sealed_client.presenters.picks import Path, Pick
    from sealed_client.presenters.scene import (
        Board,
        Combat,
        Facts,
        Hand,
        Motion,
        Rank,
        SeatRow,
        Sentence,
        Sign,
        Track,
    )
    from sealed_client.words.messages import Messages
    from sealed_client.words.phrases import Phrases


@dataclass(frozen=True, slots=True)
class Look:
    """The table as a title is asked about it.

    `state` is what the player sees: the log's state with his draft on top. `seat` is his seat, 0 for a
    spectator; `names[seat - 1]` are the players' names. `yours` says that the question open in `state` is his
    to answer now. `legal` are then its legal answers (else none), `picked` what he has touched towards one,
    and `following` the picks that lead on from there, in the order of the title's paths. `told` is what has
    happened so far as the player saw it, the draft's events last; it may begin anywhere.
    """

    state: State
    seat: int
    names: tuple[str, ...]
    yours: bool = False
    legal: Sequence[Action] = field(default=())
    picked: Path = ()
    following: tuple[Pick, ...] = ()
    told: Sequence[Event] = field(default=(), repr=False)


class ButtonWords(NamedTuple):
    """How a button or a count is shown: a verb with its object, and what it brings in a second line.

    At most one answer on the screen should be `primary`; `hotkey` is one letter, or ``Enter``.
    """

    label: str
    consequence: str = ""
    rank: Rank = "secondary"
    hotkey: str = ""


class Sending(NamedTuple):
    """How the last answer before the point of no return is put to the player.

    `label` is the button, a verb with its object ("Place in Madrid"); `sentence` what it will do ("Deploy
    Infantry? Marta must destroy a deployed card."); `note` what makes it final, in one line ("No undo after
    this: Marta sees the card at once", "You cannot undo past this: you will have seen them").
    """

    label: str
    sentence: Sentence
    note: str


class TitlePresenter(Protocol):
    """How a title is chosen and shown. See `Look` for what is known when it is asked.

    The table adds by itself: targets (from `following`), focus, lit spaces and the marks of reasons on the
    board; the states ``answers``, ``not-now`` and ``selected`` of cards whose state is ``ready``; `asked`,
    `you` and `turn` of seat rows are the title's.
    """

    @property
    def space_kind(self) -> str:
        """Return the kind of argument that names a space of the map (``city``); it is the map's index."""
        ...

    # -- choosing --------------------------------------------------------------------------------------------

    def paths(self, look: Look) -> Mapping[Path, Action]:
        """Return for each of `look.legal` one or more rows of picks that amount to it, and no other answers.

        Not asked for `picked` or `following`, which are empty here. No path is the beginning of another one,
        so that the last pick always answers: where touching A is itself an answer (recruit), what starts from
        A begins with a button (move, A, B, count). Typical: attack is (A, B); move is (A, B, count) and
        (button move, A, B, count); muster is (card, button muster); end is (button end). Two equal cards are
        one pick. Where only one count is left the table picks it by itself.
        """
        ...

    def attempts(self, look: Look, pick: Pick) -> tuple[Action, ...]:
        """Return what the player may have meant by a pick that leads nowhere after `look.picked`.

        The table asks the engine why not, and shows the attempt with the fewest reasons. They need not be
        answers to the open question. None: the table says whose turn it is, or what the question is.
        """
        ...

    def idle_buttons(self, look: Look) -> tuple[Pick, ...]:
        """Return buttons that are shown though they lead nowhere now; touching one asks `attempts`."""
        ...

    def single_is_public(self, look: Look, action: Action) -> bool:
        """Tell whether everybody knows that this is the only answer, so that giving it at once tells nothing.

        True for passing with an empty hand (hands are counted openly); false where another hand of the same
        size would have had a choice.
        """
        ...

    # -- words of the question -------------------------------------------------------------------------------

    def round_words(self, look: Look) -> str:
        """Return the short line below the title in the top bar ("Round 4 · your turn")."""
        ...

    def over(self, look: Look) -> str:
        """Return what is going on, as the line above the question ("Muster with March")."""
        ...

    def sentence(self, look: Look) -> Sentence:
        """Return the question after `look.picked`, to the player if it is his, else what others decide."""
        ...

    def button(self, look: Look, pick: Pick) -> ButtonWords:
        """Return how a button or a count of `look.following` or `idle_buttons` is shown."""
        ...

    def target(self, look: Look, pick: Pick) -> tuple[Sign, str]:
        """Return the sign at a space of `look.following`, and what touching it does in words."""
        ...

    def focus(self, look: Look) -> tuple[int, ...]:
        """Return the spaces that the question is about beside its targets (both ends of a battle, ...)."""
        ...

    def sending(self, look: Look, before: State, action: Action) -> Sending:
        """Return how `action`, answered at `before` and last in the draft, is put before it is sent.

        `look.state` is the state after it. What it reveals or draws for good goes to the note.
        """
        ...

    def answer_words(self, look: Look, action: Action) -> str:
        """Return what an answer does as a clause, for lists and "nearest way": "recruit in Madrid"."""
        ...

    # -- the table -------------------------------------------------------------------------------------------

    def board(self, look: Look) -> Board:
        """Return tints, counters (selected and attacked ones marked, after `look.picked`) and arrows.

        Leave targets, lit and marks empty; focus is asked for by itself.
        """
        ...

    def hand(self, look: Look) -> Hand:
        """Return the player's cards, colour by colour, each with a key of its own."""
        ...

    def card_pick(self, look: Look, key: str) -> Pick | None:
        """Return the pick of the card with this key, in the hand or in a combat; none if it lies down."""
        ...

    def track(self, look: Look) -> Track | None:
        """Return the track, if the title has one."""
        ...

    def seats(self, look: Look) -> tuple[SeatRow, ...]:
        """Return the players with what everybody may know: counts of hand and deck, top discard, colours."""
        ...

    def combat(self, look: Look) -> Combat | None:
        """Return the battle that is going on."""
        ...

    def space_facts(self, look: Look, space: int) -> Facts:
        """Return what a long touch on a space tells: what is here, who may enter, its worth."""
        ...

    def card_facts(self, look: Look, key: str) -> Facts | None:
        """Return what a long touch on a card tells; none if it lies face down."""
        ...

    # -- what happens and why not ----------------------------------------------------------------------------

    def spaces_of(self, event: Event) -> tuple[int, ...]:
        """Return the spaces that a line of the log lights up."""
        ...

    def motions(self, look: Look, event: Event) -> tuple[Motion, ...]:
        """Return what an event moves on the screen; hidden cards all alike, none for what needs no motion."""
        ...

    def rule_words(self, rule: str) -> str:
        """Return the words of a rule reference of a refusal; empty if there is none."""
        ...

    def ending(self, look: Look, result: str) -> str:
        """Return the heading of the end ("Victory for the Republic", "You have won"); `result` as signed."""
        ...


class TitleBrings(NamedTuple):
    """A title's entry in the catalogue: makes its presenter for a table, and the sentences of a language."""

    make: Callable[[Title, Setup, Messages, Phrases], TitlePresenter]
    phrases: Callable[[Title, Setup, str], Phrases]
