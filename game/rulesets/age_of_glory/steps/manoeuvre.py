"""[5, 8.1] What a unit does after its march roll: move, wheel, form, deploy, mount, leave the map, charge."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.actions import Action, act
from game.core.errors import Refusal
from game.core.events import FormationChanged, Marked, Turned, Unmarked
from game.core.ledger import Ledger
from game.core.state import GameState, Piece
from game.core.steps import Step
from game.core.tongue import _
from game.rulesets.age_of_glory.acts import leave_map, move
from game.rulesets.age_of_glory.cards import FORMED, LINE, SKIRMISH, SQUARE
from game.rulesets.age_of_glory.charging import Charge, charges, may_countercharge, outflanks
from game.rulesets.age_of_glory.gunnery import charge_key
from game.rulesets.age_of_glory.movement import (
    SCALE,
    Reach,
    allowance,
    deployments,
    is_loose,
    reach,
)
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.steps.leading import ridden_limit
from game.rulesets.age_of_glory.units import (
    CHANGED,
    CHARGING,
    COUNTER,
    DISMOUNTED,
    MARCHED,
    OUTFLANKS,
    in_urban,
    is_good,
)
from hexmap.coords import Hex
from hexmap.facing import facing_towards

HALT = act("halt")


class Manoeuvre(Step[Rules]):
    """[5] The unit that has rolled does one thing: a move, a change of formation, or a charge."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        name = rules.name_of(state.frame.get("unit"))
        if state.frame.get("full"):
            return _("{unit} moves, charges, changes formation or halts.").format(unit=name)
        return _("{unit} moves half, charges or halts.").format(unit=name)

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        piece = state.pieces[state.frame.get("unit")]
        assert piece.hex is not None
        yield HALT
        full = bool(state.frame.get("full"))
        if full:
            yield from self._full_moves(rules, state, piece)
        ways = self.ways(rules, state)
        yield from self._exits(rules, state, piece, ways)
        if not is_loose(rules, piece):
            others = sorted(facing for facing in ways[piece.hex] if facing != piece.facing)
            yield from (act("wheel", rules.facing_names[facing]) for facing in others)
        labels = sorted(rules.label[hex_] for hex_ in ways if hex_ != piece.hex or is_loose(rules, piece))
        yield from (act("go", label) for label in labels)
        for charge in charges(rules, state, piece, ways):
            yield act("charge", rules.label[charge.target], rules.label[charge.place])

    def ways(self, rules: Rules, state: GameState) -> Reach:
        """Where the unit can get to with what its march result and its leaders leave it."""
        return reach(rules, state, state.pieces[state.frame.get("unit")], self._hexes(rules, state))

    def _hexes(self, rules: Rules, state: GameState) -> int:
        piece = state.pieces[state.frame.get("unit")]
        hexes = allowance(rules, piece, half=not state.frame.get("full"))
        return ridden_limit(rules, state, piece.id, hexes)

    def _full_moves(self, rules: Rules, state: GameState, piece: Piece) -> Iterator[Action]:
        """[5.3] What takes a full move and leaves nothing for another."""
        unit = rules.units[piece.id]
        if piece.formation != SKIRMISH:
            able = (*FORMED, SQUARE) if unit.arm == "foot" else FORMED
            yield from (act("form", formation) for formation in able if formation != piece.formation)
            if piece.formation != SQUARE and not in_urban(rules, piece):
                for turn in (2, 3, 4):
                    yield act("turn", rules.facing_names[(piece.facing + turn) % 6])
        if unit.dragoons:
            yield act("remount" if DISMOUNTED in piece.marks else "dismount")
        if piece.formation != SQUARE:
            for hex_ in deployments(rules, state, piece):
                yield act("deploy", rules.label[hex_])

    def _exits(self, rules: Rules, state: GameState, piece: Piece, ways: Reach) -> Iterator[Action]:
        """[11.3] Hexes by which the unit can leave the map with a hex of movement left."""
        hexes = self._hexes(rules, state)
        able = (entry for entry in rules.scenario.exits if entry.side == piece.side)
        for label in sorted({entry.hex for entry in able if state.turn >= entry.from_turn}):
            facings = ways.get(rules.at[label], {})
            if piece.formation != SQUARE and any(
                each.cost <= (hexes - 1) * SCALE for each in facings.values()
            ):
                yield act("exit", label)

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        id_ = ledger.state.frame.get("unit")
        match action:
            case Action("go", (label,)):
                self._go(rules, ledger, id_, rules.at[label])
                return
            case Action("charge", (target, place)):
                self._charge(rules, ledger, id_, rules.at[target], rules.at[place])
                return
        ways = self.ways(rules, ledger.state)
        ledger.close()
        match action:
            case Action("wheel", (facing,)):
                ledger.write(Turned(id_, rules.facing(facing)))
            case Action("form", (formation,)):
                ledger.write(FormationChanged(id_, formation), Marked(id_, CHANGED))
            case Action("turn", (facing,)):
                ledger.write(Turned(id_, rules.facing(facing)), Marked(id_, CHANGED))
            case Action("dismount", ()):
                ledger.write(Marked(id_, DISMOUNTED), FormationChanged(id_, SKIRMISH), Marked(id_, CHANGED))
            case Action("remount", ()):
                ledger.write(Unmarked(id_, (DISMOUNTED,)), FormationChanged(id_, LINE), Marked(id_, CHANGED))
            case Action("deploy", (label,)):
                piece = ledger.state.pieces[id_]
                assert piece.hex is not None
                path = (piece.hex, rules.at[label])
                move(rules, ledger, id_, path, facing_towards(*path), "deploy")
                ledger.write(Marked(id_, CHANGED))
            case Action("exit", (label,)):
                looks, way = min(ways[rules.at[label]].items(), key=lambda each: (each[1].cost, each[0]))
                finish_move(rules, ledger, id_, way.path, looks)
                leave_map(rules, ledger, id_, _("leaves the map at {hex}").format(hex=label))

    def _go(self, rules: Rules, ledger: Ledger, id_: str, to: Hex) -> None:
        facings = self.ways(rules, ledger.state)[to]
        if len(facings) > 1:
            ledger.open("facing", ledger.state.frame.side, to=rules.label[to])
            return
        ledger.close()
        finish_move(rules, ledger, id_, facings[next(iter(facings))].path, next(iter(facings)))

    def _charge(self, rules: Rules, ledger: Ledger, id_: str, target: Hex, place: Hex) -> None:
        piece = ledger.state.pieces[id_]
        ways = self.ways(rules, ledger.state)
        charge = next(
            each
            for each in charges(rules, ledger.state, piece, ways)
            if (each.target, each.place) == (target, place)
        )
        ledger.close()
        strike(rules, ledger, id_, charge)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        full = state.frame.get("full")
        if action.verb in ("form", "turn", "dismount", "remount", "deploy"):
            if not full:
                return Refusal(_("that takes a full move, and the unit moves half"), "5.3")
            return Refusal(_("the unit cannot do that as it stands"), "5.3")
        if action.verb == "charge":
            return Refusal(
                _("a charge needs good order, a fit formation, and the target in front at its end"), "8.1"
            )
        if action.verb == "wheel":
            return Refusal(_("a formed unit wheels by one vertex in a hex"), "5.4")
        if action.verb == "go":
            return Refusal(_("its movement does not lead there"), "5.1")
        return Refusal(_("the unit that has rolled moves, charges, changes formation or halts"), "5")


