"""What a command line asks to be played."""

from __future__ import annotations

from random import Random

from sealed_client.bots import make_bot
from sealed_client.desk.match import Plan
from sealed_client.desk.plainly import plainly
from sealed_client.desk.titles import options_of, title_named
from sealed_client.desk.trouble import Trouble

DEFAULT_BOT = "steady"


def plan_of(title_id: str, seats: int | None, pairs: list[str], bots: str | None, *, people: int = 0) -> Plan:
    """Returns the plan of a match in which the first `people` seats are not played by bots.

    Without a number of seats there is one for each bot named, else two. One bot named plays all of them.
    Raises Trouble for what cannot be played, in words.
    """
    title = title_named(title_id)
    kinds = [kind.strip() for kind in (bots or DEFAULT_BOT).split(",")]
    number = seats if seats is not None else max(2, people + len(kinds))
    if len(kinds) == 1:
        kinds *= number - people
    if len(kinds) != number - people:
        raise Trouble(f"Name a bot for each of the {number - people} seats that bots play, or one for all.")
    options = options_of(pairs)
    with plainly():
        title.setup(number, options)
    for kind in kinds:
        try:
            make_bot(kind, title, Random(0))
        except ValueError as error:
            raise Trouble(f"{error}."[:1].upper() + f"{error}."[1:]) from error
    return Plan(title, number, options, kinds)
