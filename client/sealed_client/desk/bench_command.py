"""`sealed bench`: measure speed as ratios to floors measured beside it, and check them."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from importlib import import_module
from typing import TYPE_CHECKING

from sealed_client.desk.bench.figures import Effort, Figure
from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MEASUREMENTS = {
    "playouts": "sealed_client.desk.bench.playouts",
    "latency": "sealed_client.desk.bench.latency",
    "step": "sealed_client.desk.bench.step_cost",
    "crowd": "sealed_client.desk.bench.throughput",
    "tables": "sealed_client.desk.bench.many_tables",
    "pressure": "sealed_client.desk.bench.beside_pressure",
    "catch-up": "sealed_client.desk.bench.catching_up",
    "audit": "sealed_client.desk.bench.audit_cost",
    "south-front": "sealed_client.desk.bench.south_front",
    "shaef": "sealed_client.desk.bench.shaef",
    "parts": "sealed_client.desk.bench.small_costs",
}
"""The module of each measurement, in the order in which they run."""
CLIENT = {"client": "sealed_client.desk.bench.client_costs"}
"""Those of the screen, which run by themselves: they want the machine's graphics alone."""


def run(arguments: list[str]) -> int:
    """Return 0, or with `--check` 1 if a limit is broken."""
    given = _parser().parse_args(arguments)
    figures: list[Figure] = []
    wanted = given.only or (CLIENT if given.client else MEASUREMENTS)
    for figure in measured(wanted, Effort(rounds=given.rounds)):
        figures.append(figure)
        if not given.json:
            sys.stdout.write(line(figure) + "\n")
            sys.stdout.flush()
    if given.json:
        sys.stdout.write(as_json(figures) + "\n")
    broken = [figure for figure in figures if not figure.holds]
    if not given.check:
        return 0
    for figure in broken:
        sys.stderr.write(complaint(figure) + "\n")
    return 1 if broken else 0


def measured(names: Iterable[str], effort: Effort) -> Iterator[Figure]:
    """Yield the figures of some measurements. Raises `Trouble` if a floor cannot be measured here."""
    for name in names:
        try:
            module = import_module((MEASUREMENTS | CLIENT)[name])
        except ImportError as error:
            if (error.name or "").partition(".")[0] in {"sealed", "sealed_client", "sealed_referee"}:
                raise
            raise Trouble(
                f"The measurement {name!r} needs the package {error.name}. "
                "Install everything with: pip install 'sealed-orders[referee,dev]'"
            ) from error
        yield from module.measure(effort)


def line(figure: Figure) -> str:
    """Return a figure for people: name, ratio, limit, verdict, absolute values, what it means."""
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
    verdict = "" if figure.limit is None else "ok" if figure.holds else "BROKEN"
    values = ", ".join(f"{name} {value:,.1f}" for name, value in figure.values.items())
    return f"{figure.name:<9} {ratio:>6} {figure.bound:>8} {verdict:<6}  {values:<44}  {figure.what}"


def complaint(figure: Figure) -> str:
    """Return in words that a figure breaks its limit."""
    side = "at least" if figure.at_least else "at most"
    return (
        f"{figure.name}: the ratio is {figure.ratio:.2f} and must be {side} {figure.limit:g} "
        f"({figure.what}). "
        "If the machine was busy, measure again; else find out by a profile what has become slow."
    )


def as_json(figures: Iterable[Figure]) -> str:
    """Return one JSON object: `ok`, and each figure by name."""
    found = {figure.name: figure.as_object() for figure in figures}
    return json.dumps({"ok": all(one["holds"] for one in found.values()), "figures": found})


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="sealed bench", description="Measure speed as ratios to floors measured in the same run."
    )
    parser.add_argument("--check", action="store_true", help="exit 1 if a limit is broken")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    parser.add_argument("--client", action="store_true", help="measure the screen instead of everything else")
    parser.add_argument(
        "--only", action="append", choices=list(MEASUREMENTS), help="one measurement; may be repeated"
    )
    parser.add_argument(
        "--rounds", type=int, default=7, metavar="N", help="rounds in which floor and product take turns"
    )
    return parser