def finish_move(rules: Rules, ledger: Ledger, id_: str, path: tuple[Hex, ...], facing: int) -> None:
    """Take a unit along its path, or turn it where it stays."""
    if len(path) > 1:
        move(rules, ledger, id_, path, facing)
    elif facing != ledger.state.pieces[id_].facing:
        ledger.write(Turned(id_, facing))


def strike(rules: Rules, ledger: Ledger, id_: str, charge: Charge) -> None:
    """[8.1] Bring a unit into contact: it stands before its target and will fight it."""
    flank = outflanks(rules, ledger.state, charge.target, charge.path)
    finish_move(rules, ledger, id_, charge.path, charge.facing)
    label = rules.label[charge.target]
    ledger.write(Marked(id_, CHARGING))
    if flank:
        ledger.write(Marked(id_, OUTFLANKS))
    ledger.fact(charge_key(id_), label)
    ledger.tell("charge", unit=id_, hex=label, flank=flank)
    horse = may_countercharge(rules, ledger.state, charge.target, charge.place)
    if horse is not None and COUNTER not in horse.marks:
        ledger.open("countercharge", horse.side, unit=horse.id, by=id_)


class Facing(Step[Rules]):
    """[5.4] Which way the unit looks when its move ends."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Which way does it face?")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield from (act("face", rules.facing_names[facing]) for facing in sorted(self._ways(rules, state)))

    def _ways(self, rules: Rules, state: GameState) -> dict[int, tuple[Hex, ...]]:
        below = state.with_frames(state.frames[:-1])
        step = rules.steps[below.frame.step]
        assert isinstance(step, Manoeuvre)
        facings = step.ways(rules, below)[rules.at[state.frame.get("to")]]
        return {facing: reached.path for facing, reached in facings.items()}

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        facing = rules.facing(action.words[0])
        path = self._ways(rules, ledger.state)[facing]
        ledger.close()
        below = ledger.state.frame
        id_ = below.get("unit")
        ledger.close()
        finish_move(rules, ledger, id_, path, facing)
        if below.step == "haul":
            ledger.write(Marked(id_, MARCHED))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        names = " ".join(rules.facing_names)
        return Refusal(_("it cannot wheel so far; facings are {names}").format(names=names), "5.4")


class Haul(Manoeuvre):
    """[6.1] A limbered battery moves; that is all it does in this player turn."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Where does {unit} go?").format(unit=rules.name_of(state.frame.get("unit")))

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        piece = state.pieces[state.frame.get("unit")]
        yield HALT
        labels = sorted(rules.label[hex_] for hex_ in self.ways(rules, state) if hex_ != piece.hex)
        yield from (act("go", label) for label in labels)

    def ways(self, rules: Rules, state: GameState) -> Reach:
        piece = state.pieces[state.frame.get("unit")]
        return reach(rules, state, piece, allowance(rules, piece))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        id_ = ledger.state.frame.get("unit")
        match action:
            case Action("go", (label,)):
                alone = len(self.ways(rules, ledger.state)[rules.at[label]]) == 1
                self._go(rules, ledger, id_, rules.at[label])
                if alone:
                    ledger.write(Marked(id_, MARCHED))
            case _:
                ledger.close()
                ledger.write(Marked(id_, MARCHED))


class Countercharge(Step[Rules]):
    """[8.1] Horse in good order that is charged in front may ride to meet the charge."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        text = _("{unit} is charged by {enemy}: countercharge, or stand?")
        unit, enemy = state.frame.get("unit"), state.frame.get("by")
        return text.format(unit=rules.name_of(unit), enemy=rules.name_of(enemy))

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield act("countercharge")
        yield act("stand")

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        id_ = ledger.state.frame.get("unit")
        ledger.close()
        if action.verb == "countercharge" and is_good(ledger.state.pieces[id_]):
            ledger.write(Marked(id_, COUNTER))
            ledger.tell("countercharge", unit=id_)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        return Refusal(_("the horse says 'countercharge' or 'stand'"), "8.1")


STEPS: dict[str, Step[Rules]] = {
    "manoeuvre": Manoeuvre(),
    "facing": Facing(),
    "haul": Haul(),
    "countercharge": Countercharge(),
}
