"""A desk for the application in one process: tables in memory, other seats played by bots at once."""

from dataclasses import replace
from functools import partial
from random import Random

from match import InMemoryMatch

from sealed.games.popular_front import TITLE
from sealed_client.bots import make_bot
from sealed_client.presenters.glimpse import glimpse_of
from sealed_client.presenters.home import HomeScene, HomeTable, NewGame
from sealed_client.seat_at_work import Seen
from sealed_client.settings import Settings
from sealed_client.table_view import Line
from sealed_client.viewing import Viewer, own_of
from sealed_client.wishes import Answer, Pause, Resign

SOME_TABLES = tuple(
    HomeTable(f"t{number}", "popular-front", "Popular Front", detail, chip, yours=yours)
    for number, detail, chip, yours in (
        (1, "[Ýøú pláý thé Répúblíç ágáíñst thé çømpútér. ~~~~~ ~~~~~]", "[Ýøúr møvé ~~]", True),
        (2, "[Ýøú pláý thé Ñátíøñálísts ágáíñst 3 çømpútérs. ~~~~~ ~~~~~]", "[Ýøúr møvé ~~]", True),
        (3, "[Ýøú pláý thé Répúblíç ágáíñst thé çømpútér. ~~~~~ ~~~~~]", "[Wáítíñg ~~]", False),
    )
)
"""Three games that wait, in the words of the pseudo-language."""


class MemoryDesk:
    """Is an `AppDesk` whose referee and bots answer before a wish returns; `asked` is what it was asked."""

    def __init__(self, seed=1, home=(), problem="", settings=None, first="", **options):
        self.settings = settings or Settings(theme="paper", sound=False)
        self.rng, self.options = Random(seed), {"track": "44"} | options
        self.home = HomeScene(tuple(home), problem)
        self.asked, self.first = [], first
        self.match = self.game = None
        self.kept = {}

    def begin(self, post, listener):
        """Starts."""
        self.post, self.listener = post, listener
        self.ask_home()

    def keep_settings(self, settings):
        """Takes other settings."""
        self.settings = settings
        self.asked.append("settings")

    def ask_home(self):
        """Tells which games wait."""
        self.post(partial(self.listener.on_home, self.home))

    def start(self, game):
        """Begins a game."""
        self.asked.append("start")
        self.game = game
        self.match = InMemoryMatch(TITLE, game.seats, self.rng, self.options)
        self.viewer = None
        self.bots = {one: make_bot("random", TITLE, self.rng).answer for one in self.match.seats}
        self.match.begin()
        self._skip()
        self.open()

    def _skip(self):
        """Lets bots play for everybody until the player is asked the question that a test begins with."""
        while self.first and (self.game.seat not in self.match.asked or self._asked() != self.first):
            number = self.game.seat if self.game.seat in self.match.asked else self.match.asked[0]
            self.match.answer(number, self.bots[number], 1)

    def _asked(self):
        return self.seat.draft().question.id

    def open(self):
        """Opens the table of the game."""
        size, draft = self.kept.get("draft", (0, ()))
        self.post(partial(self.listener.on_opened, self.seat.enrolment.rules, draft, size))
        self.go_on()

    def resume(self, key):
        """Comes back to the game, or begins one."""
        self.asked.append(f"resume {key}")
        if self.match is None:
            self.start(NewGame())
        else:
            self.open()

    def wish(self, wish):
        """Does what the player wishes, and lets the others answer."""
        self.asked.append(type(wish).__name__)
        match wish:
            case Answer(draft):
                moves = self.seat.submit(draft)
            case Resign(stop):
                moves = self.seat.resign(stop=stop)
            case Pause(on):
                moves = self.seat.pause(on=on)
            case _:
                return
        self.match.do(self.game.seat, moves)
        self.match.settle()
        self.go_on()

    @property
    def seat(self):
        """Returns the player's seat."""
        return self.match.seats[self.game.seat]

    def go_on(self):
        """Lets the others answer until the player is asked or nobody is, and shows the table."""
        while (asked := self.match.asked) and self.game.seat not in asked:
            self.match.answer(asked[0], self.bots[asked[0]])
        if not asked and self.seat.follower.game_over is not None and self.seat.report is None:
            self.match.finish()
        self.show()

    def show(self, **changes):
        """Shows the table as it is, with some fields of the snapshot changed."""
        told = self.match.told[self.game.seat]
        viewer = Viewer("lobby", self.seat.enrolment.rules, self.game.seat)
        viewer.note(tuple(told.events), tuple(told.verdicts))
        viewer.line = Line.CONNECTED
        view = replace(viewer.snapshot(self.seat.follower, own_of(self.seat, None)), **changes)
        seen = Seen(view, glimpse_of(self.seat.follower))
        self.post(partial(self.listener.on_seen, seen))

    def rematch(self):
        """Begins again from the next seat."""
        self.asked.append("rematch")
        self.start(self.game._replace(seat=self.game.seat % self.game.seats + 1))

    def keep_record(self):
        """Only tells."""
        self.asked.append("record")
        self.post(partial(self.listener.on_told, "[Képt ~]"))

    def recall(self, until):
        """Only notes it."""
        self.asked.append("recall")

    def keep_draft(self, size, answers, round_words, wait=True):
        """Keeps a draft in memory."""
        self.asked.append("draft")
        self.kept["draft"] = size, tuple(answers)

    def leave(self):
        """Closes the table."""
        self.asked.append("leave")
        self.ask_home()

    def close(self):
        """Ends."""
        self.asked.append("close")
