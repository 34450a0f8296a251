"""Makes the vectors of the wire: payloads with the verdict that each rule of spec 2.2 and 2.17 gives.

The bytes are put together by hand here, so that neither the protobuf library nor the parser under test has
a part in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vector_source import BLOCK_2, BLOCK_3, Json, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

ACCEPT = "accept"
TOO_LARGE, NOT_STRICT = "ENC_TOO_LARGE", "ENC_NOT_STRICT"
UNKNOWN, BAD, BAD_TYPE = "ENC_UNKNOWN_FIELD", "ENC_BAD_VALUE", "ENC_BAD_TYPE"
HASH = pattern("wire")

Case = tuple[str, str, bytes, str]  # rule, message, payload, verdict

PAYLOADS = {
    "slot_open": "SlotOpen",
    "draw": "Draw",
    "peek": "Peek",
    "reveal": "Forced",
    "final_page": "FinalPage",
}
PAYLOADS_3 = {
    "params_three_seats_four_colours": "Params",
    "draft_point": "Draft",
    "act": "ActEntry",
    "slot_end_waits": "SlotEnd",
    "timeout_link": "Timeout",
    "timeout_answer": "Timeout",
    "notice_credit": "Notice",
    "resign": "ResignEntry",
    "pause_on": "Pause",
    "game_over_time": "GameOver",
}


def varint(number: int) -> bytes:
    """Returns a number in its shortest form."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def num(field: int, value: int) -> bytes:
    """Returns a varint field."""
    return varint(field << 3) + varint(value)


def sub(field: int, data: bytes | str) -> bytes:
    """Returns a length-delimited field."""
    raw = data.encode() if isinstance(data, str) else data
    return varint(field << 3 | 2) + varint(len(raw)) + raw


def packed(field: int, *values: int) -> bytes:
    """Returns a packed run."""
    return sub(field, b"".join(varint(value) for value in values))


CLOCK = num(4, 60) + num(6, 900) + num(7, 120) + num(8, 300)
DICE = sub(3, sub(1, num(1, 1) + num(2, 6)))
SIGNED = sub(1, b"header") + sub(3, b"sig")


def _rule_1() -> Iterator[Case]:
    rule = "1 ascending tags, one packed run"
    draw = num(3, 7) + num(4, 1) + num(5, 1)
    yield rule, "Draw", draw, ACCEPT
    yield rule, "Draw", num(4, 1) + num(3, 7) + num(5, 1), NOT_STRICT
    yield rule, "Draw", draw + num(5, 1), NOT_STRICT
    yield rule, "Draw", draw + num(1, 1), NOT_STRICT
    yield rule, "ActEntry", sub(1, SIGNED) + sub(1, SIGNED) + sub(2, HASH), NOT_STRICT
    yield rule, "SlotEnd", sub(2, HASH) + sub(2, HASH), ACCEPT
    yield rule, "SlotEnd", sub(2, HASH) + packed(4, 5) + sub(2, HASH), NOT_STRICT
    yield rule, "Forced", sub(1, num(1, 1)) + sub(1, num(1, 2)), ACCEPT
    yield rule, "AuditVerdict", sub(1, HASH) + num(2, 2) + sub(3, "A") + sub(3, "") + sub(3, "A"), ACCEPT
    yield rule, "AuditVerdict", sub(1, HASH) + num(2, 2) + sub(3, "A") + sub(4, "x") + sub(3, "A"), NOT_STRICT
    yield rule, "Order", packed(1, 1, 2, 300), ACCEPT
    yield rule, "Order", packed(1, 0, 2), ACCEPT
    yield rule, "Order", packed(1, 1) + packed(1, 2), NOT_STRICT
    yield rule, "Order", sub(1, b""), NOT_STRICT
    yield rule, "Order", num(1, 1), NOT_STRICT
    yield rule, "Order", num(1, 1) + num(1, 2), NOT_STRICT


