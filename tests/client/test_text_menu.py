"""The menu of the text client: numbers carry their question, long lists are grouped and paged."""

from random import Random

import pytest
from talked_match import TalkedMatch

from sealed.games import TITLES
from sealed_client.text.menu import PAGE, Menus
from sealed_client.text.pages import SCREEN, Pages, fitted

TITLE = TITLES["popular-front"]
PLACES = [TITLE.notation.action("place", city) for city in range(36)]


def _say(action):
    return action.text


@pytest.fixture(scope="module")
def table():
    return TalkedMatch(TITLE, 2, Random(11))


def test_a_number_of_an_earlier_question_is_refused_in_words():
    """An old number never answers another question: the numbers of two questions do not overlap."""
    menus = Menus()
    first = menus.open(PLACES[:5], (), _say)
    menus.open(PLACES[5:9], (), _say)

    picked = menus.pick(first.last)

    assert isinstance(picked, str)
    assert "earlier question" in picked
    assert "6 to 9" in picked


def test_the_numbers_of_the_open_question_answer_it():
    """Each number of a menu is the answer printed beside it."""
    menus = Menus()
    menu = menus.open(PLACES[:5], (), _say)

    lines = menu.overview()

    assert [f"{number}: {menus.pick(number)}" for number in range(1, 6)] == lines


def test_without_an_open_question_a_number_answers_nothing():
    """Once the question is closed its numbers are refused."""
    menus = Menus()
    menus.open(PLACES[:5], (), _say)
    menus.close()

    assert "answers nothing" in menus.pick(3)


def test_undo_gives_new_numbers():
    """After an undo the same answers have other numbers, so a late key press cannot hit one."""
    menus = Menus()
    before = menus.open(PLACES[:5], (), _say)
    again = menus.open(PLACES[:5], (), _say)

    assert again.first > before.last


def test_long_lists_of_several_verbs_are_summed_up_by_verb():
    """More answers than a screen holds become a line for each verb; small groups are written out."""
    ends = [TITLE.notation.action("end")]
    menu = Menus().open([*PLACES, *ends], (), _say)

    lines = menu.overview()

    assert len(lines) == 2
    assert "place, 36 answers" in lines[0]
    assert lines[1] == "37: end"


def test_answers_are_found_by_word_whatever_the_accents():
    """`list WORD` finds answers by any word, without case and accents."""
    menu = Menus().open(PLACES, (), _say)

    assert [line.split(": ")[1] for line in menu.matching("CÁDIZ")] == ["place Cadiz"]


def test_every_answer_of_a_long_list_is_reached_by_more():
    """Paging loses no line and keeps every screen within its bound."""
    lines = [str(number) for number in range(100)]
    pages = Pages()
    screens = [pages.first(lines)]
    while more := pages.more():
        screens.append(more)

    read = [line for screen in screens for line in screen if "more lines" not in line]
    assert read == lines
    assert max(map(len, screens)) <= SCREEN + 1


@pytest.mark.parametrize(
    "typed", ["list", "board", "help", "rules cards", "log 500", "list a", "seal", "hand"]
)
def test_no_answer_to_a_command_is_longer_than_a_screen(table, typed):
    """No screenful exceeds 20 lines."""
    reply = table.say(typed)

    assert reply.lines
    assert len(reply.lines) <= 20


def test_a_stale_number_typed_twice_answers_only_once(table):
    """Typing a number again after it was taken does not answer the next question."""
    table.others()
    number = table.talk.menus.menu.first
    table.say(str(number))
    table.others()
    size = table.match.table.size

    again = table.say(str(number))

    assert "earlier question" in again.lines[0]
    assert not again.wishes
    assert table.match.table.size == size


def test_a_page_is_larger_than_what_is_written_out():
    """A menu that is written out fits on one screen with its question."""
    assert PAGE + 3 <= SCREEN


@pytest.mark.parametrize("columns", [40, 80])
def test_lines_break_between_words(columns):
    """On a narrow terminal no word is torn, no line is too long, and nothing is lost."""
    lines = [
        "  Zaragoza (value 3, victory city): 1; borders enemy Huesca over water, Tarragona over water",
        "",
        "short",
    ]

    shown = fitted(lines, columns)

    assert max(map(len, shown)) <= columns
    assert " ".join(shown).split() == " ".join(lines).split()
    assert shown[-2:] == ["", "short"]


def test_rare_verbs_are_summed_up_however_short_the_list():
    """Several answers of a rare verb are one line, and can be listed; a single one is written out."""
    ends = [TITLE.notation.action("end")]
    menu = Menus().open([*ends, *PLACES[:4]], (), _say, {"place", "end"})
    assert menu.overview() == ["1: end", "2 to 5: place, 4 answers; 'list place' reads them."]
    assert len(menu.matching("place")) == 4
