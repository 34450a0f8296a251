"""`sealed referee`: run a referee. All of it is the referee's own command line."""

from __future__ import annotations

from sealed_client.desk.house import NOT_INSTALLED
from sealed_client.desk.trouble import Trouble


def run(arguments: list[str]) -> int:
    """Return what the referee's command line returns."""
    try:
        from sealed_referee import cli
    except ImportError as error:
        raise Trouble(NOT_INSTALLED) from error
    return cli.run(arguments)
