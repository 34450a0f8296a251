"""How everything looks: `theme` is what kv rules bind to."""

from sealed_client.screens.theme import typefaces as _typefaces  # registers the faces
from sealed_client.screens.theme.theming import Theme, theme

__all__ = ["Theme", "theme"]

del _typefaces