def _rule_2() -> Iterator[Case]:
    rule = "2 shortest numbers, in range"
    yield rule, "Dice", b"\x08\xff\xff\xff\xff\x0f", ACCEPT
    yield rule, "Dice", num(1, 2**32), NOT_STRICT
    yield rule, "Dice", num(1, 2**32 + 1), NOT_STRICT
    yield rule, "Dice", b"\x08\x81\x00", NOT_STRICT
    yield rule, "Dice", b"\x08\x80\x00", NOT_STRICT
    yield rule, "Dice", b"\x88\x00\x01", NOT_STRICT
    yield rule, "Dice", b"\x08\x81", NOT_STRICT
    yield rule, "Dice", b"\x08", NOT_STRICT
    yield rule, "Dice", b"\x88", NOT_STRICT
    yield rule, "Timeout", num(2, 2**64 - 1), ACCEPT
    yield rule, "Timeout", b"\x10" + b"\xff" * 9 + b"\x02", NOT_STRICT
    yield rule, "Timeout", b"\x10" + b"\xff" * 10 + b"\x01", NOT_STRICT
    yield rule, "Order", sub(1, b"\x01\x82\x00"), NOT_STRICT
    yield rule, "Order", sub(1, b"\x01\x82"), NOT_STRICT
    yield rule, "Order", packed(1, 1, 2**32), NOT_STRICT
    yield rule, "Sealed", b"\x0a\xa0\x00" + HASH, NOT_STRICT
    yield rule, "Sealed", b"\x0a\x21" + HASH, NOT_STRICT
    yield rule, "Sealed", b"\x0a" + b"\xff" * 9 + b"\x01" + HASH, NOT_STRICT
    yield rule, "Pause", num(1, 1), ACCEPT
    yield rule, "Pause", num(1, 2), NOT_STRICT
    yield rule, "Forced", b"\x0a\x03\x08\x01", NOT_STRICT
    yield rule, "Forced", b"\x0a\x01\x08", NOT_STRICT


def _rule_3() -> Iterator[Case]:
    rule = "3 declared fields and wire types, no groups"
    yield rule, "Dice", num(1, 1) + num(9, 1), UNKNOWN
    yield rule, "Dice", num(1, 1) + sub(9, b""), UNKNOWN
    yield rule, "Dice", num(1, 1) + b"\x4b\x4c", UNKNOWN
    yield rule, "Dice", num(1, 1) + b"\x4d\x00\x00\x00\x00", UNKNOWN
    yield rule, "Dice", num(1, 1) + num(2**29 - 1, 1), UNKNOWN
    yield rule, "Dice", b"\x0b\x0c", NOT_STRICT
    yield rule, "Dice", b"\x0d\x01\x00\x00\x00", NOT_STRICT
    yield rule, "Dice", b"\x09" + bytes(8), NOT_STRICT
    yield rule, "Dice", sub(1, b"\x01"), NOT_STRICT
    yield rule, "Dice", b"\x00\x01", NOT_STRICT
    yield rule, "Dice", num(2**29, 1), NOT_STRICT
    yield rule, "Sealed", num(1, 1), NOT_STRICT
    yield rule, "SlotOpen", num(1, 1) + sub(3, sub(1, num(1, 1) + num(3, 1))), UNKNOWN
    yield rule, "Genesis", sub(7, b"escrow"), UNKNOWN
    yield rule, "Start", sub(2, b"proof"), UNKNOWN
    yield rule, "Agree", b"", ACCEPT
    yield rule, "Agree", num(1, 1), UNKNOWN


def _rule_4() -> Iterator[Case]:
    rule = "4 no written defaults, one member of a oneof, declared enum numbers"
    yield rule, "Dice", num(1, 0) + num(2, 6), NOT_STRICT
    yield rule, "Pause", num(1, 0), NOT_STRICT
    yield rule, "Pause", b"", ACCEPT
    yield rule, "Sealed", sub(1, b""), NOT_STRICT
    yield rule, "Option", sub(1, ""), NOT_STRICT
    yield rule, "Request", sub(1, b""), ACCEPT
    yield rule, "Params", sub(15, b"") + sub(15, b""), ACCEPT
    yield rule, "Request", sub(1, num(1, 1)) + sub(3, packed(1, 1)), NOT_STRICT
    yield rule, "Request", sub(1, num(1, 1)) + sub(1, num(2, 1)), NOT_STRICT
    yield rule, "CardAct", sub(1, num(1, 1)) + sub(5, num(1, 1)), NOT_STRICT
    yield rule, "TableRef", sub(1, ""), ACCEPT
    yield rule, "TableRef", sub(1, "a") + sub(2, b"b"), NOT_STRICT
    yield rule, "TableDescription", num(5, 4), ACCEPT
    yield rule, "TableDescription", num(5, 77), BAD
    yield rule, "TableDescription", num(5, 0), NOT_STRICT
    yield rule, "TableDescription", num(5, 2**64 - 1), BAD
    yield rule, "ListTablesRequest", packed(2, 1, 5), ACCEPT
    yield rule, "ListTablesRequest", packed(2, 1, 77), BAD


