"""How a message is turned down, and what was answered to whom (spec 2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from sealed.engine.message import Refusal as Reason
    from sealed.wire.v1.fairness_pb2 import Refusal

NOT_LOGGED: Final = -1


class RefusedError(Exception):
    """Says that a message is not taken: a code of spec section 3 (or of the service), and words.

    `words` is the engine's reason, if the rules are why.
    """

    def __init__(self, code: str, detail: str, words: Reason | None = None) -> None:
        """Keeps the code, a sentence that says what to do next, and the engine's reason."""
        super().__init__(f"{code}: {detail}")
        self.code, self.detail, self.words = code, detail, words


class Answered(NamedTuple):
    """Is what a message was answered with: the entry that took it, or else the refusal."""

    digest: bytes
    entry: int
    refusal: Refusal | None


class Answers:
    """Remembers the answer to every message by seat and counter, to give the same bytes the same again."""

    __slots__ = ("_given", "_highest", "last_logged")

    def __init__(self) -> None:
        self._given: dict[tuple[int, int], Answered] = {}
        self._highest: dict[int, int] = {}
        self.last_logged: dict[int, int] = {}
        """The counter of each seat's last logged message."""

    def logged(self, seat: int, counter: int, digest: bytes, index: int) -> None:
        """Remembers that a message became an entry."""
        self._give(seat, counter, Answered(digest, index, None))
        self.last_logged[seat] = counter

    def refused(self, seat: int, digest: bytes, refusal: Refusal) -> None:
        """Remembers a refusal; the message has burnt its counter."""
        self._give(seat, refusal.counter, Answered(digest, NOT_LOGGED, refusal))

    def _give(self, seat: int, counter: int, answered: Answered) -> None:
        self._given[seat, counter] = answered
        self._highest[seat] = max(counter, self._highest.get(seat, 0))

    def highest(self, seat: int) -> tuple[int, bytes]:
        """Returns the highest counter that a message of a seat was answered under, and its hash."""
        counter = self._highest.get(seat, 0)
        return counter, self._given[seat, counter].digest if counter else b""

    def earlier(self, seat: int, counter: int, digest: bytes) -> Answered | None:
        """Returns the answer to the same bytes, if they came before.

        Raises RefusedError ACT_EQUIVOCATED for other bytes under a used counter, ACT_COUNTER for a counter
        that is not beyond that of the last logged message.
        """
        given = self._given.get((seat, counter))
        if given is not None:
            if given.digest == digest:
                return given
            raise RefusedError(
                "ACT_EQUIVOCATED",
                f"message {counter} has come with other bytes; use the next number for new ones",
            )
        if counter <= self.last_logged.get(seat, 0):
            raise RefusedError(
                "ACT_COUNTER",
                f"message {counter} does not follow message {self.last_logged[seat]}; go on beyond it",
            )
        return None

    def refusals(self, seat: int) -> tuple[Refusal, ...]:
        """Returns the refusals of a seat's messages, ascending by counter."""
        kept = sorted(
            key for key, given in self._given.items() if key[0] == seat and given.refusal is not None
        )
        return tuple(refusal for key in kept if (refusal := self._given[key].refusal) is not None)
