"""`sealed perft TITLE DEPTH`: count the ways a title can go, by lists and by predicate."""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from sealed.testing.perft import perft, perft_by_predicate
from sealed_client.desk.titles import add_table_arguments, add_title_argument, options_of, title_named
from sealed_client.desk.trouble import Trouble


def run(arguments: list[str]) -> int:
    """Return 0 if both counts agree, 1 if they do not."""
    parser = ArgumentParser(prog="sealed perft", description="Count answers and outcomes to a depth, twice.")
    add_title_argument(parser)
    parser.add_argument("depth", type=int, metavar="DEPTH", help="answers and outcomes in a row, from 1")
    add_table_arguments(parser)
    given = parser.parse_args(arguments)
    if given.depth < 1:
        raise Trouble("The depth is a number from 1 up.")
    title = title_named(given.title)
    setup = title.setup(given.seats, options_of(given.option))
    start = title.start(setup)
    agree = True
    for depth in range(1, given.depth + 1):
        by_list = perft(title, start, depth)
        by_predicate = perft_by_predicate(title, setup, start, depth)
        agree = agree and by_list == by_predicate
        sys.stdout.write(
            f"depth {depth}: {by_list} ways by the lists of answers, {by_predicate} by trying every action\n"
        )
    return 0 if agree else 1
