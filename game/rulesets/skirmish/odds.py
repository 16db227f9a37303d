"""The odds of a skirmish: one kind of question, laid out on a few hexes. The smallest odds form there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from game.core.actions import Action, act
from game.core.errors import Refusal
from game.core.events import Rolled
from game.core.questions import (
    BadQuestion,
    Change,
    Encounter,
    Ending,
    Fate,
    Field,
    FigureForm,
    Kind,
    OddsCard,
    Prompt,
    Question,
    Situation,
    UnitFigure,
    UnitSpec,
    UnitWords,
    fates_in_words,
)
from game.core.state import Deployment, Frame, GameState, Piece
from game.core.tongue import N_, _, word
from game.rulesets.skirmish.rules import SkirmishRules, targets
from hexmap.board import Board
from hexmap.coords import Grid, distance

SIZE = 7
MIDDLE = "0404"
MEN_PER_POINT = 200

ATTACK = Kind(
    "attack",
    "An attack, or several in a row on the same target",
    (
        Field(
            "attacker", "units", "who attacks; several attack one after another", role="attacker", needed=True
        ),
        Field("defender", "units", "who is attacked", role="defender", needed=True),
        Field("order", "choice", "the attacker's order for the turn", "advance", ("advance", "hold")),
        Field("defender-order", "choice", "the defender's order", "hold", ("advance", "hold")),
        Field("room", "choice", "whether the defender can retreat", "free", ("free", "none")),
    ),
    (
        "attacker_prevails",
        "defender_leaves_hex",
        "defender_eliminated",
        "attacker_eliminated",
        "attacker_strength_lost",
        "defender_strength_lost",
    ),
    'gloire odds skirmish attack --attacker "unit 3" --defender "unit 2" --defender-order hold',
)


class SkirmishOdds:
    """The odds form of the smallest ruleset."""

    kinds: Mapping[str, Kind] = {ATTACK.id: ATTACK}
    units = UnitWords({"unit": "unit"}, (UnitFigure("strength", 1, 3, rule="5"),), example="unit 3")

    def __init__(self, rules: Callable[[Board], SkirmishRules]) -> None:
        self._rules = rules

    # --- figures ---------------------------------------------------------------------------------

    @property
    def figures(self) -> Mapping[str, FigureForm]:
        return {
            "attacker_prevails": FigureForm("attacker_prevails", N_("Attacker prevails"), _has_left),
            "defender_leaves_hex": FigureForm(
                "defender_leaves_hex", N_("Defender leaves the hex"), _has_left
            ),
            "defender_eliminated": FigureForm(
                "defender_eliminated", N_("Defender eliminated"), lambda end: _lost(end, False) > 0
            ),
            "attacker_eliminated": FigureForm(
                "attacker_eliminated",
                N_("An attacker eliminated"),
                lambda end: _lost(end, True) > 0,
                is_welcome=False,
            ),
            "attacker_strength_lost": FigureForm(
                "attacker_strength_lost",
                N_("Attacker's strength lost"),
                lambda end: _lost(end, True),
                is_chance=False,
                is_welcome=False,
            ),
            "defender_strength_lost": FigureForm(
                "defender_strength_lost", N_("Defender's strength lost"), lambda end: _lost(end, False), False
            ),
        }

    @property
    def value(self) -> FigureForm:
        title = N_("strength the defender loses, less what the attacker loses")
        return FigureForm("edge", title, lambda end: _lost(end, False) - _lost(end, True), False)

    # --- laying out --------------------------------------------------------------------------------

    def lay_out(self, question: Question) -> Situation:
        attackers, defenders = question["attacker"], question["defender"]
        if len(defenders) != 1 or len(attackers) > 5:
            raise BadQuestion(Refusal(_("one unit is attacked, by five at most"), "5"))
        board = _board()
        rules = self._rules(board)
        middle = board.at(MIDDLE)
        around = board.neighbours(middle)
        places = {_id("attacker", n): (spec, around[n]) for n, spec in enumerate(attackers)}
        pieces = {
            id_: Piece(id_, "blue", hex_, strength=spec.figures[0]) for id_, (spec, hex_) in places.items()
        }
        pieces["defender"] = Piece("defender", "red", middle, strength=defenders[0].figures[0])
        if question["room"] == "none":
            for n, hex_ in enumerate(around[len(attackers) :]):
                pieces[f"friend-{n}"] = Piece(
                    f"friend-{n}", "red", hex_, strength=1, marks=frozenset({"acted"})
                )
        facts = {
            "active": "blue",
            "cup": (),
            "order:blue": question["order"],
            "order:red": question["defender-order"],
        }
        frames = (Frame("activations", None, {"part": 2}), Frame("act", "blue"))
        state = GameState(1, frames, Deployment(pieces), facts)
        words = _("{attackers} (ordered to {order}) against {defender} (ordered to {other})").format(
            attackers=_(", then ").join(map(self.units.told, attackers)),
            order=word(question["order"]),
            defender=self.units.told(defenders[0]),
            other=word(question["defender-order"]),
        )
        return self._situation(
            rules, state, act("attack", "attacker", "defender"), tuple(places), ("defender",), words
        )

    def on_board(self, rules: SkirmishRules, state: GameState, action: Action) -> Situation:
        """An attack of a game; any other action ends where the next decision of the same step begins."""
        if action.verb != "attack":
            raise BadQuestion(Refusal(_("only an attack has odds"), "5"))
        attacker, target = action.words
        words = _("{attacker} attacks {target}").format(attacker=attacker, target=target)
        return self._situation(rules, state, action, (attacker,), (target,), words)

    def _situation(
        self,
        rules: SkirmishRules,
        state: GameState,
        action: Action,
        attackers: tuple[str, ...],
        defenders: tuple[str, ...],
        words: str,
    ) -> Situation:
        target = defenders[0]

        def is_over(now: GameState) -> bool:
            if now.frames[-1].step != "act":
                return len(now.frames) < len(state.frames)
            begun = now.pieces.digest != state.pieces.digest
            return begun and not _can_go_on(rules, now, attackers, target)

        return Situation(rules, state, (action,), attackers, defenders, words, is_over)

    # --- decisions ---------------------------------------------------------------------------------

    def prompt(self, state: GameState) -> Prompt | None:
        return None  # where to retreat to is a matter of course

    def usual(self, rules: SkirmishRules, state: GameState, actions: tuple[Action, ...]) -> Action:
        """The next attacker goes on against the same target; a beaten unit goes where fewest enemies are."""
        if actions[0].verb == "retreat":
            side = state.pieces[actions[0].words[0]].side
            enemies = [p.hex for p in state.pieces if p.side != side and p.hex is not None]
            return max(actions, key=lambda a: sum(distance(rules.board.at(a.words[1]), e) for e in enemies))
        return next((action for action in actions if action.verb == "attack"), actions[0])

    # --- words -------------------------------------------------------------------------------------

    def fate(self, rules: SkirmishRules, before: Piece, after: Piece) -> Fate:
        if after.hex is None:
            return Fate("eliminated", False, before.strength)
        return Fate(N_("unchanged"), after.hex != before.hex, 0)

    def unit_name(self, rules: SkirmishRules, id_: str) -> str:
        role, _dash, number = id_.partition("-")
        return f"{word(role)} {number}".rstrip() if role in ("attacker", "defender") else id_

    def label(self, ending: Ending) -> str:
        return fates_in_words(self, ending)

    def is_main(self, roll: Rolled) -> bool:
        return bool(roll.lines)

    def row(self, reading: str) -> str:
        return {
            "AE": _("the attacker is eliminated"),
            "DR": _("the defender retreats"),
            "DE": _("the defender is eliminated"),
            "-": _("no effect"),
        }.get(reading, reading)

    # --- other questions -----------------------------------------------------------------------------

    def changes(self, question: Question) -> Iterator[Change]:
        attackers, defender = question["attacker"], question["defender"][0]
        if len(attackers) < 5:
            yield Change(
                _("another unit 2 attacks after it"),
                question.but(attacker=(*attackers, UnitSpec("unit", (2,)))),
            )
        if attackers[0].figures[0] < 3:
            more = attackers[0]._replace(figures=(attackers[0].figures[0] + 1,))
            yield Change(_("the attacker is one stronger"), question.but(attacker=(more, *attackers[1:])))
        if defender.figures[0] > 1:
            less = defender._replace(figures=(defender.figures[0] - 1,))
            yield Change(_("the defender is one weaker"), question.but(defender=(less,)))
        for name, title in (("order", _("the attacker")), ("defender-order", _("the defender"))):
            other = "hold" if question[name] == "advance" else "advance"
            yield Change(
                _("{who} is ordered to {order}").format(who=title, order=word(other)),
                question.but(**{name.replace("-", "_"): other}),
            )
        room = "none" if question["room"] == "free" else "free"
        title = _("the defender has nowhere to go") if room == "none" else _("the defender can retreat")
        yield Change(title, question.but(room=room))

    def swapped(self, question: Question) -> Question:
        return question.but(
            attacker=question["defender"],
            defender=question["attacker"][:1],
            order=question["defender-order"],
            defender_order=question["order"],
        )

    def samples(self, draw: Callable[[Iterable[Any]], Any], kind: str) -> Question:
        values = {
            "attacker": tuple(UnitSpec("unit", (draw(range(1, 4)),)) for _each in range(draw((1, 1, 2)))),
            "defender": (UnitSpec("unit", (draw(range(1, 4)),)),),
            "order": draw(("advance", "hold")),
            "defender-order": draw(("advance", "hold")),
            "room": draw(("free", "free", "none")),
        }
        return Question("skirmish", kind, tuple((name, values[name]) for name in ATTACK.names()))

    def cards(self) -> Iterator[OddsCard]:
        strengths = range(1, 4)
        for order in ("advance", "hold"):
            yield OddsCard(
                _("Attack, ordered to {order}, on units that hold").format(order=word(order)),
                _("the defender can retreat"),
                "attacker_prevails",
                _("defender's strength"),
                tuple(map(str, strengths)),
                _("attacker's strength"),
                tuple(
                    (str(own), tuple(_asked(own, other, order) for other in strengths)) for own in strengths
                ),
            )

    def encounter(self, wanted: Encounter) -> Question | None:
        """Men become points; the rules know neither arms nor ground."""

        def points(men: int) -> int:
            return max(1, min(3, men // MEN_PER_POINT))

        return _asked(points(wanted.attacking_men), points(wanted.defending_men), "advance")


def _asked(attacker: int, defender: int, order: str) -> Question:
    """An attack of one unit on another that holds."""
    values = {
        **{field.name: field.usual for field in ATTACK.fields},
        "attacker": (UnitSpec("unit", (attacker,)),),
        "defender": (UnitSpec("unit", (defender,)),),
        "order": order,
    }
    return Question("skirmish", "attack", tuple((name, values[name]) for name in ATTACK.names()))


def _id(role: str, number: int) -> str:
    return f"{role}-{number + 1}" if number else role


def _can_go_on(rules: SkirmishRules, state: GameState, attackers: tuple[str, ...], target: str) -> bool:
    """Whether one of the attackers can still attack the same target."""
    return any(
        piece.hex is not None and "acted" not in piece.marks and target in targets(rules, state, piece)
        for piece in (state.pieces[id_] for id_ in attackers)
    )


def _has_left(end: Ending) -> int:
    target = end.situation.defenders[0]
    return int(end.state.pieces[target].hex != end.situation.state.pieces[target].hex)


def _lost(end: Ending, attacking: bool) -> int:
    units = end.situation.attackers if attacking else end.situation.defenders
    return sum(end.situation.state.pieces[id_].strength for id_ in units if end.state.pieces[id_].hex is None)


@cache
def _board() -> Board:
    grid = Grid(SIZE, SIZE)
    return Board(grid, dict.fromkeys(grid, "clear"), dict.fromkeys(grid, 0))
