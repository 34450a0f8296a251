"""Eyes and audiences: bit sets that say whose secrets a state knows, and who may see a thing.

Bit 0 is set in every eye, so an audience with bit 0 is everybody; bit s is seat s (1-6); bit 31 is the
referee alone. An eye sees what shares a bit with it.
"""

PUBLIC = 1
"""The eye of a spectator."""

FULL = -1
"""The eye of the referee and of the final audit."""

EVERYBODY = 1
"""The audience of public things."""

REFEREE_ONLY = 1 << 31
"""The audience of things that no seat sees."""


def seat_eye(seat: int) -> int:
    """Return the eye of one seat (1-6): its own secrets and what is public."""
    return 1 | 1 << seat


def seat_audience(seat: int) -> int:
    """Return the audience that holds one seat (1-6) alone."""
    return 1 << seat
