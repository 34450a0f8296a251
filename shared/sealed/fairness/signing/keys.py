"""Judges keys and signatures before any library does, and loads a signature library (spec 2.1)."""

from __future__ import annotations

import importlib
import json
from functools import cache
from importlib.resources import files
from typing import Final, Protocol, cast

from sealed.fairness.signing.ed25519_pure import L, P

BACKENDS: Final = ("cryptography", "pure")
_MODULES: Final = {
    "cryptography": "sealed.fairness.signing.ed25519_cryptography",
    "pure": "sealed.fairness.signing.ed25519_pure",
}
_SLOW: Final = frozenset({"pure"})
_ORDER_EIGHT: Final = (
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
)
_SMALL_ORDER: Final = frozenset(
    {0, 1, P - 1} | {int.from_bytes(bytes.fromhex(encoded), "little") for encoded in _ORDER_EIGHT}
)
_Y_MASK: Final = (1 << 255) - 1


class BackendError(RuntimeError):
    """Says that a signature library is missing or judges a signature otherwise than the protocol."""


class SignatureBackend(Protocol):
    """Is what a module must offer to sign and verify Ed25519; it need not know spec 2.1."""

    name: str

    def public_key(self, secret: bytes, /) -> bytes:
        """Returns the public key of a 32-byte secret key."""

    def sign(self, secret: bytes, message: bytes, /) -> bytes:
        """Returns the 64-byte signature of a message."""

    def verify(self, pk: bytes, message: bytes, sig: bytes, /) -> bool:
        """Tells whether the library accepts a signature."""


def point_ok(encoded: bytes) -> bool:
    """Tells whether 32 bytes may be a public key or the R of a signature: canonical, not of small order."""
    y = int.from_bytes(encoded, "little") & _Y_MASK
    return len(encoded) == 32 and y < P and y not in _SMALL_ORDER


def sig_form_ok(sig: bytes) -> bool:
    """Tells whether a signature has the one form that all libraries judge alike (spec 2.1)."""
    return len(sig) == 64 and point_ok(sig[:32]) and int.from_bytes(sig[32:], "little") < L


class Signatures:
    """Signs and verifies with one library, behind the form checks of spec 2.1. Made by `load_backend`."""

    __slots__ = ("_backend", "name")

    def __init__(self, backend: SignatureBackend) -> None:
        """Wraps a library without testing it."""
        self._backend = backend
        self.name = backend.name

    @property
    def slow(self) -> bool:
        """Tells whether a check takes so long that a log is caught up before its signatures (spec 2.13)."""
        return self.name in _SLOW

    def public_key(self, secret: bytes) -> bytes:
        """Returns the public key of a 32-byte secret key."""
        return self._backend.public_key(secret)

    def sign(self, secret: bytes, message: bytes) -> bytes:
        """Returns the 64-byte signature of a message."""
        return self._backend.sign(secret, message)

    def verify(self, pk: bytes, message: bytes, sig: bytes) -> bool:
        """Tells whether a signature holds: good key, good form, and the cofactorless equation (spec 2.1)."""
        return point_ok(pk) and sig_form_ok(sig) and self._backend.verify(pk, message, sig)

    def __repr__(self) -> str:
        """Names the library."""
        return f"<signatures by {self.name}>"


class Signer:
    """Holds a secret key and shows only its public half."""

    __slots__ = ("_secret", "_signatures", "public")

    def __init__(self, secret: bytes, signatures: Signatures) -> None:
        """Takes a 32-byte secret key. Raises ValueError for another length."""
        if len(secret) != 32:
            raise ValueError("a secret key has 32 bytes; make a new one or restore it from its backup")
        self._secret = secret
        self._signatures = signatures
        self.public = signatures.public_key(secret)

    def sign(self, message: bytes) -> bytes:
        """Returns the signature of a message."""
        return self._signatures.sign(self._secret, message)

    def __repr__(self) -> str:
        """Shows nothing."""
        return "<secret>"


def check_backend(signatures: Signatures) -> None:
    """Runs the `edge` vectors of Appendix B. Raises BackendError at the first that is judged otherwise."""
    edge = json.loads(files("sealed.fairness.signing").joinpath("edge.json").read_text("utf-8"))
    pk, message = bytes.fromhex(edge["pk"]), edge["msg_utf8"].encode()
    for case in edge["cases"]:
        accepted = signatures.verify(pk, message, bytes.fromhex(case["sig"]))
        if accepted != (case["verdict"] == "accept"):
            raise BackendError(
                f"signature library {signatures.name} judges {case['name']!r} wrongly; use another one"
            )


@cache
def _load(name: str) -> Signatures:
    if name not in _MODULES:
        raise BackendError(f"there is no signature library {name!r}; choose one of {', '.join(BACKENDS)}")
    try:
        module = importlib.import_module(_MODULES[name])
    except ImportError as error:
        raise BackendError(f"signature library {name} is not installed; install it or use 'pure'") from error
    signatures = Signatures(cast("SignatureBackend", module))
    check_backend(signatures)
    return signatures


def load_backend(name: str | None = None) -> Signatures:
    """Returns a signature library that has passed the `edge` vectors (spec 2.1).

    Without a name: `cryptography` where it works, else `pure`. Raises BackendError if the named one is
    missing or fails a vector.
    """
    if name is not None:
        return _load(name)
    try:
        return _load("cryptography")
    except BackendError:
        return _load("pure")
