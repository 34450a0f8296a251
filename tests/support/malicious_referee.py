"""A referee that cheats at one step of the protocol, on top of the honest scribe; for tests only.

`at(step, change, when)` hangs a hook on a step: the first thing made there that fits is changed before it
is signed. Steps are the entries by name, and PRIVATE (content of a private message), SEAL (cards of a new
epoch), HEAD (a head just signed).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scribe import Scribe

from sealed.fairness.arithmetic import merkle
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing import messages

if TYPE_CHECKING:
    from collections.abc import Callable

PRIVATE, SEAL, HEAD = "PRIVATE", "SEAL", "HEAD"


@dataclass
class Hook:
    """What is done at a step, once; `done` are the entries at which it was."""

    change: Callable[..., object]
    when: Callable[..., bool] = lambda *given: True
    often: bool = False
    done: list[int] = field(default_factory=list)


class MaliciousReferee(Scribe):
    """The scribe with a hook for each step."""

    def __init__(self, *given, **more) -> None:
        self.hooks: dict[str, Hook] = {}
        super().__init__(*given, **more)
        self.alter = self._alter

    def at(self, step: str, change: Callable[..., object], when=lambda *given: True, *, often=False) -> Hook:
        """Hangs a hook on a step and returns it."""
        self.hooks[step] = Hook(change, when, often)
        return self.hooks[step]

    def _pull(self, step: str, index: int, *given: object) -> object:
        """Lets the hook of a step change what is given; None if there is none, or it does not fit."""
        hook = self.hooks.get(step)
        if hook is None or (hook.done and not hook.often) or not hook.when(*given):
            return None
        changed = hook.change(*given)
        hook.done.append(index)
        return changed

    def _alter(self, index: int, kind: int, message: object) -> object:
        changed = self._pull(EntryType(kind).name, index, message)
        return changed if isinstance(changed, bytes) else message

    def tell(self, seat: int, index: int, kind: int, content: bytes) -> bytes:
        """Tells a seat something, perhaps something else."""
        changed = self._pull(PRIVATE, index, seat, kind, content)
        return super().tell(seat, index, kind, changed if isinstance(changed, bytes) else content)

    def sign(self) -> None:
        """Signs a head, perhaps a false one beside it or instead."""
        super().sign()
        self._pull(HEAD, len(self.entries) - 1, self)

    def _seal(self, shuffle, prk):
        """Seals a deck, perhaps over other cards or in another order."""
        result = super()._seal(shuffle, prk)
        sealed = self.sealed[shuffle.deck, shuffle.epoch]
        order = self._pull(SEAL, len(self.entries), shuffle, list(sealed.order))
        if isinstance(order, list):
            sealed.order = tuple(order)
            sealed.root = merkle.root(sealed._leaves())
            self.orders[shuffle.deck, shuffle.epoch] = list(sealed.order)
            result.sealed.root = sealed.root
        return result

    def another_head(self, size: int, root: bytes | None = None, time_ms: int | None = None):
        """Returns a further head of the referee over part of its log, or over what it likes."""
        told = self.now if time_ms is None else time_ms
        return messages.sign_head(
            self.referee, self.id, size, self.roots[size] if root is None else root, told
        )


def flip(data: bytes, at: int = 0) -> bytes:
    """Returns the bytes with one bit changed."""
    at %= len(data)
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
