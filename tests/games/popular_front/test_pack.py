"""The pack of Popular Front: what it holds, what its proof catches, and its digest."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from sealed.games.popular_front import board
from sealed.games.popular_front.pack import (
    PackError,
    check_pack,
    edition_digest,
    house_items,
    load,
    read_tables,
)

Content = dict[str, Any]


@pytest.fixture
def content() -> Content:
    """A copy of the parsed files that a test may spoil."""
    return {name: deepcopy(dict(table)) for name, table in read_tables().items()}


def _names(mask: int) -> set[str]:
    return {city.name for city in board.CITIES if mask >> city.index & 1}


def test_the_installed_pack_is_proved() -> None:
    """The pack that ships has no problem."""
    assert check_pack() == []


def test_board_totals() -> None:
    """The board has 36 cities worth 67 and 70 links: 38 roads, 26 over rivers, 6 sea lanes."""
    kinds = [link.kind for link in load().links]
    assert (len(board.CITIES), sum(board.VALUES), len(kinds)) == (36, 67, 70)
    assert [kinds.count(kind) for kind in ("road", "river", "sea")] == [38, 26, 6]


def test_victory_cities() -> None:
    """The stars stand on the six largest cities."""
    stars = {"Madrid", "Barcelona", "Valencia", "Sevilla", "Zaragoza", "Vitoria"}
    assert _names(board.STARS_MASK) == stars


@pytest.mark.parametrize(
    ("city", "neighbours"),
    [
        ("Merida", {"Badajoz", "Caceres", "Brunete", "Ciudad Real"}),
        ("Badajoz", {"Merida", "Sevilla"}),
        ("Madrid", {"Brunete", "Guadalajara", "Albacete", "Algodor", "Burgos"}),
        ("Palma", {"Barcelona", "Valencia", "Cartagena"}),
    ],
)
def test_neighbours_by_name(city: str, neighbours: set[str]) -> None:
    """Cities that the worked examples rest on have the neighbours of the facts."""
    assert _names(board.NEIGHBOUR_MASK[board.CITY_BY_NAME[city]]) == neighbours


def test_neighbours_are_mutual_and_ascending() -> None:
    """Every neighbour is a neighbour back, and each list ascends without the city itself."""
    for city, near in enumerate(board.NEIGHBOURS):
        assert list(near) == sorted(set(near) - {city})
        assert all(city in board.NEIGHBOURS[other] for other in near)


def test_water_lies_between_neighbours_only() -> None:
    """Water is a part of the adjacency and the same from both ends."""
    for city, water in enumerate(board.WATER_MASK):
        assert water & ~board.NEIGHBOUR_MASK[city] == 0
        assert all(board.across_water(other, city) == bool(water >> other & 1) for other in range(36))


@pytest.mark.parametrize(
    ("origin", "target", "water"), [("Algodor", "Madrid", True), ("Madrid", "Brunete", False)]
)
def test_water_of_the_worked_examples(origin: str, target: str, *, water: bool) -> None:
    """Madrid is behind a river from Algodor, Brunete is not from Madrid (examples 1 and 2)."""
    assert board.across_water(board.CITY_BY_NAME[origin], board.CITY_BY_NAME[target]) is water


def test_deck() -> None:
    """A deck has 20 cards worth 47 in ten kinds whose codes count from 1."""
    cards = load().cards
    assert [card.code for card in cards] == list(range(1, 11))
    assert (len(load().deck()), sum(card.value * card.copies for card in cards)) == (20, 47)


def test_values_outside_combat() -> None:
    """Only March counts differently for Muster and only Election in the political box (F-27)."""
    cards = load().cards
    assert {card.name: card.muster for card in cards if card.muster != card.value} == {"March": 4}
    assert {card.name: card.political for card in cards if card.political != card.value} == {"Election": 4}


def test_disks() -> None:
    """Markers come out of the thirty disks of a colour (F-24), or out of spare colours (F-31)."""
    assert [load().disks(count) for count in (2, 4, 6)] == [(88,) * 2, (29,) * 4, (28, 28, 29, 29, 29, 29)]


def test_other_numbers_of_colours_are_refused() -> None:
    """Three colours have no stock: three people play four."""
    with pytest.raises(PackError, match="take 2, 4 or 6"):
        load().disks(3)


def test_two_colours_are_the_armies() -> None:
    """With two colours each bears the name of its army."""
    assert [colour.name for colour in load().colours_at(2)] == ["Nationalists", "Republic"]


def test_only_ours_is_listed_as_house() -> None:
    """Madrid's printed value is not ours, Barcelona's is."""
    lines = {line.split(": ")[0].split("(")[-1]: line.split(": ")[1] for line in house_items()}
    assert "value" in lines["Barcelona)"]
    assert "Madrid)" not in lines


def _drop_city(content: Content) -> None:
    content["cities"]["city"].pop(0)


def _unmark(content: Content) -> None:
    del content["links"]["link"][0]["mark"]


def _misspell_mark(content: Content) -> None:
    content["cards"]["card"][0]["value_mark"] = "guess"


def _mark_nothing(content: Content) -> None:
    content["cards"]["card"][0]["colour_mark"] = "house"


def _raise_value(content: Content) -> None:
    content["cities"]["city"][0]["value"] += 1


def _add_star(content: Content) -> None:
    content["cities"]["city"][0]["star"] = True


def _swap_cities(content: Content) -> None:
    cities = content["cities"]["city"]
    cities[0], cities[1] = cities[1], cities[0]


def _accent_of_another(content: Content) -> None:
    content["cities"]["city"][0]["display"] = "Algodor"


def _double_link(content: Content) -> None:
    content["links"]["link"][1] = dict(content["links"]["link"][0])


def _turn_link(content: Content) -> None:
    link = content["links"]["link"][0]
    link["a"], link["b"] = link["b"], link["a"]


def _dry_river(content: Content) -> None:
    link = next(link for link in content["links"]["link"] if link["kind"] == "river")
    link["kind"] = "road"


def _cut_palma_off(content: Content) -> None:
    links = content["links"]["link"]
    content["links"]["link"] = [link for link in links if "Palma" not in (link["a"], link["b"])]


def _add_card(content: Content) -> None:
    content["cards"]["card"][0]["copies"] += 1


def _odd_track(content: Content) -> None:
    content["track"]["short"]["spaces"] = 45


def _move_flag(content: Content) -> None:
    content["track"]["standard"]["round_flags"] = [5, 47]


def _change_side(content: Content) -> None:
    content["colours"]["colour"][2]["side"] = 2


def _uneven_disks(content: Content) -> None:
    content["colours"]["disks"]["four"]["value"] = [29, 28, 29, 29]


def _unknown_kind(content: Content) -> None:
    content["links"]["link"][0]["kind"] = "rail"


def _value_in_words(content: Content) -> None:
    content["cities"]["city"][0]["value"] = "one"


def _unknown_number(content: Content) -> None:
    content["numbers"]["rules"]["luck"] = {"value": 1, "mark": "house"}


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_drop_city, "no city Albacete"),
        (_unmark, "has no mark"),
        (_misspell_mark, "'guess'"),
        (_mark_nothing, "marks no field"),
        (_raise_value, "found 68"),
        (_add_star, "victory cities: found 7"),
        (_swap_cities, "order the cities"),
        (_accent_of_another, "without accents"),
        (_double_link, "out of order or twice"),
        (_turn_link, "earlier of two"),
        (_dry_river, "roads: found 39"),
        (_cut_palma_off, "Palma: cannot be reached"),
        (_add_card, "cards of a deck: found 21"),
        (_odd_track, "even number of spaces"),
        (_move_flag, "do not mirror"),
        (_change_side, "Carlists: is on the wrong side"),
        (_uneven_disks, "differ between the sides"),
        (_unknown_kind, "write one of road, river, sea"),
        (_value_in_words, "city 1 (Albacete): `value`"),
        (_unknown_number, "`luck`"),
    ],
)
def test_the_proof_catches(content: Content, spoil: Callable[[Content], None], said: str) -> None:
    """Each way to spoil a pack is found and named."""
    spoil(content)
    assert said in "\n".join(map(str, check_pack(content)))


def test_digest_ignores_the_order_of_fields(content: Content) -> None:
    """The digest is over content: the order in which fields are written does not change it."""
    city = content["cities"]["city"][0]
    content["cities"]["city"][0] = dict(reversed(city.items()))
    assert edition_digest(content) == edition_digest()


@pytest.mark.parametrize("spoil", [_raise_value, _misspell_mark, _swap_cities, _unmark])
def test_digest_tells_contents_apart(content: Content, spoil: Callable[[Content], None]) -> None:
    """Any other content has another digest."""
    spoil(content)
    assert edition_digest(content) != edition_digest()


def test_digest_is_this_edition() -> None:
    """The digest is part of every record: who changes pack or edition changes it here knowingly."""
    assert edition_digest().hex() == "ae73a21413139f1d84403920d8aa693f196b35cba44abf8284a3cb0b0fadca1d"
