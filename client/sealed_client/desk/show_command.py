"""`sealed show FILE`: the board of a record at any entry, as lines or as a picture."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed_client.desk import record_file
from sealed_client.desk.picture import write_picture
from sealed_client.desk.plainly import plainly
from sealed_client.desk.trouble import Trouble
from sealed_client.presenters.catalogue import presenter_of
from sealed_client.replay import Replay, ReplayError
from sealed_client.text.people import People
from sealed_client.text.replaying import moment_lines
from sealed_client.words.catalogue import phrases_of

if TYPE_CHECKING:
    from sealed_client.replay import Moment


def run(arguments: list[str]) -> int:
    """Return 0 once the board is shown, 1 if a check fails on the way there."""
    parser = ArgumentParser(prog="sealed show", description="Show the board of a record.")
    parser.add_argument("file", type=Path, metavar="FILE", help="a record (.ftr)")
    parser.add_argument("--at", type=int, metavar="N", help="after entry N of the log (default: the last)")
    parser.add_argument("--log", type=int, default=10, metavar="LINES", help="lines of the log (default 10)")
    parser.add_argument("--image", type=Path, metavar="FILE", help="write the board as a PNG")
    given = parser.parse_args(arguments)
    record = record_file.read(given.file)
    try:
        with plainly():
            replay = Replay(record.lines, title_of, load_backend())
        story, moment = _until(replay, given.at)
    except ReplayError as error:
        raise Trouble(f"{error} Nothing after that is shown.", 1) from error
    _show(replay, story[-given.log :] if given.log > 0 else [], moment)
    if given.image is not None:
        note = f"entry {moment.entry.index}"
        sys.stdout.write(write_picture(given.image, replay.rules, moment.state, note) + "\n")
    return 0


def _until(replay: Replay, at: int | None) -> tuple[list[str], Moment]:
    """Plays the log up to an entry; returns the story and the moment. Raises Trouble without that entry."""
    phrases = phrases_of(replay.rules.title, replay.rules.setup)
    story: list[str] = []
    last: Moment | None = None
    for moment in replay.moments():
        last, index = moment, moment.entry.index
        people = People(replay.verifier.names, replay.rules)
        story += [f"{index}: {sentence}" for sentence in moment_lines(moment, people, phrases)]
        if index == at:
            return story, moment
    if last is None or at is not None:
        size = last.entry.index + 1 if last is not None else 0
        raise Trouble(f"The log has {size} entries, numbered from 0; there is no entry {at}.")
    return story, last


def _show(replay: Replay, story: list[str], moment: Moment) -> None:
    phrases = phrases_of(replay.rules.title, replay.rules.setup)
    lines = [f"After entry {moment.entry.index} ({EntryType(moment.entry.type).name}), as everybody saw it."]
    lines += presenter_of(replay.rules.title).board_lines(moment.state, phrases)
    sys.stdout.write("\n".join([*lines, *story]) + "\n")
