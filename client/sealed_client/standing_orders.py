"""Standing orders: what a player has answered before he is asked, decided on what everybody can see.

A title says which of its questions are *windows* (`sealed_client.orders`), and which orders there are for
them. Before an order looks, every hand is hidden from it: it sees what a spectator sees. So which windows it
answers, with what, and after which pause says nothing about a card. The player can take an order back as long
as its answer is not sent. Orders live on this device; the referee sees answers like any others.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.engine import kernel
from sealed.engine.eye import PUBLIC

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Question
    from sealed.engine.title import Title

PAUSE_S: Final = 0.8
"""How long an order waits before it answers, whatever is held: time to take it back."""

ASK_ALL: Final = ""
"""The order that every table begins with: ask me everything."""


class Turn(NamedTuple):
    """Is a turn of the game: its number, which grows, and the seat whose turn it is."""

    number: int
    seat: int


@dataclass(frozen=True, slots=True)
class Order:
    """Is an order that a title offers.

    `name` is what the player types, `words` the message id of what it does. Windows of a kind in `asks` are
    put to the player all the same. With `until_own_turn` it ends by itself when his next turn begins.
    """

    name: str
    words: str
    asks: frozenset[str] = field(default=frozenset())
    until_own_turn: bool = False


def _nothing(s: State, legal: Sequence[Action]) -> Action | None:
    """Returns no choice: a title in which nothing is given up that only its owner knows."""
    del s, legal
    return None


class Switch(NamedTuple):
    """Is a kind of window that a player may except from his orders by its name, with the words for it."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Windows:
    """Is what a title says of its windows. All look at a position as a spectator sees it, but for `cheapest`.

    `orders` are those it offers. `turn` returns whose turn it is; nothing between turns. `kinds` returns what
    kinds of window a question is; nothing if it is none. `losses` returns, of the answers that may be legal,
    those that use no card where something has to be given up, the cheapest first; nothing for other windows.

    `switches` are the kinds that a player may except. `owed` are questions with one answer that are answered
    without an order, of the kind of the same name. `cheapest` returns the cheapest loss as its owner sees it,
    for questions of the ids in `own_losses`: that one is answered hangs on public facts alone, and what is
    lost is seen by all in any case. `words` are the ids of what the two switches of `Standing` do.
    """

    orders: tuple[Order, ...]
    turn: Callable[[State], Turn | None]
    kinds: Callable[[State, Question], frozenset[str] | None]
    losses: Callable[[State, Sequence[Action]], Sequence[Action]]
    switches: tuple[Switch, ...] = ()
    owed: frozenset[str] = field(default=frozenset())
    own_losses: frozenset[str] = field(default=frozenset())
    cheapest: Callable[[State, Sequence[Action]], Action | None] = _nothing
    words: tuple[str, str] = ("table.orders.cheapest", "table.orders.own")


@dataclass(frozen=True, slots=True)
class Standing:
    """Is what a player has ordered at a table.

    `order` is the name of an order, or `ASK_ALL`; `since` the number of the turn in which it was given (0:
    before the first). With `cheapest` the cheapest loss is taken without asking, with `own` the order
    holds in the player's own turn, too. An order until the own turn never does. Windows of the kinds in
    `asks` are put to the player whatever the order says, those in `skips` are not.
    """

    order: str = ASK_ALL
    since: int = 0
    cheapest: bool = False
    own: bool = False
    asks: frozenset[str] = field(default=frozenset())
    skips: frozenset[str] = field(default=frozenset())

    def encoded(self) -> bytes:
        """Returns it as bytes that `standing_of` reads."""
        said = f"{self.order}\n{self.since}\n{self.cheapest:d}{self.own:d}"
        if self.asks or self.skips:
            said += f"\n{' '.join(sorted(self.asks))}\n{' '.join(sorted(self.skips))}"
        return said.encode()


_SWITCHES: Final = ("0", "1")


def standing_of(body: bytes) -> Standing:
    """Returns what was kept as bytes; what makes no sense is no order: the player is asked everything."""
    try:
        order, since, switches, *kinds = body.decode().split("\n")
        cheapest, own = (_SWITCHES.index(one) for one in switches)
        asks, skips = (frozenset(one.split()) for one in kinds or ("", ""))
        return Standing(order, int(since), bool(cheapest), bool(own), asks, skips)
    except ValueError:
        return Standing()


