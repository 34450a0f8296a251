"""The strict parser against `wire.json`, against the library, and on schemas it must refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, struct_pb2
from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet
from hypothesis import given, settings
from hypothesis import strategies as st

from sealed.fairness.payloads.codec import ENTRIES, SIGNED, EntryType, decode, decode_signed, encode, parse
from sealed.fairness.payloads.values import check_values
from sealed.wire.strict import (
    MESSAGE_LIMIT,
    PAYLOAD_LIMIT,
    EncodingError,
    UnsupportedSchemaError,
    strict_parse,
)
from sealed.wire.v1 import fairness_pb2, referee_pb2

VECTORS = Path(__file__).resolve().parents[1] / "vectors/wire.json"
CASES = json.loads(VECTORS.read_text("utf-8"))["cases"]


def message_class(name: str):
    return getattr(fairness_pb2, name, None) or getattr(referee_pb2, name)


def verdict(run, *arguments) -> str:
    try:
        run(*arguments)
    except EncodingError as error:
        return error.code
    return "accept"


@pytest.mark.parametrize("number", range(len(CASES)))
def test_every_case_gets_the_published_verdict(number: int) -> None:
    """Each published payload is accepted or refused with the published code."""
    case = CASES[number]
    judge = strict_parse if case["stage"] == "strict" else parse
    assert (
        verdict(judge, message_class(case["message"]), bytes.fromhex(case["payload"])) == case["verdict"]
    ), case


def test_the_cases_cover_every_rule_both_ways() -> None:
    """Each rule has payloads that keep it and payloads that break it."""
    rules = {case["rule"] for case in CASES} - {"Appendix B"}
    for rule in rules:
        verdicts = {case["verdict"] == "accept" for case in CASES if case["rule"] == rule}
        assert verdicts == {True, False}, rule


def test_what_is_accepted_encodes_to_the_same_bytes() -> None:
    """An accepted payload is the one that encoding its message gives."""
    for case in CASES:
        if case["verdict"] == "accept" and case["stage"] == "values":
            payload = bytes.fromhex(case["payload"])
            assert encode(parse(message_class(case["message"]), payload)) == payload


def test_a_message_that_others_would_refuse_is_not_encoded() -> None:
    """Encoding fails where parsing would."""
    with pytest.raises(EncodingError) as caught:
        encode(fairness_pb2.Option(name="a\n"))
    assert caught.value.code == "ENC_NOT_STRICT"
    with pytest.raises(EncodingError) as caught:
        encode(fairness_pb2.Commit(anchor=bytes(31)))
    assert caught.value.code == "ENC_BAD_VALUE"


@pytest.mark.parametrize(("size", "code"), [(0, "accept"), (1, "ENC_TOO_LARGE")])
def test_limits_of_size(size: int, code: str) -> None:
    """A payload may have 32 KiB and a message of the carriage 64 KiB, and no byte more."""
    for limit in (PAYLOAD_LIMIT, MESSAGE_LIMIT):
        payload = referee_pb2.RecordPage(data=bytes(limit - 4 + size)).SerializeToString()
        assert len(payload) == limit + size
        try:
            strict_parse(referee_pb2.RecordPage, payload, limit=limit)
            judged = "accept"
        except EncodingError as error:
            judged = error.code
        assert judged == code


def _recursive():
    """Returns a message class that holds itself."""
    file = descriptor_pb2.FileDescriptorProto(name="nest.proto", package="nest", syntax="proto3")
    nest = file.message_type.add(name="Nest")
    field = nest.field.add(name="inner", number=1, label=1, type=11, type_name=".nest.Nest")
    assert field.number == 1
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("nest.Nest"))


@pytest.mark.parametrize(
    ("depth", "code"), [(1, "accept"), (8, "accept"), (9, "ENC_TOO_LARGE"), (60, "ENC_TOO_LARGE")]
)
def test_messages_nest_eight_deep_and_no_deeper(depth: int, code: str) -> None:
    """Eight messages may lie in each other, the outermost counted."""
    payload = b""
    for _ in range(depth - 1):
        payload = b"\x0a" + bytes([len(payload)]) + payload
    assert verdict(strict_parse, _recursive(), payload) == code


@pytest.mark.parametrize(
    "name",
    ["float", "double", "int32", "sint32", "fixed32", "fixed64", "int64", "sint64", "sfixed32", "sfixed64"],
)
def test_schemas_with_other_scalars_are_refused(name: str) -> None:
    """A schema with a kind of number that strict payloads never have cannot be parsed at all."""
    number = descriptor_pb2.FieldDescriptorProto.Type.Value(f"TYPE_{name.upper()}")
    file = descriptor_pb2.FileDescriptorProto(name=f"{name}.proto", package=f"odd_{name}", syntax="proto3")
    file.message_type.add(name="Odd").field.add(name="odd", number=1, label=1, type=number)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    odd = message_factory.GetMessageClass(pool.FindMessageTypeByName(f"odd_{name}.Odd"))
    with pytest.raises(UnsupportedSchemaError):
        strict_parse(odd, b"")


def test_schemas_with_maps_are_refused() -> None:
    """A schema with a map cannot be parsed at all, however often it is tried."""
    for _ in range(2):
        with pytest.raises(UnsupportedSchemaError):
            strict_parse(struct_pb2.Struct, b"")


def test_every_schema_of_the_protocol_can_be_parsed() -> None:
    """All messages of both schemas keep to what the strict parser knows."""
    for module in (fairness_pb2, referee_pb2):
        for name in module.DESCRIPTOR.message_types_by_name:
            assert strict_parse(getattr(module, name), b"") == getattr(module, name)()


def test_unknown_types_are_refused() -> None:
    """A number that stands for no entry, or for nothing that a seat signs, is ENC_BAD_TYPE."""
    assert verdict(decode, 0, b"") == verdict(decode, EntryType.AGREE, b"") == "ENC_BAD_TYPE"
    assert verdict(decode_signed, EntryType.DRAW, b"") == verdict(decode_signed, 30, b"") == "ENC_BAD_TYPE"
    assert decode_signed(EntryType.AGREE, b"") == fairness_pb2.Agree()


def test_every_type_has_a_payload() -> None:
    """Each number of 2.17 has a payload in the log or under a seat's signature."""
    assert set(ENTRIES) | set(SIGNED) == set(EntryType)


