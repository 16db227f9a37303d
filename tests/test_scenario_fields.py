"""Every field of a scenario spoilt in turn: the answer is one sentence that names file and field."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from game.core.errors import DataError
from game.core.ruleset import find_rulesets, load_ruleset
from game.core.scenario import ScenarioFile
from game.library import scenarios_of

Place = tuple[str | int, ...]
MARKER = "zzz"  # a key no scenario has


@cache
def sample(ruleset: str) -> ScenarioFile:
    """A shipped scenario of a ruleset: the one with the most kinds of field in the fewest lines."""
    files = scenarios_of(ruleset)
    kinds = {file.name: {names(place) for place in places_of(file.data)} for file in files}
    most = max(map(len, kinds.values()))
    return min(
        (file for file in files if len(kinds[file.name]) == most), key=lambda file: len(str(file.data))
    )


def places_of(value: Any, at: Place = ()) -> Iterator[Place]:
    children = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in children:
        yield (*at, key)
        if isinstance(child, dict | list):
            yield from places_of(child, (*at, key))


def names(place: Place) -> Place:
    """A place without the numbers of list entries."""
    return tuple(key for key in place if isinstance(key, str))


def places(ruleset: str) -> list[Place]:
    """One place for each kind of field."""
    found: dict[Place, Place] = {}
    for place in places_of(sample(ruleset).data):
        if isinstance(place[-1], str):
            found.setdefault(names(place), place)
    return list(found.values())


def value_at(content: Any, place: Place) -> Any:
    for key in place:
        content = content[key]
    return content


def spoilt(ruleset: str, place: Place, value: Any) -> ScenarioFile:
    file = sample(ruleset)
    data = copy.deepcopy(file.data)
    holder = value_at(data, place[:-1])
    if value is MARKER:
        del holder[place[-1]]
    else:
        holder[place[-1]] = value
    return file._replace(data=data)


RULESETS = [id_ for id_ in sorted(find_rulesets()) if scenarios_of(id_)]
CASES = [(id_, place) for id_ in RULESETS for place in places(id_)]


@pytest.mark.parametrize(("ruleset", "place"), CASES, ids=str)
def test_a_value_of_the_wrong_type_is_refused_by_name(ruleset: str, place: Place) -> None:
    file = sample(ruleset)
    old = value_at(file.data, place)
    wrongs: list[Any] = [3.5, {MARKER: {}}, [[]], "seven" if not isinstance(old, str) else 7]
    for wrong in wrongs:
        with pytest.raises(DataError) as caught:
            load_ruleset(ruleset).read_scenario(spoilt(ruleset, place, wrong))
        error = caught.value
        assert str(error).startswith(str(file.path)) and "\n" not in str(error)
        assert names(place)[-1] in error.where, (wrong, str(error))


@pytest.mark.parametrize(("ruleset", "place"), CASES, ids=str)
def test_a_missing_field_is_refused_in_a_sentence_or_not_needed(ruleset: str, place: Place) -> None:
    try:
        load_ruleset(ruleset).read_scenario(spoilt(ruleset, place, MARKER))
    except DataError as error:
        assert str(error).startswith(str(sample(ruleset).path)) and "\n" not in str(error)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_unknown_key_is_refused_wherever_it_stands(ruleset: str) -> None:
    tables = [place for place in places(ruleset) if isinstance(value_at(sample(ruleset).data, place), dict)]
    for place in [(), *tables]:
        file = sample(ruleset)
        data = copy.deepcopy(file.data)
        value_at(data, place)[MARKER] = 1
        with pytest.raises(DataError, match=MARKER):
            load_ruleset(ruleset).read_scenario(file._replace(data=data))


@pytest.mark.parametrize("number", [-(10**30), 10**30])
@pytest.mark.parametrize(("ruleset", "place"), CASES, ids=str)
def test_numbers_out_of_all_reason_are_refused_by_name(ruleset: str, place: Place, number: int) -> None:
    if not isinstance(value_at(sample(ruleset).data, place), int):
        return
    with pytest.raises(DataError) as caught:
        load_ruleset(ruleset).read_scenario(spoilt(ruleset, place, number))
    assert names(place)[-1] in caught.value.where or names(place)[-1] in caught.value.problem
