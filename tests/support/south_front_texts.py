"""The programs of the cards of South Front written out in the compact notation of a table, for tests.

`written_out` says what a program does, part by part; it reads the fields of the effects and knows no card.
"""

from __future__ import annotations

from functools import singledispatch

from sealed.games.south_front.board.countries import COUNTRIES
from sealed.games.south_front.effects import countries_and_markers as cm
from sealed.games.south_front.effects import deploying as d
from sealed.games.south_front.effects import eliminating as e
from sealed.games.south_front.effects import hands as h
from sealed.games.south_front.effects import moving_and_attacking as m
from sealed.games.south_front.effects import places as p
from sealed.games.south_front.effects import points as v
from sealed.games.south_front.effects import unless as u
from sealed.games.south_front.notation import MARKERS

_FACTIONS, _KINDS = ("Pact", "Germany", "UK", "USA", "France"), ("inf", "tank", "air", "fleet", "carrier")
_GROUND = {p.ANYWHERE: "", p.DESERTS: "desert", p.ON_LAND: "land", p.AT_SEA: "water"}


def written_out(program) -> str:
    """Return a program as text, its parts joined by `; `."""
    return "; ".join(map(part, program))


@singledispatch
def part(effect) -> str:
    """Return one part as text."""
    raise TypeError(f"no words for {effect!r}")


def place(where) -> str:
    """Return a place as text, with a blank before it."""
    if where in _GROUND:
        return f" @{_GROUND[where]}" if _GROUND[where] else ""
    if isinstance(where, p.There):
        return " @there"
    only = f" {_GROUND[where.only]}" if where.only is not p.ANYWHERE else ""
    if isinstance(where, p.Near):
        return f" within {where.steps} of [{pieces(where.pieces)}]{only}"
    names = "/".join(where.names)
    if where.steps == 0:
        return f" @{names}{only}"
    if where.steps > 1:
        return f" within {where.steps} of {names}{only}"
    return f" {'in/adj' if where.itself else 'adj'} {names}{only}"


def kinds(factions, those) -> str:
    """Return factions and kinds as text."""
    sides = {(0, 1): "X", (2, 3, 4): "L"}
    whose = sides.get(tuple(sorted(factions)), "/".join(_FACTIONS[faction] for faction in factions))
    what = "piece" if those == p.ANY_KIND else "/".join(_KINDS[kind] for kind in those)
    return f"{whose} {what}".strip()


def pieces(which) -> str:
    """Return pieces as text."""
    return kinds(which.factions, which.kinds) + place(which.place)


def condition(what) -> str:
    """Return a condition as text."""
    if isinstance(what, v.Controls):
        return f"controls{place(what.place)}"
    if isinstance(what, v.NeutralOrUnoccupied):
        return f"{COUNTRIES[what.country]} neutral or unoccupied"
    return f"{what.number}+ [{pieces(what.which)}]"


def way(option) -> str:
    """Return a way to avert something as text."""
    if isinstance(option, u.Pay):
        return f"discards {option.cards}"
    if isinstance(option, u.Sacrifice):
        return f"eliminates [{pieces(option.which)}]"
    if isinstance(option, u.SacrificeAll):
        return f"eliminates all [{pieces(option.which)}]"
    faction = "its faction" if option.faction == 255 else _FACTIONS[option.faction]
    return f"shows {faction} {option.reaction}"


@part.register
def _(effect: d.Deploy) -> str:
    may = "may " if effect.may else ""
    fewer = ("", " (if left)", " (if left)")[effect.fewer]
    return f"{may}{effect.verb} {kinds(effect.factions, effect.kinds)}{place(effect.place)}{fewer}"


@part.register
def _(effect: d.DeployShipWithCargo) -> str:
    return f"deploy {kinds(effect.factions, effect.kinds)} with {_KINDS[effect.cargo]}{place(effect.place)}"


