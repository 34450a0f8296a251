"""Writes a picture of every screen in every state, at each size, by day and by night: `make screenshots`.

Each size has a process of its own, since a window that grows leaves parts of the picture black. The phone is
drawn at two pixels for a dp. Widths are divisible by four, without which the copied rows would be slanted.
"""

import asyncio
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "screenshots"
SIZES = {
    "phone": (412, 915, 2),
    "landscape": (916, 412, 1),
    "tablet": (1024, 768, 1),
    "desktop": (1280, 800, 1),
}
THEMES = ("paper", "night")


async def pictures(name: str) -> None:
    """Writes the pictures of one size."""
    from gallery import Gallery
    from screen_driver import running

    width, height, density = SIZES[name]
    gallery = Gallery()
    async with running(gallery.app, (width, height), density) as driver:
        for theme in THEMES:
            gallery.dress(theme=theme)
            for screen in gallery.everything():
                await driver.settled(20)
                driver.picture(FOLDER / f"{name}-{theme}-{screen}.png")


def main() -> None:
    """Writes all pictures, or those of the size that is named."""
    FOLDER.mkdir(exist_ok=True)
    if len(sys.argv) == 1:
        for name in SIZES:
            subprocess.run([sys.executable, __file__, name], check=True)
        print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")
        return
    sys.path[:0] = [str(ROOT / "tests" / place) for place in ("support", "titles")]
    import offscreen

    width, height, density = SIZES[sys.argv[1]]
    offscreen.prepare(width * density, height * density)
    asyncio.run(pictures(sys.argv[1]))


if __name__ == "__main__":
    main()
