"""``python -m mapgen [--preview FOLDER]``: writes the map file, or draws the one that is there."""

import argparse
import sys
from pathlib import Path

from mapgen.design import read_design
from mapgen.document import written_map
from mapgen.naturalearth import read_extract
from mapgen.preview import write_previews

MAP = Path(__file__).parents[2] / "client/sealed_client/assets/maps/popular_front.json"


def main(arguments: list[str]) -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m mapgen", description=__doc__)
    parser.add_argument("--preview", metavar="FOLDER", type=Path, help="draw the committed map into a folder")
    asked = parser.parse_args(arguments)
    if asked.preview:
        for picture in write_previews(asked.preview):
            print(picture)
        return
    MAP.write_text(written_map(read_design(), read_extract()), "utf-8")
    print(f"{MAP.name}: {MAP.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
