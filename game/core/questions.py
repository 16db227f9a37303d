"""What a ruleset offers to odds, drill and sheets: the questions it answers and the words they are asked in.

A ruleset that takes part has an attribute `odds`, an object with the members of `OddsForm`. It says how a
question is asked, and lays out the situation it means as an ordinary state of play. What happens from
there on is worked out by the very steps of play; nothing here or there reads a table a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

from game.core.actions import Action
from game.core.errors import Refusal
from game.core.events import Rolled
from game.core.state import GameState, Piece
from game.core.tongue import _, word

# --- how a question is asked -----------------------------------------------------------------------

POLICIES = ("auto", "always", "never")


class UnitFigure(NamedTuple):
    """One of the figures written after a unit's arm: "4/7" is strength 4, cohesion 7."""

    name: str
    least: int
    most: int
    usual: int | None = None  # None: it must be given
    rule: str = ""


class UnitWords(NamedTuple):
    """How units are written in this ruleset: "heavy cavalry 4/7 disordered"."""

    arms: Mapping[str, str]  # every word a player may use, and the arm it means
    figures: tuple[UnitFigure, ...]
    states: tuple[str, ...] = ()
    example: str = ""

    def spoken(self, unit: UnitSpec) -> str:
        """A unit as it is written; figures at the end that go without saying are left out."""
        return " ".join((unit.arm.replace("_", " "), self._figures(unit), *unit.states))

    def told(self, unit: UnitSpec) -> str:
        """The same for people to read, in their language."""
        return " ".join((word(unit.arm), self._figures(unit), *map(word, unit.states)))

    def _figures(self, unit: UnitSpec) -> str:
        figures = list(unit.figures)
        while len(figures) > 1 and figures[-1] == self.figures[len(figures) - 1].usual:
            figures.pop()
        return "/".join(map(str, figures))


class UnitSpec(NamedTuple):
    """A unit as a question describes it."""

    arm: str
    figures: tuple[int, ...]
    states: tuple[str, ...] = ()


Answerable = str | int | tuple[UnitSpec, ...] | tuple[str, ...]
FieldKind = Literal["units", "choice", "choices", "whole", "policy"]


class Field(NamedTuple):
    """One thing a question says: its name, what may be said, and what goes without saying."""

    name: str
    kind: FieldKind
    help: str
    usual: Answerable = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    role: str = ""  # of the units in it: "attacker" or "defender"
    needed: bool = False
    # Words that are understood, but that no question can mean: what forbids them, marked for translation.
    barred: Mapping[str, Refusal] = {}


class Kind(NamedTuple):
    """A kind of question: fire, shock, charge, a test…"""

    id: str
    title: str
    fields: tuple[Field, ...]
    figures: tuple[str, ...]  # the summary figures that make sense here, the one asked for most first
    example: str = ""

    def field(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)

    def names(self) -> tuple[str, ...]:
        return tuple(field.name for field in self.fields)


@dataclass(frozen=True)
class Question:
    """A question in full: every field of its kind has a value."""

    ruleset: str
    kind: str
    values: tuple[tuple[str, Answerable], ...]

    def __getitem__(self, name: str) -> Any:
        for key, value in self.values:
            if key == name:
                return value
        raise KeyError(name)

    def __contains__(self, name: str) -> bool:
        return any(key == name for key, _ in self.values)

    def get(self, name: str, otherwise: Any = None) -> Any:
        """What is said about something that not every kind of question asks."""
        return dict(self.values).get(name, otherwise)

    def but(self, **changed: Answerable) -> Question:
        """The same question with some things said otherwise."""
        values = tuple((key, changed.get(key.replace("-", "_"), value)) for key, value in self.values)
        return Question(self.ruleset, self.kind, values)


