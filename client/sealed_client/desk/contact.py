"""The contact with a referee: at which address, and by which certificate it is known from then on.

An invitation says what the referee must show. Without one the first contact inside this machine is taken as
it is, and the first with another machine is shown to a person and asked about. Whatever differs from what is
known stops here, before anything is sent.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.signing.invitation import (
    HALF,
    MOST_ADDRESSES,
    Invitation,
    InvitationError,
    fingerprint,
    is_invitation,
    parse_invitation,
    split_address,
)
from sealed.fairness.signing.messages import PLAINTEXT_SPKI
from sealed_client.desk.device import place_of
from sealed_client.desk.house import Place
from sealed_client.desk.trouble import Trouble
from sealed_client.grpclib_transport import is_loopback
from sealed_client.known_referees import is_key
from sealed_client.pinned_tls import probe

if TYPE_CHECKING:
    from pathlib import Path

_NEAR_S = 2.0
_OWN_MACHINE = "This invitation is for the referee's own machine; ask for one for other machines."
_NOBODY = (
    "There is no connection to the referee. Check that it runs and that the address is right. "
    "The address was "
)


def meet(text: str | None, folder: Path) -> Place:
    """Returns a referee, typed as an address or an invitation, with what it must show. Raises Trouble."""
    if text is not None and is_invitation(text):
        return _by_invitation(invitation_of(text), text.strip(), folder)
    place = place_of(text, folder)
    if place.certificate is not None:
        return place
    return _near(place) if is_loopback(place.host) else _far(place)


def invitation_of(text: str) -> Invitation:
    """Parses an invitation. Raises Trouble."""
    try:
        return parse_invitation(text)
    except InvitationError as error:
        raise Trouble(str(error)) from error


def invited(met: Place, lobby_id: str) -> str:
    """Returns what others type behind `sealed join`: a table's invitation.

    Where the referee is known inside this machine only, it is the short form.
    """
    known = met.addresses or (str(met),)
    addresses = tuple(one for one in known if not is_loopback(split_address(one)[0]))[:MOST_ADDRESSES]
    if met.certificate is None or not addresses:
        return f"{met} {lobby_id}"
    return str(Invitation(addresses, H(met.key or b"")[:HALF], met.certificate[:HALF], lobby_id))


def found_at(invitation: Invitation) -> Place:
    """Returns the first address at which the certificate of an invitation is shown. Raises Trouble.

    Nothing is sent but handshakes, and what is known of the addresses is not asked about.
    """
    others = []
    for host, port in map(split_address, invitation.addresses):
        place = Place(host, port, invitation.key, None, invitation.addresses)
        if invitation.certificate == PLAINTEXT_SPKI[:HALF]:
            if is_loopback(host):
                return place
            raise Trouble(_OWN_MACHINE)
        try:
            shown = probe(host, port).spki_hash
        except OSError:
            continue
        if shown is not None and shown[:HALF] == invitation.certificate:
            return place._replace(certificate=shown)
        others += [f"{place} ({fingerprint(shown) if shown else 'not encrypted'})"]
    if not others:
        raise Trouble(_NOBODY + " and ".join(invitation.addresses) + ".")
    raise Trouble(
        f"The invitation is for the certificate {fingerprint(invitation.certificate)}, and another is shown "
        f"at {', '.join(others)}. Either the invitation is old and the operator has made a new certificate, "
        "or somebody sits between you and the referee. Nothing was sent. Ask the operator for the invitation "
        "that his referee prints now."
    )


def shown_at(place: Place) -> bytes | None:
    """Returns the hash of the key in the certificate shown there, nothing for no TLS.

    Raises Trouble if nobody is there.
    """
    try:
        return probe(place.host, place.port).spki_hash
    except OSError as error:
        raise Trouble(f"{_NOBODY}{place}.") from error


def _by_invitation(invitation: Invitation, text: str, folder: Path) -> Place:
    known = [place_of(one, folder) for one in invitation.addresses]
    for one in known:
        if one.certificate is not None and one.certificate[:HALF] != invitation.certificate:
            raise Trouble(_differs(one, "certificate", fingerprint(one.certificate), text))
        if one.key is not None and not is_key(invitation.key, one.key):
            raise Trouble(_differs(one, "key", fingerprint(H(one.key)), text))
    place = found_at(invitation)
    key = next((one.key for one in known if one.key is not None), place.key)
    return place._replace(key=key)


def _differs(place: Place, what: str, print_: str, text: str) -> str:
    return (
        f"This invitation names another {what} than the one that you know of the referee at {place} "
        f"({print_}). Either its operator has made a new one, or the invitation is not from him. Nothing was "
        f"sent. If you have it from him by a way that you trust, type: sealed trust {text}"
    )


def _near(place: Place) -> Place:
    """Looks whether a referee on this machine speaks TLS, as one does that others reach too."""
    try:
        return place._replace(certificate=probe(place.host, place.port, _NEAR_S).spki_hash)
    except OSError:
        return place


def _far(place: Place) -> Place:
    """Asks a person about a referee on another machine of which nothing is known."""
    shown = shown_at(place)
    if shown is None:
        raise Trouble(
            f"What answers at {place} does not encrypt. Nothing was sent to it. Check the address, or ask "
            "the operator to start his referee with --listen and an address that you reach."
        )
    print_ = fingerprint(shown)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Trouble(
            f"The referee at {place} is not known here, and nobody can be asked. Its certificate has the "
            f"fingerprint {print_}. Use its invitation; or, if its operator reads you the same fingerprint, "
            f"type: sealed trust {place} --fingerprint {print_}"
        )
    sys.stdout.write(
        f"The referee at {place} is not known here. Its certificate has the fingerprint\n\n    {print_}\n\n"
        "Its operator sees the same one where his referee runs. If they differ, somebody sits between you.\n"
        "Is it the same? Type yes: "
    )
    sys.stdout.flush()
    if sys.stdin.readline().strip().lower() != "yes":
        raise Trouble("Nothing was sent. Ask the operator for the invitation that his referee prints.")
    return place._replace(certificate=shown)
