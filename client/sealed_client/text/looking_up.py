"""What a player can look at: board, cards, log, rules, proofs. Nothing here changes anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed_client.clock import system_clock
from sealed_client.text import checking, clock_words, commands
from sealed_client.text.people import outcome_words
from sealed_client.text.reading import begins_word, fold
from sealed_client.text.recalling import recalled
from sealed_client.text.replaying import whole_story
from sealed_client.text.rules_text import passage, sections
from sealed_client.text.telling import last

if TYPE_CHECKING:
    from sealed.engine.frames import State
    from sealed.engine.title import Setup
    from sealed_client.draft import Draft
    from sealed_client.follower import Follower
    from sealed_client.presenters.catalogue import Presenter
    from sealed_client.table_view import TableView
    from sealed_client.text.commands import Command
    from sealed_client.text.telling import Story
    from sealed_client.words.phrases import Phrases

_LOG_LINES, _LOG_MOST = 10, 999


class Table(NamedTuple):
    """Is a table as its player sees it now: the newest snapshot, the verified log, and the open draft."""

    title_id: str
    setup: Setup
    phrases: Phrases
    presenter: Presenter
    story: Story
    view: TableView | None
    follower: Follower | None
    draft: Draft | None

    @property
    def state(self) -> State | None:
        """Returns the position, with the draft on it if there is one."""
        if self.draft is not None:
            return self.draft.state
        return self.view.state if self.view is not None else None

    @property
    def referee_ms(self) -> int | None:
        """Returns what the referee's clock shows now, as far as this device has heard it."""
        ahead = self.view.ahead_ms if self.view is not None else None
        return None if ahead is None else system_clock() + ahead


def looked_up(table: Table, command: Command) -> list[str]:
    """Returns the answer to a command that only asks."""
    match command.kind:
        case "help":
            return _help(command.rest)
        case "rules":
            return rules_lines(table.title_id, command.rest, table.setup)
        case "board":
            return _board(table, command.rest)
        case "hand":
            return _hand(table)
        case "log":
            return _log(table, command.rest)
        case _:
            return _checked(table, command)


def _checked(table: Table, command: Command) -> list[str]:
    follower = table.follower
    if follower is None or not follower.verifier.size:
        return ["Nothing has been logged yet."]
    match command.kind:
        case "seal":
            return checking.seal_lines(follower, table.view)
        case "who":
            return clock_words.clock_lines(follower, table.referee_ms or system_clock())
        case _:
            index = commands.number_in(command.rest, -1, 10**7)
            if index is None:
                return ["Say which entry: prove NUMBER."]
            return checking.prove_lines(follower, table.phrases, None if index < 0 else index)


def _help(name: str) -> list[str]:
    if name:
        text = commands.HELP.get(name.casefold()) or commands.HELP.get(name.upper())
        return [f"{name}: {text}."] if text else [f"There is no command {name!r}."]
    return [f"{name}: {text}." for name, text in commands.HELP.items()]


def rules_lines(title: str, section: str, setup: Setup | None = None) -> list[str]:
    """Returns the summary of a title's rules: what they aim at, or what a name in brackets stands for.

    With the set-up of a table it says what the options of this table mean for them.
    """
    names = ", ".join(sections(title))
    if not names:
        return ["There is no summary of this title's rules."]
    if not section:
        return [*passage(title, "aim"), f"Sections: {names}. 'rules SECTION' reads one."]
    return passage(title, section, setup) or [f"There is no section {section!r}. There are: {names}."]


def _board(table: Table, words: str) -> list[str]:
    state = table.state
    if state is None:
        return ["There is no board yet."]
    lines = [*table.presenter.board_lines(state, table.phrases), *recalled(table)]
    if words:
        wanted = fold(words)
        lines = [line for line in lines if begins_word(fold(line), wanted)]
        if not lines:
            return [f"No line of the board has {words!r} in it."]
    view, drafted = table.view, table.draft is not None and bool(table.draft.steps)
    head = [outcome_words(view)] if view is not None and view.result and not words else []
    if drafted:
        head.append("This is the board with your draft, which is not sent yet.")
    return [*head, *lines]


def _hand(table: Table) -> list[str]:
    if table.view is None or table.state is None:
        return ["You hold no cards yet."]
    if not table.view.seat:
        return ["You are watching and hold no cards."]
    return table.presenter.hand_lines(table.state, table.phrases, table.view.seat)


def _log(table: Table, rest: str) -> list[str]:
    count = commands.number_in(rest, _LOG_LINES, _LOG_MOST)
    if count is None:
        return [f"Say how many lines, up to {_LOG_MOST}: log NUMBER."]
    lines = table.story.lines
    if len(lines) < count and table.story.came_late and table.follower is not None:
        lines = [*whole_story(table.follower, table.phrases, table.story.came_late), *lines]
    return last(lines, count) or ["Nothing has happened yet."]
