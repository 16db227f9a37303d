"""The answer as plain data: what `gloire odds --json` prints, and the model its schema is made from.

The names here are a promise to other people's programs. New ones may come; none changes its meaning
without a new `format`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Literal

from pydantic import Field

from game.core.models import Closed
from game.core.questions import OddsForm
from game.odds.answer import Answer, Spread, Throw
from game.odds.changes import Effect, Reply
from game.odds.policy import Decided
from game.odds.sweep import Sweep, pairs

FORMAT = 1
FRACTION = Field(pattern=r"^-?\d+(/\d+)?$", description="An exact fraction such as 7/10, or a whole number.")


class ModifierData(Closed):
    """One line of a sum."""

    value: int
    why: str
    rule: str


class RowData(Closed):
    """A row of the table: which faces of the die lead to it."""

    label: str
    reading: str
    faces: list[int | str]
    probability: str = FRACTION
    percent: float


class RollData(Closed):
    """A roll of the chain; `times` is how often it comes to it on average."""

    why: str
    rule: str
    times: str = FRACTION
    modifiers: list[ModifierData]
    total: int
    rows: list[RowData]


class OutcomeData(Closed):
    """A way the chain can end."""

    label: str
    probability: str = FRACTION
    percent: float


class FateData(Closed):
    """What can become of one unit."""

    status: str
    moved: bool
    probability: str = FRACTION
    percent: float


class UnitData(Closed):
    """A unit concerned, and its fates."""

    id: str
    name: str
    role: Literal["attacker", "defender"]
    fates: list[FateData]


class ValueData(Closed):
    """A value of a figure with its chance, and that of at least and at most so much."""

    value: int
    probability: str = FRACTION
    at_least: str = FRACTION
    at_most: str = FRACTION


class OptionData(Closed):
    action: str
    worth: str = FRACTION


class DecisionData(Closed):
    """A decision of the chain: what was chosen and what each choice is worth to the attacker."""

    decision: str
    side: str
    chosen: str
    probability: str = FRACTION
    options: list[OptionData]


class EffectData(Closed):
    """A single change, the figure with it, and the difference it makes."""

    change: str
    figure: str
    value: str = FRACTION
    effect: str = FRACTION


class ReplyData(Closed):
    """The figures when one decision follows one policy."""

    decision: str
    policy: str
    summary: dict[str, str]


class CellData(Closed):
    """The figure for one pair of values; null where the rules forbid it."""

    across: str
    down: str
    value: str | None


class SweepData(Closed):
    """A figure over one range or two; `value` is what best replies play for."""

    figure: str
    value: str
    across: str
    down: str
    cells: list[CellData]


class OddsData(Closed):
    """All of it."""

    format: Literal[1]
    ruleset: str
    question: str
    situation: str
    modifiers: list[ModifierData]
    total: int
    rows: list[RowData]
    rolls: list[RollData]
    outcomes: list[OutcomeData]
    units: list[UnitData]
    summary: dict[str, str]
    spreads: dict[str, list[ValueData]]
    value: str
    decisions: list[DecisionData]
    changes: list[EffectData] = []
    replies: list[ReplyData] = []
    sweep: SweepData | None = None


def percent(chance: Fraction) -> float:
    """A chance as a percentage with at most four decimals."""
    return round(float(chance * 100), 4)


def as_data(
    form: OddsForm,
    found: Answer,
    ruleset: str,
    question: str,
    figure: str = "",
    changes: Iterable[Effect] = (),
    replies: Iterable[Reply] = (),
    swept: Sweep | None = None,
) -> dict[str, Any]:
    """The answer as `gloire odds --json` prints it."""
    main = found.main
    rolls = [_roll(throw) for throw in found.throws]
    first = _roll(main) if main else RollData(why="", rule="", times="0", modifiers=[], total=0, rows=[])
    data = OddsData(
        format=FORMAT,
        ruleset=ruleset,
        question=question,
        situation=found.words,
        modifiers=first.modifiers,
        total=first.total,
        rows=first.rows,
        rolls=rolls,
        outcomes=[
            OutcomeData(label=each.label, probability=str(each.chance), percent=percent(each.chance))
            for each in found.outcomes
        ],
        units=_units(form, found),
        summary={name: str(value) for name, value in found.summary.items()},
        spreads={name: _spread(spread) for name, spread in found.spreads.items()},
        value=found.value.title,
        decisions=[_decision(each) for each in found.decided],
        changes=[
            EffectData(change=e.title, figure=figure, value=str(e.value), effect=str(e.effect))
            for e in changes
        ],
        replies=[
            ReplyData(
                decision=r.title, policy=r.policy, summary={name: str(v) for name, v in r.summary.items()}
            )
            for r in replies
        ],
        sweep=_sweep(swept) if swept else None,
    )
    return data.model_dump()


def _roll(throw: Throw) -> RollData:
    return RollData(
        why=throw.why,
        rule=throw.rule,
        times=str(throw.times),
        modifiers=[ModifierData(value=line.value, why=line.why, rule=line.rule) for line in throw.lines],
        total=throw.total,
        rows=[
            RowData(
                label=row.label,
                reading=row.reading,
                faces=list(row.faces),
                probability=str(row.chance),
                percent=percent(row.chance),
            )
            for row in throw.rows
        ],
    )


def _units(form: OddsForm, found: Answer) -> list[UnitData]:
    situation = found.situation
    return [
        UnitData(
            id=unit,
            name=form.unit_name(situation.rules, unit),
            role="attacker" if unit in situation.attackers else "defender",
            fates=[
                FateData(
                    status=fate.status, moved=fate.moved, probability=str(chance), percent=percent(chance)
                )
                for fate, chance in fates
            ],
        )
        for unit, fates in found.fates.items()
    ]


def _spread(spread: Spread) -> list[ValueData]:
    return [
        ValueData(
            value=value,
            probability=str(chance),
            at_least=str(spread.at_least(value)),
            at_most=str(spread.at_most(value)),
        )
        for value, chance in spread.values
    ]


def _decision(each: Decided) -> DecisionData:
    return DecisionData(
        decision=each.title,
        side=each.side or "",
        chosen=str(each.chosen),
        probability=str(each.chance),
        options=[OptionData(action=str(action), worth=str(worth)) for action, worth in each.worth],
    )


def _sweep(swept: Sweep) -> SweepData:
    return SweepData(
        figure=swept.figure,
        value=swept.played_for,
        across=swept.across.title,
        down=swept.down.title if swept.down else "",
        cells=[
            CellData(across=across, down=down, value=None if value is None else str(value))
            for across, down, value in pairs(swept)
        ],
    )
