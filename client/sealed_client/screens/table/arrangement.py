"""Which part of a table stands where, in each of the four layouts (design, section 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed_client.screens.width_class import WidthClass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kivy.uix.widget import Widget

    from sealed_client.presenters.scene import TableScene
    from sealed_client.screens.table.table_parts import TableParts

Plan = dict["Widget", "list[Widget]"]


class Showing(NamedTuple):
    """What is to be seen: the scene, the layout, and what the player has opened without asking the table."""

    scene: TableScene
    kind: WidthClass
    local: bool = False
    log: bool = False
    hand: bool = False


def cover_of(parts: TableParts, showing: Showing) -> Widget | None:
    """Return the panel that stands in the question's place, if there is one."""
    scene = showing.scene
    if showing.local:
        return parts.local
    if scene.why_not is not None:
        return parts.why_not
    if scene.facts is not None:
        return parts.facts
    return parts.ending if scene.ending is not None else None


def has_strip(showing: Showing) -> bool:
    """Tell whether the track lies above the map of an upright phone: a battle needs the room."""
    return showing.scene.track is not None and showing.scene.combat is None


def plan_of(parts: TableParts, showing: Showing) -> Plan:
    """Return what every container holds, from the top or the back on."""
    plan: Plan = {box: [] for box in parts.columns()}
    plan |= {parts.sheet_box: [], parts.side: [], parts.bar: [], parts.over: []}
    fill = {
        WidthClass.UPRIGHT: _upright,
        WidthClass.LANDSCAPE: _landscape,
        WidthClass.TABLET: _tablet,
        WidthClass.DESKTOP: _desktop,
    }[showing.kind]
    fill(parts, showing, plan)
    return plan


def front_of(parts: TableParts, showing: Showing) -> Sequence[Widget]:
    """Return the parts that lie on the screen itself, from the back to the front; an alarm stands alone."""
    kind, scene = showing.kind, showing.scene
    if scene.alarm is not None:
        return [parts.alarm]
    here: list[Widget] = [parts.board]
    if kind is not WidthClass.LANDSCAPE or scene.combat is None:  # there the battle covers the map
        here += [parts.buttons]
    if kind is WidthClass.UPRIGHT:
        here += [parts.strip] if has_strip(showing) else []
        here += [parts.sheet]
    else:
        here += [parts.bar] if kind is not WidthClass.LANDSCAPE else []
        here += [parts.over] if kind is WidthClass.LANDSCAPE and (scene.combat or showing.hand) else []
        here += [parts.side]
    here += [parts.top, parts.toast]
    return here + ([parts.dialog] if scene.confirmation is not None else [])


def _upright(parts: TableParts, showing: Showing, plan: Plan) -> None:
    main, cover = plan[parts.main.inside], cover_of(parts, showing)
    plan[parts.sheet_box] += [parts.main]
    if showing.log:
        plan[parts.sheet_box][:] = [parts.log]
    elif cover is not None:
        main += [cover]
    elif showing.scene.combat is not None:
        main += [parts.combat]
        plan[parts.foot.inside] += [parts.prompt, *_asked_hand(parts, showing)]
        plan[parts.sheet_box] += [parts.foot]
    else:
        main += [parts.prompt, *_hand(parts, showing), parts.links, parts.seats]


def _landscape(parts: TableParts, showing: Showing, plan: Plan) -> None:
    main, cover = plan[parts.main.inside], cover_of(parts, showing)
    plan[parts.side] += [parts.main]
    plan[parts.over] += [parts.over_column]
    if showing.log:
        plan[parts.side][:] = [parts.log]
    elif cover is not None:
        main += [cover]
    else:
        main += [parts.prompt, parts.links, parts.seats, *_track(parts, showing)]
    battle = showing.scene.combat is not None
    shown = [*_asked_hand(parts, showing), parts.combat] if battle else _hand(parts, showing)
    plan[parts.over_column.inside] += shown


def _tablet(parts: TableParts, showing: Showing, plan: Plan) -> None:
    main, cover = plan[parts.main.inside], cover_of(parts, showing)
    plan[parts.bar] += [parts.bar_left, parts.bar_right]
    plan[parts.bar_left.inside] += [parts.prompt]
    plan[parts.bar_right.inside] += _hand(parts, showing)
    plan[parts.side] += [parts.main]
    if cover is not None:
        main += [cover]
    elif showing.scene.combat is not None:
        main += [parts.combat]
    else:
        main += [parts.seats, *_track(parts, showing)]
        plan[parts.side] += [parts.log]


def _desktop(parts: TableParts, showing: Showing, plan: Plan) -> None:
    main, cover = plan[parts.main.inside], cover_of(parts, showing)
    plan[parts.bar] += [parts.bar_right]
    plan[parts.bar_right.inside] += _hand(parts, showing)
    plan[parts.side] += [parts.main]
    if cover is None and showing.scene.combat is not None:
        main += [parts.combat]
        plan[parts.foot.inside] += [parts.prompt]
        plan[parts.side] += [parts.foot]
        return
    main += [cover] if cover is not None else [parts.prompt]
    plan[parts.tail.inside] += [parts.seats]
    plan[parts.side] += [parts.log, parts.tail]


def _hand(parts: TableParts, showing: Showing) -> list[Widget]:
    return [parts.hand] if showing.scene.hand.rows else []


def _asked_hand(parts: TableParts, showing: Showing) -> list[Widget]:
    """Returns the hand if one of its cards answers: a battle takes its room, but not the answer."""
    cards = [card for row in showing.scene.hand.rows for card in row.cards]
    return [parts.hand] if any(card.state in {"answers", "selected"} for card in cards) else []


def _track(parts: TableParts, showing: Showing) -> list[Widget]:
    return [parts.block] if showing.scene.track is not None else []
