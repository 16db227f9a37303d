"""[10.1] What a D, an R and an elimination do."""

from __future__ import annotations

import pytest

from game.rulesets.jours_de_gloire.disorder import disorder, rout
from game.rulesets.jours_de_gloire.units import cohesion
from game.rulesets.jours_de_gloire.zones import exerts_zone
from tests.rulesets.jours_de_gloire.field import Field


def _hit(text, what):
    field = Field(f"{text}; r1 0101 line S")
    ledger = field.ledger()
    what(field.rules, ledger, "b1", "trial")
    return field.take(ledger)


@pytest.mark.parametrize(
    ("before", "what", "after"),
    [
        ("", disorder, "disordered"),
        ("", rout, "routed"),
        ("disordered", disorder, "routed"),
        ("disordered", rout, "routed"),
        ("routed", disorder, "eliminated"),
        ("routed", rout, "eliminated"),
    ],
)
def test_the_table_of_states(before, what, after):
    """[10.1] Good order, disordered, routed: what D and R make of them."""
    assert _hit(f"b1 0405 line N {before}", what).status("b1") == after


@pytest.mark.parametrize(
    ("before", "what", "after"),
    [
        ("", disorder, "disordered"),
        ("", rout, "disordered"),
        ("disordered", disorder, "eliminated"),
        ("disordered", rout, "eliminated"),
    ],
)
def test_guns_do_not_rout(before, what, after):
    """[10.1, 7.2] Disordered guns are lost; good ones hit by an R are disordered and go back."""
    field = _hit(f"b1 0405 guns N {before}", what)
    assert field.status("b1") == after
    assert (field.step == "recoil") == (what is rout and not before)


def test_rout_opens_the_flight_at_once():
    """[10.3] The marker goes on and the unit runs."""
    field = _hit("b1 0405 line N", rout)
    assert (field.step, field.asked) == ("rout_move", "blue")


def test_a_d_breaks_a_square():
    """[9.3] Any D does."""
    assert _hit("b1 0405 line N square", disorder).piece("b1").formation == ""


def test_rout_is_a_marker_on_the_disordered_face():
    """[0.3, 10.3] The back's cohesion counts."""
    field = Field("b1 0405 line N coh=7 dis=4 routed")
    assert cohesion(field.rules, field.piece("b1")) == 4


@pytest.mark.parametrize("state", ["disordered", "routed"])
def test_broken_units_have_no_zone(state):
    """[10.1, 10.3] Neither disordered nor routed units control anything."""
    field = Field(f"b1 0405 line N {state}; b2 0505 line N")
    assert not exerts_zone(field.rules, field.piece("b1"))
    assert exerts_zone(field.rules, field.piece("b2"))
