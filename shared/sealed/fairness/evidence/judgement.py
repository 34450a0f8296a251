"""Is the outcome of judging an evidence file: one JSON line for machines, sentences for a director."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.audit.report import CUT
from sealed.fairness.codes import CODES, explain
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType

if TYPE_CHECKING:
    from collections import Counter

    from sealed.fairness.evidence.file import Evidence
    from sealed.fairness.live.verdicts import Skipped, Verdict

E = EntryType
ENTRIES: Final = {
    E.GENESIS: "the set-up of the table",
    E.START: "the start of the game",
    E.SLOT_OPEN: "the opening of a random act",
    E.SLOT_END: "the result of a random act",
    E.DRAW: "a draw of cards",
    E.PEEK: "a look at face-down cards",
    E.FORCED: "cards that the referee turned up",
    E.TIMEOUT: "a time-out",
    E.NOTICE: "a notice of the referee",
    E.ACT: "an answer of a player",
    E.RESULT: "a player's signature under the result",
    E.AUDIT: "a player's verdict on the game",
    E.RESIGN: "a resignation",
    E.PAUSE: "a pause",
    E.GAME_OVER: "the end of the game",
    E.FINAL_REVEAL: "the opening of the referee's secrets",
    E.FINAL_PAGE: "the list of all face-down cards",
}
"""What each type of entry is, in words."""
ANOTHER_REFEREE: Final = "it is about another referee than the one asked about"
"""The objection to a file that may be true, and not of the referee whose key was given."""


_WHOSE_KEY: Final = (
    "Whose keys these are a file cannot show, since anybody can set up a table with keys of his own: compare"
    " the referee's with the one you know ('--referee KEY' does)."
)


class Seen(NamedTuple):
    """Counts what in the file carries a valid signature, or lies under one."""

    heads: int = 0
    entries: int = 0
    messages: int = 0
    private: int = 0
    refusals: int = 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """Is what an evidence file shows.

    `confirmed` are the failures of the claimed code and class, `shown` all that its bytes show; `objection`
    says why it counts for nothing, "" if there is no such reason; `compared` tells whether the referee's key
    was compared with one that is known.
    """

    evidence: Evidence
    confirmed: tuple[Verdict, ...]
    shown: tuple[Verdict, ...]
    not_checked: Counter[Skipped]
    objection: str = ""
    referee_pk: bytes = b""
    names: tuple[str, ...] = ()
    game: str = ""
    types: dict[int, int] = field(default_factory=dict)
    seen: Seen = field(default_factory=Seen)
    compared: bool = False

    @property
    def holds(self) -> bool:
        """Tells whether the bytes show exactly what the file claims."""
        return not self.objection and any(one.key == self.evidence.key for one in self.confirmed)

    @property
    def exit_code(self) -> int:
        """Is 1 if the file convicts by itself the key that it names; else 2."""
        return 1 if self.holds and self.evidence.klass is Klass.C else 2

    @property
    def failures(self) -> tuple[Verdict, ...]:
        """Is the failures to be reported: none where the file does not hold."""
        return self.confirmed if self.holds else ()

    def json_line(self) -> str:
        """Returns one JSON line, with the keys that 6.2 gives for records where they apply."""
        claim = self.evidence
        return json.dumps(
            {
                "verdict": "FAIL" if self.holds else "INCOMPLETE",
                "table": claim.table_id.hex(),
                "claims": {
                    "code": claim.code,
                    "class": str(claim.klass),
                    "key": claim.key.hex() if claim.key else None,
                },
                "failures": [
                    {
                        "code": one.code,
                        "class": str(one.klass),
                        "entry": one.entry,
                        "key": one.key.hex() if one.key else None,
                    }
                    for one in self.failures
                ],
                "not_checked": [
                    {"code": kind.code, "reason": kind.reason, "n": n}
                    for kind, n in sorted(self.not_checked.items())
                ],
                "checked": self.seen._asdict(),
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )

    def sentences(self) -> tuple[str, ...]:
        """Returns what a director needs: who, which entry, what was checked and what could not be."""
        said = [self._headline()]
        said += [self._told(one) for one in self.failures]
        if not self.holds:
            said += self._instead()
        said += [self._where(), self._checked(), self._unchecked()]
        if self.evidence.says:
            said.append(f'The file\'s own words, which prove nothing: "{self.evidence.says}"')
        return tuple(one for one in said if one)

    def _headline(self) -> str:
        claim = self.evidence
        if self.objection:
            return f"Not proven: {self.objection}."
        if not self.holds and self._lacks_rules:
            return (
                f"Not proven here: {claim.code} rests on the rules of edition "
                f"{claim.edition.hex()[:16]} of {self.game}, which are not at hand."
            )
        if not self.holds:
            return (
                f"Not proven: this file claims {claim.code}{self._accused()}, and its bytes do not show that."
            )
        if claim.klass is Klass.D:
            return "Disputed: something is wrong, and the bytes cannot show who did it. Nobody is named."
        return f"Proven: the bytes of this file alone convict {self._guilty()}."

    def _accused(self) -> str:
        key = self.evidence.key
        if not key:
            return ""
        who = "the referee" if key == self.referee_pk else "a player"
        return f" against {who}, key {key.hex()[:16]}"

    def _guilty(self) -> str:
        parties = dict.fromkeys((one.blame, one.key or b"") for one in self.failures)
        return ", and ".join(f"{self._party(blame)}, key {key.hex()[:16]}" for blame, key in parties)

    def _party(self, blame: int) -> str:
        return f"seat {blame} ({self.names[blame - 1]})" if blame > 0 else "the referee"

    @property
    def _lacks_rules(self) -> bool:
        skipped = any(kind.reason == "rules" for kind in self.not_checked)
        return skipped and CODES[self.evidence.code].needs_rules

    def _told(self, one: Verdict) -> str:
        where = "Not about one entry alone"
        if one.entry >= 0:
            kind = self.types.get(one.entry)
            what = ENTRIES.get(EntryType(kind)) if kind in set(EntryType) else None
            where = f"At entry {one.entry}" + (f", {what}" if what else "")
        detail = f"{one.detail[:1].upper()}{one.detail[1:]}"
        return f"{where} ({one.code}): {explain(one.code)} {detail}."

    def _instead(self) -> list[str]:
        """Says what the bytes show where that is something else, and what was missing."""
        if self.objection == ANOTHER_REFEREE:
            return []
        said = [f"What {self.evidence.code} would mean: {explain(self.evidence.code)}"]
        shown = {f"{one.code} (class {one.klass})" for one in self.shown if one.code not in CUT}
        if self.objection or not shown:
            return said
        codes = ", ".join(f"{one}: {explain(one.split()[0])}" for one in sorted(shown))
        return [
            *said,
            f"What its bytes show instead: {codes} Ask for evidence that claims no more than that.",
        ]

    def _where(self) -> str:
        if not self.names:
            return ""
        players = ", ".join(f"{name} (seat {seat})" for seat, name in enumerate(self.names, 1))
        key = f"Its referee has the key {self.referee_pk.hex()}."
        seats = dict.fromkeys((one.blame, one.key) for one in self.failures if one.blame > 0 and one.key)
        key += "".join(f" The key of seat {seat} is {pk.hex()}." for seat, pk in seats)
        table = f"Table {self.evidence.table_id.hex()[:16]}: {self.game}, played by {players}. {key}"
        if self.compared or self.exit_code != 1:
            return table
        return f"{table} {_WHOSE_KEY}"

    def _checked(self) -> str:
        seen = self.seen
        parts = (
            (seen.heads, "signature of the referee over its log", "signatures of the referee over its log"),
            (seen.entries, "entry of the log under them", "entries of the log under them"),
            (seen.messages, "signed message of a player", "signed messages of players"),
            (seen.refusals, "signed refusal", "signed refusals"),
            (seen.private, "private message of the referee", "private messages of the referee"),
        )
        counted = ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in parts if n)
        return f"Checked in this file: {counted}." if counted else ""

    def _unchecked(self) -> str:
        rules = sorted({kind.code for kind in self.not_checked if kind.reason == "rules"})
        if rules:
            return (
                "Not checked, because the rules of this edition are not at hand here: "
                f"{', '.join(rules)}. Use a version of this program that has them."
            )
        if CODES[self.evidence.code].needs_rules and not self.evidence.whole:
            return "Not checked: this code rests on the rules, which need the whole log."
        if self.evidence.whole:
            return "Not checked: what came after the last entry in this file."
        return "Not checked: the rest of this game. Ask for its record to have all of it verified."
