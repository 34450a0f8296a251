"""Binds a referee's addresses, and finds out under which ones others reach it."""

from __future__ import annotations

import errno
import ipaddress
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from grpc import ssl_server_credentials

from sealed.fairness.signing.invitation import (
    MOST_ADDRESSES,
    Invitation,
    InvitationError,
    join_address,
    split_address,
)
from sealed_referee.options import Address, ListenError, PortBusyError, ServeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grpc import aio

    from sealed_referee.certificate import Certificate

_SOMEWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses for documentation (RFC 5737, RFC 3849): the way to them is asked for, nothing is sent."""

_WHY: Final = {
    errno.EADDRNOTAVAIL: "is no address of this machine; --listen one of its own, or [::] for all of them",
    errno.EACCES: "needs more rights than you have; --listen a port from 1024 on",
    errno.EAFNOSUPPORT: "is of a family of addresses that this machine does not speak; --listen another",
}


def bind(
    server: aio.Server, wanted: Sequence[Address], certificate: Certificate | None
) -> tuple[Address, ...]:
    """Binds addresses, in plaintext without a certificate.

    Where port 0 is asked for, all get the same free one. Raises PortBusyError or ServeError.
    """
    bound: list[Address] = []
    for one in wanted:
        address = Address(one.host, one.port or (bound[0].port if bound and not wanted[0].port else 0))
        _try_out(address)
        port = _add_port(server, address, certificate)
        bound.append(Address(address.host, port))
    return tuple(bound)


def _add_port(server: aio.Server, address: Address, certificate: Certificate | None) -> int:
    try:
        if certificate is None:
            port = server.add_insecure_port(str(address))
        else:
            credentials = ssl_server_credentials([(certificate.key, certificate.chain)])
            port = server.add_secure_port(str(address), credentials)
    except RuntimeError as error:
        raise _busy(address) from error
    if not port:
        raise _busy(address)
    return port


def _try_out(address: Address) -> None:
    """Binds a plain socket for a moment, because gRPC tells of a taken port in a log line of its own.

    Raises PortBusyError or ServeError.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as trial:
            # As gRPC does: connections of a referee that has just gone are no reason against the next one.
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if address.everywhere and family == socket.AF_INET6:
                trial.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            trial.bind((address.host, address.port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise _busy(address) from error
        why = _WHY.get(error.errno or 0, f"cannot be used ({error.strerror}); choose another with --listen")
        raise ServeError(f"{address} {why}") from error


def _busy(address: Address) -> PortBusyError:
    return PortBusyError(
        f"another program, perhaps a referee, listens at {address}; stop it or choose another with --listen"
    )


def invitation(
    bound: Sequence[Address], advertised: Sequence[str], key_hash: bytes, spki_hash: bytes
) -> Invitation:
    """Returns the invitation to a referee: as advertised, or at the addresses that this machine has.

    Raises ListenError for what is no address.
    """
    port = bound[0].port
    try:
        # An address without a port has the referee's own.
        given = [one if _has_port(one) else join_address(one.strip("[]"), port) for one in advertised]
        addresses = [join_address(*split_address(one)) for one in given]
    except InvitationError as error:
        raise ListenError(f"--advertise: {error}") from error
    if not addresses:
        # Nobody else gets anywhere with a loopback address.
        reached = [one for one in bound if not one.loopback] or bound
        addresses = [join_address(host, one.port) for one in reached for host in _hosts(one)]
    return Invitation(tuple(dict.fromkeys(addresses))[:MOST_ADDRESSES], key_hash[:16], spki_hash[:16])


def _has_port(text: str) -> bool:
    host, colon, port = text.rpartition(":")
    return bool(colon) and port.isdigit() and (":" not in host or host.startswith("["))


def _hosts(address: Address) -> list[str]:
    if not address.everywhere:
        return [address.host]
    return own_hosts() or ["127.0.0.1"]


def own_hosts() -> list[str]:
    """Returns the addresses from which this machine would speak to others, IPv4 first."""
    found = []
    for family, somewhere in _SOMEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((somewhere, 9))
            host = str(asked.getsockname()[0]).partition("%")[0]
            address = ipaddress.ip_address(host)
            if not (address.is_loopback or address.is_link_local or address.is_unspecified):
                found.append(host)
    return found
