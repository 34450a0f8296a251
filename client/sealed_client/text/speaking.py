"""What the text client says about the connection and when it is asked for something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_client.seat_errors import ELSEWHERE
from sealed_client.table_view import Line, Stage
from sealed_client.text.checking import still_to_check
from sealed_client.text.clock_words import rough
from sealed_client.time_left import NO_HURRY, SHORT_MS

if TYPE_CHECKING:
    from sealed_client.table_view import TableView
    from sealed_client.words.phrases import Phrases

RESIGN_QUESTION = {
    False: "Resign and lose the game? 'yes' resigns, anything else does not.",
    True: "Offer to end the game without a result? It ends once every seat has offered so. 'yes' offers.",
}
PAUSING = {
    True: "You wish a pause. No clock runs once every player wishes one; 'resume' takes the wish back.",
    False: "You no longer wish a pause.",
}
PAUSE_OFFERED = "'pause' agrees to the pause; the clocks run until every player wishes it."
NO_PAUSE_LEFT = "The pauses of this table are used up; the clocks run on."
SILENT = (
    "This device cannot agree to the set-up for you, since the one that sat down may have done so already."
    " Open the table there; if that device is lost, the table is given up in the end and you make a new one."
)
_LATE_MS = 5_000
"""A warning that comes later than this after its moment says what is left by now."""
RESIGNING = {False: "Resigning.", True: "Offering to end without a result."}


def connection(before: TableView | None, now: TableView) -> list[str]:
    """Returns what has changed in the connection and before the start."""
    lines = []
    if before is None or before.line is not now.line:
        lost = before is not None and before.line is Line.LOST
        if now.line is Line.LOST:
            lines.append(f"Connection lost: {now.trouble} Trying again; nothing that was sent is lost.")
        elif now.line is Line.CONNECTED and lost:
            lines.append("Connected again.")
    if now.elsewhere != (before is not None and before.elsewhere):
        lines.append(ELSEWHERE if now.elsewhere else "This seat is played here now.")
    if now.silent and not (before is not None and before.silent):
        lines.append(SILENT)
    waiting = now.waiting_for
    early = now.stage in {Stage.GATHERING, Stage.AGREEING}
    if early and waiting and (before is None or before.waiting_for != waiting):
        lines.append(f"Waiting for: {waiting}.")
    if now.stage is Stage.VOID and (before is None or before.stage is not Stage.VOID):
        lines.append("The table was given up before the game began.")
    return lines


def part_played(view: TableView, said: Phrases) -> list[str]:
    """Returns whom the reader plays, told when a game begins and to who comes back to one."""
    if not view.seat:
        return []
    chair = view.rules.setup.chairs[view.seat - 1]
    colours = " and ".join(said.colour(number - 1) for number in chair.colours)
    army = said.army(chair.side)
    whom = f"the {army}" if colours == army else f"{colours} (army: {army})"
    return [
        f"You play {whom}, seat {view.seat}. 'help' lists what you can type, 'rules' is the game in short."
    ]


def alarms(before: TableView | None, now: TableView) -> list[str]:
    """Returns what must be heard: a check that has failed, a warning, and the verdict at the end."""
    lines = _warnings(before, now) + _signatures(before, now)
    if now.failure is not None and (before is None or before.failure is None):
        lines += [
            f"WARNING: check {now.failure.code} FAILED: {now.failure.detail}.",
            "Nothing more is signed here. 'seal' says more; keep the record as evidence.",
        ]
    if now.report is not None and (before is None or before.report is None):
        lines += [f"Audit on this device: {now.report.verdict}.", *now.report.sentences()]
    return lines


def time(before: TableView | None, now: TableView, left_ms: int | None) -> list[str]:
    """Returns that a pause has begun or ended, and that the reader's time gets short; each once.

    `left_ms` is what the reader has left, if known: who comes back may have far less than the warning says.
    """
    was, lines = before.hurry if before is not None else NO_HURRY, []
    if now.stage is Stage.PLAYING and now.hurry.paused != was.paused:
        lines.append("Paused: no clock runs." if now.hurry.paused else "The pause is over; the clocks run.")
    same = before is not None and before.asked and before.debts == now.debts
    if same and now.asked and now.hurry.warnings > was.warnings:
        short = SHORT_MS[now.hurry.warnings - 1]
        told = short if left_ms is None or short - left_ms <= _LATE_MS else left_ms
        lines.append(f"Your time gets short: {rough(told)} left.")
    return lines


def _signatures(before: TableView | None, now: TableView) -> list[str]:
    """Returns that signatures are still to be checked, or that none is any more; each once."""
    owed = before.pending if before is not None else 0
    if now.pending and not owed:
        return [f"{still_to_check(now.pending)}; until then nothing at this table counts as verified."]
    return ["All signatures have been checked."] if owed and not now.pending and now.failure is None else []


def _warnings(before: TableView | None, now: TableView) -> list[str]:
    """Returns the warnings that have begun and those that stand no longer, each once."""
    told = before.warnings if before is not None else ()
    new = (one for one in now.warnings if not one.failed and one not in told)
    codes = {one.code for one in now.warnings}
    gone = dict.fromkeys(one.code for one in told if one.code not in codes)
    lines = [f"Warning ({one.code}): {one.detail}." for one in new]
    return lines + [f"The warning {code} no longer stands: what was amiss has come right." for code in gone]


def not_asked(view: TableView | None) -> str:
    """Returns why no answer is taken now."""
    if view is None or view.stage in {Stage.GATHERING, Stage.AGREEING}:
        return "The game has not begun."
    if view.stage is not Stage.PLAYING:
        return "The game is over."
    if not view.seat:
        return "You are watching; the players answer."
    if view.elsewhere:
        return ELSEWHERE
    if view.sending:
        return "Your last answer is on its way; wait for the referee."
    return "You are not asked now; 'who' says who is."
