"""Puts widgets into containers by difference: what stays is not touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kivy.uix.widget import Widget


def stack(wanted: Mapping[Widget, Sequence[Widget]]) -> bool:
    """Gives each container its widgets, first at the top or at the back. Returns whether anything changed."""
    changed = False
    for container, widgets in wanted.items():
        for child in list(container.children):
            if child not in widgets:
                container.remove_widget(child)
                changed = True
    for container, widgets in wanted.items():
        for place, widget in enumerate(widgets):
            if widget.parent is container:
                continue
            if widget.parent is not None:
                widget.parent.remove_widget(widget)
            later = sum(1 for other in widgets[place + 1 :] if other.parent is container)
            container.add_widget(widget, index=later)
            changed = True
        changed |= _sorted(container, widgets)
    return changed


def _sorted(container: Widget, widgets: Sequence[Widget]) -> bool:
    """Takes them all out and in again if those that stayed have another order now."""
    if list(reversed(container.children)) == list(widgets):
        return False
    container.clear_widgets()
    for widget in widgets:
        container.add_widget(widget)
    return True
