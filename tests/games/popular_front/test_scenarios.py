"""Scenario files: all hold, none of their expectations is idle, and a wrong file says what is wrong."""

import tomllib
from pathlib import Path

import pytest
from turned_round import other, turned_round

from sealed.games.popular_front import TITLE
from sealed.testing.scenario import ScenarioError, run_document, run_scenario

FILES = sorted((Path(__file__).parents[2] / "scenarios" / "popular_front").glob("*.toml"))


def bumped(text):
    """Return disks like `Republic 2` with another number."""
    name, _, number = text.rpartition(" ")
    return f"{name} {int(number) % 4 + 1}"


def wrong_entry(key, value):
    """Return a value that contradicts one entry of an expectation."""
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value, "Leader"]
    if key == "board":
        return bumped(value)
    return other(value, ("Leader", "") if key == "top_discard" else ("pass", "end"))


def inversions(key, value):
    """Yield expectations that contradict each part of one key."""
    flipped = {"legal": "illegal", "illegal": "legal", "events": "no_events", "no_events": "events"}
    if key in flipped:
        yield from ({flipped[key]: [part]} for part in value)
    elif key == "only":
        yield from ({key: [left for left in value if left != part]} for part in value)
    elif key == "drawn":
        yield from ({key: {**value, name: count + 1}} for name, count in value.items())
    elif isinstance(value, dict):
        yield from ({key: {name: wrong_entry(key, part)}} for name, part in value.items())
    elif isinstance(value, list):
        yield from ({key: [*value[:i], value[i] + 1, *value[i + 1 :]]} for i in range(len(value)))
    elif isinstance(value, int):
        yield {key: value + 1}
    else:
        choices = {"asked": ("nobody", "chance"), "question": ("place", "act")}
        yield {key: other(value, choices.get(key, ("Nationalists", "Republic")))}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_file_holds(file):
    """Every scenario of the title holds."""
    run_scenario(file.read_text(encoding="utf-8"), file.name)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_expectation_is_idle(file):
    """Turning round any single claim of a file makes the file fail at this claim."""
    sound = tomllib.loads(file.read_text(encoding="utf-8"))
    colours = ("Nationalists", "Republic") if sound.get("seats", 2) == 2 else ("Falange", "Socialists")
    for number, wrong, document in turned_round(sound, colours, inversions):
        with pytest.raises(ScenarioError) as raised:
            run_document(document)
        assert raised.value.step == number, f"{wrong} does not fail"


def scenario(**changes):
    """Return a small sound scenario with some keys changed."""
    document = {
        "title": "popular-front",
        "name": "a test",
        "source": ["a test"],
        "fill": {"Nationalists": ["Sevilla", "Cordoba"], "Republic": "rest"},
        "step": [{"expect": {"asked": "Nationalists"}}],
    }
    return {key: value for key, value in (document | changes).items() if value is not None}


def test_the_small_scenario_is_sound():
    """What the next test breaks is whole before."""
    run_document(scenario())


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"title": "chess"}, "a title"),
        ({"name": None}, "name: a text"),
        ({"source": []}, "source: a list"),
        ({"colour": "red"}, "only the keys"),
        ({"seats": 7}, "2, 3, 4, 5, 6 seats"),
        ({"seats": "two"}, "seats: a whole number"),
        ({"options": {"length": "9"}}, "no option 'length'"),
        ({"base": "middle"}, 'base: "board" or "start"'),
        ({"base": "start"}, "no table of a position"),
        ({"step": []}, "one [[step]] at least"),
        ({"step": [{"do": "end"}]}, "an expect or a refuse"),
        ({"step": [{"do": "end", "expect": {"round": 1}}]}, "one of do, refuse, chance, expect"),
        ({"step": [{"expect": {"weather": 1}}]}, "a key of expect"),
        ({"step": [{"expect": {"rounds": 1}}]}, "a key of expect"),
        ({"step": [{"expect": {"events": ["rain"]}}]}, "events that there are"),
        ({"step": [{"expect": {"board": {"Paris": "Republic 1"}}}]}, "no city is called 'Paris'"),
        ({"step": [{"refuse": "end", "code": "no"}]}, "code: one of"),
        ({"step": [{"refuse": "end", "code": "over", "why": ""}]}, "only refuse, code, by"),
        ({"step": [{"refuse": "end", "code": "over"}]}, "it is allowed"),
        ({"step": [{"do": "sing"}, {"expect": {"round": 1}}]}, "cannot read 'sing'"),
        ({"step": [{"do": "muster Leader"}, {"expect": {"round": 1}}]}, "refused: not-held Leader"),
        ({"step": [{"chance": "deal March"}, {"expect": {"round": 1}}]}, "chance owes nothing"),
        ({"board": {"Paris": "Republic 1"}}, "no city is called 'Paris'"),
        ({"board": {"Madrid": "France 1"}}, "no colour 'France' plays"),
        ({"board": {"Madrid": "Republic 5"}}, "more than 4 disks"),
        ({"board": {"Madrid": "Republic 1, Nationalists 1"}}, "disks of both armies"),
        ({"board": {"Sevilla": "Republic 1"}}, "named twice in [board] and [fill]"),
        ({"board": {"Madrid": "Republic"}}, "whose disks and how many"),
        ({"fill": {"Nationalists": ["Sevilla"]}}, "is empty; name it"),
        ({"hands": {"Republic": ["Leader", "Leader"]}}, "more cards Leader than its deck holds"),
        ({"hands": {"Republic": ["Tank"]}}, "no card is called 'Tank'"),
        ({"hands": {"Republic": "Leader"}}, "a list of names"),
        ({"track": {"length": 3}}, "no entry 'length'"),
        ({"track": {"political": 52}}, "spaces 0 to 51"),
        ({"turn": {"phase": "lunch"}}, "no phase is called 'lunch'"),
        ({"turn": {"order": ["Republic", "Republic"]}}, "once"),
        ({"turn": {"round": -1}}, "a whole number from 0 up"),
    ],
)
def test_a_wrong_file_says_what_is_wrong(changes, said):
    """Every mistake in a file is a `ScenarioError` in plain words."""
    with pytest.raises(ScenarioError) as raised:
        run_document(scenario(**changes))
    assert said in str(raised.value)


def test_broken_toml_is_a_scenario_error():
    """A file that is no TOML is refused with the parser's place."""
    with pytest.raises(ScenarioError, match="a TOML file"):
        run_scenario("title = ", "broken.toml")


def test_the_error_names_file_and_step():
    """The error carries the file, the number of the step, and both sides of the difference."""
    wrong = scenario(step=[{"expect": {"round": 1}}, {"expect": {"round": 2}}])
    with pytest.raises(ScenarioError) as raised:
        run_document(wrong, "case.toml")
    assert (raised.value.file, raised.value.step) == ("case.toml", 2)
    assert str(raised.value) == "case.toml, step 2: expected round 2; found 1"


def test_the_order_of_a_deck_binds_the_chance_steps():
    """An outcome that contradicts the order given in the file is refused."""
    step = [{"do": "end"}, {"chance": "deal March"}, {"expect": {"round": 1}}]
    with pytest.raises(ScenarioError, match="a card that can be dealt now, deal Leader"):
        run_document(scenario(decks={"Nationalists": ["Leader", "March"]}, step=step))


def test_every_refusal_code_has_a_scenario_or_a_kernel_name():
    """The codes that files may name are those that the title declares."""
    written = {
        step["code"]
        for file in FILES
        for step in tomllib.loads(file.read_text(encoding="utf-8"))["step"]
        if "code" in step
    }
    assert written <= set(TITLE.reason_kinds)