def _rule_5() -> Iterator[Case]:
    rule = "5 strings, sizes"
    yield rule, "Step", sub(1, "a" * 256), ACCEPT
    yield rule, "Step", sub(1, "a" * 257), TOO_LARGE
    yield rule, "Step", sub(1, "é" * 128), ACCEPT
    yield rule, "Step", sub(1, "é" * 129), TOO_LARGE
    yield rule, "Step", sub(1, "Łódź → 東京"), ACCEPT
    yield rule, "Step", sub(1, "e\u0301"), NOT_STRICT
    yield rule, "Step", sub(1, "\u212b"), NOT_STRICT
    yield rule, "Step", sub(1, "a\x00"), NOT_STRICT
    yield rule, "Step", sub(1, "a\nb"), NOT_STRICT
    yield rule, "Step", sub(1, "a\x7f"), NOT_STRICT
    yield rule, "Step", sub(1, "é\x85"), NOT_STRICT
    yield rule, "Step", sub(1, b"\xff"), NOT_STRICT
    yield rule, "Step", sub(1, b"\xc0\x80"), NOT_STRICT
    yield rule, "Step", sub(1, b"\xed\xa0\x80"), NOT_STRICT
    yield rule, "Step", sub(1, b"\xc3"), NOT_STRICT
    yield rule, "AuditVerdict", sub(1, HASH) + num(2, 2) + sub(3, "a\x01"), NOT_STRICT
    yield rule, "FinalPage", sub(3, bytes(32 * 1024)), TOO_LARGE


def _slots() -> Iterator[Case]:
    rule = "2.17 slots"
    opened = num(1, 1) + packed(2, 1, 2)
    yield rule, "SlotOpen", opened + DICE, ACCEPT
    yield rule, "SlotOpen", opened, BAD
    yield rule, "SlotOpen", opened + sub(3, b""), BAD
    yield rule, "SlotOpen", opened + DICE * 16, ACCEPT
    yield rule, "SlotOpen", opened + DICE * 17, TOO_LARGE
    yield rule, "SlotOpen", num(1, 1) + packed(2, 0) + DICE, BAD
    yield rule, "SlotOpen", num(1, 1) + packed(2, 1, 2, 3, 4, 5, 6, 7) + DICE, TOO_LARGE
    for count, sides, verdict in (
        (64, 65536, ACCEPT),
        (65, 6, TOO_LARGE),
        (10000, 6, TOO_LARGE),
        (1, 65537, BAD),
    ):
        yield rule, "SlotOpen", opened + sub(3, sub(1, num(1, count) + num(2, sides))), verdict
    yield rule, "SlotOpen", opened + sub(3, sub(1, num(2, 6))), BAD
    bag = sub(4, sub(3, num(1, 1) + num(3, 5)))
    for n, verdict in ((5, ACCEPT), (512, ACCEPT), (513, TOO_LARGE), (70000, TOO_LARGE)):
        yield rule, "SlotOpen", opened + sub(3, sub(2, num(2, 1) + num(3, n) + bag + num(5, 1))), verdict
    yield rule, "SlotOpen", opened + sub(3, sub(2, num(2, 1) + num(3, 5) + bag)), BAD
    yield rule, "SlotOpen", opened + sub(3, sub(2, num(3, 5) + bag + num(5, 1))), BAD
    yield rule, "SlotOpen", opened + sub(3, sub(2, num(2, 1) + num(3, 5) + sub(4, b"") + num(5, 1))), BAD
    yield rule, "SlotOpen", opened + sub(3, sub(3, packed(1, 1, 2, 6))), ACCEPT
    yield rule, "SlotOpen", opened + sub(3, sub(3, packed(1, 2, 1))), BAD
    yield rule, "SlotOpen", opened + sub(3, sub(3, packed(1, 2, 2))), BAD
    for refs, verdict in (((3, 4), ACCEPT), ((4, 3), BAD), ((3, 3), BAD), ((3,), BAD), ((0, 4), BAD)):
        yield rule, "SlotOpen", opened + sub(3, sub(4, num(1, 2) + num(2, 1) + packed(3, *refs))), verdict
    yield rule, "SlotOpen", opened + sub(3, sub(4, num(1, 6))), ACCEPT
    yield rule, "SlotOpen", opened + sub(3, sub(4, num(1, 6) + num(2, 1))), BAD
    sealed = sub(3, sub(2, sub(1, HASH)))
    yield rule, "SlotEnd", num(1, 1) + sub(2, HASH) + sealed + packed(4, 0), ACCEPT
    yield rule, "SlotEnd", num(1, 1) + sub(2, HASH[:31]) + sealed, BAD
    yield rule, "SlotEnd", num(1, 1) + sub(2, HASH) + sub(3, b""), BAD
    yield rule, "SlotEnd", num(1, 1) + sub(2, HASH) + sub(3, sub(1, sub(1, HASH) + sub(2, b""))), BAD


