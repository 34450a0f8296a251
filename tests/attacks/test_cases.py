"""Every attack case of section 4 that level 1 can meet has its tests, and the register names them rightly."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CASES = {
    int(number): case for number, case in tomllib.loads((TESTS / "attacks/cases.toml").read_text()).items()
}
TEXT = TESTS.parent / "shared/sealed/fairness/SPEC.md"
STEPS = {"a", "b", "c", "d", "e", "f", "g"}
NAME = re.compile(r"([a-z_/]+\.py)::(test_\w+)(?:\[(.+))?")


@cache
def named_in(file: str) -> tuple[frozenset[str], frozenset[str]]:
    """Returns the test functions of a file, and all its strings, among which are the ids of its cases."""
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    functions = frozenset(one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef))
    strings = (one.value for one in ast.walk(tree) if isinstance(one, ast.Constant))
    return functions, frozenset(one for one in strings if isinstance(one, str))


def test_the_register_has_every_case_of_the_text() -> None:
    """The numbers are those of the table in section 4, each once."""
    in_text = [int(one) for one in re.findall(r"^\| (\d+) \|", TEXT.read_text("utf-8"), re.MULTILINE)]
    plan = TEXT.read_text("utf-8").split("## 4. Attack test plan")[1].split("## 5.")[0]
    numbers = [int(one) for one in re.findall(r"^\| (\d+) \|", plan, re.MULTILINE)]
    assert numbers == list(range(1, 121))
    assert set(numbers) <= set(in_text)
    assert list(CASES) == numbers


@pytest.mark.parametrize("number", CASES)
def test_a_case_has_tests_that_exist(number) -> None:
    """A case of steps a-g names at least one test, each once; those of level 2 name none."""
    case = CASES[number]
    named = case.get("tests", [])
    if case.get("level") == 2:
        assert not named
        return
    assert case["step"] in STEPS
    assert named
    assert len(set(named)) == len(named)
    for one in named:
        file, function, begins = NAME.fullmatch(one).groups()
        functions, strings = named_in(file)
        assert function in functions, one
        if begins:
            assert begins.split()[0] == str(number), one
            assert any(text.startswith(begins) for text in strings), one


def test_ids_name_the_case_that_the_register_has_them_under() -> None:
    """An id of an attack that begins with the number of a case is in the register under that case."""
    ids = set()
    for file in (TESTS / "attacks").glob("test_*.py"):
        _, strings = named_in(f"attacks/{file.name}")
        begun = (re.match(r"(\d{1,3}) (?!seats|MiB)[a-zA-Z]", text) for text in strings)
        ids |= {(f"attacks/{file.name}", one[1]) for one in begun if one}
    listed = {
        (NAME.fullmatch(one)[1], str(number))
        for number, case in CASES.items()
        for one in case.get("tests", [])
    }
    assert {(file, number) for file, number in ids if int(number) in CASES} <= listed
