"""Every ruleset passes the kit; one line each. The long runs see every step and every row."""

from __future__ import annotations

import pytest

from game import conformance

test_skirmish = conformance.suite("skirmish", games=20)
test_skirmish_is_seen_whole = conformance.reaches_everything("skirmish", games=200)

test_jours_de_gloire = conformance.suite("jours-de-gloire", games=2, scenarios=("meeting", "somosierra"))
test_jours_de_gloire_is_seen_whole = pytest.mark.soak(
    conformance.reaches_everything("jours-de-gloire", games=1000)
)

test_age_of_glory = conformance.suite("age-of-glory", games=3, scenarios=("pike-drill",))
test_age_of_glory_is_seen_whole = pytest.mark.soak(conformance.reaches_everything("age-of-glory", games=1000))
