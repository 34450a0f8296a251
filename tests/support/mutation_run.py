"""Plays the scenario files of a title against each mutant, and says which file sees it.

A mutant lives in a process of its own, forked before any scenario has been played, so nothing remembers what
the sound rules have said.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sealed.testing.scenario import run_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from code_mutants import Mutant

SCENARIOS = Path(__file__).parents[1] / "scenarios"
PATIENCE = 60
"""Seconds after which a mutant that runs in a circle counts as seen."""


Trial: TypeAlias = "Callable[[], object]"
NONE: Mapping[str, Trial] = {}
"""No trials besides the scenario files."""


class File(NamedTuple):
    """Is a scenario file: its name, its text, and what the text says."""

    name: str
    text: str
    document: Mapping[str, object]


class Verdict(NamedTuple):
    """Is a mutant with the file that fails because of it, or nothing, and what it says."""

    kind: str
    name: str
    file: str
    said: str


def files(title: str) -> list[File]:
    """Return the scenario files of a title's folder, in the order of their names."""
    texts = {path.stem: path.read_text("utf-8") for path in sorted((SCENARIOS / title).glob("*.toml"))}
    return [File(name, text, tomllib.loads(text)) for name, text in texts.items()]


def likely_first(mutant: Mutant, among: Sequence[File]) -> list[File]:
    """Return the files, first those that name what the mutant breaks."""
    return sorted(among, key=lambda file: not any(word in file.text for word in mutant.words))


def first_failure(among: Sequence[File], besides: Mapping[str, Trial] = NONE) -> tuple[str, str] | None:
    """Return the first file, or trial besides, that does not hold, with what it says."""
    trials = {file.name: lambda file=file: run_document(file.document, file.name) for file in among}
    for name, trial in {**trials, **besides}.items():
        try:
            trial()
        except Exception as error:  # noqa: BLE001 - a mutant may break anything
            return name, f"{type(error).__name__}: {error}"
    return None


def in_a_process(
    mutant: Mutant | None, among: Sequence[File], besides: Mapping[str, Trial] = NONE
) -> tuple[str, str] | None:
    """Return the first file that fails with this mutant planted; none planted tries the sound rules."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        _live(mutant, among, besides, writer)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as told:
        said = told.read()
    os.waitpid(child, 0)
    return tuple(json.loads(said)) if said and said != "null" else None if said else ("?", "no end")


def _live(mutant: Mutant | None, among: Sequence[File], besides: Mapping[str, Trial], writer: int) -> None:
    """Plant the mutant and tell what fails; the process ends here."""
    signal.alarm(PATIENCE)
    try:
        if mutant is not None:
            mutant.plant()
        failure = first_failure(among, besides)
    except Exception as error:  # noqa: BLE001 - told to the parent
        failure = ("!", f"cannot be planted: {type(error).__name__}: {error}")
    os.write(writer, json.dumps(failure).encode())
    os._exit(0)


def holding(among: Sequence[File]) -> list[File]:
    """Return the files that hold by the sound rules; whoever fails without a mutant shows nothing."""
    left = list(among)
    while failure := in_a_process(None, left):
        sys.stderr.write(f"left out, it does not hold: {failure[0]}: {failure[1]}\n")
        left = [file for file in left if file.name != failure[0]]
    return left


def run(title: str, mutants: Iterator[Mutant], besides: Mapping[str, Trial] = NONE) -> Iterator[Verdict]:
    """Yield the verdict on every mutant, by the files and then by the trials besides.

    Raises `RuntimeError` if one cannot be planted, or if a trial fails without any.
    """
    among = holding(files(title))
    if failure := in_a_process(None, (), besides):
        raise RuntimeError(f"{failure[0]} fails without a mutant: {failure[1]}")
    for mutant in mutants:
        failure = in_a_process(mutant, likely_first(mutant, among), besides) or ("", "")
        if failure[0] == "!":
            raise RuntimeError(f"{mutant.name}: {failure[1]}")
        yield Verdict(mutant.kind, mutant.name, *failure)


def table(verdicts: Sequence[Verdict]) -> str:
    """Return the verdicts as a table in Markdown."""
    rows = [f"| {one.kind} | {one.name.replace('|', '¦')} | {one.file or '**none**'} |" for one in verdicts]
    return "\n".join(("| kind | mutant | seen by |", "|---|---|---|", *rows))


def main(
    title: str,
    kinds: Mapping[str, Callable[[], Iterator[Mutant]]],
    words: Sequence[str],
    besides: Mapping[str, Trial] = NONE,
) -> int:
    """Run some kinds, print the table or JSON, and return how many mutants nobody has seen.

    Words are names of kinds, `--json`, and `N/M` for the N-th (from 1) of M parts of all mutants.
    """
    named = [word for word in words if word in kinds] or list(kinds)
    share = next((word for word in words if "/" in word), "1/1")
    part, parts = map(int, share.split("/"))
    mutants = [mutant for kind in named for mutant in kinds[kind]()][part - 1 :: parts]
    verdicts = list(run(title, iter(mutants), besides))
    if "--json" in words:
        sys.stdout.write(json.dumps(verdicts) + "\n")
    else:
        sys.stdout.write(table(verdicts) + "\n")
    missed = sum(not one.file for one in verdicts)
    sys.stderr.write(f"{len(verdicts)} mutants, {missed} not seen\n")
    return min(missed, 100)
