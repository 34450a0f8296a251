"""The application without its screen, to be killed: plays, chooses something without sending it, and waits.

Run as `python mortal_app.py FOLDER`; prints one JSON line: pid of its house, table, size of the log, the
state as its replica holds it, and the draft that it has kept.
"""

import json
import sys
import time
from pathlib import Path

from home_player import SHORT, HomePlayer


def main():
    """Plays five answers and waits in the middle of the sixth."""
    with HomePlayer(Path(sys.argv[1])) as player:
        player.desk.start(SHORT)
        player.until(lambda: player.answers >= 5)
        player.until(lambda: player.asked() and player.presenter.kept())
        player.keep_draft()
        told = {
            "house": player.desk._house._process.pid,
            "table": player.view.lobby_id,
            "size": player.view.size,
            "state": repr(player.view.state),
            "draft": player.presenter.kept(),
        }
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
        time.sleep(600)


if __name__ == "__main__":
    main()
