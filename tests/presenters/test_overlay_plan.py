"""What stands on the map for a scene: stacks, signs, dimming; and pieces on their way."""

from dataclasses import replace
from itertools import pairwise

import pytest

from sealed_client.maps import read_map
from sealed_client.maps.place import Place
from sealed_client.presenters.scene import Arrow, Board, Coat, Counter, Mark, Motion, Target
from sealed_client.screens.board.looks import (
    BadgeLook,
    CounterLook,
    LabelLook,
    MarkLook,
    RingLook,
    SignLook,
    TrayLook,
)
from sealed_client.screens.board.overlay_plan import DIMMED, OverlayPlan, Setting, pieces_of
from sealed_client.screens.board.playing import Playing

BOARD = read_map("popular-front")
RED = Coat("round", "#8a2f4c", "#f6efdd")
BLUE = Coat("octagon", "#2f4569", "#f6efdd", "dots")
MADRID = 20


def setting(zoom: float = 1.0, text: float = 1.0) -> Setting:
    return Setting(
        board=BOARD,
        places=[Place(city.name, 2) for city in BOARD.cities],
        scale=0.0425 * zoom,
        zoom=zoom,
        text=text,
        width_of=lambda name, letters: len(name) * letters * 0.45,
        sea_width_of=lambda word, size: len(word) * size * 0.45,
    )


def counters(count: int, space: int = MADRID) -> tuple[Counter, ...]:
    return tuple(Counter(str(n), space, (RED, BLUE)[n % 2], str(n + 1), "") for n in range(count))


def looks_of(plan: OverlayPlan, kind: type) -> list[object]:
    return [item.look for item in plan.items if isinstance(item.look, kind)]


@pytest.mark.parametrize("zoom", [1.0, 3.0])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 12])
def test_every_piece_is_drawn_or_counted(count: int, zoom: float) -> None:
    """Stacked or in slots, a space's pieces are all shown, or a number tells how many there are."""
    plan = OverlayPlan(setting(zoom), Board((), counters(count)))
    drawn, badges = looks_of(plan, CounterLook), looks_of(plan, BadgeLook)
    beside = 2 if zoom >= 3 and count > 3 else 0
    expected = [] if count == 1 or (zoom >= 3 and count <= 3) else [BadgeLook(count - beside)]
    assert badges == expected
    assert len(drawn) == min(count, 3 + beside)


@pytest.mark.parametrize("count", [2, 4, 12])
def test_a_fan_shows_every_piece(count: int) -> None:
    """A fanned stack draws each of its pieces once, on a tray, with no number."""
    plan = OverlayPlan(setting(), Board((), counters(count)), fan=MADRID, room=(0, 0, 900, 600))
    assert len(looks_of(plan, CounterLook)) == count
    assert len(looks_of(plan, TrayLook)) == 1
    assert looks_of(plan, BadgeLook) == []


def test_the_sign_of_a_target_and_the_number_of_a_stack_share_no_corner() -> None:
    """A legal target with several pieces shows both, each readable."""
    plan = OverlayPlan(setting(), Board((), counters(3), targets=(Target(MADRID, "plus", ""),)))
    sign = next(item for item in plan.items if isinstance(item.look, SignLook))
    badge = next(item for item in plan.items if isinstance(item.look, BadgeLook))
    assert abs(sign.y - badge.y) > 17


def test_reasons_dim_everything_else() -> None:
    """With marks on the map only the marked spaces keep their strength, and every reason has its number."""
    scene = Board((), counters(1) + counters(1, 3), marks=(Mark(1, MADRID), Mark(2, MADRID)))
    plan = OverlayPlan(setting(), scene)
    pieces = [item for item in plan.items if isinstance(item.look, CounterLook)]
    assert sorted(item.opacity for item in pieces) == [DIMMED, 1.0]
    marks = [item for item in plan.items if isinstance(item.look, MarkLook)]
    assert [item.look for item in marks] == [MarkLook(1), MarkLook(2)]
    assert abs(marks[0].x - marks[1].x) >= 20


def test_a_ring_has_the_shape_of_its_piece() -> None:
    """The ring around a chosen piece is of its shape; attacked and lit are told apart from it by kind."""
    piece = replace(counters(2)[1], selected=True, attacked=True)
    plan = OverlayPlan(setting(), Board((), (piece,), lit=(MADRID,)))
    kinds = {(look.kind, look.shape) for look in looks_of(plan, RingLook)}
    assert kinds == {("selected", "octagon"), ("attacked", "octagon"), ("lit", "octagon")}


@pytest.mark.parametrize("text", [1.0, 1.6])
def test_names_are_never_under_the_smallest_type(text: float) -> None:
    """Names follow the text size and are at least 12.5 sp; at 160 % some give way instead of overlapping."""
    plan = OverlayPlan(setting(text=text), Board((), ()))
    sizes = {look.letters for look in looks_of(plan, LabelLook)}
    assert min(sizes) >= 12.5 * text
    boxes = [label.box for label in plan.setting.labels]
    assert all(
        a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1] for a, b in pairwise(sorted(boxes))
    )


def test_pieces_arrive_when_their_movement_ends() -> None:
    """A space shows what was there until the last piece has come, and loses a piece as it leaves."""
    before = pieces_of(Board((), counters(1, 3)))
    after = pieces_of(Board((), counters(1, 5)))
    playing = Playing(before, after, (Motion("piece", RED, 3, 5),))
    assert playing.shown(0.0)[3] == ()
    assert playing.shown(0.1)[5] == ()
    assert playing.shown(0.22)[5] == after[5]
    assert len(playing.travellers(0.1)) == 1
    assert playing.travellers(playing.length) == ()


def test_cards_and_markers_do_not_move_on_the_map() -> None:
    """Only movements of pieces are the map's."""
    assert Playing({}, {}, (Motion("card", RED), Motion("marker", RED))).moves == ()


def test_an_arrow_needs_two_spaces_apart() -> None:
    """An arrow is drawn between spaces and changes no piece."""
    scene = Board((), counters(1), arrows=(Arrow(MADRID, 3, hostile=True),))
    assert OverlayPlan(setting(), scene).items == OverlayPlan(setting(), replace(scene, arrows=())).items
