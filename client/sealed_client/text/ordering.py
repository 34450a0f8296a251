"""Standing orders in the text client: the command, what is told of them, and the answer that waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed_client.orders import windows_of
from sealed_client.standing_orders import ASK_ALL, StandingOrders
from sealed_client.words.messages import ENGLISH, messages_of

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.title import Title
    from sealed_client.draft import Draft
    from sealed_client.standing_orders import Standing
    from sealed_client.table_view import TableView
    from sealed_client.words.phrases import Phrases

OFF = "off"
_CHEAPEST, _OWN = "cheapest", "own"


class Due(NamedTuple):
    """Is an answer that an order gives after its pause, unless the player is quicker."""

    draft: Draft
    action: Action


class Ordering:
    """Is the standing orders of one conversation. `due` is the answer that waits to be sent."""

    def __init__(self, title: Title, phrases: Phrases, standing: Standing | None) -> None:
        """Goes on with what stands on this device."""
        self._orders = StandingOrders(title, windows_of(title.id), standing)
        self._phrases, self._messages = phrases, messages_of(ENGLISH)
        self.due: Due | None = None

    @property
    def standing(self) -> Standing:
        """Returns what is to be kept."""
        return self._orders.standing

    def expired(self, view: TableView) -> list[str]:
        """Ends an order whose time is over and says so."""
        if view.state is None or not view.seat:
            return []
        over = self._orders.expire(view.state, view.seat)
        return [] if over is None else [self._messages.text("table.orders.over", name=over.name)]

    def decide(self, draft: Draft | None, view: TableView) -> list[str]:
        """Lets the order answer a question that nobody has begun to answer; returns what is said of it.

        Nothing is said, and `due` is nothing, if the player is asked. An answer that the referee has refused
        is not given again.
        """
        self.due = None
        if draft is None or draft.steps:
            return []
        action = self._orders.answer(draft.base, draft.seat)
        if action is None or (view.rejected is not None and view.rejected.actions == (action,)):
            return []
        self.due = Due(draft, action)
        asked = draft.question
        put = [] if asked is None else [self._phrases.question(asked)]
        answer, say = self._phrases.action(action), self._messages.text
        if self._orders.order is None and asked is not None:
            return [*put, say("table.orders.owed", answer=answer, name=asked.id)]
        return [*put, say("table.orders.about-to", answer=answer)]

    def given(self, action: Action) -> str:
        """Returns the sentence of the log that the order has answered."""
        return self._messages.text("table.orders.given", answer=self._phrases.action(action))

    def command(self, rest: str, state: State | None) -> list[str]:
        """Takes what was typed behind `orders` and returns what stands then."""
        words = rest.casefold().split()
        names = {one.name: one for one in self._orders.offered}
        if not names:
            return [self._messages.text("table.orders.none")]
        match words:
            case []:
                return self._listed()
            case ["off" | "ask"]:
                self._orders.give(ASK_ALL, state)
            case ["cheapest", "on" | "off" as value]:
                self._orders.switch(cheapest=value == "on")
            case ["own", "on" | "off" as value]:
                self._orders.switch(own=value == "on")
            case ["ask" | "skip" as wish, kind] if kind in self._kinds():
                self._orders.put(kind, asked=wish == "ask")
            case [name] if name in names:
                self._orders.give(name, state)
            case _:
                kinds = [f"ask {kind}" for kind in self._kinds()]
                known = ", ".join([*names, OFF, f"{_CHEAPEST} on", f"{_OWN} on", *kinds])
                return [self._messages.text("table.orders.unknown", names=known)]
        return self._stands()

    def _stands(self) -> list[str]:
        """Returns what stands now."""
        order, say = self._orders.order, self._messages.text
        if order is None:
            lines = [say("table.orders.ask-all")]
        else:
            lines = [say("table.orders.stands", name=order.name, order=say(order.words))]
        if self.standing.cheapest:
            lines.append(say("table.orders.cheapest-on"))
        if self.standing.own:
            lasting = order is None or not order.until_own_turn
            lines.append(say("table.orders.own-on" if lasting else "table.orders.own-waits"))
        if self.standing.asks:
            lines.append(say("table.orders.asks", kinds=", ".join(sorted(self.standing.asks))))
        if self.standing.skips:
            lines.append(say("table.orders.skips", kinds=", ".join(sorted(self.standing.skips))))
        return lines

    def _kinds(self) -> list[str]:
        """Returns the names of the kinds of window that can be excepted."""
        return [one.name for one in self._orders.switches]

    def _listed(self) -> list[str]:
        """Returns what stands and what can be ordered."""
        say = self._messages.text
        offered = [
            say("table.orders.offered", name=one.name, order=say(one.words)) for one in self._orders.offered
        ]
        switches = [*map(say, self._orders.words), say("table.orders.off")]
        kinds = [
            say("table.orders.kind", name=one.name, kind=say(one.words)) for one in self._orders.switches
        ]
        return [*self._stands(), *offered, *switches, *kinds]
