"""What the text client says about the connection and when it is asked for something."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sealed_client.table_view import Line, Stage
from sealed_client.text import checking, commands
from sealed_client.text.replaying import whole_story
from sealed_client.text.rules_text import RULES
from sealed_client.text.telling import last

if TYPE_CHECKING:
    from sealed_client.table_view import TableView
    from sealed_client.text.commands import Command
    from sealed_client.text.table_talk import TableTalk
    from sealed_client.words.phrases import Phrases

RESIGN_QUESTION = {
    False: "Resign and lose the game? 'yes' resigns, anything else does not.",
    True: "Offer to end the game without a result? It ends once every seat has offered so. 'yes' offers.",
}
RESIGNING = {False: "Resigning.", True: "Offering to end without a result."}
_LOG_LINES, _LOG_MOST = 10, 999


def connection(before: TableView | None, now: TableView) -> list[str]:
    """Returns what has changed in the connection and before the start."""
    lines = []
    if before is None or before.line is not now.line:
        lost = before is not None and before.line is Line.LOST
        if now.line is Line.LOST:
            lines.append(f"Connection lost: {now.trouble} Trying again; nothing that was sent is lost.")
        elif now.line is Line.CONNECTED and lost:
            lines.append("Connected again.")
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
    army = said.name("side", chair.side)
    whom = colours if colours == army else f"{colours} (army: {army})"
    return [
        f"You play {whom}, seat {view.seat}. 'help' lists what you can type, 'rules' is the game in short."
    ]


def alarms(before: TableView | None, now: TableView) -> list[str]:
    """Returns what must be heard: a check that has failed, and the verdict at the end."""
    lines = []
    if now.failure is not None and (before is None or before.failure is None):
        lines += [
            f"WARNING: check {now.failure.code} FAILED: {now.failure.detail}.",
            "Nothing more is signed here. 'seal' says more; keep the record as evidence.",
        ]
    if now.report is not None and (before is None or before.report is None):
        lines += [f"Audit on this device: {now.report.verdict}.", *now.report.sentences()]
    return lines


def not_asked(view: TableView | None) -> str:
    """Returns why no answer is taken now."""
    if view is None or view.stage in {Stage.GATHERING, Stage.AGREEING}:
        return "The game has not begun."
    if view.stage is not Stage.PLAYING:
        return "The game is over."
    if not view.seat:
        return "You are watching; the players answer."
    if view.sending:
        return "Your last answer is on its way; wait for the referee."
    return "You are not asked now; 'who' says who is."


def looked_up(talk: TableTalk, command: Command) -> list[str]:
    """Returns the answer to a command that only asks."""
    match command.kind:
        case "help":
            return _help(command.rest)
        case "rules":
            return rules_lines(talk.rules.title.id, command.rest)
        case "board":
            return _board(talk)
        case "hand":
            return _hand(talk)
        case "log":
            return _log(talk, command.rest)
        case _:
            return _checked(talk, command)


def _checked(talk: TableTalk, command: Command) -> list[str]:
    follower = talk.follower
    if follower is None or not follower.verifier.size:
        return ["Nothing has been logged yet."]
    match command.kind:
        case "seal":
            return checking.seal_lines(follower)
        case "who":
            return checking.clock_lines(follower, time.time_ns() // 1_000_000)
        case _:
            index = commands.number_in(command.rest, -1, 10**7)
            if index is None:
                return ["Say which entry: prove NUMBER."]
            return checking.prove_lines(follower, talk.phrases, None if index < 0 else index)


def _help(name: str) -> list[str]:
    if name:
        text = commands.HELP.get(name.casefold()) or commands.HELP.get(name.upper())
        return [f"{name}: {text}."] if text else [f"There is no command {name!r}."]
    return [f"{name}: {text}." for name, text in commands.HELP.items()]


def rules_lines(title: str, section: str) -> list[str]:
    """Returns the summary of a title's rules: its sections, or one of them."""
    sections = RULES.get(title, {})
    if not sections:
        return ["There is no summary of this title's rules."]
    if section:
        found = sections.get(section.casefold())
        return (
            list(found) if found else [f"There is no section {section!r}. There are: {', '.join(sections)}."]
        )
    return [*sections["aim"], f"Sections: {', '.join(sections)}. 'rules SECTION' reads one."]


def _board(talk: TableTalk) -> list[str]:
    state = talk.draft.state if talk.draft is not None else talk.view.state if talk.view is not None else None
    if state is None:
        return ["There is no board yet."]
    drafted = (
        ["This is the board with your draft, which is not sent yet."]
        if talk.draft and talk.draft.steps
        else []
    )
    return [*drafted, *talk.presenter.board_lines(state, talk.phrases)]


def _hand(talk: TableTalk) -> list[str]:
    view = talk.view
    state = talk.draft.state if talk.draft is not None else view.state if view is not None else None
    if view is None or state is None:
        return ["You hold no cards yet."]
    if not view.seat:
        return ["You are watching and hold no cards."]
    return talk.presenter.hand_lines(state, talk.phrases, view.seat)


def _log(talk: TableTalk, rest: str) -> list[str]:
    count = commands.number_in(rest, _LOG_LINES, _LOG_MOST)
    if count is None:
        return [f"Say how many lines, up to {_LOG_MOST}: log NUMBER."]
    lines = talk.story.lines
    if len(lines) < count and talk.story.came_late and talk.follower is not None:
        lines = [*whole_story(talk.follower, talk.phrases, talk.story.came_late), *lines]
    return last(lines, count) or ["Nothing has happened yet."]
