"""Makes drafts that are nearly right: honest ones with any field, line or handle changed at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from google.protobuf.descriptor import FieldDescriptor

from sealed.fairness.arithmetic.blind import Handle
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from google.protobuf.message import Message

_NUMBERS: Final = (0, 1, 2, 3, 255, 256, 257, 1023, 4096, 16640, 65535, (1 << 31) - 1, (1 << 32) - 1)
_HANDLES: Final = (
    Handle(0, 0, 0),
    Handle(1, 0, 0),
    Handle(0, 0, 200),
    Handle(2, 1, 5),
    Handle(255, 65535, 65535),
)
_LINES: Final = (
    "", " ", "take", "take Reinforcement Deck", "take Reinforcement Deck ?", "done", "sing", "?", "turn-down",
    "none", "organise V Corps\n", "Done", "take  V Corps", "done \N{ZERO WIDTH SPACE}", "x" * 5000,
    "organise V \N{CYRILLIC CAPITAL LETTER ES}orps", "take V Corps 1st Infantry Division",
)  # fmt: skip
MOST_STEPS, MOST_REFERENCES, MOST_BYTES = 64, 256, 32_768


def spoil(rng: Random, draft: wire.Draft, handles: list[Handle], lines: Sequence[str]) -> None:
    """Changes a draft or the handles beside it, once to three times; `lines` are words of the title.

    It stays below the size from which a message is not read at all.
    """
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice((_spoil_field, _spoil_field, _spoil_field, _spoil_handles, _spoil_line, _spoil_steps))(
            rng, draft, handles, lines
        )
    while draft.ByteSize() > MOST_BYTES:
        draft.steps.pop()


def _spoil_handles(rng: Random, draft: wire.Draft, handles: list[Handle], lines: Sequence[str]) -> None:
    del draft, lines
    at = rng.randrange(len(handles) + 1)
    match rng.randrange(5):
        case 0 if handles:
            handles.pop(at % len(handles))
        case 1 if handles:
            other = rng.randrange(len(handles))
            at %= len(handles)
            handles[at], handles[other] = handles[other], handles[at]
        case 2 if handles:
            handles[at % len(handles)] = rng.choice((*_HANDLES, *handles))
        case 3:
            handles += [rng.choice(_HANDLES)] * rng.choice((1, MOST_REFERENCES))
        case _:
            handles.insert(at, rng.choice((*_HANDLES, *handles)))


def _spoil_line(rng: Random, draft: wire.Draft, handles: list[Handle], lines: Sequence[str]) -> None:
    del handles
    if not draft.steps:
        return
    step = rng.choice(draft.steps)
    match rng.randrange(4):
        case 0:
            step.action = rng.choice(_LINES)
        case 1:
            step.action = rng.choice(lines)
        case 2:
            at = rng.randrange(len(step.action) + 1)
            step.action = (
                step.action[:at] + rng.choice(("?", " ", "\0", "é", "", "0")) + step.action[at + 1 :]
            )
        case _:
            step.action += f" {rng.choice(lines).rpartition(' ')[2]}"


def _spoil_steps(rng: Random, draft: wire.Draft, handles: list[Handle], lines: Sequence[str]) -> None:
    del handles
    steps = [wire.Step.FromString(step.SerializeToString()) for step in draft.steps]
    at = rng.randrange(len(steps) + 1)
    match rng.randrange(5):
        case 0 if steps:
            steps.pop(at % len(steps))
        case 1 if steps:
            steps.insert(at, steps[at % len(steps)])
        case 2:
            steps.insert(at, wire.Step(action=rng.choice(lines)))
        case 3:
            rng.shuffle(steps)
        case _:
            steps = (steps or [wire.Step(action="done")]) * MOST_STEPS
            del steps[rng.choice((MOST_STEPS, MOST_STEPS + 1)) :]
    del draft.steps[:]
    draft.steps.extend(steps)


def _spoil_field(rng: Random, draft: wire.Draft, handles: list[Handle], lines: Sequence[str]) -> None:
    del handles, lines
    messages = list(_messages(draft))
    _change(rng, rng.choice(messages), messages)


def _messages(message: Message) -> list[Message]:
    """Returns a message and all messages inside it."""
    found = [message]
    for field, value in message.ListFields():
        if field.message_type is not None:
            found += [one for each in (value if field.is_repeated else [value]) for one in _messages(each)]
    return found


def _change(rng: Random, message: Message, others: Sequence[Message]) -> None:
    field = rng.choice(list(message.DESCRIPTOR.fields))
    if field.is_repeated:
        _change_list(rng, field, getattr(message, field.name), others)
    elif field.message_type is not None:
        alike = [one for one in others if one.DESCRIPTOR is field.message_type]
        if alike and rng.randrange(3):
            getattr(message, field.name).CopyFrom(rng.choice(alike))
        elif rng.randrange(2):
            message.ClearField(field.name)
        else:
            getattr(message, field.name).SetInParent()
    else:
        setattr(message, field.name, _value(rng, field, getattr(message, field.name)))


def _change_list(rng: Random, field: FieldDescriptor, values, others: Sequence[Message]) -> None:
    held = list(values)
    at = rng.randrange(len(held) + 1)
    match rng.randrange(5):
        case 0 if held:
            held.pop(at % len(held))
        case 1 if held:
            held.insert(at, held[at % len(held)])
        case 2:
            rng.shuffle(held)
        case 3 if field.message_type is None:
            held.insert(at, _value(rng, field, held[at % len(held)] if held else _empty(field)))
        case 4 if field.message_type is None and held:
            held[at % len(held)] = _value(rng, field, held[at % len(held)])
        case _ if field.message_type is not None:
            alike = [one for one in others if one.DESCRIPTOR is field.message_type]
            held += [rng.choice(alike)] if alike else []
    copies = [type(one).FromString(one.SerializeToString()) for one in held] if field.message_type else held
    del values[:]
    values.extend(copies)


def _empty(field: FieldDescriptor):
    return {FieldDescriptor.TYPE_BYTES: b"", FieldDescriptor.TYPE_STRING: ""}.get(field.type, 0)


def _value(rng: Random, field: FieldDescriptor, old):
    if field.type == FieldDescriptor.TYPE_BYTES:
        data = bytearray(old or bytes(32))
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        return rng.choice((bytes(data), bytes(data), b"", bytes(32), bytes(31), bytes(data) * 2))
    if field.type == FieldDescriptor.TYPE_STRING:
        return rng.choice(_LINES)
    return rng.choice((max(0, old - 1), min(old + 1, (1 << 32) - 1), *_NUMBERS))


__all__ = ["MOST_REFERENCES", "MOST_STEPS", "spoil"]
