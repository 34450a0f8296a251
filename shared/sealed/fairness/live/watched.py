"""Is what the verifier knows of one table, shared by the parts of it that check (spec 3.4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.merkle import EMPTY_ROOT, RightEdge
from sealed.fairness.live.clocks import Clocks
from sealed.fairness.live.debts import PENDING, Debts
from sealed.fairness.live.ledger import Ledger
from sealed.fairness.live.verdicts import NOBODY, REFEREE, Klass, Outcome, Skipped, Tally, Verdict
from sealed.wire.v1.fairness_pb2 import Params

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title
    from sealed.fairness.arithmetic.blind import Handle
    from sealed.fairness.bridge.duties import Duty
    from sealed.fairness.bridge.places import Place, Places
    from sealed.fairness.live.passages import Passage, Played
    from sealed.fairness.signing.keys import Signatures
    from sealed.fairness.signing.private import PeekedCard
    from sealed.wire.v1.fairness_pb2 import Draw, GameOver, Peek, SlotOpen

    TitleOf = Callable[[str, bytes], Title | None]

RULES: Final = "rules"
_WHY: Final = {
    RULES: "the rules of this edition are not at hand",
    PENDING: "signatures are still to be checked",
}
SET_UP, PLAY, OVER, REVEALED = "S", "P", "O", "R"


class BrokenError(Exception):
    """Carries the verdicts of a failed check up to `feed`; nothing after it is judged."""

    def __init__(self, verdicts: tuple[Verdict, ...]) -> None:
        """Keeps the verdicts, the main one first."""
        super().__init__(verdicts[0].code)
        self.verdicts = verdicts


@dataclass(slots=True)
class Pending:
    """Is an open slot: the entry, when it was opened, and which entry it is."""

    message: SlotOpen
    index: int
    time_ms: int

    @property
    def last_k(self) -> int:
        """Is the last slot of the batch: the one whose links are owed."""
        return self.message.first_k + len(self.message.requests) - 1


@dataclass(slots=True)
class Speaker:
    """Is what is known of one seat."""

    pk: bytes
    name: str
    anchor: bytes = b""
    link_k: int = 0
    link: bytes = b""
    counter: int = 0
    said: dict[int, bytes] = field(default_factory=dict)  # hash of its logged message by counter
    asked: int = -1  # the entry by which its open question was put; -1: owes no answer
    fresh: bool = True  # whether its open question was not put by its own ACT
    resigned: bool = False
    stops: bool = False  # wishes to stop without a result
    late: bool = False  # out of time
    voted: bool | None = None  # RESULT: agrees
    audited: bool = False  # has signed an AUDIT


@dataclass(slots=True)
class Own:
    """Is what only the watching seat knows."""

    join: bytes = b""
    commit: bytes = b""
    sent: set[bytes] | None = None
    shared_until: int = 0  # entries before this one may hold messages of another device of this seat
    refused: dict[bytes, str] = field(default_factory=dict)  # code by hash of the refused message
    seed: bytes = b""
    cards: dict[int, tuple[int, ...]] = field(default_factory=dict)  # of verified openings, by entry
    peeked: dict[int, tuple[PeekedCard, ...]] = field(default_factory=dict)
    unopened: dict[int, Draw | Peek] = field(default_factory=dict)
    opened: dict[int, Draw | Peek] = field(default_factory=dict)
    salts: dict[bytes, tuple[int, int, int]] = field(default_factory=dict)
    seen: dict[tuple[int, int], dict[int, int]] = field(default_factory=dict)  # by epoch: position -> card
    handles: dict[int, Handle] = field(default_factory=dict)


class Watched:
    """Is the mutable knowledge of one table; only the parts of the verifier change it."""

    def __init__(self, title_of: TitleOf, signatures: Signatures) -> None:
        """Starts before entry 0."""
        self.title_of = title_of
        self.signatures = signatures
        self.tally, self.debts = Tally(), Debts()
        self.ran = self.tally.ran
        self.notes: list[Verdict] = []  # warnings and first skips of the running feed
        self.skipped: set[Skipped] = set()
        # set-up
        self.pinned_pk: bytes | None = None
        self.pinned_table: bytes | None = None
        self.seat: int | None = None
        self.own = Own()
        self.table_id = b""
        self.params = Params()
        self.clocks = Clocks()
        self.params_bytes = b""
        self.referee_pk, self.tape_root = b"", b""
        self.blind_commits: tuple[bytes, ...] = ()
        self.seats: tuple[int, ...] = ()
        self.speakers: dict[int, Speaker] = {}
        self.setup: Setup | None = None
        self.title: Title | None = None
        self.opening: State | None = None  # the title's first position, all cards known
        self.places: Places | None = None
        self.bag_zones: dict[int, Place] = {}  # bags by engine zone
        self.ledger = Ledger({}, 1, 0)
        # log
        self.edge = RightEdge()
        self.roots: list[bytes] = [EMPTY_ROOT]
        self.times: list[int] = []
        self.heads: set[int] = {0}  # the sizes of which a verified head is known
        self.merged: set[int] = set()  # entries that may have had a head of their own
        self.last_time = 0
        self.phase = SET_UP
        self.index, self.now = 0, 0  # the entry being checked, and its time
        self.first, self.trusted = 0, False  # of the running append: its first entry; under a valid head
        # play
        self.state: State | None = None
        self.duty: Duty | None = None
        self.pending: Pending | None = None
        self.last_k = 0
        self.picked: tuple[int, int] | None = None  # (owner, reference) that the last PICK hit
        self.origin, self.stated_at = 0, -1  # whose ACT brought this entry about; the last stated answer
        self.due_since: int | None = None  # since when the referee owes an entry
        self.ending = ""  # cause that must be followed by GAME_OVER
        self.passages: list[Passage] = []
        self.played: list[Played] = []
        self.links: dict[int, tuple[bytes, ...]] = {}  # of the SLOT_END being checked
        # end
        self.game_over: GameOver | None = None
        self.over_index, self.over_time, self.over_leaf = -1, 0, b""
        self.tape_seed = b""
        self.pages_due = -1
        self.last_page = 0  # size of the log after the last page

    # ---- findings ----

    def skip(self, reason: str, *codes: str) -> None:
        """Counts checks that could not run, and notes each the first time."""
        for code in codes:
            self.tally.skip(reason, code)
            kind = Skipped(code, reason)
            if kind not in self.skipped:
                self.skipped.add(kind)
                self.notes.append(Verdict(code, Outcome.NOT_CHECKED, self.index, _WHY.get(reason, reason)))

    def warn(self, code: str, detail: str) -> None:
        """Notes a warning: something that everybody sees and that convicts nobody."""
        self.notes.append(Verdict(code, Outcome.WARN, self.index, detail, Klass.D))

    def broken(self, code: str, detail: str, klass: Klass = Klass.C, blame: int = REFEREE) -> BrokenError:
        """Returns the error that says a check failed; by default it convicts the referee, who logged it.

        Outside a valid head nothing convicts (spec 3, "What convicts").
        """
        return BrokenError((self.verdict(code, detail, klass, blame),))

    def verdict(self, code: str, detail: str, klass: Klass = Klass.C, blame: int = REFEREE) -> Verdict:
        """Returns a failure about the entry being checked."""
        if klass is Klass.C and not self.trusted:
            klass = Klass.D
        if klass is not Klass.C:
            return Verdict(code, Outcome.FAIL, self.index, detail, klass, NOBODY)
        key = self.referee_pk if blame == REFEREE else self.speakers[blame].pk
        return Verdict(code, Outcome.FAIL, self.index, detail, klass, blame, key)

    # ---- knowledge ----

    @property
    def board(self) -> tuple[Title, Places, State]:
        """Is the rules with the public replica; asked for only where `state` is known to be there."""
        if self.title is None or self.places is None or self.state is None:
            message = "the rules are not at hand"
            raise RuntimeError(message)
        return self.title, self.places, self.state

    @property
    def size(self) -> int:
        """Is the number of entries hashed so far."""
        return self.edge.size

    def time_of(self, index: int) -> int:
        """Returns the time of an entry: that of the head that first covered it; 0 before entry 0."""
        return self.times[index] if index >= 0 else 0

    def by_times(self, *indices: int) -> Klass:
        """Returns the class of a failure that rests on when these entries were logged.

        A head that somebody left out makes an entry look younger, so where one may be missing it is disputed.
        """
        return Klass.D if any(index in self.merged for index in indices) else Klass.C

    def by_clocks(self, index: int) -> Klass:
        """Returns the class of a failure that rests on a deadline counted from this entry.

        Banks and pauses rest on all that was logged before, so with them no head at all may be missing.
        """
        if self.clocks.by_history and self.merged:
            return Klass.D
        return self.by_times(index)

    def colour(self, seat: int, index: int) -> int:
        """Returns the colour (1 upwards) that is a seat's `index`-th; 0 where the lot has not decided."""
        colours = self.params.chairs[seat - 1].colours
        return colours[index] if index < len(colours) else 0
