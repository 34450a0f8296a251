"""A network that fails on demand: a TCP proxy that cuts, goes silent, or swallows one reply of a referee."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterator

_DATA = 0
_FRAME_HEADER = 9


class CuttingProxy:
    """Is a way to a referee at `port` of this machine. Use it as a context.

    `open` says whether new connections are let through; those that are there stay until `cut` or `leave`.
    """

    def __init__(self, port: int) -> None:
        """Listens at once, at any free port."""
        self._target = ("127.0.0.1", port)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self.open = True
        self._swallows = False
        self._swallowed = threading.Event()
        self._pairs: list[_Pair] = []
        self._abandoned: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Returns where it listens, as HOST:PORT."""
        return f"127.0.0.1:{self.port}"

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._server.accept()
                if not self.open:
                    client.close()
                    continue
                self._pairs.append(_Pair(self, client, socket.create_connection(self._target)))

    def cut(self) -> None:
        """Ends every connection; both sides notice at once. New ones are let through."""
        for pair in self._take_pairs():
            pair.close()

    def leave(self) -> None:
        """Ends every connection for the client alone: the referee hears nothing more and notices nothing."""
        for pair in self._take_pairs():
            pair.silent = True
            _shut(pair.client)
            self._abandoned.append(pair.referee)

    def _take_pairs(self) -> list[_Pair]:
        pairs, self._pairs = self._pairs, []
        return pairs

    @contextlib.contextmanager
    def swallowed_reply(self) -> Iterator[None]:
        """Lets the next message that comes down get lost, and cuts then; on leaving this has happened."""
        self._swallowed.clear()
        self._swallows = True
        yield
        assert self._swallowed.wait(10), "no message has come down"

    def swallows(self, frame_type: int) -> bool:
        """Tells whether a frame is the one to be lost."""
        if not self._swallows or frame_type != _DATA:
            return False
        self._swallows = False
        self.cut()
        self._swallowed.set()
        return True

    def __enter__(self) -> Self:
        """Is ready already."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ends everything."""
        _shut(self._server)
        self.cut()
        for one in self._abandoned:
            _shut(one)


class _Pair:
    """Is one connection: bytes go up as they come, down frame by frame of HTTP/2."""

    def __init__(self, proxy: CuttingProxy, client: socket.socket, referee: socket.socket) -> None:
        self.proxy, self.client, self.referee = proxy, client, referee
        self.silent = False
        for target in (self._up, self._down):
            threading.Thread(target=target, daemon=True).start()

    def _up(self) -> None:
        with contextlib.suppress(OSError):
            while data := self.client.recv(65536):
                self.referee.sendall(data)
        if not self.silent:
            self.close()

    def _down(self) -> None:
        held = b""
        with contextlib.suppress(OSError):
            while data := self.referee.recv(65536):
                held += data
                while len(held) >= _FRAME_HEADER:
                    size = _FRAME_HEADER + int.from_bytes(held[:3], "big")
                    if len(held) < size:
                        break
                    if self.proxy.swallows(held[3]):
                        return
                    if not self.silent:
                        self.client.sendall(held[:size])
                    held = held[size:]
        if not self.silent:
            self.close()

    def close(self) -> None:
        """Ends both sides."""
        _shut(self.client)
        _shut(self.referee)


def _shut(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
