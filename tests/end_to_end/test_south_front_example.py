"""The rulebook's example of play, whole, through the real stack: referee, sockets, two clients (facts D10).

The course is that of the scenario; every answer is a message of its own. The cards come out of honest
shuffles (`south_front_example`), the spare cards of the hands are whatever came.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from south_front_example import NEEDED, party, rehearsed, table

from sealed.engine import kernel
from sealed.engine.zones import cards, size
from sealed.fairness.audit.audit import audit
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.games.south_front import TITLE
from sealed.games.south_front.notation import CARD_KIND, NOTATION
from sealed.games.south_front.state import ALLIES, AXIS, HAND
from sealed.testing.stage import STAGES
from sealed.wire.v1 import fairness_pb2 as wire
from second_verifier import V

SCENARIO = Path(__file__).parents[1] / "scenarios/south_front/d10_golden_replay.toml"
STEPS = tomllib.loads(SCENARIO.read_text("utf-8"))["step"]
SEATS = {"Axis": 1, "Allies": 2}
READINGS = STAGES[TITLE.id].readings
BY_EVENTS = {"drawn", "no_events"}
"""What the scenario reads from events; the boards and the hand counts that follow say the same here."""


class Replay:
    """Plays the steps of the scenario by the clients' own drafts; `answers` counts them."""

    def __init__(self, visitors) -> None:
        self.party, self.answers, self.refused = visitors, 0, []
        visitors.pump(self._told)
        self.spare = {player.seat.number: self._spare(player.seat) for player in visitors.players}

    def _spare(self, seat) -> list[int]:
        held = cards(seat.replica.state.zones[HAND + seat.number - 1])
        return [code for code in held if NOTATION.names[CARD_KIND][code] not in NEEDED[seat.number - 1]]

    @property
    def states(self):
        """Returns what each player sees."""
        return [player.seat.replica.state for player in self.party.players]

    def take(self, step) -> None:
        """Does what a step says."""
        if "expect" in step:
            self.compare(step["expect"])
        elif "refuse" in step:
            self.refuse(self.party.players[SEATS[step["by"]] - 1], step)
        else:
            self.answer(self.party.players[SEATS[step["by"]] - 1], NOTATION.parse(step["do"]))

    def answer(self, player, action) -> None:
        """Lets a player answer, and waits until both have seen it; a spare card stands for the one named."""
        if action.verb == "spend":
            action = NOTATION.action("spend", self.spare[player.seat.number].pop())
        draft = player.seat.draft()
        assert draft.add(action) is None, action
        player.do(player.seat.submit(draft))
        self.answers += 1
        self.party.pump(self._told)

    def _told(self) -> bool:
        """Tells whether both stand at the same question, with what they were told of their own cards."""
        return self.party._settled() and all(kernel.question(state) for state in self.states)

    def refuse(self, player, step) -> None:
        """Lets a player try, then a player who does not ask his own program send it all the same."""
        action, seat = NOTATION.parse(step["refuse"]), player.seat
        draft = seat.draft()
        assert draft.add(action) is not None
        assert step["code"] in {reason.code for reason in draft.why_not(action)}
        forged = wire.Draft(steps=[wire.Step(action=action.text)]).SerializeToString(deterministic=True)
        player.do(seat._send(EntryType.ACT, forged))
        told = len(player.refusals)
        self.party.pump(lambda: len(player.refusals) > told)
        self.refused.append(player.refusals[-1].code)

    def compare(self, wanted) -> None:
        """Holds what both players see to what the scenario expects."""
        for key, value in wanted.items():
            if key in READINGS:
                setup = self.party.players[0].seat.enrolment.rules.setup
                for state in self.states:
                    for part, expected, found in READINGS[key](state, setup, value):
                        assert found == expected, (key, part)
            elif key not in BY_EVENTS:
                getattr(self, f"_{key}")(value)

    def _asked(self, name) -> None:
        assert [player.seat.number for player in self.party.asked()] == [SEATS[name]]

    def _question(self, name) -> None:
        assert {kernel.question(state).id for state in self.states} == {name}

    def _offered(self) -> set[str]:
        (player,) = self.party.asked()
        spare = {NOTATION.names[CARD_KIND][code] for code in self.spare[player.seat.number]}
        offered = {action.text for action in player.seat.draft().legal()}
        return {text for text in offered if not any(name in text for name in spare)}

    def _only(self, texts) -> None:
        assert self._offered() == set(texts)

    def _legal(self, texts) -> None:
        assert self._offered() >= set(texts)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Plays the example to round 2, where the Axis player resigns; returns it and a record."""
    folder = tmp_path_factory.mktemp("example")
    served, _ = table(folder / "played", rehearsed(folder / "rehearsed"))
    with served:
        visitors = party(served)
        replay = Replay(visitors)
        for step in STEPS:
            replay.take(step)
        replay.last = replay.states[0]
        axis = visitors.players[0]
        axis.do(axis.seat.resign())
        visitors.pump(lambda: visitors.over)
        visitors.finish()
        visitors.pump(lambda: all(not player.seat.outbox.waiting for player in visitors.players))
        record = axis.seat.follower.notebook.record_until()
        visitors.close()
    return replay, record


def test_the_example_of_play_comes_out_as_printed(played):
    """Every step holds for both players: hands of 2 and 3, the Axis one point ahead, round 2."""
    replay, _ = played
    assert replay.answers == sum("do" in step for step in STEPS)
    assert (replay.last.round, replay.last.points) == (2, (1, 0))
    assert [size(replay.last.zones[HAND + side]) for side in (AXIS, ALLIES)] == [2, 3]


def test_the_move_that_comes_a_step_too_early_is_refused_twice(played):
    """The client says why before anything is sent; a client that sends it is refused by the referee."""
    replay, record = played
    assert replay.refused == ["ACT_ILLEGAL"]
    acts = [line for line in record.lines if isinstance(line, wire.Entry) and line.type == EntryType.ACT]
    assert len(acts) == replay.answers


def test_the_example_of_play_is_verified(played, tmp_path):
    """The audit of each seat, of a stranger and of the second verifier find nothing."""
    replay, record = played
    report = audit(record, title_of, load_backend())
    file = tmp_path / "example.ftr"
    file.write_bytes(record_bytes(record))
    assert [player.seat.report.verdict for player in replay.party.players] == ["PASS"] * 2
    assert (report.verdict, dict(report.not_checked)) == ("PASS", {})
    assert (report.ended.cause, report.ended.seats) == ("resign", (1,))
    assert V.verify(str(file))[1] == 0
