"""Reads the kv file that lies beside a module."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder


def load_kv(module_file: str) -> None:
    """Read the rules of a module, once; ``module_file`` is its ``__file__``."""
    beside = str(Path(module_file).with_suffix(".kv"))
    if beside not in Builder.files:
        Builder.load_file(beside)
