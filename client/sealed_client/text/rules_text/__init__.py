"""Short summaries of the rules in our own words, one module a title."""

from __future__ import annotations

from sealed_client.text.rules_text import popular_front

RULES: dict[str, dict[str, tuple[str, ...]]] = {"popular-front": popular_front.SECTIONS}
"""Sections of each title's summary by name, in reading order; each is a row of sentences."""
