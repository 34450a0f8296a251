"""Writes `tests/records`: good and bad records, with what each must come to (spec 6.1 items 5 and 6).

Run it from the root of the tree: `.venv/bin/python tests/support/make_records.py`. Made anew, the files are
the same; another edition of the rules needs them made again.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bad_records import BAD, WITHOUT_RULES
from good_records import GOOD

from sealed.fairness.audit.audit import audit
from sealed.fairness.record import Record, read_record_bytes, record_bytes
from sealed.games import title_of
from sealed.wire.v1 import fairness_pb2 as wire
from second_verifier import BACKEND, no_title

FOLDER = Path(__file__).resolve().parents[1] / "records"


def cut(record: Record, entry: int) -> Record:
    """Returns a record up to the first head over an entry, with what its seat was told."""
    lines = list(record.lines)
    end = next(at for at, line in enumerate(lines) if isinstance(line, wire.Head) and line.size > entry)
    kept = [line for line in lines[end + 1 :] if not isinstance(line, wire.Entry | wire.Head)]
    return record._replace(
        lines=(*lines[: end + 1], *kept), created="2026-01-01T00:00:00Z", tool="make_records"
    )


def expected(data: bytes) -> dict[str, object]:
    """Returns what the rules and whoever lacks them find in a record."""
    record = read_record_bytes(data)
    report = audit(record, title_of, BACKEND)
    found = [_failure(one) for one in report.failures]
    plain = [_failure(one) for one in audit(record, no_title, BACKEND).failures]
    return {"exit": report.exit_code, "verdict": report.verdict, "failures": found, "without rules": plain}


def _failure(one) -> dict[str, object]:
    key = one.key.hex() if one.key else None
    return {"code": str(one.code), "class": str(one.klass), "entry": one.entry, "key": key}


def small(code: str, record: Record) -> bytes:
    """Returns the bytes of a bad record, without what follows its failure if that is found live."""
    rules = no_title if code in WITHOUT_RULES else title_of
    failure = audit(record, rules, BACKEND).failures[0]
    if failure.code != code:
        raise SystemExit(f"the record for {code} shows {failure.code}")
    ends = code.startswith(("FIN_", "REF_ORDER", "SLOT_STALLED", "ACT_REFUSED"))
    last = len(record.lines) if ends else failure.entry
    return record_bytes(record if ends else cut(record, last), packed=True)


def main() -> None:
    """Writes the files and `expect.json`."""
    expect: dict[str, dict[str, object]] = {}
    for folder, made in (
        ("good", {name: record_bytes(make(), packed=True) for name, make in GOOD.items()}),
        ("bad", {code.lower(): small(code, make()) for code, make in BAD.items()}),
    ):
        (FOLDER / folder).mkdir(parents=True, exist_ok=True)
        for name, data in made.items():
            (FOLDER / folder / f"{name}.ftr").write_bytes(data)
            expect[f"{folder}/{name}.ftr"] = expected(data)
    (FOLDER / "expect.json").write_text(json.dumps(expect, indent=1, sort_keys=True) + "\n", "utf-8")
    sys.stdout.write(f"{len(expect)} records in {FOLDER}\n")


if __name__ == "__main__":
    main()