def _cards() -> Iterator[Case]:
    rule = "2.17 cards"
    draw = num(2, 1) + num(3, 5)
    yield rule, "Draw", draw + num(4, 16) + num(5, 2) + sub(7, HASH), ACCEPT
    yield rule, "Draw", draw + num(4, 17) + num(5, 2) + sub(7, HASH), TOO_LARGE
    yield rule, "Draw", draw + num(4, 1) + num(5, 2) + sub(7, HASH + b"x"), BAD
    yield rule, "Draw", draw + num(4, 1) + num(5, 2), BAD
    yield rule, "Draw", draw + num(4, 1) + num(5, 7) + sub(7, HASH), BAD
    yield rule, "Draw", draw + num(4, 1) + sub(7, HASH), BAD
    yield rule, "Draw", draw + num(5, 1) + sub(7, HASH), BAD
    yield rule, "Draw", num(1, 256) + num(4, 1) + num(5, 1), BAD
    yield rule, "Draw", num(4, 1) + num(5, 1) + num(6, 1), ACCEPT
    yield rule, "Draw", num(4, 1) + num(5, 1) + sub(7, HASH), BAD
    peek = num(1, 2) + num(2, 1)
    yield rule, "Peek", peek + packed(3, 1, 9) + sub(4, HASH), ACCEPT
    yield rule, "Peek", peek + packed(3, 9, 1) + sub(4, HASH), BAD
    yield rule, "Peek", peek + sub(4, HASH), BAD
    opening = num(1, 1) + num(2, 7) + num(3, 53) + sub(4, HASH) + sub(5, HASH)
    yield rule, "Forced", sub(1, opening), ACCEPT
    yield rule, "Forced", b"", BAD
    yield rule, "Forced", sub(1, opening[:-34] + sub(5, HASH[1:])), BAD
    yield rule, "Forced", sub(1, num(1, 1) + num(2, 7) + num(3, 65536) + sub(4, HASH) + sub(5, HASH)), BAD
    yield rule, "Forced", sub(1, num(1, 1) + num(2, 7) + sub(4, HASH) + sub(5, HASH)), BAD
    yield rule, "FinalPage", num(1, 1) + num(2, 1) + sub(3, bytes(5)), ACCEPT
    yield rule, "FinalPage", num(1, 1) + num(2, 1) + sub(3, bytes(6)), BAD
    yield rule, "FinalPage", num(1, 1) + num(2, 1), BAD
    yield rule, "FinalPage", num(1, 1) + num(2, 1) + sub(3, bytes(5 * 6001)), TOO_LARGE
    yield rule, "FinalReveal", sub(1, HASH), ACCEPT
    yield rule, "FinalReveal", sub(1, HASH[:16]), BAD


