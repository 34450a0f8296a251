"""The second verifier on records that somebody edited who has no key: doubtful, and nobody is accused."""

import base64
import json

import pytest

from sealed.fairness.live.verdicts import Klass
from sealed.games import title_of
from second_verifier import GOLDEN, first, no_title, run

SHORT = "two_time_in_a_slot"


def _lines():
    return (GOLDEN / f"{SHORT}.ftr").read_text("utf-8").splitlines()


def _at(kind, nth=-1, **wanted):
    """Returns the place of the nth line of a kind."""
    found = []
    for place, line in enumerate(_lines()):
        values = json.loads(line)
        if values.get("k") == kind and wanted.items() <= values.items():
            found.append(place)
    return found[nth]


def _flipped(field, kind, nth=-1, byte=-1, **wanted):
    """Returns the record with one bit of an authoritative field changed."""
    lines, place = _lines(), _at(kind, nth, **wanted)
    line = json.loads(lines[place])
    value = line[field]
    if isinstance(value, int):
        line[field] = value + 1
    elif field in {"p", "sig"}:
        data = bytearray(base64.b64decode(value))
        data[byte] ^= 1
        line[field] = base64.b64encode(data).decode()
    else:
        line[field] = f"{int(value[:1], 16) ^ 1:x}{value[1:]}"
    lines[place] = json.dumps(line, separators=(",", ":"))
    return lines


def _without(place):
    return [line for at, line in enumerate(_lines()) if at != place]


def _twice(place):
    lines = _lines()
    return [*lines[: place + 1], *lines[place:]]


def _swapped(one, other):
    lines = _lines()
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def _counted(lines):
    """Returns the lines with a last line that counts them rightly, as a careful forger would leave it."""
    end = json.loads(lines[-1])
    end["lines"] = len(lines)
    return [*lines[:-1], json.dumps(end, separators=(",", ":"))]


EDITED = {
    "table": lambda: _flipped("table", None),
    "genesis": lambda: _flipped("p", "e", t=1),
    "genesis at its start": lambda: _flipped("p", "e", byte=5, t=1),
    "start": lambda: _flipped("p", "e", t=2),
    "slot open": lambda: _flipped("p", "e", t=3),
    "slot end": lambda: _flipped("p", "e", t=4),
    "draw": lambda: _flipped("p", "e", t=5),
    "act": lambda: _flipped("p", "e", 5, t=10),
    "act at its start": lambda: _flipped("p", "e", 5, 0, t=10),
    "timeout": lambda: _flipped("p", "e", t=8),
    "game over": lambda: _flipped("p", "e", t=20),
    "result": lambda: _flipped("p", "e", t=13),
    "another R": lambda: _flipped("p", "e", byte=5, t=21),
    "audit": lambda: _flipped("p", "e", t=14),
    "index": lambda: _flipped("i", "e"),
    "type": lambda: _flipped("t", "e"),
    "head size": lambda: _flipped("size", "h"),
    "head root": lambda: _flipped("root", "h"),
    "head time": lambda: _flipped("ms", "h"),
    "head signature": lambda: _flipped("sig", "h"),
    "last root": lambda: _flipped("log_root", "end"),
    "last digest": lambda: _flipped("digest", "end"),
    "number of lines": lambda: _flipped("lines", "end"),
    "an entry dropped": lambda: _counted(_without(_at("e", 20))),
    "an entry twice": lambda: _counted(_twice(_at("e", 20))),
    "a head twice": lambda: _counted(_twice(_at("h", 20))),
    "two entries exchanged": lambda: _swapped(_at("e", 20), _at("e", 21)),
    "two heads exchanged": lambda: _swapped(_at("h", 20), _at("h", 21)),
    "cut before the reveal": lambda: _counted([*_lines()[: _at("e", t=21)], _lines()[-1]]),
    "cut short": lambda: _lines()[:40],
    "a key too many": lambda: [line.replace('"k":"e"', '"k":"e","x":1') for line in _lines()],
    "capital hex": lambda: [_lines()[0].upper().replace("FTR", "ftr"), *_lines()[1:]],
}


@pytest.mark.parametrize("edit", EDITED)
def test_an_edited_record_is_doubtful_and_accuses_nobody(edit, tmp_path):
    """Who has no key can spoil a record; neither verifier says it is good, and neither names a key."""
    file = tmp_path / "edited.ftr"
    file.write_text("\n".join(EDITED[edit]()) + "\n", "utf-8")
    code, line = run(file)
    report = first(file.read_bytes())
    assert code == 2
    assert [one["key"] for one in line["failures"]] == [None] * len(line["failures"])
    assert report is None or (report.verdict != "PASS" and not any(one.key for one in report.failures))


@pytest.mark.parametrize("titles", [title_of, no_title])
def test_a_head_that_a_message_names_must_be_in_the_file(titles, tmp_path):
    """Attack 70: whoever drops a head line and recounts the lines gets no good verdict from either verifier.

    A message that names a size without a head is `HEAD_FALSE` (decision 0007, 2); as the line may have been
    left out by anybody, it names no key.
    """
    file = tmp_path / "edited.ftr"
    file.write_text("\n".join(_counted(_without(_at("h", 20)))) + "\n", "utf-8")
    code, line = run(file)
    assert (code, [(one["code"], one["key"]) for one in line["failures"]]) == (2, [("HEAD_FALSE", None)])
    report = first(file.read_bytes(), titles)
    found = [(one.code, one.klass, one.entry, one.key) for one in report.failures]
    assert found == [("HEAD_FALSE", Klass.D, line["failures"][0]["entry"], None)]
    assert report.verdict == "FAIL"