@part.register
def _(effect: d.RecruitTogether) -> str:
    together = "+".join(_KINDS[kind] for kind in effect.kinds)
    return f"recruit {_FACTIONS[effect.factions[0]]} {together} together{place(effect.place)}"


@part.register
def _(effect: d.DeployEither) -> str:
    options = " or ".join(map(part, effect.options))
    return f"may the other of ({options})" if effect.other and effect.may else f"({options})"


@part.register
def _(effect: m.DeployOrAttack) -> str:
    what = kinds(effect.factions, effect.kinds)
    return f"deploy {what}{place(effect.place)} or attack with force({what})"


@part.register
def _(effect: m.Move) -> str:
    return f"move {kinds(effect.factions, effect.kinds)}{place(effect.place)}"


@part.register
def _(effect: m.Attack) -> str:
    return f"attack{place(effect.place)} with force({kinds(effect.factions, effect.kinds)})"


@part.register
def _(effect: m.FollowUp) -> str:
    return "may follow up"


@part.register
def _(effect: m.AttackWithIt) -> str:
    beside = f" or beside it if air, {kinds(effect.beside, ())}" if effect.beside else ""
    return f"may attack{place(effect.place)} with force(it){beside}"


@part.register
def _(effect: m.MoveOrAttackWithIt) -> str:
    return f"move it or attack with force(it{' or its ship' if effect.or_its_ship else ''})"


@part.register
def _(effect: e.Eliminate) -> str:
    return f"{'other ' if effect.by_other else ''}eliminate [{pieces(effect.which)}]"


@part.register
def _(effect: e.Target) -> str:
    return f"target [{pieces(effect.which)}]"


@part.register
def _(effect: e.EliminateIt) -> str:
    return "eliminate it"


@part.register
def _(effect: e.EliminateForce) -> str:
    return f"eliminate own MCF{place(effect.place)}"


@part.register
def _(effect: u.Unless) -> str:
    return f"unless other {' or '.join(map(way, effect.ways))}, {effect.parts}"


@part.register
def _(effect: v.OnlyIf) -> str:
    return f"only if {condition(effect.condition)}"


@part.register
def _(effect: v.Gain) -> str:
    return f"gain {effect.points}{f' if {condition(effect.condition)}' if effect.condition else ''}"


@part.register
def _(effect: v.OtherGains) -> str:
    return f"other gains {effect.points}"


@part.register
def _(effect: v.GainHalf) -> str:
    count = f"[{pieces(effect.of)}]" if isinstance(effect.of, p.Pieces) else f"controlled{place(effect.of)}"
    return f"gain {'ceil' if effect.up else 'floor'} half of {count}"


@part.register
def _(effect: h.Draw) -> str:
    return f"draw {effect.cards}"


@part.register
def _(effect: h.Discard) -> str:
    return f"discard {effect.cards}"


@part.register
def _(effect: h.DiscardOrOtherGains) -> str:
    return f"discard {effect.cards} or other gains {effect.points}"


@part.register
def _(effect: h.Again) -> str:
    return f"+act{f' from round {effect.from_round}' if effect.from_round else ''}"


@part.register
def _(effect: h.DiscardForAgain) -> str:
    return f"may discard {effect.cards} for +act"


@part.register
def _(effect: cm.DeclareWar) -> str:
    return f"war on {COUNTRIES[effect.country]}"


@part.register
def _(effect: cm.Activate) -> str:
    return f"activate {COUNTRIES[effect.country]}"


@part.register
def _(effect: cm.PlaceMarker) -> str:
    return MARKERS[effect.marker.bit_length() - 1]


@part.register
def _(effect: cm.SupplyOne) -> str:
    return f"supply [{pieces(effect.which)}]"


@part.register
def _(effect: cm.TakeControl) -> str:
    return f"take control{place(effect.place)} unoccupied, adj to [{pieces(effect.pieces)}]"


__all__ = ["written_out"]
