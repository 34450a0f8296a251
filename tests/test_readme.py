"""README.md tells the truth: its snippets run, in their order, in one folder and one Python."""

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from sealed_client.desk import COMMANDS, main

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text("utf-8")
FENCE = re.compile(r"^```(?P<language>\w+)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)
PROMPT = "$ sealed "
DOCUMENTS = sorted({ROOT / "README.md", *ROOT.glob("shared/decisions/*.md")})
"""Texts whose links must lead somewhere."""


class Snippet(NamedTuple):
    """Is a fenced block: its language, what it says, and the line in which it begins."""

    language: str
    body: str
    line: int


def snippets(text):
    """Returns the fenced blocks that can be run."""
    found = (
        Snippet(match["language"], match["body"], text.count("\n", 0, match.start("body")) + 1)
        for match in FENCE.finditer(text)
    )
    return [snippet for snippet in found if snippet.language in {"python", "console"}]


def run_console(snippet):
    """Runs the commands of a console block that begin with the prompt; each must exit 0."""
    for line in snippet.body.splitlines():
        if line.startswith(PROMPT):
            words = shlex.split(line.removeprefix(PROMPT), comments=True)
            assert main(words) == 0, f"README line {snippet.line}: {line}"


def run_python(snippet, names):
    """Runs a Python block with its line numbers in README.md."""
    code = compile("\n" * (snippet.line - 1) + snippet.body, str(ROOT / "README.md"), "exec")
    exec(code, names)  # noqa: S102 - our own text


def test_the_snippets_run(tmp_path, monkeypatch):
    """All Python blocks and `$ sealed` commands run in order, and none fails."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    names = {"__name__": "readme"}
    for snippet in snippets(TEXT):
        if snippet.language == "console":
            run_console(snippet)
        else:
            run_python(snippet, names)


def test_there_is_something_to_run():
    """README.md has snippets of both kinds, and what stands behind a prompt is a command of ours."""
    found = snippets(TEXT)
    assert {snippet.language for snippet in found} == {"python", "console"}
    prompted = [line for snippet in found for line in snippet.body.splitlines() if line.startswith("$ ")]
    assert [line for line in prompted if not line.startswith(PROMPT)] == []


def test_every_command_it_names_exists():
    """Each `sealed COMMAND` in the text is a command of the program."""
    named = set(re.findall(r"`sealed ([a-z]+)\b", TEXT))
    assert named
    assert named - set(COMMANDS) == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_every_link_leads_somewhere(document):
    """Each link to a file of the tree names one that is there."""
    targets = re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8"))
    files = [target.partition("#")[0] for target in targets if "://" not in target]
    assert [file for file in files if file and not (document.parent / file).exists()] == []
