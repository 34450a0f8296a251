"""A player of the application without its screen: a real desk, a presenter, and touches on its scenes."""

import queue
from contextlib import suppress
from random import Random
from time import monotonic

from touches import offered

from sealed_client.clock import system_clock
from sealed_client.desk.solo_desk import SoloDesk
from sealed_client.presenters.home import NewGame
from sealed_client.presenters.manners import Manners
from sealed_client.presenters.table_presenter import TablePresenter
from sealed_client.wishes import Answer
from sealed_client.words.messages import messages_of

SHORT = NewGame(bots=("random",), options=(("round-cap", "8"), ("track", "44")))


class HomePlayer:
    """Is a `screens.desk_protocol.Listener` that touches at random as long as it `plays`."""

    def __init__(self, folder, seed=1):
        self.desk, self.rng = SoloDesk(folder), Random(seed)
        self.posted = queue.SimpleQueue()
        self.home = self.presenter = self.seen = None
        self.problem, self.problems, self.said, self.troubles = "", [], [], []
        self.draft, self.opened, self.answers = (0, ()), 0, 0
        self.plays, self._answered_at = True, 0

    def __enter__(self):
        self.desk.begin(self.posted.put, self)
        return self

    def __exit__(self, *_):
        self.desk.close()

    # -- what the desk tells ---------------------------------------------------------------------------------

    def on_home(self, scene):
        """Takes the games that wait."""
        self.home = scene

    def on_opened(self, rules, draft, place):
        """Opens a table."""
        self.opened += 1
        self.seen, self.draft = None, (place, tuple(draft))
        self.presenter = TablePresenter(rules, messages_of("en"), Manners(), system_clock)

    def on_seen(self, seen):
        """Takes a snapshot."""
        if self.seen is None and seen.glimpse is not None and seen.glimpse.place == self.draft[0]:
            self.presenter.restore(self.draft[1])
        self.seen = seen
        self._out(self.presenter.see(*seen))

    def on_recalled(self, items):
        """Takes what happened before."""
        self.presenter.remember(items)

    def on_trouble(self, error):
        """Takes a wish that failed."""
        self.troubles.append(error)
        self.presenter.trouble(error)

    def on_problem(self, sentence):
        """Takes what does not work."""
        self.problem = sentence
        if sentence:
            self.problems.append(sentence)

    def on_told(self, sentence):
        """Takes what is told once."""
        self.said.append(sentence)

    # -- what the player does --------------------------------------------------------------------------------

    @property
    def view(self):
        """Returns the newest snapshot of the table."""
        return self.seen.view if self.seen is not None else None

    def touch(self):
        """Touches something that leads on, if anything does."""
        can = offered(self.presenter.scene)
        if can:
            self._out(self.presenter.do(self.rng.choice(can)))

    def _out(self, outcomes):
        for one in outcomes:
            if isinstance(one, Answer):
                self.answers, self._answered_at = self.answers + 1, self.view.size
            self.desk.wish(one)

    def until(self, condition, patience_s=60):
        """Hands over what was posted, and plays, until something holds."""
        end = monotonic() + patience_s
        while not condition():
            assert monotonic() < end, (self.view, self.problems, self.said)
            with suppress(queue.Empty):
                self.posted.get(timeout=0.02)()
            if self.plays and self.seen is not None:
                self.touch()

    def asked(self):
        """Tells whether the table waits for an answer of this player."""
        view = self.view
        return view is not None and view.asked and not view.sending and view.size > self._answered_at

    def keep_draft(self):
        """Keeps what was chosen and not sent, as the screen does when the program is paused."""
        self.desk.keep_draft(self.seen.glimpse.place, self.presenter.kept(), self.presenter.scene.round)
