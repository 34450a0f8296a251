"""The text client as a process of its own, on pipes or on a terminal, with a `Person` who reads and types."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from person import Person

PROGRAM = "import sys; from sealed_client.desk import main; sys.exit(main())"
PATIENCE_S = 60
PAUSE_S = 0.05
"""How long nothing comes when a program has said what it had to say."""


class Terminal:
    """Runs `sealed WORDS` for a person; `tty` gives the program a terminal instead of pipes."""

    def __init__(self, words: list[str], person: Person, home: Path, *, tty: bool = False) -> None:
        """Starts the program."""
        self._person = person
        outside, inside = self._ends(tty=tty)
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-u", "-c", PROGRAM, *words],
            stdin=inside[0],
            stdout=inside[1],
            stderr=subprocess.STDOUT,
            env=os.environ | {"HOME": str(home), "TERM": "dumb", "PYTHONUTF8": "1"},
        )
        for end in set(inside):
            os.close(end)
        self._in, self._out = outside
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        threading.Thread(target=self._type, daemon=True).start()

    @staticmethod
    def _ends(*, tty: bool) -> tuple[tuple[int, int], tuple[int, int]]:
        """Returns our ends (to write, to read) and those of the program (to read, to write)."""
        if not tty:
            (theirs_in, ours_in), (ours_out, theirs_out) = os.pipe(), os.pipe()
            return (ours_in, ours_out), (theirs_in, theirs_out)
        ours, theirs = pty.openpty()
        modes = termios.tcgetattr(theirs)
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(theirs, termios.TCSANOW, modes)
        return (ours, os.dup(ours)), (theirs, os.dup(theirs))

    def _read(self) -> None:
        """Hands on what was written, whole menus at a time: what comes in a row is read in a row."""
        written = b""
        while piece := self._piece():
            written += piece
            if select.select([self._out], [], [], PAUSE_S)[0]:
                continue
            self._person.write(written.decode().replace("\r\n", "\n"))
            written = b""
        self._person.write(written.decode(errors="replace"))

    def _piece(self) -> bytes:
        try:
            return os.read(self._out, 65536)
        except OSError:  # a terminal whose program has ended
            return b""

    def _type(self) -> None:
        while line := self._person.readline():
            try:
                os.write(self._in, line.encode())
            except OSError:
                return

    def wait(self) -> int:
        """Waits until the program has ended and returns its exit code; fails with what was read."""
        try:
            code = self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            raise AssertionError(self._person.transcript[-3000:]) from None
        self._reading.join(PATIENCE_S)
        return code

    def close(self) -> None:
        """Ends the program if it still runs."""
        self._process.kill()
        self._process.wait()
        self._reading.join(PATIENCE_S)
        for end in (self._in, self._out):
            os.close(end)
