"""What has been verified, and proofs, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.live.debts import PENDING
from sealed_client import proof

if TYPE_CHECKING:
    from sealed_client.follower import Follower
    from sealed_client.table_view import TableView
    from sealed_client.words.phrases import Phrases

_SHOWN = 5


def seal_lines(follower: Follower, view: TableView | None = None) -> list[str]:
    """Returns how much has been verified, whether anything failed, and the warnings of the snapshot."""
    verifier = follower.verifier
    executed = verifier.executed
    checks = view.checks if view is not None else executed.total()
    counted = (
        f"{verifier.size} entries, {executed['SIG_INVALID']} signatures, "
        f"{verifier.last_k} acts of chance, {checks} checks in all."
    )
    owed = follower.owed
    lines = [f"Checked so far on this device: {counted}" if owed else f"Verified on this device: {counted}"]
    if owed:
        lines.append(f"{still_to_check(owed)}, the newest first; before that nothing here is verified.")
    skipped = sorted({one.code for one in verifier.not_checked if one.reason != PENDING})
    if skipped:
        lines.append(f"Not checked yet: {', '.join(skipped)}.")
    if verifier.doubted:
        return [
            *lines,
            "A check has FAILED; which one to name is known when the signatures before it are checked.",
        ]
    if follower.failure is None:
        warnings = [one for one in view.warnings if not one.failed] if view is not None else []
        lines.append("Every check that ran has passed" + (", with warnings:" if warnings else "."))
        return lines + [f"Warning ({one.code}): {one.detail}." for one in warnings]
    failure = follower.failure
    party = f" The bytes name: {failure.party}." if failure.party else ""
    where = f" at entry {failure.entry}" if failure.entry >= 0 else ""
    lines += [
        f"WARNING: check {failure.code} FAILED{where}: {failure.detail}.{party}",
        "This device signs nothing more at this table. Keep the record: it is the evidence.",
    ]
    return lines


def still_to_check(owed: int) -> str:
    """Returns how many signatures are owed, such as `3 signatures still to check`."""
    return f"{owed} signature{'' if owed == 1 else 's'} still to check"


def prove_lines(follower: Follower, phrases: Phrases, index: int | None) -> list[str]:
    """Returns the proof of an entry, or of the newest one that has something to prove."""
    try:
        chosen = proof.newest(follower) if index is None else index
        proofs = proof.prove(follower, chosen)
    except proof.NotProvenError as error:
        return [str(error)]
    lines = [f"Entry {chosen} of the log."]
    for one in proofs[:_SHOWN]:
        lines += _proven(one, phrases)
    if len(proofs) > _SHOWN:
        good = all(one.matches is not False for one in proofs[_SHOWN:])
        lines.append(f"{len(proofs) - _SHOWN} more in this entry: {_outcome(good)}")
    return lines


def _proven(one: proof.Proof, phrases: Phrases) -> list[str]:
    opening = ", ".join(f"{name} {value}" for name, value in one.opening)
    return [
        "".join(_part(part, phrases) for part in one.what),
        f"Commitment: {one.commitment.hex()}, fixed at entry {one.fixed}.",
        f"Opening: {opening}. {_outcome(one.matches)}",
    ]


def _part(part: str | proof.Card | proof.Deck, phrases: Phrases) -> str:
    match part:
        case proof.Card(code):
            return phrases.name("card", code)
        case proof.Deck(colour):
            return phrases.colour(colour)
        case _:
            return part


def _outcome(matches: bool | None) -> str:
    if matches is None:
        return "The audit at the end recomputes the whole order on this device."
    return "Recomputed on this device: matches." if matches else "Recomputed on this device: DOES NOT MATCH."
