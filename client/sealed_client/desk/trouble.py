"""What a person at the terminal is told when something does not work."""

from __future__ import annotations

import errno


class Trouble(Exception):  # noqa: N818 - it is no error of the program
    """Something that the person at the terminal can mend; the text says how."""

    def __init__(self, text: str, exit_code: int = 2) -> None:
        super().__init__(text)
        self.exit_code = exit_code


_ADVICE = {
    errno.ENOENT: "There is no file {name}. Check the path.",
    errno.EACCES: "{name} may not be opened. Change its permissions or choose another path.",
    errno.EISDIR: "{name} is a folder; a file is needed.",
    errno.ENOSPC: "The disk is full. Make room, then try again; nothing was lost.",
    errno.EROFS: "{name} lies on a read-only disk. Choose another path.",
}


def in_words(error: OSError) -> str:
    """Return one sentence for an error of the operating system, with what to do next."""
    template = _ADVICE.get(error.errno or 0)
    if template is None:
        return f"The system refused: {error.strerror or error}. Mend that, then try again."
    return template.format(name=error.filename or "The path")
