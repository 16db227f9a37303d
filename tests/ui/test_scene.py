"""Scenes as plain data: what lies on the board, without a pixel drawn."""

from __future__ import annotations

import pytest

from game.core.actions import act
from game.ui.handlers import Idle, Picked, Watching
from game.ui.scene import board_scene
from tests.ui.test_handlers import begun, offers, played_to


def test_every_piece_on_the_map_is_on_the_scene_once() -> None:
    session = begun("austerlitz")
    scene = board_scene(session.desk(), Watching(), session.shown())
    shown = [standing.id for stack in scene.stacks.values() for standing in stack]
    there = [piece.id for piece in session.match.state.pieces if piece.hex is not None]
    assert sorted(shown) == sorted(there)


def test_a_path_under_the_pointer_has_its_cost_step_by_step() -> None:
    session = played_to("meeting", lambda s: s.match.state.frame.step == "moving")
    desk = session.desk()
    far = max(
        (each for each in Idle().lit(desk) if each.manner == "move"), key=lambda each: -int(each.label[0])
    )
    scene = board_scene(desk, Idle(), session.shown(), far.hex)
    assert scene.route is not None and scene.route.legs[-1].to == far.hex
    assert all(leg.items for leg in scene.route.legs)
    assert scene.route.left == far.label


def test_front_and_rear_of_the_picked_unit_are_told_apart() -> None:
    session = played_to("meeting", lambda s: s.match.state.frame.step == "moving")
    scene = board_scene(session.desk(), Idle(), session.shown())
    assert scene.fronts and scene.rears and not scene.fronts & scene.rears
    turned = board_scene(session.desk(), Idle(), session.shown(), facing=(scene.facings[0]))
    assert turned.facing == scene.facings[0] and turned.fronts


def test_a_unit_that_can_act_is_marked_and_a_picked_one_lies_on_top() -> None:
    session = begun("skirmish", 7)
    for order in ("advance", "hold"):
        session.act(act("order", order))
    desk = session.desk()
    unit = next(iter(desk.beginners()))
    scene = board_scene(desk, Picked(unit), session.shown())
    standing = next(s for stack in scene.stacks.values() for s in stack if s.id == unit)
    assert standing.can_act and standing.is_picked
    assert scene.stacks[desk.hex_of(unit)][-1].id == unit  # type: ignore[index]


@pytest.mark.parametrize("scenario", ["saalfeld", "fehrbellin", "skirmish"])
def test_every_overlay_differs_without_its_colour(scenario: str) -> None:
    """Layers of one overlay have patterns of their own."""
    session = begun(scenario)
    desk, reader = session.desk(), session.reader
    hex_ = next(p.hex for p in session.match.state.pieces if p.hex is not None and p.side == desk.view.side)
    for name in reader.overlay_titles():
        scene = board_scene(desk, Idle(), session.shown(), hex_, overlay=name, jumped=hex_)
        if scene.overlay is None:
            continue
        patterns = [layer.pattern for layer in scene.overlay.layers if layer.hexes]
        assert len(patterns) == len(set(patterns)), name
        assert all(layer.words for layer in scene.overlay.layers), name


@pytest.mark.parametrize(
    ("scenario", "a", "b"), [("saalfeld", "1505", "2009"), ("fehrbellin", "1509", "1718")]
)
def test_a_blocked_line_of_sight_names_its_obstacle_and_shows_the_ground(
    scenario: str, a: str, b: str
) -> None:
    session = begun(scenario)
    board = session.reader.board
    scene = board_scene(
        session.desk(), Idle(), session.shown(), board.at(b), overlay="sight", jumped=board.at(a)
    )
    assert scene.overlay is not None and scene.overlay.line is not None
    line = scene.overlay.line
    assert not line.is_free and line.why and line.obstacle is not None
    assert [line.profile[0].at, line.profile[-1].at] == [0, 1]


def test_from_his_side_the_overlays_are_his() -> None:
    session = played_to("saalfeld", offers("charge"), 4)
    desk = session.desk()
    ours, his = (
        board_scene(desk, Idle(), session.shown(), overlay="threat", is_swapped=swapped)
        for swapped in (False, True)
    )
    assert ours.overlay is not None and his.overlay is not None
    assert ours.overlay.layers != his.overlay.layers
