"""What a run of games has got to see, beside all that could be seen."""

from __future__ import annotations

from game.core.events import FactChanged, Rolled, StepClosed, StepOpened
from game.core.modifiers import Modifier
from game.core.ruleset import load_ruleset
from game.core.state import Frame
from game.core.tongue import _
from game.coverage import Coverage
from game.fuzz import fuzz
from game.languages import speak
from game.rulesets.jours_de_gloire.coverage import FIRE
from game.rulesets.jours_de_gloire.tables import load_tables
from game.rulesets.skirmish import RULESET


def opened(step: str) -> StepOpened:
    return StepOpened(Frame(step))


def test_nothing_seen_is_all_unseen() -> None:
    coverage = Coverage(RULESET)
    assert coverage.unseen_steps() == sorted(RULESET.sequence.nodes)
    assert ("turn", "orders") in coverage.unseen_openings()
    assert len(coverage.unseen_cells()) == 18


def test_an_opening_belongs_to_the_step_below() -> None:
    coverage = Coverage(RULESET)
    coverage.see(None, (Frame("turn"), Frame("activations"), Frame("act")), "attack", [opened("fight")])
    assert coverage.openings == {("act", "fight"): 1}
    assert coverage.verbs == {"attack": 1}


def test_a_step_that_closes_and_leaves_another_is_no_opening_of_the_phase_below() -> None:
    coverage = Coverage(RULESET)
    events = [opened("fight"), StepClosed("fight"), opened("retreat")]
    coverage.see(None, (Frame("act"),), "attack", events)
    assert coverage.openings == {("act", "fight"): 1, ("act", "retreat"): 1}
    assert not coverage.undeclared_openings()


def test_who_closes_and_opens_at_once_is_told_from_the_step_below_that_remembers_something() -> None:
    """Both a pursuit and the choice of the next combat lead to a clash."""
    coverage = Coverage(load_ruleset("jours-de-gloire"))
    frames = (Frame("combats"), Frame("pursue"))
    coverage.see(None, frames, "charge", [StepClosed("pursue"), opened("clash")])
    assert coverage.openings == {("pursue", "clash"): 1}
    coverage.see(
        None, frames, "pass", [StepClosed("pursue"), FactChanged("combat:0404", None), opened("clash")]
    )
    assert coverage.openings == {("pursue", "clash"): 1, ("combats", "clash"): 1}


def test_a_question_to_both_sides_is_opened_by_the_phase_twice() -> None:
    coverage = Coverage(RULESET)
    coverage.see(None, (Frame("turn"),), "begin", [opened("orders"), opened("orders")])
    assert coverage.openings == {("turn", "orders"): 2}


def test_an_opening_the_flow_chart_does_not_show_is_told() -> None:
    coverage = Coverage(RULESET)
    coverage.see(None, (Frame("orders"),), "order", [opened("fight")])
    assert coverage.undeclared_openings() == [("orders", "fight")]


def test_cells_come_from_the_ruleset() -> None:
    coverage = Coverage(RULESET)
    roll = Rolled("d6", 4, "a attacks b", "DR", (Modifier(2, "x"), Modifier(-2, "y")))
    coverage.see(None, (Frame("fight"),), "attack", [roll])
    assert coverage.cells == {"combat 0/4": 1}
    assert "combat 0/4" not in coverage.unseen_cells()


def test_a_run_of_games_sees_every_step() -> None:
    report = fuzz("skirmish", 60, 3)
    found = report.coverage.as_json()
    assert found["steps"] == {"seen": 9, "of": 9, "unseen": []}
    assert found["openings"] == {"seen": 8, "of": 8, "unseen": [], "undeclared": []}
    assert set(found["verbs"]) == {"begin", "order", "move", "attack", "retreat", "pass"}


def test_lines_are_recognised_after_a_change_of_language() -> None:
    """[7.3] A roll is written in the player's language; the row it used is the same."""
    line = next(iter(load_tables().fire_lines.values()))

    def seen() -> set[str]:
        roll = Rolled("D10", 5, "fire", "CT", (Modifier(1, _(line.why)),), FIRE)
        return set(load_ruleset("jours-de-gloire").coverage(None, roll))

    english = seen()
    assert line.row in english
    speak("fr")
    try:
        assert seen() == english
    finally:
        speak("en")
