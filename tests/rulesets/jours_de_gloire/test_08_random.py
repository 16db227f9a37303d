"""[8, 9] Random shock segments under random house rules: each comes to its end, and nothing breaks."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from game.core.dice import StreamDice
from game.core.engine import legal_actions, play, proceed, prompt
from game.rulesets.jours_de_gloire.combat import combats
from game.rulesets.jours_de_gloire.invariants import broken
from game.rulesets.jours_de_gloire.units import fronts, side_at
from tests.rulesets.jours_de_gloire.field import SWITCHES, Field

KINDS = ("line", "horse", "heavy", "guns")
GROUND = ("clear", "clear", "clear", "woods", "town", "rough")
HEXSIDES = ("stream", "wall", "slope", "steep_slope")
LONGEST = 400  # actions in one segment


def units(source: random.Random) -> Iterator[str]:
    """A few stacks of either side, close together, in all states."""
    labels = [f"{column:02d}{row:02d}" for column in range(3, 7) for row in range(3, 7)]
    source.shuffle(labels)
    for side in "br":
        number = 0
        for _stack in range(source.randint(2, 5)):
            label, kind = labels.pop(), source.choice(KINDS)
            facing = source.choice(("NE", "SE", "SW", "NW"))  # known to both kinds of front
            for _unit in range(source.choice((1, 1, 2))):
                number += 1
                state = "square" if kind == "line" else "disordered"
                state = source.choice(("", "", "", "", "disordered", state))
                figures = f"sp={source.randint(1, 12)} coh={source.randint(3, 8)}"
                yield f"{side}{number} {label} {kind} {facing} {figures} {state}"


def battlefield(source: random.Random) -> Field:
    """A position at the start of the shock segment; cavalry near an enemy has mostly ridden a charge."""
    switches = {
        key: source.choice([choice.key for choice in switch.choices]) for key, switch in SWITCHES.items()
    }
    field = Field(
        "; ".join(units(source)),
        terrain={f"{c:02d}{r:02d}": source.choice(GROUND) for c in range(2, 8) for r in range(2, 8)},
        edge={"0404/0405": source.choice(HEXSIDES), "0503/0504": source.choice(HEXSIDES)},
        weather=source.choice((None, None, {"rain": True})),
        **switches,
    )
    for piece in field.state.pieces:
        ahead = [
            hex_ for hex_ in fronts(field.rules, piece) if side_at(field.rules, field.state, hex_) == "red"
        ]
        if piece.side == "blue" and field.rules.cards[piece.id].is_cavalry and ahead:
            field.fact(f"charge:{piece.id}", field.rules.label[source.choice(ahead)])
    if source.random() < 0.2:
        field.fact("status", "SO")
    return field.open("shock", part=0)


def played_out(seed: int) -> bool:
    """Whether a random battlefield is one that can be, played to the end of its segment."""
    source = random.Random(seed)
    field = battlefield(source)
    if list(broken(field.rules, field.state)):
        return False  # two squares in one hex with a line, and the like
    dice = StreamDice(source)
    while (done := proceed(field.rules, field.state, dice)) is not None:
        field.state = done.state
    for _action in range(LONGEST):
        if field.step == "rest":
            break
        actions = legal_actions(field.rules, field.state)
        assert len(set(actions)) == len(actions)
        assert prompt(field.rules, field.state)
        bold = [action for action in actions if action.verb not in ("pass", "enough", "stand")]
        action = source.choice(bold if bold and source.random() < 0.8 else actions)
        field.state = play(field.rules, field.state, action, dice).state
        assert not list(broken(field.rules, field.state)), f"seed {seed}: {action}"
    assert field.step == "rest", f"seed {seed}: the segment does not end"
    assert not combats(field.state), f"seed {seed}: a combat is left on the table"
    return True


def test_random_segments_end():
    """[8.2] Some hundreds of them."""
    assert sum(played_out(seed) for seed in range(400)) > 300


@pytest.mark.soak
def test_many_random_segments_end():
    """[8.2] Tens of thousands."""
    assert sum(played_out(seed) for seed in range(400, 30_400)) > 22_500
