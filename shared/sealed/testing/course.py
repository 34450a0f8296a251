"""The course of a scenario: the state, what has been said, and the outcomes that happen by themselves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sealed.engine.chance import (
    CHANCE,
    DEAL,
    ORDER,
    PICK,
    PICKED,
    ROLL,
    SHUFFLE,
    Deal,
    Open,
    Pick,
    Shuffle,
    outcome_verb,
    possible,
)
from sealed.engine.kernel import apply, asked, legal_actions, requests
from sealed.engine.message import MOVED, Event, Refusal
from sealed.engine.zones import cards, could_hold
from sealed.testing.scenario_error import ScenarioError, require

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sealed.engine.action import Action
    from sealed.engine.chance import Request
    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title
    from sealed.testing.stage import Stage


@dataclass(slots=True)
class Course:
    """A scenario under way.

    `events` and `dealt` (cards by zone of the hand) cover the last answer or outcome that the file gives and
    what followed by itself; `said` keeps the last event of each id. `lying` are the cards of zones in the
    order in which they came, for picks.
    """

    stage: Stage
    setup: Setup
    state: State
    orders: Mapping[int, tuple[int, ...]]
    events: list[Event] = field(default_factory=list)
    said: dict[str, Event] = field(default_factory=dict)
    dealt: Counter[int] = field(default_factory=Counter)
    lying: dict[int, list[int]] = field(default_factory=dict)
    answered: tuple[State, Action] | None = None
    picked: int | None = None

    def __post_init__(self) -> None:
        """Copy what the course changes."""
        self.orders = dict(self.orders)

    @property
    def title(self) -> Title:
        """Return the title."""
        return self.stage.title

    def colour_of(self, name: str) -> int:
        """Return the colour (0-based) with a name. Raises `ScenarioError` if it does not play."""
        names = self.stage.colours(self.setup)
        require(name in names, f"a colour of this table: {', '.join(names)}", name)
        return names.index(name)

    def seat_of(self, name: str) -> int:
        """Return the seat that runs the colour with a name."""
        return self.setup.seat_of(self.colour_of(name))

    def seat_asked(self) -> int:
        """Return the seat that is asked. Raises `ScenarioError` if none is."""
        seats = asked(self.state)
        require(bool(seats), "a question to somebody", self.who())
        return seats[0]

    def who(self) -> str:
        """Return the name of the colour that is asked, `chance`, or `nobody`."""
        if requests(self.state):
            return "chance"
        if self.state.stack is None:
            return "nobody"
        colour = getattr(self.state.stack.frame, "colour", None)
        names = self.stage.colours(self.setup)
        return names[colour] if isinstance(colour, int) else "nobody"

    def offered(self) -> list[str]:
        """Return what the colour that is asked may answer, as text."""
        return [action.text for action in legal_actions(self.state, self.seat_asked())]

    def do(self, text: str, by: str | None) -> None:
        """Play an answer of the colour that is asked. Raises `ScenarioError` if it is refused."""
        action = self.title.notation.parse(text)
        seat = self.seat_asked()
        if by is not None:
            self.colour_of(by)
            require(self.who() == by, f"the answer {text!r} is due from {by}", f"{self.who()} is asked")
        self._forget()
        self.answered = self.state, action
        self._apply(action, seat)

    def chance(self, text: str) -> None:
        """Play an outcome that the file gives. Raises `ScenarioError` if it is not due or cannot be."""
        outcome = self.title.notation.parse(text)
        while (due := requests(self.state)) and outcome_verb(due[0]) != outcome.verb:
            by_itself = self._by_itself(due[0])
            if by_itself is None:
                break
            self._apply(by_itself, CHANCE)
        verb = outcome_verb(due[0]) if due else "nothing"
        require(verb == outcome.verb, f"the outcome {text!r} is due", f"chance owes {verb}")
        self._check(due[0], outcome)
        self._forget()
        self._apply(outcome, CHANCE)

    def run_by_itself(self) -> None:
        """Play every outcome that needs no word of the file."""
        while (due := requests(self.state)) and (outcome := self._by_itself(due[0])) is not None:
            self._apply(outcome, CHANCE)

    def _forget(self) -> None:
        self.events = []
        self.dealt = Counter()

    def _in_notation(self, refusal: Refusal) -> str:
        """Return a refusal with its arguments as the title writes them."""
        kinds = self.title.reason_kinds[refusal.code]
        notation = self.title.notation
        names = (
            notation.name(kind, arg) if kind in notation.names else str(arg)
            for kind, arg in zip(kinds, refusal.args, strict=False)
        )
        return " ".join((refusal.code, *names))

    def _apply(self, action: Action, seat: int) -> None:
        due = requests(self.state)
        step = apply(self.state, action, seat)
        if isinstance(step, Refusal):
            raise ScenarioError("", 0, f"{action} is allowed", f"refused: {self._in_notation(step)}")
        if due:
            self._note(due[0], action)
        self.state = step.state
        for event in step.events:
            self.events.append(event)
            self.said[event.id] = event
            if event.id == MOVED:
                self._follow(*event.args)

    def _note(self, request: Request, outcome: Action) -> None:
        """Remember what an outcome means for the cards that nobody sees."""
        if isinstance(request, Deal):
            self.dealt[request.target] += 1
            if request.source in self.orders:
                self._set_order(request.source, self.orders[request.source][1:])
        elif isinstance(request, Shuffle):
            self._set_order(request.deck, None)
        elif isinstance(request, Pick) and request.zone is not None:
            self.picked = self._lies(request.zone)[outcome.args[0]]

    def _set_order(self, deck: int, order: tuple[int, ...] | None) -> None:
        kept = {zone: cards_of for zone, cards_of in self.orders.items() if zone != deck}
        self.orders = kept if order is None else {**kept, deck: order}

    def _follow(self, card: int, count: int, source: int, target: int) -> None:
        left = self.lying.get(source, [])
        for _ in range(count):
            if card in left:
                left.remove(card)
            self.lying.setdefault(target, []).append(card)

    def _lies(self, zone: int) -> Sequence[int]:
        lying = self.lying.get(zone, [])
        found = cards(self.state.zones[zone])
        return lying if sorted(lying) == list(found) else found

    def _by_itself(self, request: Request) -> Action | None:
        """Return the outcome that happens by itself, or nothing if the file must give it."""
        verb = outcome_verb(request)
        make = self.title.notation.action
        if isinstance(request, Deal):
            return make(DEAL, self._top(request.source))
        if isinstance(request, Open) and request.which == PICKED and self.picked is not None:
            return make(verb, self.picked)
        if verb in (ORDER, ROLL) or (isinstance(request, Pick) and request.m > 1):
            return None
        if verb in (SHUFFLE, PICK) or not isinstance(request, Open) or request.which != PICKED:
            args, _ = next(possible(self.state, request))
            return make(verb, *args)
        return None

    def _top(self, deck: int) -> int:
        order = self.orders.get(deck)
        return order[0] if order else cards(self.state.zones[deck])[0]

    def _check(self, request: Request, outcome: Action) -> None:
        """Raise `ScenarioError` unless the outcome agrees with the orders that the file has given."""
        by_itself = self._by_itself(request)
        if isinstance(request, Deal):
            order = self.orders.get(request.source)
            card = outcome.args[0] if outcome.args else 0
            require(
                outcome is by_itself
                if order
                else len(outcome.args) == 1 and could_hold(self.state.zones[request.source], card),
                f"a card that can be dealt now{f', {by_itself}' if order else ''}",
                outcome.text,
            )
        elif by_itself is not None:
            require(outcome is by_itself, f"the only outcome that there can be, {by_itself}", outcome.text)
