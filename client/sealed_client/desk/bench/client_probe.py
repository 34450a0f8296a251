"""A program of its own: opens a window without a display, measures one thing and prints one JSON line.

Run as `python -m sealed_client.desk.bench.client_probe WHAT FOLDER ROUNDS SECONDS`.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from sealed_client.desk.table_command import prepare


def main(arguments: list[str]) -> None:
    """Measures `empty` or `home` (until the first frame) or `table`."""
    os.environ.update(SDL_VIDEODRIVER="offscreen", SDL_AUDIODRIVER="dummy")  # drawn into memory
    what, folder, rounds, seconds = arguments
    if what == "table":
        _table(Path(folder), int(rounds), float(seconds))
    else:
        _first_frame(what, Path(folder))


def _first_frame(what: str, folder: Path) -> None:
    prepare(folder / "screen")
    from sealed_client.screens.measuring.opening import OneWord, at_first_frame

    at_first_frame(lambda: _say({}))
    if what == "empty":
        OneWord().run()
        return
    from sealed_client.desk.solo_desk import SoloDesk
    from sealed_client.screens.app import SealedApp

    SealedApp(SoloDesk(folder)).run()


def _table(folder: Path, rounds: int, seconds: float) -> None:
    prepare(folder / "screen")
    from sealed.games import TITLES
    from sealed_client.desk.bench.client_game import BenchGame
    from sealed_client.maps import read_map
    from sealed_client.presenters.place_names import places_of, sea_words_of
    from sealed_client.screens.measuring.table_costs import Kit, TableCosts
    from sealed_client.words.messages import messages_of

    title = TITLES["popular-front"].id
    kit = Kit(read_map(title), places_of(title), sea_words_of(messages_of("en")))
    costs = TableCosts(BenchGame(), kit, rounds, seconds)
    costs.run()
    _say(costs.values)


def _say(values: dict[str, float]) -> None:
    sys.stdout.write(json.dumps(values) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
