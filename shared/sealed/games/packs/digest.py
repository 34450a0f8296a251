"""The digest of a pack's content: one rendering for all titles, so that comments and layout do not count."""

from collections.abc import Mapping
from hashlib import sha256

_LABEL = "sealed-orders edition"


def content_digest(rules_edition: str, tables: Mapping[str, object]) -> bytes:
    """SHA-256 (32 bytes) over the name of the rules edition and the parsed tables (spec 1.2, `params`).

    Texts, keys and numbers are written with a length before them, lists and tables with their count, tables
    in the order of their keys' UTF-8 bytes; so two different contents never have the same rendering.

    Raises:
        TypeError: for a value that is no text, number, list or table.
    """
    return sha256(_sized(_LABEL) + _sized(rules_edition) + _rendered(tables)).digest()


def _sized(text: str) -> bytes:
    encoded = text.encode()
    return len(encoded).to_bytes(4, "big") + encoded


def _rendered(value: object) -> bytes:
    # bool comes before int: in Python True is an int.
    if isinstance(value, bool):
        return b"b" + bytes([value])
    if isinstance(value, int):
        return b"i" + _sized(str(value))
    if isinstance(value, float):
        return b"f" + _sized(repr(value))
    if isinstance(value, str):
        return b"s" + _sized(value)
    if isinstance(value, list):
        return b"l" + len(value).to_bytes(4, "big") + b"".join(_rendered(part) for part in value)
    if isinstance(value, Mapping):
        keys = sorted(value, key=lambda key: str(key).encode())
        body = b"".join(_sized(str(key)) + _rendered(value[key]) for key in keys)
        return b"d" + len(keys).to_bytes(4, "big") + body
    raise TypeError(f"a pack holds texts, numbers, lists and tables only, not {type(value).__name__}")
