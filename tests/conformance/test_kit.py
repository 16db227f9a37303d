"""Each check of the kit notices what it is there for: the smallest ruleset with one thing wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from game import conformance
from game.conformance import Kit
from game.core.sequence import Node, Sequence
from game.core.tables import PrintedTable
from game.rulesets import skirmish
from game.rulesets.skirmish import RULESET, steps
from game.rulesets.skirmish.rules import SkirmishRules

KIT = Kit("skirmish", games=1)


@pytest.fixture(autouse=True)
def fresh_games() -> Iterator[None]:
    """No report of a sound ruleset is used for a broken one, nor the other way round."""
    conformance._report.cache_clear()
    yield
    conformance._report.cache_clear()


def with_node(node: Node) -> Sequence:
    return Sequence(format=1, start="turn", node=(*RULESET.sequence.node, node))


def test_a_fault_in_a_random_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RULESET, "broken", lambda rules, state: ["bad"])
    (problem,) = conformance.random_games_keep_every_rule(KIT)
    assert "bad" in problem


def test_secret_steps_without_a_hidden_fact(monkeypatch: pytest.MonkeyPatch) -> None:
    report = KIT.report()
    monkeypatch.setattr(report, "secrets_compared", 0)
    assert any("no game had a hidden fact" in each for each in conformance.secrets_do_not_leak(KIT))


def test_a_ruleset_without_scenarios(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "scenarios_of", lambda id_: [])
    assert list(conformance.scenarios_are_in_order(KIT)) == ["has no scenario"]


def test_a_map_with_words_the_ruleset_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"terrain": frozenset({"clear"}), "hexside": frozenset[str](), "road": frozenset({"road"})}
    monkeypatch.setattr(skirmish, "read_map", lambda path, _: conformance.read_map(path))
    monkeypatch.setattr(RULESET, "vocabulary", words)
    problems = list(conformance.scenarios_are_in_order(KIT))
    assert problems == ["skirmish: the map's terrain word 'woods' is unknown"]


def test_a_piece_without_a_description(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RULESET, "describe_piece", lambda rules, state, id_: " ")
    problems = list(conformance.scenarios_are_in_order(KIT))
    assert "skirmish: b-guard is described without a word" in problems


def test_a_box_without_a_step_and_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RULESET, "sequence", with_node(Node(id="parley", title="Parley", when="white_flag")))
    problems = list(conformance.steps_and_flow_chart_agree(KIT))
    assert "'parley' of the sequence of play has no step" in problems
    assert "nobody answers 'white_flag'" in problems
    assert "nothing leads to 'parley'" in problems


def test_a_step_without_a_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(steps.STEPS, "parley", steps.STEPS["act"])
    assert "step 'parley' is not in the sequence of play" in list(conformance.steps_and_flow_chart_agree(KIT))


def test_an_opening_that_is_not_drawn() -> None:
    KIT.report().coverage.openings["orders", "fight"] += 1
    assert list(conformance.steps_and_flow_chart_agree(KIT)) == [
        "'orders' opens 'fight', which the sequence of play does not show"
    ]


def test_a_diagram_that_leaves_something_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sequence, "mermaid", lambda self: "flowchart TD\n  turn([Game turn])\n")
    problems = list(conformance.the_diagram_shows_every_step(KIT))
    assert "the diagram does not show 'act'" in problems
    assert "the diagram does not show 'turn'" not in problems


def test_a_table_that_points_to_no_note(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PrintedTable(format=1, title="T", columns=("a [b]",), rows={"1": ("x [c]",)}, notes={"b": "!"})
    empty = PrintedTable(format=1, title="E", columns=(), rows={})
    monkeypatch.setattr(RULESET, "tables", {"t": table, "e": empty})
    assert list(conformance.tables_are_whole(KIT)) == ["table 't' has no note [c]", "table 'e' is empty"]


def test_a_house_rule_that_cannot_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def reach(rules: SkirmishRules, *rest: object) -> object:
        if rules.house_rules["woods"] == "as_clear":
            raise KeyError("as_clear")
        return sound(rules, *rest)

    sound: Callable[..., object] = steps.reach
    monkeypatch.setattr(steps, "reach", reach)
    assert list(conformance.every_house_rule_can_be_played(KIT)) == [
        "with woods = as_clear: KeyError: 'as_clear'"
    ]


def test_a_view_that_offers_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        conformance, "view", lambda rules, state, side: conformance_view(rules, state, "blue")
    )
    assert any("is offered what" in each for each in conformance.everybody_has_a_view(KIT))


conformance_view = conformance.view


def test_a_game_that_differs_from_process_to_process(monkeypatch: pytest.MonkeyPatch) -> None:
    # The sample then holds what Python's own hash makes of a word, which every process salts anew.
    broken = conformance.every_process_plays_the_same_game.__globals__
    run = broken["subprocess"].run

    def salted(command: list[str], **more: object) -> object:
        return run([*command[:2], "print(hash('gloire'))"], **more)

    monkeypatch.setattr("game.conformance.subprocess.run", salted)
    assert list(conformance.every_process_plays_the_same_game(KIT)) == [
        "two processes play the same seed differently"
    ]


def test_what_was_not_seen_is_named() -> None:
    with pytest.raises(AssertionError, match=r"1 games did not see: .*combat"):
        conformance.reaches_everything("skirmish", games=1)()
