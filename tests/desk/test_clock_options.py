"""Laws of asking for a clock at the command line and of reading the terms of one."""

import asyncio
import io
from argparse import ArgumentParser

import pytest

from sealed.wire.v1.fairness_pb2 import Clock
from sealed_client.clock_terms import SpanError, parse_span, span_words, terms_words, unlike
from sealed_client.desk import device, main
from sealed_client.desk.clock_options import add_clock_arguments, clock_of
from sealed_client.desk.house import open_house
from sealed_client.desk.join_command import join
from sealed_client.desk.seats import lobby_of
from sealed_client.desk.talking import Streams
from sealed_client.desk.trouble import Trouble


def typed(line: str) -> Clock | None:
    """Returns the clock that a line of options asks for."""
    parser = ArgumentParser()
    add_clock_arguments(parser)
    return clock_of(parser.parse_args(line.split()))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("15s", 15), ("30m", 1800), ("1h30m", 5400), ("7d", 604_800), ("0", 0), ("90M", 5400)],
)
def test_spans_are_typed_in_words(text, seconds):
    """Days, hours, minutes and seconds, in this order, with their letters."""
    assert parse_span(text) == seconds


@pytest.mark.parametrize("text", ["", "30", "m", "1m1h", "-5s", "1.5h", "5 m", "٣m", "99999999s"])
def test_what_is_no_span_is_refused_with_an_example(text):
    """Nothing is guessed: a number without its unit is none."""
    with pytest.raises(SpanError, match="30m"):
        parse_span(text)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (1800, "30 minutes"),
        (5400, "1 hour 30 minutes"),
        (604_800, "7 days"),
    ],
)
def test_spans_are_read_in_words(seconds, words):
    """The largest unit first, units without a number left out."""
    assert span_words(seconds) == words


def test_nothing_typed_asks_for_nothing():
    """The title's own clock is then the referee's to choose."""
    assert typed("") is None
    assert typed("--clock none") == Clock()


def test_the_live_clock_is_that_of_the_protocol():
    """Its numbers stand in spec 2.12."""
    clock = typed("--clock live")
    assert (clock.bank_s, clock.increment_s, clock.minimum_s, clock.decision_s) == (1800, 15, 20, 900)
    assert (clock.link_s, clock.result_s, clock.pause_s, clock.stall_s) == (120, 300, 3600, 60)
    assert (clock.on_timeout, clock.misses) == (2, 2)


def test_a_bank_alone_is_a_change_of_the_live_clock_and_a_span_alone_is_none():
    """`--bank 10m` has live increments; `--decision 1d` has no bank; what is typed wins over the preset."""
    assert (typed("--bank 10m").bank_s, typed("--bank 10m").increment_s) == (600, 15)
    assert typed("--decision 1d") == Clock(decision_s=86_400)
    assert typed("--clock quick --increment 0").increment_s == 0
    assert typed("--clock quick --bank 1m --misses 0").misses == 0
    assert typed("--on-timeout answer") == Clock(on_timeout=2, misses=2)
    assert typed("--on-timeout loss --pause 5m") == Clock(on_timeout=1, pause_s=300)


@pytest.mark.parametrize(
    "line", ["--bank 30", "--misses -1", "--misses 101", "--pause 99999d --bank 9999999s0"]
)
def test_a_clock_that_cannot_be_read_is_trouble_in_words(line):
    """The option is named."""
    with pytest.raises(Trouble, match="--"):
        typed(line)


def test_the_terms_of_a_clock_are_one_sentence_each():
    """What a player has, what is due when, what happens to whoever is late, and how long pauses are."""
    assert terms_words(typed("--clock live")) == (
        "Each player has 30 minutes, the first 20 seconds of an answer are free, each new question answered "
        "earns 15 seconds, and an answer is due within 15 minutes at the latest. For whoever is late the "
        "game passes where it can, 2 times in a row; after that, whoever is late loses. "
        "Pauses: 1 hour in all."
    )
    plain = Clock(decision_s=604_800, link_s=604_800, on_timeout=1)
    assert terms_words(plain) == "No clock; an answer is due within 7 days. Whoever is late loses."


def test_a_table_is_another_if_what_was_typed_of_the_clock_differs():
    """What was not typed may be anything, but a table with banks is never one without."""
    table = Clock(bank_s=600, increment_s=15, decision_s=900)
    assert not unlike(Clock(bank_s=600), table)
    assert unlike(Clock(bank_s=300), table)
    assert unlike(Clock(), table)
    assert not unlike(Clock(), Clock(decision_s=604_800))


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Is a referee with a clocked table: its place and the id of the table."""
    with open_house(tmp_path_factory.mktemp("house"), "127.0.0.1:0") as place:

        async def made():
            async with lobby_of(place, device.fleeting_desk("Host")) as (lobby, _):
                return await lobby.create("popular-front", 2, bytes(16), clock=typed("--clock quick"))

        yield place, asyncio.run(made()).lobby_id


def test_the_list_of_tables_says_by_what_clock_each_is_played(house, tmp_path, capsys):
    """`sealed tables` has the terms of each table."""
    place, _ = house
    assert main(["tables", str(place), "--store", str(tmp_path)]) == 0
    assert terms_words(typed("--clock quick")) in capsys.readouterr().out


def test_who_joins_reads_the_terms_before_he_has_a_seat(house, tmp_path):
    """The terms stand before the seat."""
    place, lobby_id = house
    typing, out = io.StringIO("quit\n"), io.StringIO()
    desk, store = device.open_desk(tmp_path, "Ada")
    try:
        asyncio.run(join(place, desk, tmp_path, (lobby_id, None), Streams(typing, out, tmp_path / "records")))
    finally:
        store.close()
    said = out.getvalue()
    assert said.index(terms_words(typed("--clock quick"))) < said.index("You have seat 1.")


def test_a_clock_that_makes_no_sense_is_refused_in_words(tmp_path, capsys):
    """The referee's sentence reaches the command line."""
    line = ["play", "popular-front", "--minimum", "30m", "--decision", "1m", "--store", str(tmp_path)]
    assert main(line) == 2
    assert "ask for a minimum that is no longer than a decision" in capsys.readouterr().err
