"""Who sits where: the computer's seats, and the seat across the table."""

import pytest

from sealed.games.popular_front import TITLE
from sealed_client.desk.seats import across, computer_chairs
from sealed_client.desk.waiting_games import home_tables
from sealed_client.lobby import LobbySeat, LobbyTable
from sealed_client.presenters.home import ON_SCREEN
from sealed_client.presenters.table_titles import TITLES as PRESENTED
from sealed_client.words.messages import messages_of


def a_table(*names, phase="gathering"):
    """Returns a table of so many seats; an empty name is a free seat."""
    chairs = TITLE.chairs(len(names))
    seats = tuple(
        LobbySeat(number, bool(name), name, chair.side, chair.colours)
        for number, (name, chair) in enumerate(zip(names, chairs, strict=True), 1)
    )
    return LobbyTable("t1", TITLE.id, "", phase, "", seats, (), "", 0, None)


@pytest.mark.parametrize("seats", TITLE.seats)
def test_the_seat_across_is_of_the_other_side(seats):
    """However many play, from every seat a rematch leads to the other army."""
    chairs = TITLE.chairs(seats)
    for seat in range(1, seats + 1):
        assert chairs[across(chairs, seat) - 1].side != chairs[seat - 1].side


def test_two_players_swap():
    """With two seats the one across is the other one, both ways."""
    chairs = TITLE.chairs(2)
    assert [across(chairs, seat) for seat in (1, 2)] == [2, 1]


def test_free_seats_go_to_the_kinds_in_their_order():
    """The person's seat is left out, and a table half set is completed with the kinds it was begun with."""
    assert computer_chairs(a_table("Ana", "", ""), ("steady", "random")) == [(2, "steady"), (3, "random")]
    assert computer_chairs(a_table("steady 1", "Ana", ""), ("steady", "random")) == [
        (1, "steady"),
        (3, "random"),
    ]
    assert computer_chairs(a_table("", "", ""), ("steady",), but=1) == [(2, "steady"), (3, "steady")]


def test_a_table_that_goes_on_takes_its_own_players_back_and_nobody_else():
    """Where people sit no bot comes, not even for one whose name looks like another seat's."""
    table = a_table("Ana", "random 2", "steady 2", "somebody 4", phase="playing")
    assert computer_chairs(table, ()) == [(2, "random")]


def test_a_table_that_was_given_up_gets_no_players():
    """Free seats of a table that no longer gathers stay free."""
    assert computer_chairs(a_table("Ana", "", phase="void"), ("steady",)) == []


@pytest.mark.parametrize("seats", TITLE.seats)
def test_the_home_screen_names_the_army_that_is_played(seats):
    """The side is the seat's own, also where the armies do not alternate."""
    for mine, chair in enumerate(TITLE.chairs(seats), 1):
        names = ["Ana" if number == mine else f"steady {number}" for number in range(1, seats + 1)]
        (row,) = home_tables([a_table(*names, phase="playing")], "Ana", {}, messages_of("en"))
        said = {side: messages_of("en").text(f"popular-front.sides.{side}") in row.detail for side in (1, 2)}
        assert said == {chair.side: True, 3 - chair.side: False}


def test_the_home_screen_shows_only_games_that_the_screen_can_play():
    """A game that is played in words alone is none of its rows; what has a presenter is."""
    tables = [
        a_table("Ana", "", phase="playing"),
        a_table("Ana", "", phase="playing")._replace(title="south-front"),
    ]
    assert [row.title for row in home_tables(tables, "Ana", {}, messages_of("en"))] == ["popular-front"]
    assert set(ON_SCREEN) == set(PRESENTED)
