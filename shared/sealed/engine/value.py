"""Cheap copies of immutable values.

`dataclasses.replace` walks the field list and runs a frozen `__init__`; on a state of twenty fields it alone
costs two thirds of the engine's speed. `copy_with` is that function for the type checker, and at run time one
generated function for each class and set of changed fields. A class that has been copied once loses its
run-time guard against assignment; the type checker keeps it.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

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


__all__ = ["copy_with"]
