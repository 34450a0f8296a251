"""What the log says beside the rules' events: pauses, deadlines, resignations, the end, audits; in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.payloads import codec
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.foreign_text import foreign

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine.title import Title
    from sealed_client.presenters.situation import Tongue

_PLAIN: Final = {
    EntryType.GENESIS: "log.genesis",
    EntryType.START: "log.start",
    EntryType.FINAL_REVEAL: "log.revealed",
}
_VERDICTS: Final = {1: "fair", 2: "unfair", 3: "partly"}


class EntryFacts:
    """Puts entries into words at one table, in one language."""

    def __init__(self, title: Title, tongue: Tongue, name: Callable[[int], str]) -> None:
        """Takes the rules' title, the words, and what the players are called."""
        self._title, self._tongue, self._name = title, tongue, name

    def words(self, entry: wire.Entry) -> str:
        """Returns the sentence for an entry that the rules' events do not tell; empty for all others."""
        say = self._tongue.say
        plain = _PLAIN.get(EntryType(entry.type)) if entry.type in _KNOWN else None
        if plain is not None:
            return say(plain)
        match entry.type:
            case EntryType.NOTICE:
                return self._notice(codec.parse(wire.Notice, entry.payload))
            case EntryType.TIMEOUT:
                return self._late(codec.parse(wire.Timeout, entry.payload))
            case EntryType.PAUSE:
                message = codec.parse(wire.PauseEntry, entry.payload).msg
                on = codec.parse(wire.Pause, message.payload).on
                return say("log.pause" if on else "log.no-pause", who=self._writer(message))
            case EntryType.RESIGN:
                message = codec.parse(wire.ResignEntry, entry.payload).msg
                stop = codec.parse(wire.Resign, message.payload).stop
                return say("log.stop" if stop else "log.resign", who=self._writer(message))
            case EntryType.GAME_OVER:
                return self._over(codec.parse(wire.GameOver, entry.payload))
            case EntryType.RESULT:
                return self._agreed(codec.parse(wire.ResultEntry, entry.payload).msg)
            case EntryType.AUDIT:
                return self._audited(codec.parse(wire.AuditEntry, entry.payload).msg)
            case _:
                return ""

    def _writer(self, signed: wire.Signed) -> str:
        return self._name(parse_header(signed.header).seat)

    def _notice(self, notice: wire.Notice) -> str:
        if notice.kind == "credit":
            seconds = (notice.to_ms - notice.from_ms + 999) // 1000
            return self._tongue.messages.plural("table.log.credit", seconds)
        return self._tongue.say("log.notice", text=foreign(notice.text or notice.kind))

    def _late(self, late: wire.Timeout) -> str:
        who = self._name(late.seat)
        if late.rule != "answer" or not late.action:
            return self._tongue.say("log.time-out", who=who)
        answer = self._tongue.phrases.action(self._title.notation.parse(late.action))
        return self._tongue.say("log.stated-answer", who=who, answer=answer)

    def _over(self, over: wire.GameOver) -> str:
        known = self._tongue.messages.knows(f"table.cause.{over.cause}")
        cause = self._tongue.say(f"cause.{over.cause}") if known else ""
        return f"{self._tongue.say('log.over')} {cause}".rstrip()

    def _agreed(self, signed: wire.Signed) -> str:
        vote = codec.parse(wire.ResultVote, signed.payload)
        if vote.agree:
            return ""
        return self._tongue.say("log.disputed", who=self._writer(signed), reason=foreign(vote.reason))

    def _audited(self, signed: wire.Signed) -> str:
        verdict = codec.parse(wire.AuditVerdict, signed.payload)
        kind = _VERDICTS.get(verdict.verdict, "partly")
        return self._tongue.say(f"log.audit.{kind}", who=self._writer(signed))


_KNOWN: Final = frozenset(int(one) for one in EntryType)
