"""Why a seat will not do something, each with a code where the protocol has one, and what to do next."""

from __future__ import annotations

ELSEWHERE = "This seat is now played on another device. Type 'take' to play it here."


class SeatError(Exception):
    """Says why a seat will not do what it was asked to do; nothing has changed."""

    code = ""


class TableRefusedError(SeatError):
    """Says that this client does not sit down at, or stays away from, a table (spec 2.3).

    `code` is GEN_RULES, GEN_ALTERED, KEY_UNPINNED or another code of spec section 3.
    """

    def __init__(self, code: str, text: str) -> None:
        """Keeps the code and a sentence for people."""
        super().__init__(text)
        self.code = code


class NameRefusedError(SeatError):
    """Says that no table can take a name."""

    def __init__(self, detail: str) -> None:
        """Keeps what is wrong with it."""
        super().__init__(f"No table can take this name: {detail}. Choose another.")


class NotStartedError(SeatError):
    """Says that there is no game to look at yet."""

    def __init__(self) -> None:
        """Says what is waited for."""
        super().__init__("The table has not begun: it waits until every seat is taken and has agreed.")


class NotAskedError(SeatError):
    """Says that this seat owes no answer now."""

    def __init__(self) -> None:
        """Says when there will be one."""
        super().__init__("You are not asked anything now; wait for your next question.")


class AwaitingAnswerError(SeatError):
    """Says that a message was sent and neither logged nor refused yet (spec 2.8, "Refusal")."""

    def __init__(self) -> None:
        """Says what is waited for."""
        super().__init__("Your last answer is on its way; wait until the referee has logged or refused it.")


class EmptyDraftError(SeatError):
    """Says that a draft holds no answer."""

    def __init__(self) -> None:
        """Says what to do."""
        super().__init__("There is nothing to send yet; choose an answer first.")


class StaleDraftError(SeatError):
    """Says that a draft was begun at a position that has changed, and does not fit the new one."""

    def __init__(self) -> None:
        """Says what to do."""
        super().__init__("The position has changed since you began; choose again.")


class StoppedError(SeatError):
    """Says that a check has failed, so this seat signs nothing more (spec 3, reaction S).

    `code` is the check.
    """

    def __init__(self, code: str) -> None:
        """Keeps the code of the first check that failed."""
        super().__init__(
            f"Check {code} has failed at this table. Nothing more is signed; the evidence is kept."
        )
        self.code = code


class ElsewhereError(SeatError):
    """Says that the seat is played on another device, so this one signs nothing (spec 2.13)."""

    code = "RES_SESSION_CONFLICT"

    def __init__(self) -> None:
        """Says what to do."""
        super().__init__(ELSEWHERE)


class CountersSpentError(SeatError):
    """Says that this seat has no message number left at this table."""

    def __init__(self) -> None:
        """Says what happens now."""
        super().__init__("This seat has used up its message numbers; the clock decides what happens to it.")


class OverError(SeatError):
    """Says that the game has ended."""

    def __init__(self) -> None:
        """Says so."""
        super().__init__("The game has ended.")
