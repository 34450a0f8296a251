"""How far a match has come: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from sealed.games.popular_front.state import State as PopularFront
from sealed.games.shaef.pack import load as shaef_pack
from sealed.games.shaef.state import State as Shaef
from sealed.games.south_front.pack import load as south_front_pack
from sealed.games.south_front.state import State as SouthFront
from sealed_client.table_view import Stage

if TYPE_CHECKING:
    from sealed_client.table_view import TableView

_WIDTH, _STEPS = 30, 10
_SETUP = 0.1
_USUAL_ROUNDS, _FLAG = 20, 5


def how_far(view: TableView) -> float:
    """Returns a guess between 0 and 1 of how much of a match is over; it never has to be exact."""
    if view.stage in {Stage.OVER, Stage.REVEALED}:
        return 1.0
    if isinstance(view.state, SouthFront):
        return max(0, view.state.round - 1) / len(south_front_pack().rounds)
    if isinstance(view.state, Shaef):
        return (view.state.month - 1) / len(shaef_pack().numbers.months)
    return _far_in_spain(view.state) if isinstance(view.state, PopularFront) else 0.0


def _far_in_spain(state: PopularFront) -> float:
    """Returns how much of a game of Popular Front is over, by its rounds and its track."""
    if not state.round:
        placed = sum(map(sum, state.disks))
        return _SETUP * placed / max(1, len(state.disks[0]))
    rounds = (state.round - 1) / (state.terms.cap or _USUAL_ROUNDS)
    return min(0.99, _SETUP + (1 - _SETUP) * max(rounds, _track(state)))


def _track(state: PopularFront) -> float:
    """Returns how far the army in front has come on the victory track, counted from a flag."""
    end = state.terms.spaces - 1
    own = (state.economic[0] - _FLAG) / max(1, state.political - _FLAG)
    other = (end - _FLAG - state.economic[1]) / max(1, end - _FLAG - state.political)
    return max(0.0, own, other)


class Progress:
    """Writes how far a match has come, each step once."""

    def __init__(self, out: TextIO, *, shown: bool) -> None:
        """Writes nothing unless it is to be shown."""
        self._out, self._shown = out, shown
        self._bar = shown and out.isatty()
        self._told = -1

    def see(self, view: TableView) -> None:
        """Takes a snapshot."""
        if not self._shown:
            return
        far = how_far(view)
        if self._bar:
            filled = int(far * _WIDTH)
            bar = "#" * filled + "." * (_WIDTH - filled)
            self._out.write(f"\r[{bar}] {far:4.0%}  {view.size} entries, {view.checks} checks ")
            self._out.flush()
        elif int(far * _STEPS) > self._told:
            self._told = int(far * _STEPS)
            self._out.write(f"{self._told * 100 // _STEPS} percent, {view.size} entries verified\n")
            self._out.flush()

    def close(self) -> None:
        """Ends the line of the bar."""
        if self._bar:
            self._out.write("\n")
