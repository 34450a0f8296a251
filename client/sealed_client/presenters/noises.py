"""What the change from one scene to the next sounds like: one sound at most, that of what matters most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from sealed_client.presenters.scene import TableScene

Noise = Literal["bell", "card", "piece", "seal", "warning"]


def noise_of(before: TableScene | None, now: TableScene) -> Noise | None:
    """Return the sound; none for what a player sees first, as after coming back."""
    if before is None:
        return "bell" if now.yours else None
    if _newly_bad(before, now):
        return "warning"
    if now.yours and not before.yours:
        return "bell"
    if _newly_proved(before, now):
        return "seal"
    return _moved(before, now)


def _newly_bad(before: TableScene, now: TableScene) -> bool:
    short = now.clock is not None and now.clock.warns
    was_short = before.clock is not None and before.clock.warns
    failed = now.alarm is not None and before.alarm is None
    return failed or (now.yours and short and not was_short)


def _newly_proved(before: TableScene, now: TableScene) -> bool:
    proved = now.ending is not None and now.ending.seal == "verified"
    return proved and not (before.ending is not None and before.ending.seal == "verified")


def _moved(before: TableScene, now: TableScene) -> Noise | None:
    if now.motions.serial == before.motions.serial:
        return None
    kinds = {motion.kind for motion in now.motions.each}
    if "piece" in kinds:
        return "piece"
    return "card" if "card" in kinds else None
