"""Laws of lines that somebody sends by the thousand: what nobody holds is forgotten, what lives stays one."""

from __future__ import annotations

import gc
from random import Random

from table_match import MemoryMatch

from sealed.games.popular_front import TITLE
from sealed.wire.v1 import fairness_pb2 as wire


def kept() -> int:
    """Returns how many actions and lines the notation of the title holds for good or for somebody."""
    gc.collect()
    notation = TITLE.notation
    return len(notation._made) + len(notation._read) + len(notation._alive)


def test_refused_lines_are_forgotten() -> None:
    """A seat that sends ever other lines, dice and moves alike, fills no memory of the referee's rules."""
    match = MemoryMatch.open(TITLE, 2, Random(1))
    match.set_up()
    while not any(seat.asked for seat in match.seats):
        match.step()
    seat = match.seats[0]
    act = wire.CardAct(reveal=wire.Reveal(ref=1, card=1, inner=bytes(32), salt=bytes(32)))
    before = kept()
    for number in range(300):
        step = wire.Step(action=f"roll {number // 20} 7 {number}", cards=[act] * (number % 2))
        assert match.submit(seat, seat.forge([step])).refusal is not None
    assert kept() - before < 20


def test_line_read_before_the_rules_make_it_is_the_same_action() -> None:
    """An action that was read first is the one that the rules then offer, as long as anybody holds it."""
    notation = type(TITLE.notation)(TITLE.notation.verbs, TITLE.notation.names)
    read = notation.parse("roll 1 2 3")
    assert notation.action("roll", 1, 2, 3) is read
    assert notation.parse("roll 1 2 3") is read
    assert notation.hide(read) is read
