"""`sealed pack check TITLE`: prove a title's content pack and list what is house-made."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from importlib import import_module

from sealed_client.desk.titles import add_title_argument, title_named


def run(arguments: list[str]) -> int:
    """Return 0 if the pack is whole, 1 if it has problems."""
    parser = ArgumentParser(prog="sealed pack", description="Check a title's board, deck, track and numbers.")
    parser.add_argument("what", choices=["check"])
    add_title_argument(parser)
    given = parser.parse_args(arguments)
    title = title_named(given.title)
    pack = import_module(f"sealed.games.{given.title.replace('-', '_')}.pack")
    problems, house = pack.check_pack(), pack.house_items()
    lines = [
        f"The pack of {title.name} has {len(problems)} problem{'' if len(problems) == 1 else 's'}."
        if problems
        else f"The pack of {title.name} is whole. Edition {title.edition.hex()[:16]}."
    ]
    lines += [f"Problem: {problem}" for problem in problems]
    if hasattr(pack, "box_lines"):
        lines += ["In the box:", *(f"  {line}" for line in pack.box_lines())]
    lines += [f"House-made, free to correct ({len(house)}):", *(f"  {item}" for item in house)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if problems else 0
