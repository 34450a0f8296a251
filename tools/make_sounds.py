"""Makes the short sounds of the table from damped tones and soft noise: run it after a change here."""

from __future__ import annotations

import math
import wave
from array import array
from pathlib import Path
from random import Random

RATE = 22050
FOLDER = Path(__file__).parents[1] / "client" / "sealed_client" / "assets" / "sounds"
SEED = 1936
LOUDEST = 0.5
Samples = list[float]


def tone(pitch: float, seconds: float, fall: float, *, start: float = 0.0) -> Samples:
    """Returns a tone of so many hertz that comes in 4 ms and fades with a half-life of ``fall`` seconds."""
    silence = [0.0] * int(start * RATE)
    times = [step / RATE for step in range(int(seconds * RATE))]
    return silence + [
        math.sin(math.tau * pitch * at) * 0.5 ** (at / fall) * min(1.0, at / 0.004) for at in times
    ]


def rustle(seconds: float, fall: float, smooth: float) -> Samples:
    """Returns noise without its highest part, fading."""
    chance, level, samples = Random(SEED), 0.0, []
    for step in range(int(seconds * RATE)):
        level += (chance.uniform(-1, 1) - level) * smooth
        at = step / RATE
        samples.append(level * 0.5 ** (at / fall) * min(1.0, at / 0.003))
    return samples


def mixed(*parts: Samples) -> Samples:
    """Returns parts played together, as loud as all sounds here are, ending in silence."""
    length = max(map(len, parts))
    whole = [sum(part[step] for part in parts if step < len(part)) for step in range(length)]
    loudest = max(map(abs, whole)) or 1.0
    ending = int(0.02 * RATE)
    return [
        value / loudest * LOUDEST * min(1.0, (length - step) / ending) for step, value in enumerate(whole)
    ]


SOUNDS = {
    "bell": mixed(tone(880, 0.38, 0.07), tone(1760, 0.3, 0.04), tone(2637, 0.2, 0.02)),
    "card": mixed(rustle(0.12, 0.025, 0.5)),
    "piece": mixed(tone(210, 0.1, 0.018), rustle(0.05, 0.006, 0.3)),
    "seal": mixed(tone(1320, 0.05, 0.01), rustle(0.02, 0.004, 0.6)),
    "warning": mixed(tone(587, 0.17, 0.06), tone(466, 0.19, 0.07, start=0.17)),
}


def main() -> None:
    """Writes all of them as mono wave files of 16 bits."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, samples in SOUNDS.items():
        with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(array("h", (round(value * 32767) for value in samples)).tobytes())
        print(f"{name}: {len(samples) / RATE * 1000:.0f} ms")


if __name__ == "__main__":
    main()
