"""`sealed trust INVITATION`, or `ADDRESS --fingerprint F`: accept a referee's key and certificate."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.signing.invitation import (
    HALF,
    InvitationError,
    fingerprint,
    is_invitation,
    read_fingerprint,
)
from sealed_client.desk import device, where
from sealed_client.desk.contact import found_at, invitation_of, shown_at
from sealed_client.desk.plainly import plainly
from sealed_client.desk.seats import lobby_of
from sealed_client.desk.trouble import Trouble
from sealed_client.grpclib_transport import is_loopback

if TYPE_CHECKING:
    from sealed_client.desk.house import Place


def run(arguments: list[str]) -> int:
    """Return 0 once what the referee shows is kept."""
    parser = ArgumentParser(
        prog="sealed trust",
        description="Accept the key and certificate of a referee, also in place of others known before.",
    )
    parser.add_argument("referee", metavar="REFEREE", help="its invitation, or HOST:PORT with --fingerprint")
    parser.add_argument(
        "--fingerprint", metavar="F", help="what its operator reads to you: eight groups of four digits"
    )
    where.add_store(parser)
    given = where.read(parser, arguments)
    folder = where.folder_of(given)
    if is_invitation(given.referee):
        place = found_at(invitation_of(given.referee))
        known = [device.place_of(one, folder) for one in place.addresses]
    elif given.fingerprint is None:
        raise Trouble("Give the invitation of the referee, or its address and --fingerprint.")
    else:
        known = [device.place_of(given.referee, folder)]
        place = _shown(known[0], given.fingerprint)
    with plainly(str(place)):
        met = asyncio.run(_met(place))
    device.remember(folder, met, met.key or b"")
    sys.stdout.write(_told(met, known))
    return 0


def _shown(place: Place, text: str) -> Place:
    """Returns a place with what it must show. Raises Trouble if its certificate has another fingerprint."""
    try:
        wanted = read_fingerprint(text)
    except InvitationError as error:
        raise Trouble(str(error)) from error
    shown = shown_at(place)
    if shown is None and is_loopback(place.host):
        return place._replace(key=wanted, certificate=None)
    if shown is None or shown[:HALF] != wanted:
        found = f"It is {fingerprint(shown)}" if shown else "There is no certificate"
        raise Trouble(f"The referee at {place} shows another fingerprint. {found}. Nothing was sent to it.")
    return place._replace(key=None, certificate=shown)


async def _met(place: Place) -> Place:
    async with lobby_of(place, device.fleeting_desk("Visitor")) as (_, met):
        return met


def _told(met: Place, known: list[Place]) -> str:
    """Returns what is known from now on, and what was before."""
    before = [one for one in known if one.key is not None]
    changed = [one for one in before if (one.key, one.certificate) != (met.key, met.certificate)]
    lines = [f"The referee at {met} is known by {_pins(met)}."]
    lines += [f"Before, {one} was known by {_pins(one)}." for one in changed]
    lines.append("Now come back to your tables as before, with the same command.")
    return "\n".join(lines) + "\n"


def _pins(place: Place) -> str:
    key = f"the key {fingerprint(H(place.key or b''))}"
    return f"{key} and the certificate {fingerprint(place.certificate)}" if place.certificate else key