class StandingOrders:
    """Is the orders of one seat at one table: what stands, when it ends, and what it answers."""

    def __init__(self, title: Title, windows: Windows | None, standing: Standing | None = None) -> None:
        """Goes on with what stands; `windows` is nothing for a title without orders."""
        self._title, self._windows = title, windows
        self.standing = standing or Standing()

    @property
    def offered(self) -> tuple[Order, ...]:
        """Returns the orders of the title; empty if it has none."""
        return self._windows.orders if self._windows is not None else ()

    @property
    def switches(self) -> tuple[Switch, ...]:
        """Returns the kinds of window that can be excepted; empty if the title names none."""
        return self._windows.switches if self._windows is not None else ()

    @property
    def words(self) -> tuple[str, str]:
        """Returns the message ids of what `cheapest` and `own` do at this title."""
        return self._windows.words if self._windows is not None else ("", "")

    @property
    def order(self) -> Order | None:
        """Returns the order that stands; nothing if the player is asked everything."""
        return next((one for one in self.offered if one.name == self.standing.order), None)

    def give(self, name: str, s: State | None) -> None:
        """Lets an order stand from now on, or none for `ASK_ALL`."""
        turn = self._turn(s)
        self.standing = replace(self.standing, order=name, since=turn.number if turn is not None else 0)

    def switch(self, *, cheapest: bool | None = None, own: bool | None = None) -> None:
        """Turns one of the switches of `Standing` on or off."""
        if cheapest is not None:
            self.standing = replace(self.standing, cheapest=cheapest)
        if own is not None:
            self.standing = replace(self.standing, own=own)

    def put(self, kind: str, *, asked: bool) -> None:
        """Lets windows of a kind be put to the player, or not, whatever the order says of them."""
        asks, skips = self.standing.asks - {kind}, self.standing.skips - {kind}
        if asked:
            asks |= {kind}
        else:
            skips |= {kind}
        self.standing = replace(self.standing, asks=asks, skips=skips)

    def expire(self, s: State, seat: int) -> Order | None:
        """Ends an order whose time is over, and returns it; nothing if none ends."""
        order, turn = self.order, self._turn(s)
        if order is None or not order.until_own_turn or turn is None or turn.seat != seat:
            return None
        if turn.number <= self.standing.since:
            return None
        self.standing = replace(self.standing, order=ASK_ALL, since=0)
        return order

    def answer(self, s: State, seat: int) -> Action | None:
        """Returns what the order answers to the open question of a seat; nothing if the player is asked.

        Whether it answers depends on what a spectator sees of `s` alone: the answer is the title's stated
        one, else a loss that has no alternative, or the cheapest if that is ordered.
        """
        order, seen = self.order, kernel.view(s, PUBLIC)
        if self._owes(seen, seat):
            return kernel.legal_actions(seen, seat)[0]
        if order is None or not self._covers(order, seen, seat):
            return None
        return self._title.stated_answer(seen, seat) or self._loss(seen, seat) or self._own_loss(s, seat)

    def _owes(self, seen: State, seat: int) -> bool:
        """Tells whether a question with one answer is open, and its player has not asked for it."""
        windows, asked = self._windows, kernel.question(seen)
        if windows is None or asked is None or asked.id not in windows.owed or seat not in kernel.asked(seen):
            return False
        return asked.id not in self.standing.asks

    def _own_loss(self, s: State, seat: int) -> Action | None:
        """Returns the cheapest loss by the player's own cards, if he has ordered so for this question."""
        windows, asked = self._windows, kernel.question(s)
        if windows is None or asked is None or asked.id not in windows.own_losses:
            return None
        return windows.cheapest(s, kernel.legal_actions(s, seat)) if self.standing.cheapest else None

    def _covers(self, order: Order, seen: State, seat: int) -> bool:
        windows, asked, turn = self._windows, kernel.question(seen), self._turn(seen)
        if windows is None or asked is None or turn is None or seat not in kernel.asked(seen):
            return False
        kinds = windows.kinds(seen, asked)
        if kinds is None or kinds & ((order.asks | self.standing.asks) - self.standing.skips):
            return False
        return turn.seat != seat or (self.standing.own and not order.until_own_turn)

    def _loss(self, seen: State, seat: int) -> Action | None:
        legal = kernel.legal_actions(seen, seat)
        if len(legal) == 1:
            return legal[0]
        losses = self._windows.losses(seen, legal) if self._windows is not None else ()
        return losses[0] if losses and (self.standing.cheapest or len(losses) == 1) else None

    def _turn(self, s: State | None) -> Turn | None:
        return self._windows.turn(s) if self._windows is not None and s is not None else None
