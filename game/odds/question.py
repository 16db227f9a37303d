"""Reading a question: words and figures as a player writes them, checked against the ruleset's form."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from game.core.errors import DataError, Refusal, did_you_mean, hint
from game.core.questions import (
    POLICIES,
    Answerable,
    BadQuestion,
    Field,
    Kind,
    OddsForm,
    Question,
    UnitSpec,
    UnitWords,
)
from game.core.ruleset import find_rulesets, load_ruleset
from game.core.tables import read_toml
from game.core.tongue import _
from game.core.tongue import word as in_words

FORMAT = 1
LONGEST = 20  # signs of a figure that are looked at


class Unclear(ValueError):
    """A question that cannot be read; its text says what would be right."""


def form_of(ruleset: str) -> OddsForm:
    """The odds of a ruleset, or one sentence that it has none."""
    found: OddsForm | None = getattr(load_ruleset(ruleset), "odds", None)
    if found is None:
        able = ", ".join(rulesets_with_odds())
        raise Unclear(_("'{id}' has no odds yet; these have: {able}").format(id=ruleset, able=able))
    return found


def rulesets_with_odds() -> tuple[str, ...]:
    """The ids of the rulesets that answer questions."""
    found = []
    for id_ in find_rulesets():
        try:
            if getattr(load_ruleset(id_), "odds", None) is not None:
                found.append(id_)
        except DataError:  # a ruleset that is not complete has no odds either
            continue
    return tuple(found)


def kind_of(ruleset: str, word: str) -> Kind:
    """The kind of question a word means."""
    kinds = form_of(ruleset).kinds
    if word not in kinds:
        told = hint(word, kinds)
        raise Unclear(_("'{id}' answers no question '{word}'{hint}").format(id=ruleset, word=word, hint=told))
    return kinds[word]


def read_question(ruleset: str, kind: str, said: Mapping[str, Sequence[str]]) -> Question:
    """The question that some words mean; what is not said takes its usual value."""
    form, found = form_of(ruleset), kind_of(ruleset, kind)
    for name in said:
        if name not in found.names():
            raise Unclear(
                _("'{kind}' has no '{name}'{hint}").format(
                    kind=kind, name=name, hint=hint(name, found.names())
                )
            )
    values = tuple(
        (field.name, _value(form, found, field, said.get(field.name, ()))) for field in found.fields
    )
    return Question(ruleset, kind, values)


def _value(form: OddsForm, kind: Kind, field: Field, words: Sequence[str]) -> Answerable:
    if not words:
        if field.needed:
            shown = re.search(f'--{field.name} "([^"]+)"', kind.example)
            unit = shown[1] if shown else form.units.example
            example = f' "{unit}"' if field.kind == "units" else ""
            raise Unclear(_("say --{name}{example}").format(name=field.name, example=example))
        return field.usual
    if field.kind == "units":
        return tuple(read_unit(form.units, text) for text in words)
    if field.kind == "choices":
        parts = [part.strip() for text in words for part in text.split(",")]
        return tuple(_choice(field, part) for part in parts)
    if len(words) > 1:
        raise Unclear(_("--{name} is said more than once").format(name=field.name))
    if field.kind == "whole":
        return _whole(field, words[0])
    return _choice(field, words[0])


def _choice(field: Field, text: str) -> str:
    choices = POLICIES if field.kind == "policy" else field.choices
    word = _key(text.strip())
    by_word = {_key(in_words(choice)): choice for choice in choices}
    by_word |= {_key(choice): choice for choice in choices}
    if field.kind == "policy":
        by_word |= {"yes": "always", "no": "never", "best": "auto"}
    for each, refusal in field.barred.items():
        if word in (_key(each), _key(in_words(each))):
            raise BadQuestion(Refusal(_(refusal.why).format(what=in_words(each)), refusal.rule))
    if word not in by_word:
        told = hint(word, choices)
        raise Unclear(_("--{name}: unknown '{text}'{hint}").format(name=field.name, text=text, hint=told))
    return by_word[word]


def _key(text: str) -> str:
    """A word without what people write differently."""
    return re.sub(r"[-_\s]+", "_", text.lower())


def _whole(field: Field, text: str) -> int:
    if (
        not re.fullmatch(r"[+-]?\d{1,4}", text.strip(), re.ASCII)
        or not field.least <= int(text) <= field.most
    ):
        raise Unclear(
            _("--{name}: '{text}' is no whole number from {least} to {most}").format(
                name=field.name, text=text, least=field.least, most=field.most
            )
        )
    return int(text)


def read_unit(words: UnitWords, text: str) -> UnitSpec:
    """A unit as it is written, in English or the language of the moment: "heavy cavalry 4/7 disordered"."""
    said = text.lower().strip()
    for state in words.states:
        said = re.sub(rf"(?<!\w){re.escape(in_words(state).lower())}(?!\w)", state, said)
    figure = r"[+-]?\d+"
    found = re.fullmatch(rf"([^\d/]*?)\s*({figure}(?:\s*/\s*{figure})*)\s*([^\d/]*)", said, re.ASCII)
    arm, figures, more = found.groups() if found else (said, "", "")
    states = more.split()
    if not figures:
        # Without figures the states stand right behind the arm.
        parts = arm.split()
        while parts and parts[-1] in words.states:
            states.insert(0, parts.pop())
        arm = " ".join(parts)
    arms = {in_words(each).lower(): each for each in words.arms.values()} | dict(words.arms)
    if arm not in arms:
        told = hint(arm, words.arms)
        raise Unclear(_("'{text}': unknown arm '{arm}'{hint}").format(text=text, arm=arm, hint=told))
    for state in states:
        if state not in words.states:
            raise Unclear(
                _("'{text}': unknown state '{state}'{hint}").format(
                    text=text, state=state, hint=hint(state, words.states)
                )
            )
    return UnitSpec(arms[arm], _figures(words, text, figures), tuple(states))


def _figures(words: UnitWords, text: str, figures: str) -> tuple[int, ...]:
    given = [int(part[:LONGEST]) for part in figures.split("/")] if figures else []
    if len(given) > len(words.figures):
        names = "/".join(figure.name for figure in words.figures)
        raise Unclear(_("'{text}': too many figures; they are {names}").format(text=text, names=names))
    found = []
    for number, figure in enumerate(words.figures):
        value = given[number] if number < len(given) else figure.usual
        if value is None:
            raise Unclear(
                _("'{text}' does not say its {figure}; write '{example}'").format(
                    text=text, figure=figure.name, example=words.example
                )
            )
        if not figure.least <= value <= figure.most:
            raise BadQuestion(
                Refusal(
                    _("'{text}': {figure} is {value}, but goes from {least} to {most}").format(
                        text=text, figure=figure.name, value=value, least=figure.least, most=figure.most
                    ),
                    figure.rule,
                )
            )
        found.append(value)
    return tuple(found)


def read_question_file(path: Path) -> Question:
    """A question written down: `format = 1`, `ruleset`, `ask` (the kind), and a table `[question]`."""
    data = read_toml(path)
    for key in data:
        if key not in ("format", "ruleset", "ask", "question"):
            hint = did_you_mean(key, ("format", "ruleset", "ask", "question"))
            raise DataError(path, key, f"unknown key '{key}'{hint}")
    if data.get("format") != FORMAT:
        raise DataError(path, "format", f"must be {FORMAT}, the format this program reads")
    for key in ("ruleset", "ask"):
        if not isinstance(data.get(key), str):
            raise DataError(path, key, "is missing; a question names its ruleset and what it asks")
    table = data.get("question", {})
    if not isinstance(table, dict):
        raise DataError(path, "question", "must be a table")
    try:
        return read_question(
            data["ruleset"], data["ask"], {key: _texts(value) for key, value in table.items()}
        )
    except (Unclear, BadQuestion) as error:
        raise DataError(path, "question", str(error)) from None


def _texts(value: Any) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]


def spoken(form: OddsForm, question: Question) -> str:
    """The question as words of the command line, with what goes without saying left out."""
    words = [question.ruleset, question.kind]
    for field in form.kinds[question.kind].fields:
        value = question[field.name]
        if value == field.usual:
            continue
        if field.kind == "units":
            words += [f'--{field.name} "{form.units.spoken(unit)}"' for unit in value]
        else:
            text = ",".join(value) if isinstance(value, tuple) else str(value)
            words.append(f"--{field.name} {text}")
    return " ".join(words)


def read_flags(words: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The plain words and the flags with what they say: `--level +1` and `--level=+1` are the same."""
    plain: list[str] = []
    said: dict[str, list[str]] = {}
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if not word.startswith("--"):
            plain.append(word)
            continue
        name, equals, value = word.removeprefix("--").partition("=")
        if not equals:
            if not waiting or waiting[0].startswith("--"):
                raise Unclear(
                    _("--{name} says nothing; write --{name} and a word after it").format(name=name)
                )
            value = waiting.pop(0)
        said.setdefault(name, []).append(value)
    return plain, said


def parse_spoken(text: str) -> Question:
    """The question that `spoken` has put into words."""
    plain, said = read_flags(shlex.split(text))
    if len(plain) != 2:
        raise Unclear(_("'{text}' is no question").format(text=text))
    return read_question(plain[0], plain[1], said)
