"""Laws of a referee that changes any one field of what it logs and signs its own heads over that."""

from __future__ import annotations

from random import Random

import pytest
from scribe import Scribe

from sealed.fairness.audit.audit import audit
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.payloads.codec import EntryType as E
from sealed.games.popular_front import TITLE

TIMES = frozenset({"received_ms", "waits"})
"""What the referee claims of times within the bounds of its heads; nobody can know better (spec 2.12)."""


def leaves(message, path=()):
    """Yields the path to every scalar of a message, absent ones too."""
    for field in message.DESCRIPTOR.fields:
        if field.name in TIMES:
            continue
        value = getattr(message, field.name)
        if field.is_repeated:
            for number, one in enumerate(value):
                here = (*path, (field.name, number))
                yield from leaves(one, here) if field.message_type else [here]
        elif not field.message_type:
            if field.containing_oneof is None or message.HasField(field.name):
                yield (*path, (field.name, None))
        elif message.HasField(field.name):
            yield from leaves(value, (*path, (field.name, None)))


def other(value, rng):
    """Returns another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value + 1, value ^ 2, 0xFFFF_FFFF - value % 7])
    if isinstance(value, str):
        return value + rng.choice("12x")
    at = rng.randrange(len(value) or 1)
    return value[:at] + bytes([(value + b"\0")[at] ^ 1 << rng.randrange(8)]) + value[at + 1 :]


def change(message, path, rng) -> None:
    """Changes one scalar."""
    for name, number in path[:-1]:
        message = getattr(message, name) if number is None else getattr(message, name)[number]
    name, number = path[-1]
    if number is None:
        setattr(message, name, other(getattr(message, name), rng))
    else:
        getattr(message, name)[number] = other(getattr(message, name)[number], rng)


def written(seed, alter):
    """Returns the scribe of a short match, as far as it can be played when its log is altered."""
    scribe = Scribe(TITLE, 2, Random(seed))
    scribe.alter = alter
    try:
        scribe.begin()
        scribe.play(50)
        scribe.resign(1)
        scribe.finish()
    except Exception:  # noqa: BLE001 - the scribe's own state may not survive the change
        return scribe, False
    return scribe, True


def codes(scribe, whole):
    """Returns the codes of the failures of the audit, or of the live checks if the log breaks off."""
    if whole:
        return [failure.code for failure in audit(scribe.record(), rules, scribe.backend).failures]
    verifier = Verifier(rules, scribe.backend)
    for entries, head in scribe.appends():
        verifier.feed(entries, head)
    return [failure.code for failure in verifier.failures]


def rules(game, edition):
    """Returns the rules of Popular Front."""
    return TITLE


def paths_of(seed):
    """Returns every path of an honest match by kind of entry and names of the fields."""
    found: dict[tuple, list[tuple]] = {}

    def look(index, kind, message):
        for path in leaves(message):
            found.setdefault((kind, tuple(name for name, _ in path)), []).append((index, path))
        return message

    scribe, whole = written(seed, look)
    assert not codes(scribe, whole)
    return found


SEED = 7
PATHS = sorted({E.GENESIS, E.START, E.SLOT_OPEN, E.SLOT_END, E.DRAW, E.ACT, E.GAME_OVER, E.RESULT, E.RESIGN})
PATHS += [E.FINAL_REVEAL, E.FINAL_PAGE]


@pytest.fixture(scope="module")
def paths():
    """Returns the paths of one match."""
    return paths_of(SEED)


@pytest.mark.parametrize("kind", PATHS)
def test_no_field_is_free(kind, paths) -> None:
    """Whatever scalar of an entry a referee changes before it signs, the change is found, with a code."""
    rng = Random(int(kind))
    kinds = [fields for entry, fields in paths if entry == kind]
    assert kinds
    for fields in kinds:
        index, path = rng.choice(paths[kind, fields])
        done = []

        def alter(at, kind, message, index=index, path=path, done=done):
            if at == index and not done:
                done.append(at)
                change(message, path, rng)
            return message

        assert codes(*written(SEED, alter)), f"entry {index}: {path}"
