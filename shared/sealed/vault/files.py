"""Files for their owner alone, written as a whole or not at all."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Final

from sealed.vault.errors import KeyFileDamagedError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sealed.vault.strongbox import Strongbox

OWNER_ONLY: Final = 0o600
_OTHERS: Final = 0o077


def write_private(path: Path, data: bytes) -> None:
    """Writes a file with mode 0600 and puts it in place in one step. Raises OSError."""
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read_private(path: Path) -> bytes:
    """Returns a file's bytes. Raises KeyFileDamagedError if others may read it, or OSError."""
    if stat.S_IMODE(path.stat().st_mode) & _OTHERS:
        raise KeyFileDamagedError(f"others can read {path}; run: chmod 600 {path}")
    return path.read_bytes()


def protected_file(
    path: Path,
    box: Strongbox,
    make: Callable[[], bytes] | None = None,
    *,
    is_plain: Callable[[bytes], bool] = lambda _: False,
    renew: bool = False,
) -> bytes | None:
    """Returns the secret in a sealed file; a missing one is made by `make`, if that is given, else None.

    The file opens under its own name only. One that is not sealed yet, told by `is_plain`, is sealed now;
    with `renew` another one is made. Raises VaultError or OSError.
    """
    bound = b"sealed-orders/file/1\0" + path.name.encode()
    if renew or not path.exists():
        if make is None:
            return None
        secret = make()
        write_private(path, box.seal(secret, bound))
        return secret
    data = read_private(path)
    if is_plain(data):
        write_private(path, box.seal(data, bound))
        return data
    return box.open(data, bound)
