"""What a player asks of the application at a table; what he asks of the table itself are wishes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from sealed_client.wishes import Wish


class Leave(NamedTuple):
    """The player leaves the screen; the table keeps his seat while the game runs."""


class Rematch(NamedTuple):
    """The player wants the same game again, the sides swapped."""


class KeepRecord(NamedTuple):
    """The player wants the record of the game, or the evidence of what has failed, as a file."""


Request: TypeAlias = "Leave | Rematch | KeepRecord"
Outcome: TypeAlias = "Wish | Request"
"""What a gesture brings: a wish goes to the session, a request to the desk."""
