"""Cheap copies of immutable values.

`dataclasses.replace` walks the field list and runs a frozen `__init__`; on a state of twenty fields it alone
costs two thirds of the engine's speed. `copy_with` is that function for the type checker, and at run time one
generated function for each class and set of changed fields. A class that has been copied once loses its
run-time guard against assignment; the type checker keeps it.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any, TypeVar

V = TypeVar("V")

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import replace as copy_with

else:
    _COPIERS: dict[tuple[Any, ...], Callable[..., Any]] = {}

    def copy_with(value: Any, /, **changes: Any) -> Any:
        """Return a copy of a frozen slots dataclass with some fields changed."""
        key = (value.__class__, *changes)
        copier = _COPIERS.get(key)
        if copier is None:
            copier = _COPIERS[key] = _generate(*key)
        return copier(value, *changes.values())


class Copiers(dict[type, "Callable[..., Any]"]):
    """For each class of states the function that copies one with some fields changed; made as it is met."""

    def __init__(self, *changed: str) -> None:
        """Keep which fields change."""
        super().__init__()
        self.changed = changed

    def __missing__(self, cls: type) -> Callable[..., Any]:
        """Make the function for a class."""
        made = self[cls] = _generate(cls, *self.changed)
        return made


def copier(cls: type[V], *changed: str) -> Callable[..., V]:
    """Return the function that copies a value of this class with these fields changed, given in this order.

    It is what `copy_with` looks up at each call; for copies that are made at every step. Raises `TypeError`
    for an unknown field.
    """
    return _generate(cls, *changed)


def plain(*classes: type) -> None:
    """Give frozen dataclasses without default factories an `__init__` that assigns, at half the cost.

    Call it below the class for values that are made at every step. They lose their run-time guard, too.
    """
    for cls in classes:
        _unguard(cls)
        names = [field.name for field in fields(cls)]
        defaults = {f"d_{field.name}": field.default for field in fields(cls) if field.default is not MISSING}
        given = [f"{name}=d_{name}" if f"d_{name}" in defaults else name for name in names]
        lines = "".join(f"    self.{name} = {name}\n" for name in names)
        scope: dict[str, Any] = dict(defaults)
        exec(f"def __init__(self, {', '.join(given)}):\n{lines}", scope)  # noqa: S102 - field names only
        cls.__init__ = scope["__init__"]  # type: ignore[misc]


def _generate(cls: type, *changed: str) -> Callable[..., Any]:
    """Write the copy function for one class and set of changes; unknown fields raise `TypeError`."""
    names = [field.name for field in fields(cls)]
    if unknown := set(changed) - set(names):
        message = f"{cls.__name__} has no field {', '.join(sorted(unknown))}"
        raise TypeError(message)
    for owner in cls.__mro__:
        if "__dataclass_params__" in owner.__dict__:
            _unguard(owner)
    lines = [f"    n.{name} = {name if name in changed else 'v.' + name}" for name in names]
    source = (
        f"def copier({', '.join(('v', *changed))}):\n    n = new(cls)\n"
        + "\n".join(lines)
        + "\n    return n\n"
    )
    scope: dict[str, Any] = {"new": object.__new__, "cls": cls}
    exec(source, scope)  # noqa: S102 - the source holds field names only
    copier: Callable[..., Any] = scope["copier"]
    return copier


def _unguard(cls: type) -> None:
    """Take the run-time guard off one dataclass; a base's guard refuses its own fields in every subclass."""
    for guard in ("__setattr__", "__delattr__"):
        if guard in cls.__dict__:
            delattr(cls, guard)


__all__ = ["Copiers", "copier", "copy_with", "plain"]
