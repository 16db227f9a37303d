"""The seven rules of Skirmish, one test for each sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import Action, act
from game.core.dice import D6, Face, ScriptedDice
from game.core.errors import DataError
from game.core.events import Rolled
from game.core.state import Deployment, GameState, Piece
from game.filekinds import check_file
from game.library import find_scenario
from game.match import Match
from game.rulesets.skirmish import RULESET
from game.rulesets.skirmish.rules import assess, column
from game.shipped import shipped

TABLE = {  # typed a second time from the page
    "-1": ["AE", "AE", "-", "-", "DR", "DR"],
    "0": ["AE", "-", "-", "DR", "DR", "DE"],
    "+1": ["-", "-", "DR", "DR", "DE", "DE"],
}


def battle(
    places: str, *faces: Face, blue: str = "advance", red: str = "hold", woods: str = "whole_move"
) -> Match:
    """A game with units where they are wanted ("b-line 0304; r-line 0404"), orders given, blue to act.

    Where a unit acts that is alone, nothing is left to ask and the activation ends by itself.
    """
    match = Match.begin("skirmish", "skirmish", {"woods": woods}, dice=ScriptedDice("blue", *faces))
    spots = dict(spot.split() for spot in places.split("; "))
    pieces = {
        piece.id: piece._replace(hex=match.rules.board.at(spots[piece.id]) if piece.id in spots else None)
        for piece in match.state.pieces
    }
    state = match.state
    match.state = GameState(state.turn, state.frames, Deployment(pieces), state.facts)
    match.act(act("order", blue))
    match.act(act("order", red))
    return match


def moves(match: Match, unit: str) -> set[str]:
    return {a.words[1] for a in match.legal() if a.verb == "move" and a.words[0] == unit}


def place(match: Match, unit: str) -> str | None:
    hex_ = match.state.pieces[unit].hex
    return match.rules.board.label(hex_) if hex_ else None


# --- 1. The turn ---------------------------------------------------------------------------------


def test_a_turn_has_four_activations_and_a_game_four_turns() -> None:
    """[1] Orders, four activations, the end; four times."""
    match = Match.begin("skirmish", "skirmish", seed=1)
    asked = []
    while not match.is_over:
        asked.append((match.state.turn, match.legal()[-1].verb))
        match.act(match.legal()[-1])
    assert asked == [(n, verb) for n in range(1, 5) for verb in ["order"] * 2 + ["pass"] * 4]


# --- 2. Orders -----------------------------------------------------------------------------------


def test_orders_are_given_in_secret_and_shown_together() -> None:
    """[2] The other side sees an order only when both are given."""
    match = Match.begin("skirmish", "skirmish", seed=1)
    match.act(act("order", "hold"))
    assert match.state.fact("order:blue") is None
    assert match.view("red").state.fact("secret:blue:order") is None
    match.act(act("order", "advance"))
    assert (match.state.fact("order:blue"), match.state.fact("order:red")) == ("hold", "advance")


@pytest.mark.parametrize(
    ("blue", "red", "values"),
    [("advance", "hold", [2, -1, 1, -1]), ("advance", "advance", [2, -1, 1]), ("hold", "hold", [2, -1, -1])],
)
def test_orders_count_in_attacks(blue: str, red: str, values: list[int]) -> None:
    """[2] Advance is +1 in one's own attacks, hold is -1 in the enemy's."""
    match = battle("b-line 0404; r-light 0504", blue=blue, red=red)
    assert [line.value for line in assess(match.rules, match.state, "b-line", "r-light")] == values


# --- 3. The cup ----------------------------------------------------------------------------------


def test_each_side_has_two_markers() -> None:
    """[3] Two of each go into the cup; the one drawn says who acts."""
    match = battle("b-line 0203; r-line 0803")
    assert sorted(match.state.fact("cup")) == ["blue", "red", "red"]
    assert match.asked == "blue"


# --- 4. Movement ---------------------------------------------------------------------------------


def test_clear_ground_takes_one_point_woods_take_both() -> None:
    """[4] Two points: two clear hexes, or one of woods."""
    reach = moves(battle("b-line 0304; r-line 0903"), "b-line")
    assert "0303" in reach  # woods next to it
    assert "0302" not in reach  # woods beyond
    assert "0504" in reach
    assert "0604" not in reach


def test_with_the_house_rule_woods_are_like_clear_ground() -> None:
    reach = moves(battle("b-line 0304; r-line 0903", woods="as_clear"), "b-line")
    assert "0302" in reach


def test_no_two_units_share_a_hex_nor_pass_through() -> None:
    """[4] Occupied hexes are neither entered nor crossed."""
    match = battle("b-line 0101; b-guard 0102; b-light 0201; r-line 0903")
    assert moves(match, "b-line") == set()


def test_each_unit_acts_once_an_activation() -> None:
    """[4] A unit that has moved has acted, until its side is drawn again."""
    match = battle("b-line 0304; b-guard 0101; r-line 0903", "blue")
    match.act(act("move", "b-line", "0404"))
    assert match.why_not(act("move", "b-line", "0504")) is not None
    match.act(act("pass"))
    assert moves(match, "b-line")


# --- 5. Attacks ----------------------------------------------------------------------------------


def test_only_adjacent_enemies_are_attacked() -> None:
    """[5] A unit attacks an enemy next to it."""
    match = battle("b-line 0404; b-guard 0304; r-line 0504; r-light 0604")
    attacks = {a for a in match.legal() if a.verb == "attack"}
    assert attacks == {act("attack", "b-line", "r-line")}


@pytest.mark.parametrize("name", TABLE)
@pytest.mark.parametrize("face", D6.faces)
def test_every_cell_of_the_table(name: str, face: int) -> None:
    assert RULESET.tables["combat"].cell(str(face), name) == TABLE[name][face - 1]


@pytest.mark.parametrize(
    ("attacker", "target", "expected"),
    [("b-light", "r-guard", "-1"), ("b-light", "r-light", "0"), ("b-guard", "r-light", "+1")],
)
def test_strength_less_strength_gives_the_column(attacker: str, target: str, expected: str) -> None:
    """[5] Beyond the outer columns the outer ones are used."""
    match = battle(f"{attacker} 0404; {target} 0504")
    assert column(assess(match.rules, match.state, attacker, target)) == expected


@pytest.mark.parametrize(
    ("face", "left"),
    [(1, {"b-guard", "r-line"}), (2, {"b-guard", "b-line", "r-line"}), (6, {"b-guard", "b-line"})],
)
def test_results(face: int, left: set[str]) -> None:
    """[5] Attacker eliminated, nothing, defender eliminated: 2 against 2, +1 and -1."""
    match = battle("b-line 0404; b-guard 0101; r-line 0504", face)
    events = match.act(act("attack", "b-line", "r-line"))
    assert [event.face for event in events if isinstance(event, Rolled)] == [face]
    assert {piece.id for piece in match.state.pieces if piece.hex} == left


# --- 6. Retreat ----------------------------------------------------------------------------------


def test_the_owner_takes_a_beaten_unit_back_where_he_likes() -> None:
    """[6] One hex of its owner's choice."""
    match = battle("b-line 0404; b-guard 0101; r-line 0504", 4)
    match.act(act("attack", "b-line", "r-line"))
    assert match.asked == "red"
    assert {a.words[1] for a in match.legal()} == {"0503", "0603", "0604", "0505", "0403"}
    match.act(act("retreat", "r-line", "0604"))
    assert place(match, "r-line") == "0604"
    assert match.asked == "blue"


