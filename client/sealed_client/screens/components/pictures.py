"""Small drawings without any image file: icons, coats of armies, seals."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)
from kivy.utils import get_hex_from_color

from sealed_client.presenters.scene import Coat
from sealed_client.screens.components.coat_shapes import RIM, Layer, coat_layers, sign_layers
from sealed_client.screens.components.icon_lines import icon_shape
from sealed_client.screens.components.seal_shapes import SealInks, seal_layers
from sealed_client.screens.components.soft_picture import FEATHER, SoftPicture
from sealed_client.screens.components.soft_shapes import Soft
from sealed_client.screens.kv_files import load_kv
from sealed_client.screens.theme import theme

_ARROW = 0.62


class Icon(SoftPicture):
    """Is an icon by its `name` (the keys of `ICONS`; none without one) in one colour."""

    name = StringProperty()
    tint = ColorProperty("#000000")
    weight = NumericProperty(1.0)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(name=self.redraw, tint=self.redraw, weight=self.redraw)

    def layers(self) -> tuple[Layer, ...]:
        """Returns the strokes."""
        if not self.name:
            return ()
        shape = icon_shape(self.name, min(self.size), FEATHER, self.weight)
        return (Layer(get_hex_from_color(self.tint[:3]), self.tint[3], shape),)


class CoatPicture(SoftPicture):
    """Is a piece with its number or letter; with a `heading` of -1 or 1 an arrow stands in its place."""

    coat = ObjectProperty(Coat("round", RIM, "#ffffff"))
    label = StringProperty()
    heading = NumericProperty(0)
    shadow = BooleanProperty(True)
    hues = StringProperty("standard")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(coat=self.redraw, heading=self.redraw, hues=self.redraw, shadow=self.redraw)

    def layers(self) -> tuple[Layer, ...]:
        """Returns the shape, its pattern, and the arrow."""
        coat = theme.coat(self.coat)
        radius = min(self.size) / 2 - dp(1)
        layers = coat_layers(coat, radius, FEATHER, shadow=self.shadow)
        if not self.heading:
            return layers
        sign = sign_layers("arrow", radius * _ARROW, FEATHER, ground=coat.fill, ink=coat.ink, edge=coat.fill)
        return (*layers, *(_turned(layer, self.heading) for layer in sign[2:]))


class SealPicture(SoftPicture):
    """Is the seal of a check: tick, three dots, bar or cross."""

    state = OptionProperty("checking", options=["verified", "checking", "practice", "failed"])
    inks = ObjectProperty()

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(state=self.redraw, inks=self.redraw)

    def layers(self) -> tuple[Layer, ...]:
        """Returns the disc and its sign."""
        if not self.inks:
            return ()
        inks = SealInks(*(get_hex_from_color(ink[:3]) for ink in self.inks))
        return seal_layers(self.state, min(self.size) / 2, FEATHER, inks)


def _turned(layer: Layer, heading: float) -> Layer:
    if heading > 0:
        return layer
    flat = layer.soft.vertices
    flipped = tuple(-part if place % 3 == 0 else part for place, part in enumerate(flat))
    return Layer(layer.colour, layer.opacity, Soft(flipped, layer.soft.indices))


load_kv(__file__)
