"""[9.1] Compulsory retreats as they happen, and the friends they run through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.core.actions import Action, act
from game.core.dice import D10_FROM_ONE
from game.core.errors import Refusal
from game.core.events import FormationChanged, StepOpened
from game.core.ledger import Ledger
from game.core.state import GameState
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.age_of_glory.acts import capture_battery, disorder, lose_stands, move
from game.rulesets.age_of_glory.cards import LINE, SQUARE
from game.rulesets.age_of_glory.retreat import Way, ways_back, ways_out_of_range
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import is_battery, is_good
from hexmap.coords import Hex, distance
from hexmap.facing import facing_towards

DISORDERS_FRIENDS = 5  # [9.2] a friend run through is disordered on this or less


def open_retreat(
    rules: Rules,
    ledger: Ledger,
    id_: str,
    hexes: int,
    threats: Iterable[Hex],
    out_of_range: bool = False,
    close_combat: bool = False,
) -> None:
    """[9.1] Have a unit or battery go back from the threats as the next thing that happens."""
    labels = tuple(rules.label[hex_] for hex_ in threats)
    ledger.open(
        "fall_back",
        unit=id_,
        hexes=hexes,
        threats=labels,
        out_of_range=out_of_range,
        close_combat=close_combat,
    )


def _ways(rules: Rules, state: GameState) -> tuple[Way, ...]:
    frame = state.frame
    piece = state.pieces[frame.get("unit")]
    threats = tuple(rules.at[label] for label in frame.get("threats"))
    find = ways_out_of_range if frame.get("out_of_range") else ways_back
    return find(rules, state, piece, frame.get("hexes"), threats)


class FallBack(Automatic[Rules]):
    """[9.1] The way back is looked for; each hex that is missing costs a stand."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        frame = ledger.state.frame
        id_, hexes = frame.get("unit"), frame.get("hexes")
        # Who has nobody to go back from stays: an army whose enemy has yet to come onto the map.
        if ledger.state.pieces[id_].hex is None or not hexes or not frame.get("threats"):
            ledger.close()
            return
        ways = _ways(rules, ledger.state)
        went = len(ways[0].path) - 1 if ways else 0
        if is_battery(rules, id_):
            if not ways and frame.get("close_combat"):
                ledger.close()
                capture_battery(ledger, id_, _("no way back"))
                return
        else:
            wanted = min(1, hexes) if frame.get("out_of_range") else hexes
            lose_stands(rules, ledger, id_, wanted - went, _("no way back"))
        if ledger.state.pieces[id_].hex is None or not ways:
            ledger.close()
        elif len(ways) == 1:
            ledger.close()
            _go_back(rules, ledger, id_, ways[0], frame.get("threats"))
        else:
            ledger.close()
            ledger.write(StepOpened(frame._replace(step="retreat", side=ledger.state.pieces[id_].side)))


class Retreat(Step[Rules]):
    """[9.1] The owner chooses where a beaten unit goes back to."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Where does {unit} go back to?").format(unit=rules.name_of(state.frame.get("unit")))

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        labels = sorted(rules.label[way.path[-1]] for way in _ways(rules, state))
        yield from (act("retreat", label) for label in labels)

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        frame = ledger.state.frame
        to = rules.at[action.words[0]]
        way = next(way for way in _ways(rules, ledger.state) if way.path[-1] == to)
        ledger.close()
        _go_back(rules, ledger, frame.get("unit"), way, frame.get("threats"))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        return Refusal(_("each step of a retreat leads away from the enemy, as far as it must go"), "9.1")


def _go_back(rules: Rules, ledger: Ledger, id_: str, way: Way, threats: tuple[str, ...]) -> None:
    end = way.path[-1]
    nearest = min((rules.at[label] for label in threats), key=lambda hex_: (distance(end, hex_), hex_))
    if ledger.state.pieces[id_].formation == SQUARE:
        ledger.write(FormationChanged(id_, LINE))
    move(rules, ledger, id_, way.path, facing_towards(end, nearest), "retreat")
    if rules.is_set("retreat_through_friends", "disorders"):
        for friend in reversed(way.friends):
            ledger.open("run_through", unit=friend)


class RunThrough(Automatic[Rules]):
    """[9.2] One die for a friend whom a retreat ran through."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        id_ = ledger.state.frame.get("unit")
        if is_good(ledger.state.pieces[id_]):
            why = _("do friends disorder {unit}?").format(unit=rules.name_of(id_))

            def read(face: int) -> str:
                return _("disordered") if face <= DISORDERS_FRIENDS else _("steady")

            result = ledger.roll(D10_FROM_ONE, read, why, rule="9.2")
            ledger.close()
            if result == _("disordered"):
                disorder(ledger, id_, why)
        else:
            ledger.close()


STEPS: dict[str, Step[Rules]] = {
    "fall_back": FallBack(),
    "retreat": Retreat(),
    "run_through": RunThrough(),
}
