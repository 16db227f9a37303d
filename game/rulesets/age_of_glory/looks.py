"""How the game looks on the table: counters, what an action is about, paths, sums, cells of tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from game.core.actions import Action
from game.core.events import Rolled
from game.core.modifiers import total
from game.core.state import GameState, Piece
from game.core.table import (
    Arm,
    Arrival,
    Assessment,
    Counter,
    Focus,
    Leg,
    Manner,
    Meaning,
    Overlay,
    Place,
    Route,
    Threat,
)
from game.core.tongue import N_, _, word
from game.rulesets.age_of_glory.chronicle import grade_letter, rank_letter
from game.rulesets.age_of_glory.gunnery import assess as assess_fire
from game.rulesets.age_of_glory.march import march_lines
from game.rulesets.age_of_glory.melee import assess as assess_combat
from game.rulesets.age_of_glory.melee import combat_at
from game.rulesets.age_of_glory.movement import (
    SCALE,
    Reach,
    Reached,
    allowance,
    follows_roads,
    passage_cost,
    reach,
    steps_from,
)
from game.rulesets.age_of_glory.overlays import OVERLAYS, overlay, threats
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.steps.combat import both_sides, row_read
from game.rulesets.age_of_glory.steps.manoeuvre import Manoeuvre
from game.rulesets.age_of_glory.units import (
    CHARGING,
    COUNTER,
    DAMAGED,
    DISMOUNTED,
    FIRED,
    MARCHED,
    REPLACEMENT,
    arm_of,
    condition_of,
    fronts,
    is_detached,
    is_good,
    rate_of,
    weapon_of,
)
from game.rulesets.age_of_glory.victory import points
from hexmap.coords import Hex
from hexmap.facing import FacingKind, rear_hexes

# What an action says on its button, by its verb; {units}, {hex} and {way} stand for its words.
CAPTIONS = {
    "first": N_("Move first"),
    "second": N_("Move second"),
    "replace": N_("Replace {units} at {hex}"),
    "attach": N_("Attach {units}"),
    "detach": N_("Detach {units}"),
    "march": N_("March with {units}"),
    "enter": N_("{units} enters"),
    "limber": N_("Limber {units}"),
    "unlimber": N_("Unlimber {units}"),
    "recover": N_("{units} recovers"),
    "pivot": N_("Pivot {units} to {way}"),
    "haul": N_("Move {units}"),
    "ride": N_("{units} rides"),
    "halt": N_("Halt"),
    "go": N_("Go to {hex}"),
    "wheel": N_("Wheel to {way}"),
    "turn": N_("Turn to {way} (full move)"),
    "face": N_("Face {way}"),
    "dismount": N_("Dismount (full move)"),
    "remount": N_("Mount again (full move)"),
    "deploy": N_("Deploy into {hex} (full move)"),
    "exit": N_("Leave the map at {hex}"),
    "charge": N_("Charge {hex}"),
    "countercharge": N_("Countercharge"),
    "stand": N_("Stand and receive them"),
    "target": N_("Fire at {units}"),
    "add": N_("{units} fires along"),
    "all": N_("All fire"),
    "direct": N_("{units} directs the guns"),
    "fire": N_("Fire!"),
    "fight": N_("Fight for {hex}"),
    "lose": N_("{units} loses a stand"),
    "occupy": N_("{units} occupies the position"),
    "break": N_("{units} breaks through at {hex}"),
    "advance": N_("{units} goes on to {hex}"),
    "stay": N_("{units} stays"),
    "retreat": N_("Back to {hex}"),
}
# What passing means, by the step that asks.
PASSES = {
    "march_leaders": N_("On to the march"),
    "march_units": N_("End the march"),
    "march_detached": N_("On to the fire"),
    "defensive_fire": N_("Cease fire"),
    "offensive_fire": N_("Cease fire"),
}
MANNERS: Mapping[str, Manner] = {
    "go": "move",
    "deploy": "move",
    "exit": "move",
    "advance": "move",
    "replace": "move",
    "charge": "charge",
    "break": "charge",
    "target": "fire",
    "fight": "attack",
    "retreat": "retreat",
    "wheel": "turn",
    "turn": "turn",
    "face": "turn",
    "march": "choose",
    "haul": "choose",
    "ride": "choose",
    "enter": "choose",
    "attach": "choose",
    "add": "choose",
    "lose": "choose",
    "occupy": "choose",
}
BADGES = {CHARGING: "charging", COUNTER: "charging", FIRED: "fired", MARCHED: "done", DAMAGED: "damaged"}


class AgeOfGloryLooks:
    """What the window may know beyond what is legal; see `game/core/table.py`."""

    # --- counters ------------------------------------------------------------------------------

    def counter(self, rules: Rules, state: GameState, id_: str) -> Counter:
        piece = state.pieces[id_]
        if id_ in rules.leaders:
            leader = rules.leaders[id_]
            star = "*" if leader.charismatic and REPLACEMENT not in piece.marks else ""
            rank = rank_letter(leader.army)
            radius = rules.tables.command_radius if is_detached(piece) else 0
            return Counter(leader.name, "general", (f"{rank}{star}",), command_range=radius)
        looks = fronts(rules, piece) if piece.hex is not None else ()
        behind = rear_hexes(piece.hex, piece.facing) if piece.hex is not None and len(looks) < 6 else ()
        return Counter(
            name=rules.name_of(id_),
            arm=self._arm(rules, piece),
            figures=self._figures(rules, piece),
            printed=self._printed(rules, piece),
            group=self._group(rules, piece),
            is_reduced=not is_good(piece),
            states=tuple(self._states(rules, piece)),
            fronts=looks,
            rears=tuple(hex_ for hex_ in behind if hex_ in rules.board.index),
        )

    def _arm(self, rules: Rules, piece: Piece) -> Arm:
        if piece.id in rules.batteries:
            return "artillery"
        if arm_of(rules, piece) == "skirmish":
            return "light_infantry"
        weapons: dict[str, Arm] = {"shock": "heavy_cavalry", "pistoleer": "cavalry"}
        return weapons.get(weapon_of(rules, piece), "infantry")

    def _figures(self, rules: Rules, piece: Piece) -> tuple[str, ...]:
        """[10] Stands, grade and weapon of troops; the kind of guns."""
        if piece.id in rules.batteries:
            return (word(rules.batteries[piece.id].gun)[:1].upper(),)
        grade = grade_letter(rules.units[piece.id].grade)
        kinds = {
            "pike": _("Pk"),
            "firelock": _("Fl"),
            "shock": _("Sh"),
            "pistoleer": _("Ps"),
            "none": _("Sk"),
        }
        kind = kinds[weapon_of(rules, piece)]
        return (str(piece.strength), grade, kind)

    def _printed(self, rules: Rules, piece: Piece) -> tuple[tuple[str, str], ...]:
        """[10.2] What wears troops out; the rest of a counter is told in words."""
        if piece.id in rules.batteries:
            return ()
        card = rules.units[piece.id]
        return (
            (_("stands"), str(piece.strength)),
            (_("fresh from"), str(card.fresh_from)),
            (_("spent at"), str(card.spent_at)),
        )

    def _group(self, rules: Rules, piece: Piece) -> str:
        if piece.id in rules.batteries:
            return "guns"
        return rules.units[piece.id].arm

    def _states(self, rules: Rules, piece: Piece) -> Iterator[str]:
        if not is_good(piece):
            yield piece.status
        if piece.formation not in ("line", "unlimbered", "skirmish"):
            yield piece.formation
        if piece.id in rules.units and condition_of(rules, piece) != "fresh":
            yield condition_of(rules, piece)
        if DISMOUNTED in piece.marks:
            yield "dismounted"
        yield from dict.fromkeys(BADGES[mark] for mark in sorted(piece.marks) if mark in BADGES)

    # --- actions -------------------------------------------------------------------------------

    def meaning(self, rules: Rules, state: GameState, action: Action) -> Meaning | None:
        manner = MANNERS.get(action.verb, "other")
        units = tuple(each for each in action.words if each in state.pieces)
        places = [rules.at[each] for each in action.words if each in rules.at]
        ways = [rules.facing(each) for each in action.words if each in rules.facing_names]
        caption = self._caption(rules, state, action, units)
        match action.verb:
            case "charge" | "break":
                return Meaning("charge", units, places[-1], caption=caption)
            case "target":
                return Meaning("fire", (), state.pieces[units[0]].hex, units[0], caption=caption)
            case "wheel" | "turn" | "face" | "pivot":
                who = units or (self._acting(state),)
                return Meaning("turn", who, facing=ways[0], caption=caption)
        return Meaning(manner, units, places[-1] if places else None, caption=caption)

    def _acting(self, state: GameState) -> str:
        """The unit an open step is about."""
        return next((frame.get("unit") for frame in reversed(state.frames) if frame.get("unit")), "")

    def _caption(self, rules: Rules, state: GameState, action: Action, units: tuple[str, ...]) -> str:
        if action.verb == "pass":
            return _(PASSES.get(state.frame.step, N_("Go on")))
        if action.verb == "form":
            return _("Form {formation} (full move)").format(formation=word(action.words[0]))
        if action.verb not in CAPTIONS:
            return str(action)
        places = [each for each in action.words if each in rules.at]
        ways = [each for each in action.words if each in rules.facing_names]
        names = _(" to ") if action.verb == "attach" else ", "
        return _(CAPTIONS[action.verb]).format(
            units=names.join(rules.name_of(id_) for id_ in units),
            hex=places[0] if places else "",
            way=ways[0] if ways else "",
        )

    def facing_kind(self, rules: Rules) -> FacingKind:
        return "vertex"

    # --- movement ------------------------------------------------------------------------------

    def _reach(self, rules: Rules, state: GameState) -> tuple[Reach, int] | None:
        """Where the piece that is moving gets to, and with how many hexes."""
        step = rules.steps[state.frame.step] if state.frames else None
        if isinstance(step, Manoeuvre):
            piece = state.pieces[state.frame.get("unit")]
            half = state.frame.step == "manoeuvre" and not state.frame.get("full")
            return step.ways(rules, state), allowance(rules, piece, half)
        if state.frames and state.frame.step == "ride":
            piece = state.pieces[state.frame.get("leader")]
            return reach(rules, state, piece, allowance(rules, piece)), allowance(rules, piece)
        return None

    def arrivals(self, rules: Rules, state: GameState) -> Mapping[Action, Arrival]:
        found = self._reach(rules, state)
        if found is None:
            return {}
        ways, hexes = found
        return {
            Action("go", (rules.label[hex_],)): Arrival(_left(hexes, _cheapest(facings)))
            for hex_, facings in ways.items()
        }

    def route(self, rules: Rules, state: GameState, action: Action) -> Route | None:
        found = self._reach(rules, state)
        if found is None or action.verb != "go":
            return None
        ways, hexes = found
        facings = ways.get(rules.at[action.words[0]])
        if facings is None:
            return None
        way = _cheapest(facings)
        piece = state.pieces[state.frame.get("unit") or state.frame.get("leader")]
        return Route(way.path[0], tuple(self._legs(rules, state, piece, way)), _left(hexes, way))

    def _legs(self, rules: Rules, state: GameState, piece: Piece, way: Reached) -> Iterator[Leg]:
        """[5.1 to 5.4] The steps of a way; what wheeling costs is paid with the last."""
        rate, column = rate_of(rules, piece), follows_roads(rules, piece)
        rest = way.cost
        for number, (a, b) in enumerate(pairwise(way.path), 2):
            step = next(each for each in steps_from(rules, a, rate, column) if each.to == b)
            ground = _("road") if step.by_road else word(rules.board.terrain[b])
            items = [(ground, Fraction(step.cost, SCALE), "5.1")]
            passage = passage_cost(rules, state, piece, b)
            if passage:
                items.append((_("passage of lines"), Fraction(passage), "5.3"))
            rest -= step.cost + passage * SCALE
            if number == len(way.path) and rest > 0:
                items.append((_("wheeling"), Fraction(rest, SCALE), "5.4"))
            yield Leg(b, tuple(items))

    # --- overlays ------------------------------------------------------------------------------

    def overlays(self) -> Mapping[str, str]:
        return {name: _(title) for name, title in OVERLAYS.items()}

    def overlay(self, name: str, rules: Rules, state: GameState, focus: Focus) -> Overlay | None:
        return overlay(name, rules, state, focus)

    def threats(self, rules: Rules, state: GameState, hex_: Hex) -> Iterator[Threat]:
        return threats(rules, state, hex_)

    # --- the side panel ------------------------------------------------------------------------

    def standing(self, rules: Rules, state: GameState, side: str) -> Iterator[tuple[str, str]]:
        if state.fact("first"):
            yield _("Moves first"), _(rules.names[state.fact("first")])
        if state.fact("impact"):
            yield _("Initiative impact"), f"+{state.fact('impact')}"
        for each in rules.sides:
            yield (
                _("Points of {side}").format(side=_(rules.names[each])),
                str(total(points(rules, state, each))),
            )

    def assess(self, rules: Rules, state: GameState, action: Action) -> Assessment | None:
        match action:
            case Action("march", (unit,)) if unit in rules.units:
                return Assessment(_("March roll"), march_lines(rules, state, state.pieces[unit]), "march")
            case Action("fire", ()) if state.frame.step == "volley":
                frame = state.frame
                fire = assess_fire(
                    rules, state, frame.get("target"), frame.get("firers"), frame.get("director")
                )
                return Assessment(_("Fire"), fire.lines, "fire_effects")
            case Action("fight", (label,)) if label in rules.at:
                situation = assess_combat(rules, state, combat_at(rules, state, rules.at[label]))
                return Assessment(_("Close combat"), both_sides(situation), "close_combat")
        return None

    def place(self, rules: Rules, event: Rolled) -> Place | None:
        match event.rule:
            case "4.2":
                table, _colon, cell = rules.tables.march_named(event.reading).row.partition(": ")
                row, _slash, column = cell.rpartition("/")
                return Place(table, row, column)
            case "7.7":
                effects = (effect for _band, effect in rules.tables.fire_rows)
                effect = next(each for each in effects if each.name == event.reading)
                return Place("fire_effects", effect.row.partition(": ")[2], "Troops")
            case "8.4":
                return Place("close_combat", row_read(event.reading), "Result")
        return None


def _cheapest(facings: Mapping[int, Reached]) -> Reached:
    return min(facings.values(), key=lambda each: each.cost)


def _left(hexes: int, way: Reached) -> str:
    """What is left of a move, in hexes."""
    left = Fraction(hexes * SCALE - way.cost, SCALE)
    return str(left) if left.denominator == 1 else f"{float(left):.1f}"
