"""The way to a referee in the words of the table, whatever carries it.

And everything that can go wrong on it.
"""

from __future__ import annotations


class TransportError(Exception):
    """Says that the referee could not be reached or would not serve; the text says what to do next."""
