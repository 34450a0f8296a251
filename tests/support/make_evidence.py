"""Writes `tests/evidence`: evidence files of cheated tables and of frames, with what each must come to (6.1).

Run it from the root of the tree: `.venv/bin/python tests/support/make_evidence.py`. Only codes that need no
rules, so that the files outlive the edition they were played under.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from framing import Pool, table
from malicious_referee import PRIVATE, SEAL, flip
from malicious_seat import act_of, conniving, has_act
from witness import Found, Trial, tried

from sealed.fairness.evidence.file import Evidence, evidence_bytes
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing import messages
from sealed.fairness.signing.private import Kind
from sealed.wire.v1 import fairness_pb2 as wire

OFF_THE_LOG = {"ACT_EQUIVOCATED": -1, "LOG_FORK": 4}
"""Two messages are about no entry; two heads about the last one below them."""
FOLDER = Path(__file__).resolve().parents[1] / "evidence"


def hooked(step: str, change, when=lambda *given: True, turns: int = 60):
    """Returns a cheat at a step, found live."""
    return lambda seats: tried(seats, lambda t: t.scribe.at(step, change, when), turns)[2]


def at_the_end(step: str, change):
    """Returns a cheat that the audit finds."""

    def play(seats: int) -> Found:
        trial = Trial(seats)
        trial.scribe.at(step, change)
        return trial.finish(50)

    return play


def false_reveal(seats: int) -> Found:
    """A card turned up against what was laid."""

    def change(draft) -> None:
        act_of(draft, "reveal").salt = flip(act_of(draft, "reveal").salt)

    return tried(seats, lambda t: conniving(t.scribe, change, has_act("reveal")))[2]


def two_messages(seats: int) -> Found:
    """One number signed twice."""
    trial = Trial(seats)
    trial.run(8)
    trial.scribe.players[1].counter -= 1
    signed = trial.scribe.say(1, EntryType.RESIGN, b"")
    trial.scribe.log(EntryType.RESIGN, wire.ResignEntry(msg=signed, received_ms=trial.scribe.now))
    trial.scribe.sign()
    return trial.deliver()


def two_histories(seats: int) -> Found:
    """Another head over the same size."""
    trial = Trial(seats)
    trial.run(8)
    witness = trial.witnesses[1]
    witness.take([], trial.scribe.another_head(5, root=b"\5" * 32))
    return witness.found


def refused_and_logged(seats: int) -> Found:
    """A refused message that was logged."""
    trial = Trial(seats)
    trial.run(8)
    scribe, witness = trial.scribe, trial.witnesses[1]
    signed = scribe.say(1, EntryType.RESIGN, b"")
    counter = scribe.players[1].counter
    refusal = messages.sign_refusal(scribe.referee, scribe.id, 1, counter, signed, "HEAD_STALE")
    witness.refused(1, refusal)
    scribe.log(EntryType.RESIGN, wire.ResignEntry(msg=signed, received_ms=scribe.now))
    scribe.sign()
    trial.deliver()
    return witness.found


def other_table(seats: int) -> Found:
    """A message that the same player signed at another table."""
    trial = Trial(seats)
    trial.run(8)
    signer = trial.scribe.players[1].signer
    header = messages.Header(signer.public, bytes(32), 1, 50, 1, trial.scribe.roots[1], EntryType.RESIGN)
    signed = messages.sign_player(signer, header, b"")
    trial.scribe.log(EntryType.RESIGN, wire.ResignEntry(msg=signed, received_ms=trial.scribe.now))
    trial.scribe.sign()
    return trial.deliver()


def swap(page) -> None:
    """Exchanges two handles."""
    page.handles = page.handles[-5:] + page.handles[5:-5] + page.handles[:5]


def shown(end) -> bool:
    """Tells whether a SLOT_END shows a result."""
    return any(result.HasField("shown") for result in end.results)


def other_output(end) -> None:
    """Turns the shown outputs."""
    outputs = next(result.shown for result in end.results if result.HasField("shown")).outputs
    outputs[:] = outputs[1:] + outputs[:1] if len(outputs) > 1 else [outputs[0] ^ 1]


CHEATS = {
    "020_output": hooked("SLOT_END", other_output, shown),
    "024_early": hooked("SLOT_END", lambda m: m.links.__delitem__(-1)),
    "026_link": hooked("SLOT_END", lambda m: m.links.__setitem__(0, flip(m.links[0]))),
    "023_contributors": hooked("SLOT_OPEN", lambda m: m.contributors.__delitem__(-1)),
    "018_skipped": hooked("SLOT_OPEN", lambda m: setattr(m, "first_k", m.first_k + 1)),
    "008_position": hooked("DRAW", lambda m: setattr(m, "first", m.first + 2)),
    "003_opening": hooked(PRIVATE, lambda s, k, c: flip(c, 8), lambda s, k, c: k == Kind.DRAWN),
    "033_fork": two_histories,
    "037_other_table": other_table,
    "040_two_messages": two_messages,
    "045_reveal": false_reveal,
    "052_signature": hooked("ACT", lambda m: setattr(m.msg, "sig", m.msg.sig[:32] + bytes(32))),
    "053_unknown_field": hooked("DRAW", lambda m: m.SerializeToString() + b"\x78\x01"),
    "076_look": hooked(PRIVATE, lambda s, k, c: flip(c, 5), lambda s, k, c: k == Kind.PEEKED, turns=10_000),
    "080_refused": refused_and_logged,
    "002_seal": at_the_end(SEAL, lambda shuffle, order: order[1:] + order[:1]),
    "050_pages": at_the_end("FINAL_PAGE", swap),
    "064_another_secret": at_the_end("FINAL_REVEAL", lambda m: setattr(m, "tape_seed", flip(m.tape_seed))),
}


def frames() -> dict[str, Evidence]:
    """Returns files that claim what their bytes do not show, and one whose author nobody can name."""
    pool = Pool(table(2, 3, 20, finished=True))
    first, *_, last = pool.scribe.heads
    seat = pool.scribe.players[1].signer.public
    index = next(e.index for e in pool.scribe.entries if e.type == EntryType.SLOT_END)
    honest, path = pool.shown(index, last)
    edited = wire.Entry(index=index, type=honest.type, payload=honest.payload + b"\x78\1")
    base = pool.shown(0, last)
    whole = pool.whole()
    last_shown = whole["entries"][-1]
    other = wire.Entry(
        index=last_shown.entry.index, type=last_shown.entry.type, payload=flip(last_shown.entry.payload)
    )
    return {
        "108_made_up_entry": pool.claim(
            "ENC_UNKNOWN_FIELD", heads=(last,), entries=(base, base._replace(entry=edited, path=path))
        ),
        "110_local_code": pool.claim("OPEN_LEAK", **pool.whole()),
        "115_old_head": pool.claim("LOG_ROLLBACK", heads=(last, first), entries=(base,)),
        "113_refused_beside_logged": pool.claim(
            "ACT_EQUIVOCATED", seat, heads=(last,), entries=(base,), messages=tuple(pool.signed)
        ),
        "108_other_words": pool.claim(
            "LOG_ROOT", **{**whole, "entries": (*whole["entries"][:-1], last_shown._replace(entry=other))}
        )._replace(klass=Klass.D, key=None),
        "117_cut": pool.claim("FIN_MISSING", **pool.whole(first.size))._replace(klass=Klass.D, key=None),
    }


def main() -> None:
    """Writes the files and `expect.json`."""
    FOLDER.mkdir(exist_ok=True)
    expect: dict[str, dict[str, object]] = {}
    for name, cheat in CHEATS.items():
        for seats in (2, 3):
            found = cheat(seats)
            if found is None or found.evidence is None:
                raise SystemExit(f"{name} with {seats} seats shows nothing")
            evidence = found.evidence
            file = f"{name}_{seats}.fte"
            (FOLDER / file).write_bytes(evidence_bytes(evidence))
            one = found.verdict
            expect[file] = {
                "code": one.code,
                "class": "C",
                "entry": OFF_THE_LOG.get(one.code, one.entry),
                "key": one.key.hex(),
                "exit": 1,
            }
    for name, evidence in frames().items():
        (FOLDER / f"{name}.fte").write_bytes(evidence_bytes(evidence))
        expect[f"{name}.fte"] = {
            "code": evidence.code,
            "class": str(evidence.klass),
            "entry": None,
            "key": None,
            "exit": 2,
        }
    (FOLDER / "expect.json").write_text(json.dumps(expect, indent=1, sort_keys=True) + "\n", "utf-8")
    sys.stdout.write(f"{len(expect)} evidence files in {FOLDER}\n")


if __name__ == "__main__":
    main()
