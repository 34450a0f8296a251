"""Scenario files: all hold, none of their expectations is idle, and a wrong file says what is wrong."""

import tomllib
from pathlib import Path

import pytest
from turned_round import other, turned_round

from sealed.games.south_front.position import FACES
from sealed.games.south_front.title import TITLE
from sealed.testing.scenario import ScenarioError, run_document, run_scenario

FILES = sorted((Path(__file__).parents[2] / "scenarios" / "south_front").glob("*.toml"))
SIDES = ("Axis", "Allies")
COUNTED = {"hand_counts", "deck_counts", "late_counts", "shown_counts", "unshown_counts", "forces", "points"}
CARDS = {"hands", "shown", "unshown"}


def turned(faces):
    """Return contingency cards with the first on another side."""
    return [other(faces[0], FACES), *faces[1:]]


def wrong_entry(key, value):
    """Return a value that contradicts one entry of an expectation."""
    if isinstance(value, bool):
        return not value
    if key in COUNTED:
        return value + 1
    if key in CARDS:
        return [*value, "Mare Nostrum"]
    if key == "contingencies":
        return turned(value)
    choices = {"board": ("Pact tank", ""), "control": SIDES}
    return other(value, choices.get(key, ("pass", "stop")))


def inversions(key, value):
    """Yield expectations that contradict each part of one key."""
    flipped = {"legal": "illegal", "illegal": "legal", "events": "no_events", "no_events": "events"}
    if key in flipped:
        yield from ({flipped[key]: [part]} for part in value)
    elif key == "only":
        yield from ({key: [left for left in value if left != part]} for part in value)
    elif key == "markers":
        yield {key: value[1:] if value else ["Malta Depot"]}
    elif isinstance(value, dict):
        wrong = {name: part + 1 if key == "drawn" else wrong_entry(key, part) for name, part in value.items()}
        yield from ({key: {**(value if key == "drawn" else {}), name: part}} for name, part in wrong.items())
    elif isinstance(value, int):
        yield {key: value + 1}
    else:
        choices = {"asked": ("nobody", "chance"), "question": ("spend", "act")}
        yield {key: other(value, choices.get(key, SIDES))}


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
        "title": "south-front",
        "name": "a test",
        "source": ["a test"],
        "board": {"Tripoli": "Pact infantry"},
        "step": [{"expect": {"asked": "Axis"}}],
    }
    return {key: value for key, value in (document | changes).items() if value is not None}


def test_the_small_scenario_is_sound():
    """What the next test breaks is whole before."""
    run_document(scenario())


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seats": 3}, "2 seats"),
        ({"options": {"usa-at-war": "9"}}, "usa-at-war"),
        ({"base": "start"}, "no table of a position"),
        ({"position": {"from": "memory"}}, '[position] from is "empty" or "set-up"'),
        ({"board": {"Paris": "Pact infantry"}}, "no space is called 'Paris'"),
        ({"board": {"Rome": "Pact cavalry"}}, "no piece is called 'Pact cavalry'"),
        ({"board": {"Rome": "Pact tank", "Naples": "Pact tank"}}, "or none is left"),
        ({"control": {"Pact": ["Rome"]}}, "no side is called 'Pact'"),
        ({"control": {"Axis": ["Athens"]}}, "is neutral"),
        ({"countries": {"France": "Axis"}}, "no country is called 'France'"),
        ({"forces": {"Rome": 1}}, "belongs to no minor country"),
        ({"hands": {"Axis": ["Tank"]}}, "no card is called 'Tank'"),
        ({"hands": {"Axis": ["Bazookas"]}}, "cards of the other side"),
        ({"hands": {"Axis": ["Mare Nostrum"]}, "shown": {"Axis": ["Mare Nostrum"]}}, "lies in two places"),
        ({"contingencies": {"Axis": ["gone"]}}, "names three of"),
        ({"markers": {"placed": ["Rome"]}}, "no marker is called 'Rome'"),
        ({"turn": {"step": "lunch"}}, "no step is called 'lunch'"),
        ({"turn": {"round": 17}}, "1 to 16"),
        ({"step": [{"expect": {"weather": 1}}]}, "a key of expect"),
        ({"step": [{"expect": {"control": {"Paris": "Axis"}}}]}, "no space is called 'Paris'"),
        ({"step": [{"refuse": "done", "code": "not-now"}]}, "it is allowed"),
        ({"step": [{"do": "move Pact infantry 1 Rome"}, {"expect": {"round": 1}}]}, "refused: too-far"),
    ],
)
def test_a_wrong_file_says_what_is_wrong(changes, said):
    """Every mistake in a file is a `ScenarioError` in plain words."""
    with pytest.raises(ScenarioError) as raised:
        run_document(scenario(**changes))
    assert said in str(raised.value)


def test_every_refusal_code_has_a_scenario_or_a_kernel_name():
    """Each code that the title declares is shown by a scenario, but for what the kernel says at any table."""
    written = {
        step["code"]
        for file in FILES
        for step in tomllib.loads(file.read_text(encoding="utf-8"))["step"]
        if "code" in step
    }
    assert set(TITLE.reason_kinds) - written <= {"over", "chance-due", "impossible-outcome"}
    assert written <= set(TITLE.reason_kinds)
