"""The tree of picks: which touches lead to which legal answers, and to no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealed.engine.action import Action
    from sealed_client.presenters.picks import Path, Pick


class AmbiguousPathsError(ValueError):
    """A title whose paths cannot be told apart: one is empty, or is the beginning of another."""

    def __init__(self, path: Path) -> None:
        """Take the path that is both an answer and a beginning."""
        super().__init__(f"{path} is an answer and begins another one; let the longer begin with a button")
        self.path = path


class Choices:
    """The legal answers of one question by the picks that amount to them."""

    __slots__ = ("_children", "_ends", "_ways")

    def __init__(self, paths: Mapping[Path, Action]) -> None:
        """Take a title's paths. Raises `AmbiguousPathsError`."""
        self._ends = dict(paths)
        self._ways: dict[Action, Path] = {}
        children: dict[Path, dict[Pick, None]] = {(): {}}
        for path, action in paths.items():
            self._ways.setdefault(action, path)
            for length, pick in enumerate(path):
                children.setdefault(path[:length], {})[pick] = None
        for path in paths:
            if not path or path in children:
                raise AmbiguousPathsError(path)
        self._children = {path: tuple(picks) for path, picks in children.items()}

    def following(self, picked: Path) -> tuple[Pick, ...]:
        """Return the picks that lead on from there, in the order of the title's paths; none off the tree."""
        return self._children.get(picked, ())

    def answer(self, picked: Path) -> Action | None:
        """Return the answer that the picks amount to, if they amount to one."""
        return self._ends.get(picked)

    def way(self, action: Action) -> Path | None:
        """Return the first row of picks that amounts to an answer, if it is legal."""
        return self._ways.get(action)

    def completed(self, picked: Path) -> Path:
        """Return the picks with every count picked that is the only one left."""
        while len(on := self.following(picked)) == 1 and on[0].kind == "count":
            picked = (*picked, on[0])
        return picked

    def longest(self, picked: Path) -> Path:
        """Return as much of a row of picks as leads somewhere here and is no answer yet."""
        while picked not in self._children:
            picked = picked[:-1]
        return picked

    def instead(self, picked: Path, pick: Pick) -> Path | None:
        """Return the picks if the last ones are replaced by another one, without giving an answer by it.

        Who has begun with one space may so begin with another one. An answer is never the result, since it
        was not on offer.
        """
        for length in range(len(picked) - 1, -1, -1):
            if pick in self.following(picked[:length]):
                path = self.completed((*picked[:length], pick))
                return None if path in self._ends else path
        return None


NO_CHOICES = Choices({})
"""What there is to choose for who is not asked."""