def test_errors_name_no_values() -> None:
    """What an error says never shows the value of a field."""
    secret = "queen of spades"
    payload = fairness_pb2.Step(action=f"{secret}\x01").SerializeToString()
    with pytest.raises(EncodingError) as caught:
        strict_parse(fairness_pb2.Step, payload)
    assert secret not in str(caught.value)


SEEDS = [(message_class(case["message"]), bytes.fromhex(case["payload"])) for case in CASES]
SHORT = [(kind, payload) for kind, payload in SEEDS if len(payload) < 600]


@st.composite
def mutants(draw):
    """Draws a published payload with a few bytes changed, put in, taken out or doubled."""
    kind, payload = draw(st.sampled_from(SHORT))
    data = bytearray(payload)
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(data)))
        change = draw(st.sampled_from(["set", "insert", "delete", "repeat"]))
        if change == "set" and place < len(data):
            data[place] = draw(st.integers(0, 255))
        elif change == "insert":
            data[place:place] = draw(st.binary(min_size=1, max_size=4))
        elif change == "delete":
            del data[place : place + draw(st.integers(1, 4))]
        else:
            data[place:place] = data[place : place + draw(st.integers(1, 40))]
    return kind, bytes(data)


@settings(max_examples=2500, deadline=None)
@given(mutants())
def test_what_the_scanner_accepts_the_library_writes_alike(case) -> None:
    """An accepted payload has one encoding and no unknown field in the library's judgement too (P5)."""
    kind, payload = case
    try:
        message = strict_parse(kind, payload)
    except EncodingError:
        return
    again = kind()
    again.ParseFromString(payload)
    assert again == message
    assert again.SerializeToString(deterministic=True) == payload
    assert len(UnknownFieldSet(again)) == 0


@settings(max_examples=1500, deadline=None)
@given(mutants())
def test_the_scanner_alone_is_as_strict_as_with_its_second_belt(case) -> None:
    """Whatever the scanner lets through, the library can read and would write alike: the belt never holds."""
    kind, payload = case
    from sealed.wire import strict

    try:
        strict._scan(payload, 0, len(payload), strict._table(kind.DESCRIPTOR), 1)
    except EncodingError:
        return
    message = kind()
    try:
        message.ParseFromString(payload)
    except DecodeError:
        pytest.fail("the library cannot read what the scanner accepts")
    assert message.SerializeToString(deterministic=True) == payload


@settings(max_examples=500, deadline=None)
@given(mutants())
def test_values_are_judged_without_any_other_exception(case) -> None:
    """Judging the values of any parsed message gives a verdict, never another error."""
    kind, payload = case
    message = kind()
    try:
        message.ParseFromString(payload)
    except DecodeError:
        return
    assert verdict(check_values, message) in {
        "accept",
        "ENC_BAD_VALUE",
        "ENC_TOO_LARGE",
        "ENC_NOT_STRICT",
        "ENC_BAD_TYPE",
    }
