"""What a question of South Front is about: who fights, which card is carried out, how the turn begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sealed.engine import kernel
from sealed.engine.notation import CARD
from sealed.games.south_front.actions.acting import AnotherAction
from sealed.games.south_front.actions.spending import Spending
from sealed.games.south_front.combat.battle import battle_of, defenders, force, forces_there
from sealed.games.south_front.effects.hands import Again, DiscardForAgain
from sealed.games.south_front.effects.program import Resolving, effect_of
from sealed.games.south_front.notation import CONTINGENCY, FACTION_KIND, PIECE, SPACE
from sealed.games.south_front.state import ALLIES, AXIS, State
from sealed.games.south_front.supply.supplied import unsupplied_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sealed.engine import frames
    from sealed_client.words.phrases import Phrases


def question_lines(state: frames.State, said: Phrases) -> list[str]:
    """Return what goes with the open question for who sees no board; nothing where it says all itself."""
    s = cast("State", state)
    asked = kernel.question(s)
    around = _AROUND.get(asked.id) if asked is not None else None
    return [] if around is None else list(around(s, said))


def combat_lines(s: State, said: Phrases) -> Iterator[str]:
    """Yield the combat that waits for an answer."""
    battle = battle_of(s)
    if battle is None:
        return

    def listed(pieces: list[int], forces: int = 0) -> str:
        names = [said.name(PIECE, piece) for piece in pieces]
        names += [said.say_count("lines.forces", forces)] if forces else []
        return ", ".join(names) or said.say("lines.none")

    yield said.say(
        "lines.combat",
        faction=said.name(FACTION_KIND, battle.faction),
        origin=said.name(SPACE, battle.origin),
        target=said.name(SPACE, battle.target),
        force=listed(force(s, battle)),
        defenders=listed(defenders(s, battle), forces_there(s, battle)),
    )


def card_lines(s: State, said: Phrases) -> Iterator[str]:
    """Yield the cards whose texts are being carried out, the newest first."""
    node = s.stack
    while node is not None:
        if isinstance(node.frame, Resolving):
            yield _card_line(node.frame, said)
        node = node.below


def _card_line(frame: Resolving, said: Phrases) -> str:
    kind, code = (CARD, frame.code) if frame.code > 0 else (CONTINGENCY, -frame.code)
    return said.say("lines.resolved", card=said.name(kind, code), text=said.fact(kind, "text", code))


def _asking_card(s: State, said: Phrases) -> Iterator[str]:
    """Yield the card whose text asks the open question: it lies right below.

    Where it has granted another action, that action asks and not the card.
    """
    node = s.stack
    below = node.below.frame if node is not None and node.below is not None else None
    if isinstance(below, Resolving) and below.step and not _granted(s, below):
        yield _card_line(below, said)


def _granted(s: State, card: Resolving) -> bool:
    """Tell whether what is asked belongs to an action that a card has granted."""
    effect, frame = effect_of(card.code, card.step - 1), s.stack.frame if s.stack else None
    if isinstance(effect, DiscardForAgain):
        return not (isinstance(frame, Spending) and isinstance(frame.then, AnotherAction))
    return isinstance(effect, Again)


def _turn(s: State, said: Phrases) -> Iterator[str]:
    """Yield the score and what the side on turn has to bring into supply, until its first piece has moved."""
    side = getattr(s.stack.frame, "colour", None) if s.stack else None
    if s.moved or side not in {AXIS, ALLIES}:
        return
    yield said.say(
        "lines.points",
        side=said.colour(AXIS),
        points=s.points[AXIS],
        side2=said.colour(ALLIES),
        points2=s.points[ALLIES],
    )
    if lacking := unsupplied_pieces(s, side):
        yield said.say("lines.lacking", pieces=", ".join(said.standing(s, PIECE, one) for one in lacking))


def _mulligan(s: State, said: Phrases) -> Iterator[str]:
    del s
    yield said.say("lines.read-hand")


_BY_CARD = (
    *("unless", "spend", "eliminate", "deploy", "recruit"),
    *("march", "move-or-attack", "attack", "control", "supply"),
)
_IN_COMBAT = ("defend", "continue", "forfeit", "counter", "advance")
_AROUND: dict[str, Callable[[State, Phrases], Iterator[str]]] = {
    "mulligan": _mulligan,
    "first-movement": _turn,
    **dict.fromkeys(_BY_CARD, _asking_card),
    **dict.fromkeys(_IN_COMBAT, combat_lines),
}
"""What goes with each question."""
