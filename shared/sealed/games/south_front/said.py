"""All that this title says: questions, events and refusals, each with the kinds of its arguments.

The kinds are those of `notation`; a screen makes words of them, in the player's language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_NUMBER, _CARD, _SIDE, _SPACE, _PIECE, _TYPE = "number", "card", "side", "space", "piece", "type"
_FACTION, _COUNTRY, _CONTINGENCY, _ROUND, _ZONE = "faction", "country", "contingency", "round", "zone"

QUESTION_KINDS: Mapping[str, tuple[str, ...]] = {
    "mulligan": (_SIDE,),
    "first-movement": (_SIDE,),
    "act": (_SIDE,),
    "second-movement": (_SIDE,),
    "spend": (_SIDE, _NUMBER),
    "deploy": (_SIDE,),
    "recruit": (_SIDE,),
    "march": (_SIDE,),
    "move-or-attack": (_SIDE, _PIECE),
    "attack": (_SIDE,),
    "eliminate": (_SIDE,),
    "unless": (_SIDE,),
    "control": (_SIDE,),
    "supply": (_SIDE,),
    "defend": (_SIDE, _FACTION, _SPACE, _SPACE),
    "continue": (_SIDE, _FACTION, _SPACE, _SPACE),
    "forfeit": (_SIDE, _FACTION, _SPACE, _SPACE),
    "counter": (_SIDE, _FACTION, _SPACE, _SPACE),
    "advance": (_SIDE, _FACTION, _SPACE, _SPACE),
}
"""Who is asked, and about what: in combat the attacking faction, origin and target."""

QUESTIONS = tuple(QUESTION_KINDS)
"""Ids of the questions; the argument of `not-now` is the place in this list, from 1."""

EVENT_KINDS: Mapping[str, tuple[str, ...]] = {
    "moved": (_CARD, _NUMBER, _ZONE, _ZONE),
    "round": (_ROUND,),
    "turn": (_SIDE,),
    "step": (_SIDE, "question"),
    "late-cards": (),
    "at-war": (_FACTION,),
    "mulligan": (_SIDE,),
    "kept": (_SIDE,),
    "went": (_PIECE, _SPACE, _SPACE),
    "boarded": (_PIECE, _PIECE, _SPACE),
    "stayed": (_PIECE,),
    "removed": (_PIECE, _SPACE),
    "eliminated": (_PIECE, _SPACE),
    "force-eliminated": (_SPACE,),
    "unsupplied": (_PIECE, _SPACE),
    "stranded": (_PIECE, _SPACE),
    "controlled": (_SIDE, _SPACE),
    "deployed": (_PIECE, _SPACE),
    "recruited": (_PIECE, _SPACE),
    "war": (_SIDE, _COUNTRY),
    "activated": (_COUNTRY, _SIDE),
    "played": (_SIDE, _CARD),
    "contingency": (_SIDE, _CONTINGENCY),
    "conscription": (_SIDE, _TYPE),
    "forced-march": (_SIDE,),
    "desperate-attack": (_SIDE,),
    "production": (_SIDE,),
    "passed": (_SIDE,),
    "another-action": (_SIDE,),
    "spent": (_SIDE, _NUMBER),
    "drew": (_SIDE, _NUMBER),
    "points": (_SIDE, _NUMBER, _NUMBER),
    "marker": ("marker",),
    "supplied": (_PIECE,),
    "conceded": (_SIDE,),
    "shown": (_SIDE, _CARD),
    "attacked": (_FACTION, _SPACE, _SPACE),
    "reaction": (_SIDE, _CARD),
    "lost": (_PIECE, _SPACE),
    "force-lost": (_SPACE,),
    "given": (_PIECE, _SPACE),
    "retreated": (_PIECE, _SPACE, _SPACE),
    "withdrew": (_PIECE, _SPACE, _SPACE),
    "advanced": (_PIECE, _SPACE, _SPACE),
    "combat-over": (_SPACE,),
    "scored": (_SIDE, _NUMBER, _NUMBER),
    "won": (_SIDE, "cause"),
}
"""What happened; `points` and `scored` tell how many and the new total."""

REASON_KINDS: Mapping[str, tuple[str, ...]] = {
    "over": (),
    "chance-due": (),
    "not-asked": (_NUMBER,),
    "impossible-outcome": (),
    "not-now": ("question",),
    # pieces
    "not-yours": (_PIECE,),
    "not-on-board": (_PIECE,),
    "equal-piece": (_PIECE, _PIECE),
    "already-moved": (_PIECE,),
    "no-piece-left": (_TYPE,),
    "not-at-war": (_FACTION,),
    "not-that-piece": (_PIECE,),
    # movement and transport
    "too-far": (_PIECE, _SPACE),
    "wrong-terrain": (_PIECE, _SPACE),
    "enemy-there": (_SPACE,),
    "neutral-space": (_SPACE, _COUNTRY),
    "over-neutral": (_SPACE,),
    "not-held-at-start": (_SPACE,),
    "strait-closed": (_SPACE, _SPACE, _SPACE),
    "no-second-move": (_PIECE,),
    "second-loading": (_PIECE,),
    "must-unload": (_PIECE,),
    "wrong-ship": (_PIECE, _PIECE),
    "ship-full": (_PIECE,),
    "no-leaving-carrier": (_PIECE,),
    "loads-from-land": (_PIECE,),
    "already-there": (_PIECE, _SPACE),
    "nothing-to-move": (),
    "not-directed": (_PIECE,),
    # supply: where, then every cause
    "unsupplied-there": (_FACTION, _SPACE),
    "cargo-unsupplied": (_PIECE, _SPACE),
    "interdicted": (_SPACE, _PIECE),
    "enemy-control": (_SPACE,),
    "neutral-on-path": (_SPACE,),
    # control, deployment
    "not-held": (_SPACE,),
    "wrong-type": (_TYPE,),
    "type-terrain": (_TYPE, _SPACE),
    "far-from-flag": (_TYPE, _SPACE),
    "space-not-named": (_SPACE,),
    "must-choose": (),
    "occupied": (_SPACE,),
    "no-piece-adjacent": (_SPACE,),
    "nothing-to-supply": (),
    # countries
    "not-neutral": (_COUNTRY,),
    # cards
    "not-in-hand": (_CARD,),
    "other-side": (_CARD,),
    "too-few-cards": (_NUMBER, _NUMBER),
    "deck-empty": (),
    "condition": (_CARD,),
    "card-impossible": (_CARD,),
    "not-your-contingency": (_CONTINGENCY,),
    "other-face": (_CONTINGENCY,),
    "contingency-spent": (_CONTINGENCY,),
    "contingency-impossible": (_CONTINGENCY,),
    "not-demanded": (_CARD,),
    "nothing-to-eliminate": (),
    # attacks
    "not-adjacent": (_SPACE, _SPACE),
    "no-force": (_FACTION, _SPACE),
    "force-unsupplied": (_FACTION, _SPACE),
    "force-lacks": (_FACTION, _SPACE),
    "carrier-alone": (_SPACE,),
    "not-enemy-space": (_SPACE,),
    "no-french": (_SPACE,),
    "no-target": (),
    # combat
    "not-in-combat": (_PIECE,),
    "support-unsupplied": (_PIECE,),
    "support-faction": (_PIECE,),
    "rank-too-low": (_PIECE,),
    "last-piece": (_PIECE,),
    "no-force-there": (_SPACE,),
    "wrong-reaction": (_CARD,),
    "reaction-faction": (_CARD,),
    "reaction-place": (_CARD, _SPACE),
    "barred-by-season": (_CARD, _SPACE),
    "already-reacted": (),
    "nothing-countered": (_CARD,),
    "no-airplane-attacks": (_CARD,),
    "not-cleared": (_SPACE,),
    "cannot-retreat": (_PIECE, _SPACE),
}
"""Kinds of the arguments of each refusal code; `interdicted` names the space and the piece that closes it."""
