"""The command line, and the only place where client and referee meet.

`sealed COMMAND ...` loads the module of the command and nothing else, so `sealed verify` starts without a
server and a phone never carries this package. Every command is a module with `run(arguments) -> exit code`;
what goes wrong is said in one or two plain sentences, without a traceback.
"""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from importlib.util import find_spec

from sealed_client.desk.trouble import Trouble, in_words

COMMANDS = {
    "table": "play at a table on the screen, against the computer",
    "demo": "let the computer play a title against itself, over real gRPC, and verify the match",
    "referee": "run a referee",
    "play": "play a title in the terminal: against the computer, or at a new table",
    "join": "take a seat at a table",
    "watch": "watch a table and verify it as it goes",
    "bot": "let a computer player take a seat at a table",
    "tables": "list the tables of a referee",
    "trust": "accept the key and certificate of a referee, by its invitation or fingerprint",
    "key": "show, back up, restore or lock your identity, or bring it to a second device",
    "record": "fetch the record of a table into a file",
    "verify": "check a record and say in plain words whether the game was fair",
    "show": "show the board of a record at any entry, as text or as a picture",
    "scenario": "run scenario files: positions, actions and what the rules say",
    "perft": "count the ways a title can go, twice",
    "pack": "check a title's content pack and list what is house-made",
    "bench": "measure speed as ratios to floors measured beside it",
}


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code.

    2 is for a command line that makes no sense, 70 for a mistake of the program itself.
    """
    _open_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    if not words and _has_screen():
        words = ["table"]
    if not words or words[0] in {"-h", "--help", "help"}:
        sys.stdout.write(_usage())
        return 0
    if words[0] == "--version":
        from importlib.metadata import version

        sys.stdout.write(f"sealed {version('sealed-orders')}\n")
        return 0
    if words[0] not in COMMANDS:
        sys.stderr.write(f"There is no command {words[0]!r}. These exist:\n\n{_usage()}")
        return 2
    return _run(words[0], words[1:])


def _has_screen() -> bool:
    """Tell whether the table on the screen is what somebody wants who types no command."""
    from sealed_client.desk.table_command import has_display

    return has_display() and find_spec("kivy") is not None


PIPE_CLOSED = 141
"""What a shell reports of a program that writes on when nobody reads: never the 0 of a check that holds."""


def _open_streams() -> None:
    """Sees to it that there are three streams, and that no byte typed or printed stops a command."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - for good
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _run(command: str, arguments: list[str]) -> int:
    try:
        module = import_module(f"sealed_client.desk.{command}_command")
        code: int = module.run(arguments)
        sys.stdout.flush()
    except SystemExit as end:
        # The parser of arguments has said what there is to say.
        return end.code if isinstance(end.code, int) else 2
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        return 130
    except BrokenPipeError:
        # What is still in the buffer has nowhere to go; the end of the program would try once more.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - for good
        return PIPE_CLOSED
    except Trouble as trouble:
        sys.stderr.write(f"{trouble}\n")
        return trouble.exit_code
    except OSError as error:
        sys.stderr.write(f"{in_words(error)}\n")
        return 2
    except Exception as error:  # noqa: BLE001 - the end of the program, and no traceback for people
        from sealed_client.desk import incident

        sys.stderr.write(incident.told(error))
        return incident.EXIT_CODE
    return code


def _usage() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {what}" for name, what in COMMANDS.items()]
    return (
        "Sealed Orders: card-driven board wargames whose referee can prove that the game was fair.\n\n"
        "usage: sealed COMMAND ...   (without a command, where there is a screen: table)\n\n"
        + "\n".join(lines)
        + "\n\nsealed COMMAND --help says more of one.\n"
    )
