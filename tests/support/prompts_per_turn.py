"""Counts the prompts that a player meets in each turn, with and without standing orders.

    python tests/support/prompts_per_turn.py [BOT] [GAMES] [TITLE]

Bots play whole games of South Front or SHAEF; where both sides have given an order, it answers for them as it
does in the client. A prompt is a question that is put to a player: in South Front a window, in SHAEF any.
What an order has answered is none. An order until the own turn is given anew at the end of each own turn.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass, field
from random import Random
from statistics import mean, quantiles
from typing import TYPE_CHECKING

from sealed.engine.chance import CHANCE
from sealed.engine.eye import PUBLIC, seat_eye
from sealed.engine.kernel import apply, asked, over, question, requests, view
from sealed.games import TITLES
from sealed.testing.moments import random_outcome
from sealed_client.bots import make_bot
from sealed_client.orders import windows_of
from sealed_client.standing_orders import ASK_ALL, Standing, StandingOrders

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.title import Title

SOUTH_FRONT, SHAEF = "south-front", "shaef"
SIDES = {SOUTH_FRONT: ("Axis", "Allies"), SHAEF: ("Allies", "Axis")}
OF_SOUTH_FRONT = {
    "ask me everything": Standing(),
    "pass until my turn": Standing("pass"),
    "... cheapest": Standing("pass", cheapest=True),
    "naval combat only": Standing("naval"),
    "... own turn too": Standing("naval", own=True),
    "stars only": Standing("stars"),
    "... cheapest, own turn too": Standing("stars", cheapest=True, own=True),
}
OF_SHAEF = {
    "ask me everything": Standing(asks=frozenset({"turn-down"})),
    "no order": Standing(),
    "pass until my turn": Standing("pass"),
    "... cheapest": Standing("pass", cheapest=True),
    "dice": Standing("dice"),
    "... own turn too": Standing("dice", own=True),
    "... cheapest, own turn too": Standing("dice", cheapest=True, own=True),
    "combat, own turn too": Standing("combat", own=True),
}
CASES = {SOUTH_FRONT: OF_SOUTH_FRONT, SHAEF: OF_SHAEF}


@dataclass
class Prompts:
    """What the players of some games were asked: prompts in each turn, by seat and whether it was his own."""

    turns: dict[tuple[int, bool], list[int]] = field(default_factory=lambda: defaultdict(list))
    ids: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    answered: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    _open: dict[int, int] = field(default_factory=dict)
    _turn: tuple[int, int] = (0, 0)

    def begin(self, number: int, seat: int) -> None:
        """Takes note of whose turn it is."""
        if (number, seat) == self._turn:
            return
        self.end()
        self._turn, self._open = (number, seat), {1: 0, 2: 0}

    def end(self) -> None:
        """Files the turn that is over."""
        for seat, count in self._open.items():
            self.turns[seat, seat == self._turn[1]].append(count)
        self._open = {}

    def asked(self, seat: int, which: str) -> None:
        """Counts a prompt."""
        self._open[seat] += 1
        self.ids[which] += 1


class Player:
    """One seat: its bot, and the orders that stand."""

    def __init__(self, title: Title, bot: str, seat: int, standing: Standing, rng: Random) -> None:
        self.seat, self.wanted, self.every = seat, standing, title.id == SHAEF
        self.windows = windows_of(title.id)
        self.bot = make_bot(bot, title, rng)
        self.orders = StandingOrders(title, self.windows, standing)

    def answer(self, s: State, prompts: Prompts) -> Action:
        """Returns the answer of the order, or of the bot, which is prompted if it is a window."""
        own = view(s, seat_eye(self.seat))
        self._renew(own)
        which = question(own)
        ordered = self.orders.answer(own, self.seat)
        if ordered is not None:
            prompts.answered[which.id] += 1
            return ordered
        known = self.windows
        if known.turn(s) and (self.every or known.kinds(view(s, PUBLIC), which) is not None):
            prompts.asked(self.seat, which.id)
        return self.bot.answer(own, self.seat)

    def _renew(self, s: State) -> None:
        self.orders.expire(s, self.seat)
        if self.orders.standing.order == ASK_ALL != self.wanted.order:
            self.orders.give(self.wanted.order, s)


def play(title: Title, prompts: Prompts, bot: str, standing: Standing, rng: Random) -> None:
    """Plays one game and counts."""
    s, windows = title.start(title.setup(2)), windows_of(title.id)
    players = {seat: Player(title, bot, seat, standing, rng) for seat in (1, 2)}
    while not over(s):
        turn = windows.turn(s)
        if turn is not None:
            prompts.begin(*turn)
        seats = asked(s)
        if seats:
            s = apply(s, players[seats[0]].answer(s, prompts), seats[0]).state
        else:
            s = apply(s, random_outcome(title, s, requests(s)[0], rng), CHANCE).state
    prompts.end()


def counted(title: Title, bot: str, games: int, standing: Standing) -> Prompts:
    """Returns the prompts of some games, the same ones each time but for what orders answer."""
    prompts = Prompts()
    for seed in range(games):
        play(title, prompts, bot, standing, Random(seed))
    return prompts


def told(name: str, prompts: Prompts) -> str:
    """Returns a line: mean and 90th percentile of prompts in a turn of the enemy, and in an own one."""
    cells = []
    for own in (False, True):
        for seat in (1, 2):
            counts = prompts.turns[seat, own]
            high = quantiles(counts, n=10)[-1] if len(counts) > 1 else counts[0]
            cells.append(f"{mean(counts):5.2f} ({high:.0f})")
    return f"| {name:<27} | " + " | ".join(cells) + " |"


def main(bot: str = "random", games: str = "60", title: str = SOUTH_FRONT) -> None:
    """Prints the table."""
    heads = [f"{side}, {whose} turn" for whose in ("enemy's", "own") for side in SIDES[title]]
    write = sys.stdout.write
    write(f"{games} games, bot {bot}: prompts in a turn, mean (90th percentile)\n")
    write(f"| order | {' | '.join(heads)} |\n")
    for name, standing in CASES[title].items():
        prompts = counted(TITLES[title], bot, int(games), standing)
        write(f"{told(name, prompts)} asked {dict(prompts.ids)}, answered {dict(prompts.answered)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
