"""What holds on any ground: the same from both ends, better from higher up, one answer however asked."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from hexmap.blockers import SightPolicy, always_ask
from hexmap.board import Board
from hexmap.coords import Grid, Hex, distance
from hexmap.neutral_sight import PLAIN, plain_sight
from hexmap.sight import Sighting
from tests.hexmap.sight_boards import raised, wild
from tests.hexmap.sight_policies import REGIMENTAL, TABLETOP

POLICIES = [PLAIN, plain_sight(beside="either", corner="either"), REGIMENTAL, TABLETOP]
MIXED = plain_sight(beside="either", corner="both")


def some_pairs(board: Board, seed: int, count: int) -> list[tuple[Hex, Hex]]:
    dice = random.Random(seed)
    return [(dice.choice(board.hexes), dice.choice(board.hexes)) for _ in range(count)]


@pytest.mark.parametrize("policy", [*POLICIES, MIXED], ids=lambda policy: policy.name)
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_sight_is_the_same_from_both_ends(policy: SightPolicy, orientation: str):
    seen = 0
    for seed in range(4):
        board = wild(seed, orientation=orientation, bare=0.85)  # type: ignore[arg-type]
        sighting = Sighting(board, policy)
        dice = random.Random(seed)
        screen = sighting.screen(dice.sample(board.hexes, 12))
        for a, b in some_pairs(board, seed, 400):
            assert sighting.can_see(a, b) == sighting.can_see(b, a)
            assert sighting.can_see(a, b, screen) == sighting.can_see(b, a, screen)
            there, back = sighting.look(a, b, screen), sighting.look(b, a, screen)
            assert there.seen == back.seen == sighting.can_see(a, b, screen)
            assert there.vertices == back.vertices[::-1]
            assert [crossing.enter for crossing in there.crossings] == [
                1 - crossing.leave for crossing in sorted(back.crossings, key=lambda c: (-c.leave, -c.enter))
            ]
            assert {crossing.where for crossing in there.crossings} == {c.where for c in back.crossings}
            seen += there.seen
    assert 0 < seen < 1600


@pytest.mark.parametrize("seed", range(6))
def test_higher_up_nothing_is_lost(seed: int):
    """Raising the observer never loses sight under the plain policy; somewhere it gains some."""
    board = wild(seed, bare=0.85)
    dice = random.Random(seed)
    gained = 0
    for origin in dice.sample(board.hexes, 5):
        before = Sighting(board, PLAIN).field(origin, 12).hexes
        for by in (1, 2, 5):
            after = Sighting(raised(board, origin, by), PLAIN).field(origin, 12).hexes
            assert before <= after
            gained += len(after) - len(before)
            before = after
    assert gained > 0


@pytest.mark.parametrize("policy", [PLAIN, MIXED, TABLETOP], ids=["plain", "mixed", "tabletop"])
@pytest.mark.parametrize("seed", range(3))
def test_field_pair_and_long_answer_agree(policy: SightPolicy, seed: int):
    """Three roads to one verdict: shadows by unit, lanes by pair, and following the line leg by leg."""
    board = wild(seed, 14, 12, bare=0.9, steep=1)
    dice = random.Random(seed)
    hidden = 0
    for _ in range(4):
        sighting = Sighting(board, policy)
        origin = dice.choice(board.hexes)
        for _ in range(3):
            screen = sighting.screen(dice.sample(board.hexes, 25))
            open_field, field = sighting.field(origin, 7), sighting.field(origin, 7, screen)
            hidden += len(open_field) - len(field)
            for hex_ in board.hexes:
                if distance(origin, hex_) <= 7:
                    told = sighting.look(origin, hex_, screen).seen
                    assert (hex_ in field) == told == sighting.can_see(origin, hex_, screen)
                    assert (hex_ in open_field) == sighting.look(origin, hex_).seen
    assert hidden > 0


@pytest.mark.parametrize("policy", [PLAIN, REGIMENTAL], ids=["plain", "regimental"])
def test_sills_spare_questions_and_change_no_answer(policy: SightPolicy):
    patient = replace(
        policy, sill=always_ask, unit_sill=always_ask, side_matters=lambda _board, _side, found: bool(found)
    )
    for seed in range(3):
        board = wild(seed)
        quick, slow = Sighting(board, policy), Sighting(board, patient)
        units = random.Random(seed).sample(board.hexes, 15)
        for origin in board.hexes[::9]:
            assert quick.field(origin, 9).hexes == slow.field(origin, 9).hexes
            assert (
                quick.field(origin, 9, quick.screen(units)).hexes
                == slow.field(origin, 9, slow.screen(units)).hexes
            )


def test_flat_and_pointy_maps_see_alike():
    """The same ground under both kinds of grid: what lies well inside both is seen alike."""

    def ground_at(hex_: Hex) -> tuple[str, int]:
        dice = random.Random(hex_.q * 1009 + hex_.r)
        return dice.choices(("clear", "woods"), (8, 1))[0], dice.choice((0, 0, 0, 1, 2))

    sightings = []
    for orientation in ("flat", "pointy"):
        grid = Grid(24, 24, orientation)  # type: ignore[arg-type]
        hexes = list(grid)
        board = Board(
            grid,
            {hex_: ground_at(hex_)[0] for hex_ in hexes},
            {hex_: ground_at(hex_)[1] for hex_ in hexes},
        )
        sightings.append(Sighting(board, PLAIN))
    flat, pointy = sightings
    inner = [
        hex_
        for hex_ in flat.board.hexes
        if len(flat.board.neighbours(hex_)) == 6
        and hex_ in pointy.board
        and len(pointy.board.neighbours(hex_)) == 6
    ]
    assert len(inner) > 100
    seen = 0
    for a in inner[::5]:
        for b in inner:
            one = flat.can_see(a, b)
            assert one == pointy.can_see(a, b)
            seen += one
            if (a.q + b.r) % 23 == 0:
                there, here = flat.look(a, b), pointy.look(a, b)
                assert (there.obstacle, there.crossings) == (here.obstacle, here.crossings)
    assert seen > 500


def test_every_pair_of_a_large_map_has_an_answer():
    """All 719,400 pairs of a 40 x 30 map; a wooded one, where most lines soon end."""
    board = wild(5, 40, 30, bare=0.5)
    sighting = Sighting(board, PLAIN)
    can_see = sighting.can_see
    hexes = board.hexes
    seen = sum(can_see(a, b) for number, a in enumerate(hexes) for b in hexes[number + 1 :])
    # Neighbours always see each other, and few others do.
    neighbours = sum(len(board.neighbours(hex_)) for hex_ in hexes) // 2
    assert neighbours < seen < len(hexes) * (len(hexes) - 1) // 2


@pytest.mark.soak
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_every_pair_from_both_ends_under_every_policy(orientation: str):
    board = wild(6, 40, 30, orientation, bare=0.9)  # type: ignore[arg-type]
    for policy in POLICIES:
        sighting = Sighting(board, policy)
        fields = {hex_: sighting.field(hex_, 70).hexes for hex_ in board.hexes}
        for a, seen in fields.items():
            for b in seen:
                assert a in fields[b], (policy.name, board.label(a), board.label(b))
