"""Goes through every screen of the application, in every state that it has, and stops at each."""

from dataclasses import replace

from memory_desk import SOME_TABLES, MemoryDesk
from staged_tables import NAMES, questions, staged

from sealed.games.popular_front import TITLE
from sealed_client.maps import read_map
from sealed_client.presenters.home import HomeScene
from sealed_client.presenters.place_names import places_of, sea_words_of
from sealed_client.screens.app import SealedApp
from sealed_client.screens.table.table_screen import TableScreen
from sealed_client.settings import Settings
from sealed_client.words.messages import messages_of

SIZES = ((412, 915), (915, 412), (1024, 768), (1280, 800))
"""Phone upright and lying, tablet, desktop (dp)."""
PROBLEM = "[Thé ðísk ís fúll: ñøthíñg móré çáñ bé képt. ~~~~~ ~~~~~ ~~~~~]"
PARTS = ("log", "hand", "seal", "track")
"""What can be opened at a table beside its scene."""
PLACES = tuple(place.name for place in places_of(TITLE.id))
OWN_WORDS = (*NAMES, *PLACES, "Popular Front", "English", "Español", "Sealed Orders", "Enter")
"""Words that no catalogue has: names of people, places and titles, each language's own name, a key's."""


class Gallery:
    """Is a running application with all its screens."""

    def __init__(self):
        self.app = SealedApp(MemoryDesk())
        self._table = None

    def dress(self, language="en", theme="paper", text_scale=1.0):
        """Sets language, theme and size of text everywhere."""
        self.language = language
        quiet = Settings(sound=False, calm=True)
        self.app.change(replace(quiet, theme=theme, text_scale=text_scale, language=language))
        self._table = None

    def homes(self):
        """Yields the names of the screens before a table, each once it is shown."""
        self.app.go_home()
        for name, tables, problem in (
            ("empty", (), ""),
            ("unknown", None, ""),
            ("tables", SOME_TABLES, ""),
            ("problem", SOME_TABLES, PROBLEM),
        ):
            self.app.frame.screen.scene = HomeScene(tables, problem)
            yield f"home-{name}"
        self.app.go_settings()
        yield "settings"
        self.app.go_home()

    def tables(self, names=None):
        """Yields the names of a table's scenes, each once it is shown."""
        for name, scene in staged(self.language).items():
            if names is None or name in names:
                self.table.scene = scene
                yield f"table-{name}"

    def parts(self):
        """Yields the names of what can be opened at a table, each once it is open."""
        for part in PARTS:
            self.table.scene = questions(self.language)["muster-march"]
            self.table.look(part)
            yield f"part-{part}"
            self.table.back()

    @property
    def table(self):
        """Returns the table's screen, and shows it."""
        if self._table is None:
            self._table = TableScreen(
                board_map=read_map(TITLE.id),
                places=places_of(TITLE.id),
                sea_words=sea_words_of(messages_of(self.language)),
            )
        self.app.frame.show(self._table)
        return self._table

    def everything(self):
        """Yields the names of all screens, each once it is shown."""
        yield from self.homes()
        yield from self.tables()
        yield from self.parts()
