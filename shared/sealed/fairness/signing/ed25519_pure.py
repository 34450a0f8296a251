"""Signs and verifies Ed25519 (RFC 8032) with Python integers alone, for devices without a native library.

Verification is cofactorless and compares bytes, as spec 2.1 demands. Nothing here runs in constant time:
whoever can measure a device that signs with it may learn its key, so `load_backend` prefers a native one.

Points are extended coordinates (X, Y, Z, T); addends are in the form (Y+X, Y-X, 2Z, 2dT) or, with Z = 1,
(y+x, y-x, 2dxy), which saves a multiplication.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha512
from typing import Final

name: Final = "pure"

P: Final = 2**255 - 19
L: Final = 2**252 + 27742317777372353535851937790883648493
D: Final = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE: Final = pow(2, (P - 1) // 4, P)
BASE_X: Final = 15112221349535400772501151409588531511454012693041857206046113283949847762202
BASE_Y: Final = 4 * pow(5, -1, P) % P

_Point = tuple[int, int, int, int]
_Affine = tuple[int, int, int]
IDENTITY: Final[_Point] = (0, 1, 1, 0)
_WINDOW: Final = 5


def _recover_x(y: int, sign: int) -> int | None:
    """Returns the x of a point with this y and parity, or None if there is none (RFC 8032 5.1.3)."""
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P:
        x = x * ROOT_OF_MINUS_ONE % P
        if (v * x * x - u) % P:
            return None
    if x == 0 and sign:
        return None
    return P - x if x & 1 != sign else x


def _decode(encoded: bytes) -> _Point | None:
    """Returns the point that 32 bytes encode, or None."""
    number = int.from_bytes(encoded, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    if y >= P:
        return None
    x = _recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def _encode(point: _Point) -> bytes:
    """Returns the 32 bytes of a point."""
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    return (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, "little")


def _double(point: _Point) -> _Point:
    x, y, z, _ = point
    a, b = x * x, y * y
    h = a + b
    e = h - (x + y) ** 2
    g = a - b
    f = (2 * z * z + g) % P
    return e * f % P, g * h % P, f * g % P, e * h % P


def _add(point: _Point, addend: _Point) -> _Point:
    """Adds a point in addend form."""
    x, y, z, t = point
    plus, minus, double_z, t2d = addend
    a, b = (y - x) * minus, (y + x) * plus
    c, d = t * t2d, z * double_z
    e, f, g, h = b - a, (d - c) % P, (d + c) % P, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _add_affine(point: _Point, addend: _Affine) -> _Point:
    """Adds an affine point in addend form."""
    x, y, z, t = point
    plus, minus, xy2d = addend
    a, b = (y - x) * minus, (y + x) * plus
    c, d = t * xy2d, 2 * z
    e, f, g, h = b - a, (d - c) % P, (d + c) % P, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _addend(point: _Point) -> _Point:
    x, y, z, t = point
    return (y + x) % P, (y - x) % P, 2 * z % P, 2 * D * t % P


def _affine_addend(point: _Point) -> _Affine:
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    x, y = x * inverse % P, y * inverse % P
    return (y + x) % P, (y - x) % P, 2 * D * x * y % P


@cache
def _base_table() -> list[list[_Affine]]:
    """Returns j * 16^i * B for i in 0..63 and j in 1..15, made once."""
    point: _Point = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)
    table = []
    for _ in range(64):
        step = _addend(point)
        multiples = [point]
        for _ in range(14):
            multiples.append(_add(multiples[-1], step))
        table.append([_affine_addend(multiple) for multiple in multiples])
        point = _add(multiples[-1], step)
    return table


def _times_base(scalar: int) -> _Point:
    """Returns scalar * B for 0 <= scalar < 2^256."""
    point = IDENTITY
    for row in _base_table():
        digit = scalar & 15
        if digit:
            point = _add_affine(point, row[digit - 1])
        scalar >>= 4
    return point


def _signed_digits(scalar: int) -> list[int]:
    """Returns the width-5 non-adjacent form, lowest digit first: odd digits in -15..15, or 0."""
    digits = []
    while scalar:
        digit = 0
        if scalar & 1:
            digit = scalar & (1 << _WINDOW) - 1
            if digit >> (_WINDOW - 1):
                digit -= 1 << _WINDOW
            scalar -= digit
        digits.append(digit)
        scalar >>= 1
    return digits


def _times(scalar: int, point: _Point) -> _Point:
    """Returns scalar * point."""
    twice = _addend(_double(point))
    odd = [point]
    for _ in range(7):
        odd.append(_add(odd[-1], twice))
    positive = [_addend(multiple) for multiple in odd]
    negative = [(minus, plus, z, P - t) for plus, minus, z, t in positive]
    result = IDENTITY
    for digit in reversed(_signed_digits(scalar)):
        result = _double(result)
        if digit > 0:
            result = _add(result, positive[digit >> 1])
        elif digit:
            result = _add(result, negative[-digit >> 1])
    return result


def _sum(one: _Point, other: _Point) -> _Point:
    return _add(one, _addend(other))


def _expand(secret: bytes) -> tuple[int, bytes]:
    """Returns the secret scalar and the prefix of the nonce hash (RFC 8032 5.1.5)."""
    digest = sha512(secret).digest()
    scalar = int.from_bytes(digest[:32], "little")
    return scalar & ((1 << 254) - 8) | 1 << 254, digest[32:]


def _hash_to_scalar(*parts: bytes) -> int:
    return int.from_bytes(sha512(b"".join(parts)).digest(), "little") % L


def public_key(secret: bytes) -> bytes:
    """Returns the public key of a 32-byte secret key."""
    return _encode(_times_base(_expand(secret)[0]))


def sign(secret: bytes, message: bytes) -> bytes:
    """Returns the 64-byte signature of RFC 8032 5.1.6."""
    scalar, prefix = _expand(secret)
    nonce = _hash_to_scalar(prefix, message)
    commitment = _encode(_times_base(nonce))
    challenge = _hash_to_scalar(commitment, _encode(_times_base(scalar)), message)
    return commitment + ((nonce + challenge * scalar) % L).to_bytes(32, "little")


def verify(pk: bytes, message: bytes, sig: bytes) -> bool:
    """Tells whether S * B - k * A, encoded, equals the first half of the signature (RFC 8032 5.1.7).

    Refuses S >= L and keys that are no point; canonical form and small order are the caller's to check.
    """
    if len(pk) != 32 or len(sig) != 64:
        return False
    point = _decode(pk)
    response = int.from_bytes(sig[32:], "little")
    if point is None or response >= L:
        return False
    x, y, z, t = point
    challenge = _hash_to_scalar(sig[:32], pk, message)
    reached = _sum(_times_base(response), _times(challenge, (P - x, y, z, P - t)))
    return _encode(reached) == sig[:32]
