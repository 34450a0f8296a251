"""The back of a card: crossed lines within a frame and a disc, alike for all cards of a colour."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import ObjectProperty

from sealed_client.presenters.scene import Coat
from sealed_client.screens.components.coat_shapes import RIM, RING, Layer
from sealed_client.screens.components.soft_picture import FEATHER, SoftPicture
from sealed_client.screens.components.soft_shapes import Point, band, circle, filled, merged, rounded
from sealed_client.screens.theme import theme

_PITCH = 9
_MARGIN = 7


class CardBack(SoftPicture):
    """Is a card that lies face down, of an army's `coat`."""

    coat = ObjectProperty(Coat("round", RIM, "#ffffff"))

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(coat=self.redraw)
        theme.bind(hues=self.redraw)

    def layers(self) -> tuple[Layer, ...]:
        """Returns ground, crossed lines, frame and disc."""
        fill = theme.coat(self.coat).fill
        width, height = (float(side - 2 * dp(_MARGIN)) for side in self.size)
        if width <= 0 or height <= 0:
            return ()
        lines = merged(
            band(line, dp(1), FEATHER, closed=False) for line in crossed(width, height, dp(_PITCH))
        )
        disc = min(width, height) * 0.26
        return (
            Layer(RIM, 1, filled(rounded(self.width, self.height, dp(9)), FEATHER)),
            Layer(fill, 1, filled(rounded(self.width - dp(3), self.height - dp(3), dp(7.5)), FEATHER)),
            Layer(RING, 0.45, lines),
            Layer(RING, 0.9, band(rounded(width, height, dp(4)), dp(1.2), FEATHER)),
            Layer(fill, 1, filled(circle(disc), FEATHER)),
            Layer(RING, 0.9, band(circle(disc), dp(1.2), FEATHER)),
        )


def crossed(width: float, height: float, pitch: float) -> list[list[Point]]:
    """Return diagonal lines both ways, cut off at a rectangle around the origin."""
    lines: list[list[Point]] = []
    count = int((width + height) / 2 / pitch)
    for number in range(-count, count + 1):
        offset = number * pitch
        low = max(-width / 2, -height / 2 - offset)
        high = min(width / 2, height / 2 - offset)
        if high - low > 1:
            lines.append([(low, low + offset), (high, high + offset)])
            lines.append([(-low, low + offset), (-high, high + offset)])
    return lines
