"""`sealed demo TITLE`: bots play a title over real gRPC, and the record is verified."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple, TextIO

from sealed_client.desk.house import embedded, open_house
from sealed_client.desk.match import Plan, Played, play_match
from sealed_client.desk.picture import write_picture
from sealed_client.desk.plainly import plainly
from sealed_client.desk.plans import plan_of
from sealed_client.desk.progress import Progress
from sealed_client.desk.talking import evidence_sentence
from sealed_client.desk.titles import add_table_arguments, add_title_argument
from sealed_client.desk.trouble import Trouble
from sealed_client.presenters.catalogue import presenter_of
from sealed_client.text.people import outcome_words, result_name
from sealed_client.words.catalogue import phrases_of

if TYPE_CHECKING:
    from sealed_client.desk.house import MakeReferee, Place


class Wishes(NamedTuple):
    """Is what a demonstration is asked to do beside playing."""

    games: int
    record: Path | None
    image: Path | None
    progress: bool


def run(arguments: list[str]) -> int:
    """Return 0 only if every match was played to its end and verified, 1 if one was not fair."""
    parser = ArgumentParser(prog="sealed demo", description="Let bots play a title, and verify the match.")
    add_title_argument(parser)
    add_table_arguments(parser, seats=None)
    parser.add_argument("--bots", metavar="KIND,...", help="a bot for each seat, such as steady,random")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="number of matches (default 1)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the record of the (last) match")
    parser.add_argument("--image", type=Path, metavar="FILE", help="write the final board as a PNG")
    parser.add_argument("--progress", action="store_true", help="show how far the match has come")
    given = parser.parse_args(arguments)
    if given.games < 1:
        raise Trouble("The number of games is 1 or more.")
    for path in (given.record, given.image):
        if path is not None and not path.parent.is_dir():
            raise Trouble(f"There is no folder {path.parent}. Make it, or write {path.name} elsewhere.")
    plan = plan_of(given.title, given.seats, given.option, given.bots)
    wishes = Wishes(given.games, given.record, given.image, given.progress)
    return demonstrate(plan, wishes, sys.stdout)


def demonstrate(plan: Plan, wishes: Wishes, out: TextIO, referee: MakeReferee = embedded) -> int:
    """Plays and verifies; returns the exit code of the command. `referee` makes the one that is played at."""
    fair = 0
    results: Counter[str] = Counter()
    with (
        TemporaryDirectory(prefix="sealed-demo-") as folder,
        open_house(Path(folder) / "referee", "127.0.0.1:0", referee) as place,
    ):
        for number in range(1, wishes.games + 1):
            if wishes.games > 1:
                out.write(f"Match {number} of {wishes.games}.\n")
            played = _play(plan, place, Progress(out, shown=wishes.progress))
            fair += played.fair
            result = played.view.result
            results[result_name(plan.title, result) if result else "not finished"] += 1
            last = number == wishes.games
            out.write("\n".join(_told(plan, played, board=last)) + "\n")
            if last or not played.fair:
                _write(wishes, played, out)
            if not played.fair:
                break
    if wishes.games > 1:
        tally = ", ".join(f"{result}: {count}" for result, count in sorted(results.items()))
        out.write(f"{fair} of {wishes.games} matches verified. Results: {tally}.\n")
    return 0 if fair == wishes.games else 1


def _play(plan: Plan, place: Place, progress: Progress) -> Played:
    with plainly(str(place)):
        try:
            return asyncio.run(play_match(plan, place, progress.see))
        finally:
            progress.close()


def _told(plan: Plan, played: Played, *, board: bool) -> list[str]:
    """Returns what is said of a match: board, result, verdict."""
    view = played.view
    lines: list[str] = []
    if board and view.state is not None:
        lines += presenter_of(plan.title).board_lines(view.state, phrases_of(plan.title, view.rules.setup))
    if view.result:
        lines.append(outcome_words(view))
    if played.alarm is not None:
        party = f" The bytes name: {played.alarm.party}." if played.alarm.party else ""
        lines.append(
            f"A player's client stopped the match at entry {played.alarm.entry}. "
            f"Check {played.alarm.code} failed: {played.alarm.detail}.{party}"
        )
    if played.report is not None:
        lines += played.report.sentences()
    if played.fair:
        lines.append("Verdict: PASS. The match was fair, and everything was checked.")
    else:
        lines.append("Verdict: FAIL. This match was not fair, or could not be checked to its end.")
    return lines


def _write(wishes: Wishes, played: Played, out: TextIO) -> None:
    if wishes.record is not None:
        wishes.record.write_bytes(played.record)
        out.write(f"Record: {wishes.record}. Check it again with: sealed verify {wishes.record}\n")
        if played.evidence is not None:
            path = wishes.record.with_suffix(".fte")
            path.write_bytes(played.evidence)
            out.write(evidence_sentence(path) + "\n")
    if wishes.image is not None and played.view.state is not None:
        result = played.view.result
        note = f"Result: {result_name(played.view.rules.title, result)}" if result else ""
        out.write(write_picture(wishes.image, played.view.rules, played.view.state, note) + "\n")
