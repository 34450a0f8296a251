"""Makes Kivy draw into memory: no display, no settings file, no log of its own, no smoothing of edges."""

import atexit
import os
import shutil
import tempfile

ENVIRONMENT = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",  # else Kivy takes the root logger and sys.stderr
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    "KIVY_AUDIO": "sdl2",
}
FRAMES = 200
"""The most frames in a second: conditions are noticed soon, and the loop still sleeps in between."""


def prepare(width=1280, height=915):
    """Sets everything; it has to happen before the first import of a Kivy module.

    No window can become larger than this one later: what is beyond it is not drawn.
    """
    os.environ.update(ENVIRONMENT)
    if "KIVY_HOME" not in os.environ:
        os.environ["KIVY_HOME"] = home = tempfile.mkdtemp(prefix="kivy-home-")
        atexit.register(shutil.rmtree, home, ignore_errors=True)
    from kivy.config import Config

    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "maxfps", str(FRAMES))
    Config.set("kivy", "exit_on_escape", "0")
    Config.remove_section("input")  # fingers come from the tests alone
    Config.add_section("input")