class BadQuestion(Exception):
    """A question the rules have no answer to; the refusal names the rule."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))


class Covered(Exception):
    """A rating was read that is covered: what comes next depends on it."""


# --- what it means on a table ------------------------------------------------------------------------


def no_more(state: GameState) -> None:
    """There is one round, and nothing comes after it."""


def of_every(roll: Rolled) -> bool:
    """All that is rolled for is what was asked about."""
    return True


class Situation(NamedTuple):
    """A state of play with what is to be done in it, and when the dust has settled."""

    rules: Any
    state: GameState
    opening: tuple[Action, ...]  # taken first, whoever is asked
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    words: str
    is_over: Callable[[GameState], bool]
    # What comes when one round is over; None when that was the last.
    next_round: Callable[[GameState], GameState | None] = no_more
    kind: str = ""  # the kind of question it is, which says what figures make sense; empty: any
    # A text with words for the hexes of a board that nobody sees.
    spoken: Callable[[str], str] = lambda text: text
    # The same rules with the ratings of all units covered, for every question that differs in nothing else:
    # who reads one there raises `Covered`, and what comes about all the same holds for any ratings.
    covered: Any = None
    # Whether a roll is of the fight that was asked about, where several are fought on the way.
    is_about: Callable[[Rolled], bool] = of_every

    @property
    def attacking_side(self) -> str | None:
        return self.state.pieces[self.attackers[0]].side if self.attackers else None


class Prompt(NamedTuple):
    """A decision inside a chain that a policy can answer: the words of those who say yes, and no."""

    name: str
    title: str
    no: frozenset[str]  # verbs; every other action means yes


class Fate(NamedTuple):
    """What became of a unit."""

    status: str  # "unchanged", "disordered", "routed", "eliminated"… in the ruleset's words
    moved: bool
    lost: int  # strength that no longer counts

    def __str__(self) -> str:
        return word(self.status) + (_(", moved") if self.moved else "")


class Ending(NamedTuple):
    """One way a chain can end: the state before, the state after, and who was concerned."""

    situation: Situation
    state: GameState


class FigureForm(NamedTuple):
    """A number a player asks for: a chance when it is 0 or 1 in every ending, else an expectation."""

    name: str
    title: str
    of: Callable[[Ending], int]
    is_chance: bool = True
    is_welcome: bool = True  # whether the attacker wants more of it


class Change(NamedTuple):
    """One thing within reach that could be otherwise."""

    title: str
    question: Question


class OddsCard(NamedTuple):
    """A table of odds for the table top: one figure over two things that vary, as questions.

    Where sides decide, they play for the figure on the card.
    """

    title: str
    note: str
    figure: str
    across: str
    columns: tuple[str, ...]
    down: str
    rows: tuple[tuple[str, tuple[Question, ...]], ...]


class Encounter(NamedTuple):
    """A fight in words that every ruleset can translate into its own units."""

    attacking_arm: str  # "infantry", "cavalry", "heavy cavalry", "artillery"
    attacking_men: int
    defending_arm: str
    defending_men: int
    terrain: str = "clear"


class OddsForm(Protocol):
    """The small interface a ruleset implements to have odds, drill, comparison and odds cards."""

    @property
    def kinds(self) -> Mapping[str, Kind]: ...

    @property
    def units(self) -> UnitWords: ...

    @property
    def figures(self) -> Mapping[str, FigureForm]: ...

    @property
    def value(self) -> FigureForm:
        """What best replies play for: high is good for the attacker."""
        ...

    def lay_out(self, question: Question) -> Situation:
        """The situation a question means; raises `BadQuestion` where the rules forbid it."""
        ...

    def on_board(self, rules: Any, state: GameState, action: Action) -> Situation:
        """An action of play as a situation: who is concerned and where it ends."""
        ...

    def prompt(self, state: GameState) -> Prompt | None:
        """The decision a state asks for, where policies answer it; None for a matter of course."""
        ...

    def usual(self, rules: Any, state: GameState, actions: tuple[Action, ...]) -> Action:
        """What is done as a matter of course: which way to face, which of two like hexes to take."""
        ...

    def fate(self, rules: Any, before: Piece, after: Piece) -> Fate: ...

    def unit_name(self, rules: Any, id_: str) -> str: ...

    def label(self, ending: Ending) -> str:
        """How a chain ended, in a few words; ends with one label count together."""
        ...

    def is_main(self, roll: Rolled) -> bool:
        """Whether a roll is the one its question is about, whose modifier lines come first."""
        ...

    def row(self, reading: str) -> str:
        """What the reading of a roll means, in words: a row of the table, a test passed."""
        ...

    def changes(self, question: Question) -> Iterator[Change]: ...

    def swapped(self, question: Question) -> Question:
        """The same two sides with the parts exchanged."""
        ...

    def samples(self, draw: Callable[[Iterable[Any]], Any], kind: str) -> Question:
        """A random but sensible question; *draw* takes one of several."""
        ...

    def cards(self) -> Iterator[OddsCard]:
        """The odds worth having at hand on the table, in the order they are printed."""
        ...

    def encounter(self, wanted: Encounter) -> Question | None:
        """The question that comes nearest to an encounter; None where the rules have nothing like it."""
        ...


def fates_in_words(form: OddsForm, ending: Ending) -> str:
    """What became of every unit, one after another: "heavy cavalry disordered, moved; infantry routed"."""
    situation, after = ending
    told = []
    for id_ in (*situation.attackers, *situation.defenders):
        fate = form.fate(situation.rules, situation.state.pieces[id_], after.pieces[id_])
        told.append(f"{form.unit_name(situation.rules, id_)} {fate}")
    return "; ".join(told)
