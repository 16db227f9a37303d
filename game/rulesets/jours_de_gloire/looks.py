"""How the game looks on the table: counters, what an action is about, paths, sums, cells of tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

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
from game.rulesets.jours_de_gloire.cards import SQUARE, Card, Face, General
from game.rulesets.jours_de_gloire.charging import rides
from game.rulesets.jours_de_gloire.chronicle import marker_name
from game.rulesets.jours_de_gloire.combat import Combat, assess_shock, charges, combat_at, combats, joined
from game.rulesets.jours_de_gloire.command import ORDERED
from game.rulesets.jours_de_gloire.coverage import FIRE, SHOCK
from game.rulesets.jours_de_gloire.gunnery import assess_fire
from game.rulesets.jours_de_gloire.movement import ground, uses_roads
from game.rulesets.jours_de_gloire.overlays import OVERLAYS, overlay
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.steps.charge_move import spoken
from game.rulesets.jours_de_gloire.steps.moving import moving_reach
from game.rulesets.jours_de_gloire.steps.refusal import refusing
from game.rulesets.jours_de_gloire.threats import threats
from game.rulesets.jours_de_gloire.units import (
    CHARGE,
    FIRED,
    FOUGHT,
    HALTED,
    MOVED,
    face_of,
    fronts,
    is_good,
    is_routed,
    rears,
)
from game.rulesets.jours_de_gloire.victory import points
from hexmap.coords import Hex
from hexmap.facing import FacingKind
from hexmap.ground import Cost

# What an action says on its button, by its verb; {units}, {hex} and {way} stand for its words.
CAPTIONS = {
    "move": N_("Move {units}"),
    "together": N_("Move together: {units}"),
    "march": N_("Extended march of {units}"),
    "charge": N_("Charge with {units}"),
    "enter": N_("{units} enters at {hex}"),
    "halt": N_("Halt, facing {way}"),
    "face": N_("Face {way}"),
    "go": N_("Go to {hex}"),
    "cross": N_("Cross to {hex}; it disorders"),
    "unsquare": N_("Leave the square"),
    "stand": N_("Stand and take the shock"),
    "refuse": N_("Refuse the shock in {hex}"),
    "enough": N_("Enough attackers"),
    "hold": N_("Try to hold the cavalry back"),
    "try": N_("Try an individual order"),
    "battery": N_("Fire with {units}"),
    "batteries": N_("Fire together: {units}"),
    "answer": N_("Fire back with {units}"),
    "attack": N_("Attack {hex}"),
    "join": N_("{units} joins the attack"),
    "resolve": N_("Resolve the shock on {hex}"),
    "counter-charge": N_("Counter-charge"),
    "react": N_("Reaction fire at {hex}: {units}"),
    "withdraw": N_("Withdraw to {hex}"),
    "recoil": N_("Recoil to {hex}"),
    "send": N_("{units} goes first"),
    "run": N_("Run to {hex}"),
    "rout": N_("{units} routs"),
    "stop": N_("{units} stops"),
    "leave": N_("{units} leaves the map"),
    "lose": N_("{units} is lost"),
    "recall": N_("Recall {units}"),
    "rally": N_("Rally {units}"),
    "choose": N_("Activate {units}"),
}
# What passing means, by the step that asks.
PASSES = {
    "orders": N_("No more orders"),
    "fire": N_("End the fire segment"),
    "fire_target": N_("Another battery"),
    "counter_battery": N_("Hold your fire"),
    "movement": N_("End the movement segment"),
    "charge_move": N_("Call off the charge"),
    "declare": N_("No more attacks"),
    "rally": N_("End the rally segment"),
    "special_marker": N_("Add no special marker"),
    "individual_order": N_("Without orders"),
    "vacated": N_("Halt"),
    "breakthrough": N_("Stand"),
    "counter_shock": N_("Stand"),
    "special_units": N_("Enough units"),
    "square": N_("Stand as we are"),
}
MANNERS: Mapping[str, Manner] = {
    "go": "move",
    "cross": "move",
    "enter": "move",
    "general": "move",
    "advance": "move",
    "halt": "turn",
    "face": "turn",
    "charge": "charge",
    "strike": "charge",
    "pursue": "charge",
    "fire": "fire",
    "react": "fire",
    "attack": "attack",
    "resolve": "attack",
    "withdraw": "retreat",
    "recoil": "retreat",
    "run": "retreat",
}
# Decisions about the one unit the step is about: a button says them better than a click on the unit.
BUTTONS = frozenset({"rout", "stop", "leave", "lose", "recall"})


class JoursDeGloireLooks:
    """What the window may know beyond what is legal; see `game/core/table.py`."""

    # --- counters ------------------------------------------------------------------------------

    def counter(self, rules: Rules, state: GameState, id_: str) -> Counter:
        piece = state.pieces[id_]
        if id_ in rules.generals:
            general = rules.generals[id_]
            return Counter(
                name=general.name,
                arm="general",
                figures=(str(general.command_points), str(general.bonus)),
                printed=_printed_general(general),
                command_range=general.command_range,
            )
        card, face = rules.cards[id_], face_of(rules, piece)
        arm: Arm = "horse_artillery" if card.is_artillery and card.horse else card.arm
        is_placed = piece.hex is not None
        return Counter(
            name=card.name,
            arm=arm,
            figures=(str(face.strength), str(face.cohesion), str(face.movement)),
            printed=_printed(rules, card, face),
            group=card.formation,
            is_reduced=not is_good(piece),
            states=tuple(_states(piece)),
            fronts=fronts(rules, piece) if is_placed and not is_routed(piece) else (),
            rears=rears(rules, piece) if is_placed and not is_routed(piece) else (),
        )

    # --- actions -------------------------------------------------------------------------------

    def meaning(self, rules: Rules, state: GameState, action: Action) -> Meaning | None:
        manner = MANNERS.get(action.verb, "other")
        units = tuple(each for each in action.words if each in state.pieces)
        places = [rules.at[each] for each in action.words if each in rules.at]
        ways = [each for each in action.words if each in rules.facing_names]
        caption = _caption(rules, state, action, units)
        match action.verb:
            case "halt" | "face":
                return Meaning("turn", _moving(state), facing=rules.facing(ways[0]), caption=caption)
            case "strike":
                return Meaning("charge", (), places[0], caption=caption)
            case "enter":
                return Meaning("move", (), places[-1], caption=caption)
            case "keep":
                return Meaning(caption=caption)
            case "advance" if len(places) == 1:
                there, way = rules.at[state.frame.get("hex")], rules.facing(ways[0])
                return Meaning("move", (), there, facing=way, caption=caption)
            case "attack" if not units:
                return Meaning("attack", (), places[0], caption=caption)
            case "square" | "counter-charge" | "refuse" | "order" | "first" | "add":
                return Meaning(caption=caption)
        if action.verb in BUTTONS:
            return Meaning(caption=caption)
        if action.verb in ("advance", "pursue", "fire") and ways:
            return Meaning(manner, (), places[-1], facing=rules.facing(ways[0]), caption=caption)
        if units and manner == "other":
            manner = "choose"
        return Meaning(manner, units, places[-1] if places else None, caption=caption)

    def facing_kind(self, rules: Rules) -> FacingKind:
        return rules.facing_kind

    # --- movement ------------------------------------------------------------------------------

    def arrivals(self, rules: Rules, state: GameState) -> Mapping[Action, Arrival]:
        if not state.frames or state.frame.step != "moving":
            return {}
        found = moving_reach(rules, state)
        if found is None:
            return {}
        return {
            Action("go", (rules.label[hex_],)): Arrival(_halves(reached.left), reached.stops)
            for hex_, reached in found.items()
        }

    def route(self, rules: Rules, state: GameState, action: Action) -> Route | None:
        match action:
            case Action("go", (label,)):
                found = moving_reach(rules, state)
                goal = rules.at[label]
                if found is None or goal not in found:
                    return None
                way = found.route(goal)
                legs = tuple(
                    Leg(leg.b, tuple((item.what, Fraction(item.cost), item.rule) for item in leg.items))
                    for leg in way.legs
                )
                return Route(way.hexes[0], legs, _halves(found[goal].left))
            case Action("strike", _words):
                for ride in rides(rules, state, state.pieces[state.frame.get("unit")]):
                    if spoken(rules, ride) == action:
                        steps = (*ride.path[1:], ride.target)
                        return Route(ride.path[0], tuple(Leg(hex_) for hex_ in steps))
        return None

    # --- overlays and facts --------------------------------------------------------------------

    def overlays(self) -> Mapping[str, str]:
        return {name: _(title) for name, title in OVERLAYS.items()}

    def overlay(self, name: str, rules: Rules, state: GameState, focus: Focus) -> Overlay | None:
        return overlay(name, rules, state, focus)

    def standing(self, rules: Rules, state: GameState, side: str) -> Iterator[tuple[str, str]]:
        """The weather, our orders, the cup, the points of both sides."""
        sky = rules.sky(state.turn)
        weather = [word(name) for name in ("night", "fog", "rain", "snow") if getattr(sky, name)]
        if weather:
            yield _("Weather"), ", ".join(weather)
        prefix = f"secret:{side}:order:"
        ordered = [
            rules.formations[key.removeprefix(prefix)].name
            for key, value in state.facts.items()
            if key.startswith(prefix) and value == ORDERED
        ]
        if any(key.startswith(prefix) for key in state.facts):
            yield _("With orders"), ", ".join(ordered) or _("nobody")
        formation = state.fact("formation")
        if formation in rules.formations:
            status = _("with orders (OR)") if state.fact("status") == ORDERED else _("without orders (SO)")
            yield _("Active"), f"{rules.formations[formation].name}, {status}"
        cup = state.fact("cup")
        if cup:
            names = [marker_name(rules, marker) for marker in cup]
            counted = dict.fromkeys(sorted(names))
            yield _("In the cup"), ", ".join(f"{name} ×{names.count(name)}" for name in counted)
        scores = ", ".join(
            f"{_(rules.names[each])} {total(points(rules, state, each))}" for each in rules.sides
        )
        yield _("Victory points"), scores

    # --- sums and tables -----------------------------------------------------------------------

    def assess(self, rules: Rules, state: GameState, action: Action) -> Assessment | None:
        match action:
            case Action("fire", (label, *_rest)) if state.frame.get("firers"):
                firers = state.frame.get("firers")
                sum_ = assess_fire(rules, state, firers, rules.at[label])
                return Assessment(_("Fire on {hex}").format(hex=label), sum_.lines, "fire")
            case Action("attack", (unit, label)) if unit in rules.cards:
                chargers = (unit,) if charges(rules, state, unit, label) else ()
                return _shock(rules, state, Combat(label, (unit,), chargers))
            case Action("join", (unit,)):
                combat = combat_at(state, state.frame.get("target"))
                return _shock(rules, state, joined(rules, state, combat, unit))
            case Action("resolve", (label,)):
                return _shock(rules, state, combat_at(state, label))
            case Action("refuse", (label,)):
                return next(
                    (_shock(rules, state, each) for each in combats(state) if label in each.targets), None
                )
            case Action("stand", ()):
                found = tuple(refusing(rules, state).values())
                return _shock(rules, state, found[0]) if len(found) == 1 else None
            case Action("square" | "counter-charge" | "pass", _words):
                target = state.frame.get("target") or state.frame.get("hex")
                if any(combat.target == target for combat in combats(state)):
                    return _shock(rules, state, combat_at(state, target))
        return None

    def threats(self, rules: Rules, state: GameState, hex_: Hex) -> Iterator[Threat]:
        return threats(rules, state, hex_)

    def foresee(self, rules: Rules, state: GameState) -> Iterator[None]:
        """What each step on the map costs each arm of both armies."""
        arms = dict.fromkeys(card.column for card in rules.cards.values())
        for arm in (*arms, "general"):
            over = ground(rules, (arm,), uses_roads(rules, state))
            for index in range(over.size):
                over.row(index)
                yield

    def place(self, rules: Rules, event: Rolled) -> Place | None:
        # A test on the way to a table bears its rule as well, but adds nothing up.
        if not isinstance(event.face, int) or not event.lines:
            return None
        sum_ = event.face + total(event.lines)
        if event.rule == FIRE:
            found = rules.tables.fire.row(sum_)
            return Place("fire", found.partition(": ")[2], "Effect on the target") if found else None
        if event.rule == SHOCK:
            result = rules.tables.shock.result(sum_)
            return Place("shock", result.row.partition(": ")[2], "Defender")
        return None


# --- small helps ------------------------------------------------------------------------------------


def _printed(rules: Rules, card: Card, face: Face) -> tuple[tuple[str, str], ...]:
    """[0.3, 7.1] The face shown, the formation that acts with it, and how far guns carry."""
    named = [
        (_("strength"), face.strength),
        (_("cohesion"), face.cohesion),
        (_("engagement"), face.engagement),
        (_("movement"), face.movement),
    ]
    if card.is_artillery:
        named += [(_("effective range"), card.effective), (_("maximum range"), card.maximum)]
    formation = rules.formations[card.formation].name
    return (*((name, str(figure)) for name, figure in named), (_("formation"), formation))


def _printed_general(general: General) -> tuple[tuple[str, str], ...]:
    """[2.1, 3] What a general adds; what he can order, and how far, is told in words."""
    return (_("bonus"), str(general.bonus)), (_("initiative"), str(general.initiative))


def _states(piece: Piece) -> Iterator[str]:
    """What a counter shows besides its face."""
    if is_routed(piece):
        yield "routed"
    if piece.formation == SQUARE:
        yield "square"
    if CHARGE in piece.marks:
        yield "charging"
    if FIRED in piece.marks:
        yield "fired"
    if MOVED in piece.marks:
        yield "moved"
    if FOUGHT in piece.marks:
        yield "fought"
    if HALTED in piece.marks and MOVED not in piece.marks:
        yield "done"


def _moving(state: GameState) -> tuple[str, ...]:
    """The units the open step is about."""
    units = state.frame.get("units") or state.frame.get("unit") or ()
    return units if isinstance(units, tuple) else (units,)


def _caption(rules: Rules, state: GameState, action: Action, units: tuple[str, ...]) -> str:
    names = ", ".join(_name(rules, id_) for id_ in units)
    labels = [each for each in action.words if each in rules.at]
    ways = [each for each in action.words if each in rules.facing_names]
    match action:
        case Action("pass", ()):
            return _(PASSES.get(state.frame.step, N_("Pass")))
        case Action("order", (formation, *by)):
            giver = rules.generals[by[0]].name if by else rules.commander(state.frame.side or "").name
            return _("{general} orders {formation}").format(
                general=giver, formation=rules.formations[formation].name
            )
        case Action("first", (name,)):
            called = rules.formations[name].name if name in rules.formations else _(rules.names[name])
            return _("{name} first").format(name=called)
        case Action("add", (name,)):
            return _("Add {name} to the cup").format(name=rules.special_markers[name].name)
        case Action("square", _words):
            return _("Form square")
        case Action("strike", (target, last, way)):
            return _("Charge {hex} from {place}, facing {way}").format(hex=target, place=last, way=way)
        case Action("strike", (target, last, way, *by)):
            return _("Charge {hex} from {place}, facing {way}, riding through {hexes}").format(
                hex=target, place=last, way=way, hexes=", ".join(by)
            )
        case Action("fire", (label, way)):
            return _("Turn {way} and fire at {hex}").format(way=way, hex=label)
        case Action("fire", (label,)):
            return _("Fire at {hex}").format(hex=label)
        case Action("attack", (target, place)) if target in rules.at and place in rules.at:
            return _("Attack {hex} from {place}").format(hex=target, place=place)
        case Action("attack", (unit, label)) if unit in rules.cards:
            return _("{units} attacks {hex}").format(units=names, hex=label)
        case Action("charge", (label,)) if label in rules.at:
            return _("Charge on to {hex}").format(hex=label)
        case Action("run", (unit,)) if unit in rules.cards:
            return _("{units} runs on").format(units=names)
        case Action("advance" | "pursue", _words):
            return _("From {hex}, facing {way}").format(hex=labels[0], way=ways[0])
        case Action("withdraw", (by, label)):  # the same hex may be reached by several ways
            return _("Withdraw by {place} to {hex}").format(place=by, hex=label)
        case Action("keep", _words):
            return _("Attack from {hexes}").format(hexes=", ".join(labels))
        case Action("general", (_unit, label)):
            return _("{units} goes to {hex}").format(units=names, hex=label)
    text = CAPTIONS.get(action.verb)
    if text is None:
        return ""
    if "{units}" in text and not names:
        names = ", ".join(_name(rules, id_) for id_ in _moving(state))
    return _(text).format(units=names, hex=labels[-1] if labels else "", way=ways[0] if ways else "")


def _name(rules: Rules, id_: str) -> str:
    return rules.cards[id_].name if id_ in rules.cards else rules.generals[id_].name


def _shock(rules: Rules, state: GameState, combat: Combat) -> Assessment:
    lines = assess_shock(rules, state, combat).lines
    return Assessment(_("Shock on {hex}").format(hex=combat.target), lines, "shock")


def _halves(points_left: Cost) -> str:
    """Movement points as they are printed: 1½."""
    whole, rest = divmod(points_left, 1)
    if rest == Fraction(1, 2):
        return f"{whole}½" if whole else "½"
    return str(points_left)