def test_where_there_is_no_way_back_the_unit_is_eliminated() -> None:
    """[6] Surrounded by map edge and enemies."""
    match = battle("b-line 0102; b-guard 0201; r-line 0101", 4)
    match.act(act("attack", "b-line", "r-line"))
    assert place(match, "r-line") is None


# --- 7. Victory ----------------------------------------------------------------------------------


def test_a_side_without_units_has_lost() -> None:
    """[7] At the end of the turn."""
    match = battle("b-line 0404; r-line 0504", 6, "blue", "red", "red")
    match.act(act("attack", "b-line", "r-line"))
    while not match.is_over:
        match.act(act("pass"))
    assert match.state.result is not None
    assert (match.state.result.winner, match.state.result.level) == ("blue", "decisive")
    assert match.state.turn == 1


@pytest.mark.parametrize(("where", "winner"), [("0504", "red"), ("0505", None)])
def test_after_the_last_turn_the_crossroads_decide(where: str, winner: str | None) -> None:
    """[7] Whoever stands alone on the crossroads."""
    match = battle(
        f"b-line 0101; r-line {where}", *["red", "red", "blue"], *["blue", "blue", "red", "red"] * 3
    )
    while not match.is_over:
        match.act(match.legal()[-1])
    assert match.state.result is not None
    assert match.state.result.winner == winner


# --- the files -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'side = "red", hex = "0804"',
            'side = "green", hex = "0804"',
            "units[3].side: must be one of blue, red",
        ),
        ('hex = "0204"', 'hex = "0203"', "units[1]: has the id or the hex of an earlier unit"),
        ('hex = "0204"', 'hex = "9901"', "units[1].hex"),
        ("strength = 3", "strength = 4", "units[0].strength"),
    ],
)
def test_a_scenario_with_a_mistake(tmp_path: Path, old: str, new: str, told: str) -> None:
    home = shipped("maps") / "skirmish"
    (tmp_path / "map.toml").write_bytes((home / "map.toml").read_bytes())
    path = tmp_path / "scenario.toml"
    text = (home / "scenario.toml").read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    (problem,) = check_file(path).problems
    assert told in problem


def test_two_units_in_a_hex_break_the_game() -> None:
    match = battle("b-line 0404; r-line 0903")
    shared = match.state.with_piece(Piece("r-line", "red", match.rules.board.at("0404")))
    assert list(RULESET.broken(match.rules, shared)) == ["b-line, r-line share hex 0404"]
    assert list(RULESET.broken(match.rules, match.state.with_turn(5))) == ["turn 5 of 4"]


def test_refusals_name_their_rule() -> None:
    match = battle("b-line 0404; r-line 0903")
    refused = {
        "dance": "4",
        "move r-line 0902": "4",
        "move b-line 0901": "4",
        "attack b-line r-line": "5",
        "move": "4",
    }
    for text, rule in refused.items():
        refusal = match.why_not(Action(*_split(text)))
        assert refusal is not None
        assert refusal.rule == rule, text


def _split(text: str) -> tuple[str, tuple[str, ...]]:
    verb, *words = text.split()
    return verb, tuple(words)


def test_the_wrong_ruleset_is_refused() -> None:
    file = find_scenario("skirmish")
    with pytest.raises(DataError, match="not 'jours-de-gloire'"):
        Match.begin("jours-de-gloire", file, seed=1)
