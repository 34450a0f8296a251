"""A table of SHAEF for tests: a written position, played on in notation, with every replica following."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.chance import CHANCE
from sealed.engine.eye import FULL, PUBLIC, seat_eye
from sealed.engine.kernel import apply, asked, legal_actions, mask, question, requests, view
from sealed.engine.message import Refusal, mask_event
from sealed.engine.title import Setup
from sealed.engine.zones import cards
from sealed.games.shaef.notation import NOTATION
from sealed.games.shaef.position import build, card_named, region_named, unit_named
from sealed.games.shaef.tactics.table import KEYS
from sealed.games.shaef.title import TITLE, chairs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed.engine.message import Event
    from sealed.games.shaef.state import State

EYES = (FULL, seat_eye(1), seat_eye(2), PUBLIC)
SETUP = Setup(chairs(2), (("scenario", "historical"), ("wetlands", "exhaust")))
CARD, REGION, UNIT = card_named, region_named, unit_named


class Table:
    """A game from a position on; `events` are those of the last answer."""

    def __init__(self, units: dict[str, dict[str, object]], **tables: object) -> None:
        """Lay out the units; `month`, `side` and `step` begin the position, other tables are as in a file."""
        head = {name: tables.pop(name) for name in ("from", "month", "side", "step") if name in tables}
        rest = {"Allies": [], "Axis": []}
        written = {"position": head, "units": units, "reserve": rest, **tables}
        self.s: State = build(written, SETUP).state
        self.events: tuple[Event, ...] = ()

    def do(self, *lines: str) -> Table:
        """Answer with these lines, whoever is asked; each replica that is told them arrives where it must."""
        for line in lines:
            action = NOTATION.parse(line)
            due = requests(self.s)
            seat = CHANCE if due else asked(self.s)[0]
            step = apply(self.s, action, seat)
            assert not isinstance(step, Refusal), f"{line}: {step}, not {self.offered()}"
            for eye in EYES:
                seen = view(self.s, eye)
                if not due:
                    self._lists_agree(eye)
                mine = apply(seen, mask(self.s, action, eye, NOTATION), seat)
                assert not isinstance(mine, Refusal), f"{line}: eye {eye} refuses it: {mine}"
                assert mine.state == view(step.state, eye), f"{line}: eye {eye} arrives elsewhere"
                assert mine.events == tuple(mask_event(event, eye) for event in step.events), line
            self.s, self.events = step.state, step.events
        return self

    def until(self, asking: str, moment: str = "", rear: Iterable[str] = ()) -> Table:
        """Answer until a question is asked, or an interlude of a moment opens.

        Units stand in front, but for those named in `rear`; apart from that nobody does anything.
        """
        for _ in range(60):
            if self.asking[0] == asking and self.asking[2] == moment:
                return self
            fronts = [line for line in self.offered("front") if line.removeprefix("front ") not in rear]
            idle = [line for line in ("done", "pass", "decline") if line in self.offered()]
            self.do((fronts + idle + self.offered())[0])
        raise AssertionError(f"{asking} {moment} is never asked, but {self.asking}")

    def roll(self, *dice: int) -> Table:
        """Let nobody flip a card, then roll these dice."""
        while not requests(self.s):
            self.do("pass")
        return self.do("roll " + " ".join(map(str, dice)))

    def _lists_agree(self, eye: int) -> None:
        seat = asked(self.s)[0]
        exact = {mask(self.s, action, eye, NOTATION) for action in legal_actions(self.s, seat)}
        offered = set(legal_actions(view(self.s, eye), seat))
        assert exact <= offered, f"eye {eye} does not offer {exact - offered}"
        if eye in {FULL, seat_eye(seat)}:
            assert exact == offered, f"eye {eye} offers {offered - exact}, too"

    def offered(self, verb: str = "") -> list[str]:
        """Return the legal answers, or those of a verb, as lines."""
        actions = legal_actions(self.s, asked(self.s)[0]) if asked(self.s) else ()
        return [str(action) for action in actions if action.verb == verb or not verb]

    def why(self, line: str, seat: int = 0) -> list[str]:
        """Return the codes of what stands against an answer of the seat that is asked, or of another."""
        told = TITLE.reasons(self.s, NOTATION.parse(line), seat or asked(self.s)[0])
        return [refusal.code for refusal in told]

    @property
    def asking(self) -> tuple[str, int, str]:
        """Return the open question: its id, the side asked, and the moment of an interlude."""
        asked_now = question(self.s)
        assert asked_now is not None
        name = NOTATION.names["moment"][asked_now.args[1]] if asked_now.id == "interlude" else ""
        return asked_now.id, asked_now.args[0], name

    def cards(self, zone: int) -> list[str]:
        """Return the names of the cards in a zone."""
        return [NOTATION.names["card"][card] for card in cards(self.s.zones[zone])]

    def lasts(self, rule: str) -> list[tuple[int, int]]:
        """Return what lasts of a tactic: what it is about, and its end."""
        return [(one.about, one.until) for one in self.s.lasting if KEYS[one.key] == rule]

    def happened(self, name: str) -> list[tuple[int, ...]]:
        """Return the arguments of the last answer's events of a name."""
        return [event.args for event in self.events if event.id == name]
