"""What an answer is worth, for who sees neither map nor card: beside each answer of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sealed.engine import kernel
from sealed.engine.notation import CARD
from sealed.games.south_front.actions.acting import AnotherAction
from sealed.games.south_front.actions.conscription import price
from sealed.games.south_front.actions.spending import Spending
from sealed.games.south_front.board.pieces import (
    LAND,
    cargo_of,
    on_board,
    pieces_in,
    ship_of,
    space_of,
    transported,
)
from sealed.games.south_front.combat.battle import FORCE_RANK, battle_of, rank, ready
from sealed.games.south_front.effects.points import Gaining
from sealed.games.south_front.effects.unless import Averting, Pay
from sealed.games.south_front.notation import CONTINGENCY, PIECE, SPACE
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import AIRPLANE, FLEET, FRANCE, KIND, SIDE, SIDE_OF_FACTION, State
from sealed.games.south_front.supply.supplied import unsupplied_pieces

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine import frames
    from sealed.engine.action import Action
    from sealed_client.words.phrases import Phrases

    Note = Callable[[State, Phrases, tuple[int, ...]], str]

_NUMBERS = load().numbers


def answer_note(state: frames.State, action: Action, said: Phrases) -> str:
    """Return what map, pieces and cards say about an answer; empty where they say nothing more."""
    note = _NOTES.get(action.verb)
    return note(cast("State", state), said, action.args) if note is not None else ""


def _place(s: State, said: Phrases, piece: int) -> str:
    """Return where a piece stands."""
    space = space_of(s, piece)
    if space is None:
        return ""
    ship, name = ship_of(s, piece), said.name(SPACE, space)
    if ship is None:
        return said.say("notes.in", space=name)
    return said.say("notes.aboard", ship=said.name(PIECE, ship), space=name)


def _stands(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    return "; ".join(filter(None, (_place(s, said, args[-1]), _load(s, said, args[-1]))))


def _load(s: State, said: Phrases, piece: int) -> str:
    cargo = cargo_of(s, piece)
    return "" if cargo is None else said.say("notes.with", piece=said.name(PIECE, cargo))


def _start(s: State, said: Phrases, piece: int) -> str:
    """Return where a piece comes from."""
    space = space_of(s, piece)
    if space is None or ship_of(s, piece) is not None:
        return _place(s, said, piece)
    return said.say("notes.from", space=said.name(SPACE, space))


def _move(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    """Return where a piece comes from, what it takes along, and whether it takes control of land."""
    piece, space = args[-2:]
    notes = [_start(s, said, piece), _load(s, said, piece)]
    if LAND >> space & 1 and not s.held[SIDE[piece]] >> space & 1:
        notes.append(said.say("notes.takes"))
    return "; ".join(filter(None, notes))


def _board(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    piece, ship = args
    sea = space_of(s, ship)
    to = "" if sea is None else said.say("notes.ship-in", space=said.name(SPACE, sea))
    return "; ".join(filter(None, (_start(s, said, piece), to)))


def _play(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    """Return what the card does, and the reaction that it cannot be used for afterwards."""
    del s
    reaction = said.say("notes.gives-up", reaction=said.fact(CARD, "reaction", args[0]))
    return f"{said.fact(CARD, 'text', args[0])} {reaction}"


def _held(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    """Return what would be given up with a card: faction and reaction."""
    del s
    code = args[0]
    if not code:
        return ""
    return said.say(
        "notes.card", faction=said.fact(CARD, "faction", code), reaction=said.fact(CARD, "reaction", code)
    )


def _contingency(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    del s
    return said.fact(CONTINGENCY, "text", args[0])


def _conscript(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    del s
    return said.say_count("notes.costs", price(args[0]))


def _conscript_aboard(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    return "; ".join((_conscript(s, said, args), _place(s, said, args[1])))


def _loss(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    """Return where a piece stands, its rank in this combat, and what is lost with it."""
    battle, piece = battle_of(s), args[-1]
    if battle is None:
        return _stands(s, said, args)
    ranked = said.say("notes.rank", rank=rank(battle, KIND[piece]))
    return "; ".join(filter(None, (_place(s, said, piece), ranked, _load(s, said, piece))))


def _force_loss(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    del s, args
    return said.say("notes.rank", rank=FORCE_RANK)


def _attack(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    """Return who attacks and whom."""
    faction, origin, target = args
    return _against(s, said, ready(s, faction, origin, target), faction, target)


def _attack_with_french(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    faction, origin, target = args
    force = ready(s, faction, origin, target) + ready(s, FRANCE, origin, target)
    return _against(s, said, force, faction, target)


def _against(s: State, said: Phrases, force: list[int], faction: int, target: int) -> str:
    side = SIDE_OF_FACTION[faction]
    enemies = [said.name(PIECE, piece) for piece in pieces_in(s, target) if SIDE[piece] != side]
    if LAND >> target & 1 and s.forces[target]:
        enemies.append(said.say_count("lines.forces", s.forces[target]))
    return said.say(
        "notes.against",
        force=", ".join(said.name(PIECE, piece) for piece in force),
        enemies=", ".join(enemies) or said.say("notes.nobody"),
    )


def _war(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    del args
    asked = _asked_side(s)
    return "" if asked is None else said.say("notes.joins", side=said.colour(1 - asked))


def _asked_side(s: State) -> int | None:
    frame = s.stack.frame if s.stack else None
    colour = getattr(frame, "colour", None)
    return colour if isinstance(colour, int) else None


def _done(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    """Return what is lost when the movement of a turn ends: what is aboard a fleet, what has no supply."""
    del args
    asked, side = kernel.question(s), _asked_side(s)
    if asked is None or asked.id != "second-movement" or side is None:
        return ""
    aboard = [piece for piece in on_board(s, side) if transported(s, piece)]
    starving = [piece for piece in unsupplied_pieces(s, side) if piece not in aboard]
    lost = (("notes.would-be-lost", aboard), ("notes.would-starve", starving))
    return "; ".join(
        said.say(message, pieces=", ".join(said.name(PIECE, piece) for piece in pieces))
        for message, pieces in lost
        if pieces
    )


def _cards(number: int) -> Note:
    return lambda _s, said, _args: said.say_count("notes.costs", number)


def _stop(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    """Return what it takes to go on: the lowest piece, the reaction that always does, and those that fit."""
    del args
    b = battle_of(s)
    if b is None or not b.demanded:
        return ""
    place = "land" if b.on_land else "sea"
    notes = [said.say("notes.to-continue", what=said.say(f"notes.suffices-{place}-{b.demanded}"))]
    if b.lost == AIRPLANE:
        notes.append(said.say("notes.anti-air-too"))
    if b.lost == FLEET and b.on_land:
        notes.append(said.say("notes.naval-combat-too"))
    return "; ".join(notes)


def _pay(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    """Return how many cards it takes to avert what a card threatens."""
    del args
    frame = s.stack.frame if s.stack else None
    ways = frame.effect().ways if isinstance(frame, Averting) else ()
    return next((said.say_count("notes.costs", way.cards) for way in ways if isinstance(way, Pay)), "")


def _decline(s: State, said: Phrases, args: tuple[int, ...]) -> str:
    """Return what happens if no cards are discarded for a card's text."""
    del args
    frame = s.stack.frame if s.stack else None
    if not isinstance(frame, Spending):
        return ""
    if isinstance(frame.otherwise, Gaining):
        gain = frame.otherwise
        return said.say_count("notes.then-points", gain.points, side=said.colour(gain.colour))
    return said.say("notes.no-other-action") if isinstance(frame.then, AnotherAction) else ""


_NOTES: dict[str, Note] = {
    "move": _move,
    "board": _board,
    "stay": _stands,
    "done": _done,
    "remove": _stands,
    "play": _play,
    "spend": _held,
    "show": _held,
    "contingency": _contingency,
    "conscript": _conscript,
    "conscript-aboard": _conscript_aboard,
    "forced-march": _cards(_NUMBERS.forced_march),
    "desperate-attack": _cards(_NUMBERS.desperate_attack),
    "lose": _loss,
    "give": _loss,
    "exchange": _loss,
    "lose-force": _force_loss,
    "retreat": _move,
    "withdraw": _move,
    "eliminate": _stands,
    "supply": _stands,
    "attack": _attack,
    "attack-with-french": _attack_with_french,
    "declare-war": _war,
    "stop": _stop,
    "pay": _pay,
    "decline": _decline,
}