def _drafts() -> Iterator[Case]:
    rule = "2.17 drafts"
    place = sub(1, num(2, 256) + sub(3, HASH))

    def draft(*acts: bytes, first: int = 0) -> bytes:
        step = sub(1, "act ?") + b"".join(sub(2, act) for act in acts)
        return sub(1, step) + (num(2, first) if first else b"")

    yield rule, "Draft", draft(), ACCEPT
    yield rule, "Draft", b"", BAD
    yield rule, "Draft", draft(first=1), BAD
    yield rule, "Draft", draft(place, first=1), ACCEPT
    yield rule, "Draft", draft(place), ACCEPT
    yield rule, "Draft", draft(b"", first=1), BAD
    yield rule, "Draft", draft(sub(1, num(2, 256) + sub(3, HASH[:31])), first=1), BAD
    yield rule, "Draft", draft(sub(1, num(2, 65536) + sub(3, HASH)), first=1), BAD
    yield rule, "Draft", draft(sub(2, num(2, 257) + num(3, 5) + sub(4, HASH)), first=1), ACCEPT
    yield rule, "Draft", draft(sub(2, num(2, 257) + sub(4, HASH)), first=1), BAD
    yield rule, "Draft", draft(sub(3, num(1, 1) + num(2, 5) + sub(3, HASH) + sub(4, HASH))), ACCEPT
    yield rule, "Draft", draft(sub(3, num(2, 5) + sub(3, HASH) + sub(4, HASH))), BAD
    yield rule, "Draft", draft(sub(3, num(1, 1) + num(2, 5) + sub(3, HASH))), BAD
    yield rule, "Draft", draft(sub(5, num(1, 1) + packed(2, 3, 4))), ACCEPT
    yield rule, "Draft", draft(sub(5, num(1, 1) + packed(2, 4, 3))), BAD
    yield rule, "Draft", draft(sub(5, num(1, 1))), BAD
    for count, verdict in ((256, ACCEPT), (257, TOO_LARGE)):
        put = sub(2, num(1, 256) + sub(2, HASH) * count)
        yield rule, "Draft", draft(sub(4, put), first=1), verdict
    yield rule, "Draft", draft(sub(4, sub(2, num(1, 256) + sub(2, HASH[:8]))), first=1), BAD
    yield rule, "Draft", draft(sub(4, sub(3, num(1, 70000) + num(3, 1)))), BAD


def _table_and_end() -> Iterator[Case]:
    rule = "2.17 set-up, time and end"
    yield rule, "Commit", sub(1, HASH), ACCEPT
    yield rule, "Commit", b"", BAD
    yield rule, "Join", sub(1, HASH) + sub(2, HASH) + sub(3, "Ada") + sub(4, bytes(64)) + num(5, 1), ACCEPT
    yield rule, "Join", sub(1, HASH[:31]) + sub(2, HASH) + num(5, 1), BAD
    yield rule, "Join", sub(1, HASH) + sub(2, HASH) + num(5, 7), BAD
    yield rule, "ActEntry", sub(1, SIGNED) + sub(2, HASH) + num(3, 1), ACCEPT
    yield rule, "ActEntry", sub(2, HASH) + num(3, 1), BAD
    yield rule, "ActEntry", sub(1, SIGNED) + sub(2, HASH[:31]), BAD
    yield rule, "ResultEntry", b"", BAD
    yield rule, "ResultVote", sub(1, HASH) + num(2, 1), ACCEPT
    yield rule, "ResultVote", num(2, 1), BAD
    yield rule, "AuditVerdict", sub(1, HASH) + num(2, 3), ACCEPT
    yield rule, "AuditVerdict", sub(1, HASH) + num(2, 4), BAD
    yield rule, "AuditVerdict", sub(1, HASH), BAD
    yield rule, "Timeout", num(1, 1) + num(2, 9) + sub(4, "loss") + num(5, 1), ACCEPT
    yield rule, "Timeout", num(1, 1) + num(2, 9) + sub(4, "soft") + num(5, 1), BAD
    yield rule, "Timeout", num(1, 1) + num(2, 9) + sub(4, "loss") + num(5, 2), BAD
    yield rule, "Timeout", num(1, 1) + num(2, 9) + sub(4, "loss") + num(5, 1) + num(6, 3), BAD
    yield rule, "Timeout", num(1, 1) + num(2, 9) + sub(4, "loss") + num(5, 1) + sub(7, "pass"), BAD
    yield rule, "Timeout", num(1, 1) + num(2, 9) + sub(4, "answer") + num(5, 1) + sub(7, "pass"), BAD
    yield rule, "Notice", sub(1, "restored") + sub(2, "from a backup"), ACCEPT
    yield rule, "Notice", sub(1, "restored") + num(3, 1), BAD
    yield rule, "Notice", sub(1, "gossip"), BAD
    yield rule, "GameOver", sub(1, "draw") + sub(2, HASH) + sub(3, "rules"), ACCEPT
    yield rule, "GameOver", sub(1, "draw") + sub(2, HASH) + sub(3, "boredom"), BAD
    yield rule, "GameOver", sub(1, "draw") + sub(2, HASH) + sub(3, "time") + packed(4, 2, 1), BAD


