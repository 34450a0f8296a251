"""Scenario files: all hold, none of their expectations is idle, and a wrong file says what is wrong."""

import tomllib
from pathlib import Path

import pytest
from turned_round import other, turned_round

from sealed.games.shaef.notation import SIDES
from sealed.testing.scenario import ScenarioError, run_document, run_scenario

FILES = sorted((Path(__file__).parents[2] / "scenarios" / "shaef").glob("*.toml"))
CARDS = {"up", "down", "shown", "arrived", "reserve", "dead", "lost", "gone"}
CHOICES = {
    "at": ("none", "Britain"),
    "armies": ("none", "Third US Army"),
    "control": SIDES,
    "supply_markers": ("none", "Paris"),
    "asked": ("nobody", "chance"),
    "question": ("move", "deploy"),
    "month": ("June 1944", "March 1945"),
}
"""Two answers of which one is wrong, for keys whose value is one of several words."""


def wrong_entry(key, value):
    """Return a value that contradicts one entry of an expectation."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if key in CARDS:
        return [*value, "Volkssturm"]
    if key == "states":
        return value[1:] if value else ["exhausted"]
    return other(value, CHOICES.get(key, ("pass", "stop")))


def wrong_list(key, value):
    """Return a list that contradicts a list of regions or numbers."""
    if key == "hits":
        return [value[0] + 1]
    return value[1:] if value else ["Normandy"]


def inversions(key, value):
    """Yield expectations that contradict each part of one key."""
    flipped = {"legal": "illegal", "illegal": "legal", "events": "no_events", "no_events": "events"}
    if key in flipped:
        yield from ({flipped[key]: [part]} for part in value)
    elif key == "only":
        yield from ({key: [left for left in value if left != part]} for part in value)
    elif key == "holds":
        piles = ("reserve", "dead", "lost", "gone")
        yield from ({key: {other(pile, piles): [card]}} for pile, cards in value.items() for card in cards)
    elif isinstance(value, dict):
        yield from ({key: {name: wrong_entry(key, part)}} for name, part in value.items())
    elif isinstance(value, list):
        yield {key: wrong_list(key, value)}
    else:
        yield {key: other(value, CHOICES.get(key, SIDES))}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_file_holds(file):
    """Every scenario of the title holds."""
    run_scenario(file.read_text(encoding="utf-8"), file.name)


@pytest.mark.long
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_expectation_is_idle(file):
    """Turning round any single claim of a file makes the file fail at this claim."""
    sound = tomllib.loads(file.read_text(encoding="utf-8"))
    for number, wrong, document in turned_round(sound, SIDES, inversions):
        with pytest.raises(ScenarioError) as raised:
            run_document(document)
        assert raised.value.step == number, f"{wrong} does not fail"


def scenario(**changes):
    """Return a small sound scenario with some keys changed."""
    document = {
        "title": "shaef",
        "name": "a test",
        "source": ["a test"],
        "position": {"month": "August 1944", "side": "Allies", "step": "movement 1"},
        "units": {"First US Army": {"at": "Normandy"}},
        "step": [{"expect": {"asked": "Allies"}}],
    }
    return {key: value for key, value in (document | changes).items() if value is not None}


def test_the_small_scenario_is_sound():
    """What the next test breaks is whole before."""
    run_document(scenario())


TWICE = {"at": "Normandy", "up": ["Combat Engineers"], "down": ["Combat Engineers"]}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seats": 3}, "2 seats"),
        ({"options": {"scenario": "solo"}}, "scenario"),
        ({"base": "start"}, "no table of a position"),
        ({"position": {"from": "memory"}}, '[position] from is "empty" or "june"'),
        ({"position": {"month": "May 1944"}}, "no month is called 'May 1944'"),
        ({"position": {"side": "Vichy"}}, "no side is called 'Vichy'"),
        ({"position": {"side": "Axis", "step": "sea"}}, "no step of the Axis is called 'sea'"),
        ({"units": {"Tenth Army": {"at": "Normandy"}}}, "no unit is called 'Tenth Army'"),
        ({"units": {"First US Army": {"at": "Utah"}}}, "no place is called 'Utah'"),
        ({"units": {"First US Army": {"at": "Normandy", "moved": 1}}}, "is true or false"),
        ({"units": {"First US Army": {"at": "Normandy", "down": ["Tank"]}}}, "no card is called 'Tank'"),
        (
            {"units": {"V Corps": {"at": "Normandy", "up": ["Ultra"], "down": ["Ultra"]}}},
            "lies in two places",
        ),
        ({"dead": {"Axis": ["Ultra"]}}, "is a card of the other side"),
        ({"units": {"V Corps": TWICE}}, "lies in two places"),
        ({"regions": {"allied": ["Utah"]}}, "no region is called 'Utah'"),
        ({"markers": {"7. Armee": "Normandy"}}, "is no Allied Army"),
        ({"tracks": {"mulberries": ["none"]}}, "names two places"),
        ({"lasting": [{"tactic": "V Corps"}]}, "is no tactic"),
        ({"lasting": [{"tactic": "Überflutung", "about": "Utah"}]}, "no region or unit is called 'Utah'"),
        ({"step": [{"expect": {"weather": 1}}]}, "a key of expect"),
        ({"step": [{"expect": {"holds": {"hand": ["Ultra"]}}}]}, "no pile is called 'hand'"),
        ({"step": [{"refuse": "done", "code": "not-now"}]}, "it is allowed"),
        (
            {"step": [{"do": "move First US Army Paris"}, {"expect": {"turn": "Axis"}}]},
            "refused: not-adjacent",
        ),
    ],
)
def test_a_wrong_file_says_what_is_wrong(changes, said):
    """Every mistake in a file is a `ScenarioError` in plain words."""
    with pytest.raises(ScenarioError) as raised:
        run_document(scenario(**changes))
    assert said in str(raised.value)
