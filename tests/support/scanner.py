"""Searches what somebody received for what he must not know yet, in every form in which bytes travel.

A `Needle` is a secret with the size of the log from which each receiver may know it. Long secrets are looked
for by pieces, so that a part of one is found too. `scan` takes all that one receiver got, in order of time.
"""

from __future__ import annotations

import base64
import json
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from google.protobuf import text_encoding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

KEY = 6
"""The bytes by which a pattern is recognised; shorter ones are not looked for."""
PIECE = 8
EVERYBODY = "everybody"


class Sent(NamedTuple):
    """Is something that left the referee: the entries of the log at that time, through what, which bytes."""

    size: int
    channel: str
    data: bytes


class Found(NamedTuple):
    """Is a secret that somebody got too early."""

    receiver: str
    needle: str
    form: str
    channel: str
    size: int


@dataclass
class Needle:
    """A secret. `known` says from which size of the log a receiver may know it, EVERYBODY stands for all.

    `text` marks what is written in letters; it is looked for whole.
    """

    name: str
    data: bytes
    known: dict[str, int] = field(default_factory=dict)
    text: bool = False

    def open_to(self, receiver: str) -> float:
        """Returns the size of the log from which a receiver may know it."""
        never = float("inf")
        return min(self.known.get(receiver, never), self.known.get(EVERYBODY, never))


def varint(number: int) -> bytes:
    """Returns a number as protobuf writes it."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def _base64(piece: bytes) -> Iterator[tuple[str, bytes]]:
    """Yields the characters that depend on this piece alone, for each place in a group of three bytes."""
    for before in range(3):
        clean = slice((before * 8 + 5) // 6, (before + len(piece)) * 8 // 6)
        encoded = base64.b64encode(bytes(before) + piece)[clean]
        yield "base64", encoded
        if encoded.translate(_URL) != encoded:
            yield "base64url", encoded.translate(_URL)


_URL = bytes.maketrans(b"+/", b"-_")


def _whole(piece: bytes) -> Iterator[tuple[str, bytes]]:
    """Yields the forms in which a byte is written by itself."""
    yield "raw", piece
    yield "hex", piece.hex().encode()
    yield "HEX", piece.hex().upper().encode()
    yield "spaced hex", piece.hex(" ").encode()
    yield "repr", repr(piece)[2:-1].encode()
    yield "protobuf text", text_encoding.CEscape(piece, as_utf8=False).encode()
    yield "JSON text", json.dumps(piece.decode("latin-1"))[1:-1].encode()
    yield "numbers", ", ".join(map(str, piece)).encode()
    yield "text", piece.decode("latin-1").encode()
    yield "varints", b"".join(map(varint, piece))


def _words(piece: bytes) -> Iterator[tuple[str, bytes]]:
    """Yields the forms in which eight bytes are read as numbers."""
    for order in ("big", "little"):
        yield "varint", varint(int.from_bytes(piece, order))
        halves = (int.from_bytes(piece[at : at + 4], order) for at in (0, 4))
        yield "varints of words", b"".join(map(varint, halves))
        yield "decimal", str(int.from_bytes(piece, order)).encode()
    yield "reversed", piece[::-1]


def forms(needle: Needle) -> Iterator[tuple[str, bytes]]:
    """Yields every pattern by which a secret is recognised."""
    data = needle.data
    if needle.text or len(data) < 2 * PIECE:
        yield "raw", data
        if len(data) >= PIECE:
            yield "hex", data.hex().encode()
            yield "HEX", data.hex().upper().encode()
            yield from _base64(data)
        return
    yield "decimal", str(int.from_bytes(data, "big")).encode()[: 3 * PIECE]
    for at in range(0, len(data) - PIECE + 1, PIECE):
        piece = data[at : at + PIECE]
        yield from _whole(piece)
        yield from _words(piece)
    for at in range(0, len(data) - 11, PIECE):
        yield from _base64(data[at : at + 12])


class Scanner:
    """Is a set of secrets, ready to be looked for."""

    def __init__(self, needles: Iterable[Needle]) -> None:
        self.needles = list(needles)
        self._by_key: dict[bytes, list[tuple[bytes, str, Needle]]] = {}
        for needle in self.needles:
            for form, pattern in forms(needle):
                if len(pattern) >= KEY:
                    self._by_key.setdefault(pattern[:KEY], []).append((pattern, form, needle))

    def scan(self, receiver: str, sent: Sequence[Sent]) -> list[Found]:
        """Returns what a receiver got before he might; each secret once, with where it was seen first.

        Messages are searched as one run, so a secret that is cut in two by their border is found as well.
        """
        run = b"".join(one.data for one in sent)
        ends = list(accumulate(len(one.data) for one in sent))
        windows = {run[at : at + KEY] for at in range(len(run) - KEY + 1)}
        early: dict[str, Found] = {}
        for key in windows & self._by_key.keys():
            for pattern, form, needle in self._by_key[key]:
                at = run.find(pattern)
                if at < 0:
                    continue
                one = sent[bisect_right(ends, at)]
                if one.size < needle.open_to(receiver):
                    early.setdefault(needle.name, Found(receiver, needle.name, form, one.channel, one.size))
        return list(early.values())