def _params() -> Iterator[Case]:
    rule = "2.3 parameters"

    def params(
        *,
        seats: int = 2,
        slots: int = 512,
        mode: int = 1,
        clock: bytes = CLOCK,
        options: bytes = b"",
        version: int = 1,
        chairs: int = 2,
        lists: bytes = b"",
        key: bytes = HASH,
    ) -> bytes:
        head = num(1, version) + sub(2, key) + sub(3, HASH) + sub(4, HASH) + sub(5, "game") + sub(6, HASH)
        middle = lists + num(8, seats) + num(9, slots) + num(10, mode) + (sub(11, clock) if clock else b"")
        return head + middle + num(12, 1) + options + sub(15, b"") * chairs + num(17, 2)

    def option(name: str, value: str = "1") -> bytes:
        return sub(14, sub(1, name) + sub(2, value))

    clock = num(3, 1) + CLOCK
    yield rule, "Params", params(clock=clock), ACCEPT
    yield rule, "Params", params(clock=CLOCK), BAD
    yield rule, "Params", params(clock=b""), BAD
    yield rule, "Params", params(clock=num(3, 3) + CLOCK), BAD
    yield rule, "Params", params(clock=num(3, 1) + num(6, 900)), BAD
    yield rule, "Params", params(clock=clock, version=2), BAD_TYPE
    yield rule, "Params", params(clock=clock, seats=7, chairs=7), TOO_LARGE
    yield rule, "Params", params(clock=clock, chairs=1), BAD
    yield rule, "Params", params(clock=clock, slots=511), BAD
    yield rule, "Params", params(clock=clock, slots=16384), ACCEPT
    yield rule, "Params", params(clock=clock, slots=16385), TOO_LARGE
    yield rule, "Params", params(clock=clock, mode=2), BAD
    yield rule, "Params", params(clock=clock, key=HASH[:31]), BAD
    yield rule, "Params", params(clock=clock, options=option("a") + option("b")), ACCEPT
    yield rule, "Params", params(clock=clock, options=option("b") + option("a")), NOT_STRICT
    yield rule, "Params", params(clock=clock, options=option("a") + option("a")), NOT_STRICT
    yield rule, "Params", params(clock=clock, options=option("A")), BAD
    many = [f"o{number:03}" for number in range(65)]
    yield rule, "Params", params(clock=clock, options=b"".join(map(option, many[:64]))), ACCEPT
    yield rule, "Params", params(clock=clock, options=b"".join(map(option, many))), TOO_LARGE
    cards = sub(2, num(1, 1) + num(2, 2))
    yield rule, "Params", params(clock=clock, lists=sub(7, cards)), ACCEPT
    yield rule, "Params", params(clock=clock, lists=sub(7, cards + cards)), BAD
    yield rule, "Params", params(clock=clock, lists=sub(7, sub(2, num(1, 1)))), BAD
    yield rule, "Params", params(clock=clock, lists=sub(7, sub(2, num(1, 1) + num(2, 513)))), TOO_LARGE
    yield rule, "Params", params(clock=clock, lists=sub(7, cards) * 17), TOO_LARGE


def _case(stage: str, case: Case) -> Json:
    rule, message, payload, verdict = case
    return {"stage": stage, "rule": rule, "message": message, "payload": payload.hex(), "verdict": verdict}


def wire() -> Json:
    """Returns `wire.json`: cases of the parser alone (`strict`) and of parser and values (`values`)."""
    appendix = [(BLOCK_2["payloads"], PAYLOADS), (BLOCK_3["payloads3"], PAYLOADS_3)]
    whole = [
        ("Appendix B", message, bytes.fromhex(payloads[name]), ACCEPT)
        for payloads, names in appendix
        for name, message in names.items()
    ]
    whole.append(("Appendix B", "Draft", bytes.fromhex(BLOCK_2["regroup"]["draft_payload"]), ACCEPT))
    strict = (_rule_1, _rule_2, _rule_3, _rule_4, _rule_5)
    values = (_slots, _cards, _drafts, _table_and_end, _params)
    return {
        "appendix_b": {"payloads": BLOCK_2["payloads"], "payloads3": BLOCK_3["payloads3"]},
        "cases": [_case("strict", case) for group in strict for case in group()]
        + [_case("values", case) for case in whole]
        + [_case("values", case) for group in values for case in group()],
    }
