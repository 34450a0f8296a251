"""What a match of SHAEF had of that with which hidden cards go unusual ways, read from its record."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from golden_walk import walked

from sealed.fairness.payloads.codec import EntryType, decode_signed, parse
from sealed.games.shaef.state import ARRIVED, N_UNITS
from sealed.wire.v1.fairness_pb2 import ActEntry, Entry

if TYPE_CHECKING:
    from golden_walk import Walk

    from sealed.fairness.record import Record

ALL_WAYS = {
    "drafts of several steps",
    "turned down as owed",
    "Ultra",
    "Bodenplatte",
    "pile shuffled",
    "orphans stand down",
    "cards in secret to their units",
    "cards reassigned",
    "discard unseen",
    "fire",
    "fire with nothing",
    "React",
    "retreat",
    "drop",
    "Amphibious Assault",
    "tactics",
}
"""All that twenty matches must have among them."""


def steps_of(entry: Entry) -> list[str]:
    """Returns the words of an answer as they were signed."""
    signed = parse(ActEntry, entry.payload).msg
    return [step.action for step in decode_signed(EntryType.ACT, signed.payload).steps]


def longest_draft(record: Record) -> int:
    """Returns how many steps the longest draft of a record has."""
    acts = (line for line in record.lines if isinstance(line, Entry) and line.type == EntryType.ACT)
    return max((len(steps_of(line)) for line in acts), default=0)


def ways(record: bytes) -> Counter[str]:
    """Returns which of all ways occur."""
    return ways_of(walked(record))


def ways_of(walk: Walk) -> Counter[str]:
    """Returns which of all ways occur in a record that has been replayed."""
    events, verbs, states = walk.events, walk.verbs, walk.states
    moved = any(state.zones[ARRIVED + unit] for state in states for unit in range(N_UNITS))
    found = {
        "drafts of several steps": longest_draft(walk.record) > 2,
        "turned down as owed": verbs["turn-down"],
        "Ultra": events["looked"],
        "Bodenplatte": verbs["give"] + verbs["none"],
        "pile shuffled": events["drew"],
        "orphans stand down": verbs["stand-down"],
        "cards in secret to their units": verbs["station"],
        "cards reassigned": moved,
        "discard unseen": events["discarded-unseen"],
        "fire": events["fired"],
        "fire with nothing": events["fired-blind"],
        "React": events["reacted"],
        "retreat": events["retreated"],
        "drop": events["flew"],
        "Amphibious Assault": verbs["assault"],
        "tactics": events["tactic"],
    }
    return Counter(name for name, happened in found.items() if happened)


__all__ = ["ALL_WAYS", "longest_draft", "steps_of", "ways", "ways_of"]
