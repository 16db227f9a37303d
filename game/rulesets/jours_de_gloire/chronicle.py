"""What happened, in the words of the game: the log's lines and a unit in one line."""

from __future__ import annotations

from collections.abc import Callable

from game.core.events import (
    Event,
    FactChanged,
    FormationChanged,
    GameEnded,
    Marked,
    Moved,
    Placed,
    Removed,
    Rolled,
    StatusChanged,
    Told,
    TurnBegan,
    Turned,
)
from game.core.modifiers import total
from game.core.state import GameState
from game.core.tongue import N_, _, cited, titled, word
from game.rulesets.jours_de_gloire.cards import DISORDERED, ELIMINATED, EXITED, FALLEN, GOOD, ROUTED, SQUARE
from game.rulesets.jours_de_gloire.command import ORDERED, owner_of_marker
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import RECALLED, face_of

CHARGE = "charge:"
RALLY = "rally"  # the reason a unit that has rallied is given

# How a unit went, by the rulebook's word for it.
WAYS = {
    "march": N_("{unit} went to {hex}."),
    "charge": N_("{unit} rode to {hex}."),
    "recoil": N_("{unit} recoiled to {hex}."),
    "rout": N_("{unit} ran to {hex}."),
    "advance": N_("{unit} advanced to {hex}."),
    "pursuit": N_("{unit} pursued to {hex}."),
    "withdrawal": N_("{unit} refused the shock and withdrew to {hex}."),
    "counter-shock": N_("{unit} went ahead to {hex}."),
    "displaced": N_("{unit} made off and joined his troops in {hex}."),
}

# What a die meant, by how the rule read it.
READINGS = {
    "True": N_("passed"),
    "False": N_("failed"),
    "none": N_("no effect"),
    "comes": N_("they are here"),
    "waits": N_("not yet"),
    "falls": N_("he falls"),
    "unhurt": N_("he is unhurt"),
    "CT": N_("every unit in the hex tests"),
    "D": N_("every unit in the hex is disordered"),
    "R": N_("every unit in the hex routs, guns are disordered and recoil"),
    "10+": N_("10 or more: the defender recoils and is disordered"),
    "5-9": N_("5 to 9: the defender recoils and tests"),
    "0-4": N_("0 to 4: the attacker is disordered and tests"),
    "<0": N_("less than 0: the attacker is disordered and tests, the defender may strike back"),
}

# What `word` makes of the state of a unit, for those who translate.
WORDS = (N_("disordered"), N_("routed"), N_("eliminated"), N_("exited"), N_("in square"))

STATES = {
    GOOD: N_("{unit} came back to good order{why}."),
    DISORDERED: N_("{unit} fell into disorder{why}."),
    ROUTED: N_("{unit} broke and routed{why}."),
}


def describe(rules: Rules, event: Event) -> str | None:
    """A line of our own; None leaves the wording to the core, an empty text leaves the event out."""
    match event:
        case Rolled():
            return _rolled(rules, event)
        case Moved(unit, path, _facing, how):
            return _(WAYS[how]).format(unit=_name(rules, unit), hex=rules.label[path[-1]])
        case Turned(unit, facing):
            return _("{unit} turned to face {name}.").format(
                unit=_name(rules, unit), name=rules.facing_names[facing]
            )
        case Placed(unit, hex_, _facing):
            return _("{unit} came onto the map at {hex}.").format(
                unit=_name(rules, unit), hex=rules.label[hex_]
            )
        case Removed(unit, status, why):
            return _removed(rules, unit, status, why)
        case StatusChanged(unit, status, why):
            return _changed(rules, unit, status, why)
        case FormationChanged(unit, formation):
            text = (
                _("{unit} formed square.") if formation == SQUARE else _("{unit} no longer stood in square.")
            )
            return text.format(unit=_name(rules, unit))
        case Marked(unit, mark):
            if mark == RECALLED:
                return _("{unit} broke off the charge.").format(unit=_name(rules, unit))
            return ""
        case FactChanged(key, value):
            return _remembered(rules, key, value)
        case TurnBegan(turn):
            return _turn(rules, turn)
        case Told(what, _words):
            return TOLD[what](rules, event)
        case GameEnded(outcome):
            if outcome.winner is None:
                return _("The battle ended in a draw: {why}.").format(why=_(outcome.why))
            return _("{side} won ({level}): {why}.").format(
                side=_(rules.names[outcome.winner]), level=_(outcome.level), why=_(outcome.why)
            )
    return None


def _name(rules: Rules, id_: str) -> str:
    """A unit or a general as players call it."""
    card = rules.cards.get(id_)
    return card.name if card else rules.generals[id_].name


def _names(rules: Rules, ids: tuple[str, ...]) -> str:
    return ", ".join(_name(rules, id_) for id_ in ids)


# --- dice --------------------------------------------------------------------------------------------


def _rolled(rules: Rules, event: Rolled) -> str:
    """A roll with its sum, what it meant, and every modifier that counts; a draw with the marker's name."""
    if event.die == "cup":
        return _("Drawn from the cup: {marker}.").format(marker=marker_name(rules, str(event.face)))
    text = titled(event.why, event.face)
    lines = [line for line in event.lines if line.value]
    if lines and isinstance(event.face, int):
        plus = total(lines)
        text += f" {'+' if plus >= 0 else '-'} {abs(plus)} = {event.face + plus}"
    if event.reading in READINGS:
        text += f", {_(READINGS[event.reading])}"
    text += cited(event.rule)
    text = text[:1].upper() + text[1:]
    return text + "".join(f"\n    {line}" for line in lines)


def marker_name(rules: Rules, marker: str) -> str:
    """[2.2] What stands on a marker of the cup: the name of its formation, or its own."""
    owner = owner_of_marker(marker)
    special = rules.special_markers.get(owner)
    return special.name if special else rules.formations[owner].name


# --- units -------------------------------------------------------------------------------------------


def _changed(rules: Rules, unit: str, status: str, why: str) -> str:
    if status == DISORDERED and why == RALLY:
        return _("{unit} rallied from rout, still disordered.").format(unit=_name(rules, unit))
    return _(STATES[status]).format(unit=_name(rules, unit), why=f" ({_(why)})" if why else "")


def _removed(rules: Rules, unit: str, status: str, why: str) -> str:
    if status == ELIMINATED:
        return _("Eliminated: {unit} ({why}).").format(unit=_name(rules, unit), why=_(why))
    if status == FALLEN:
        return _("{unit} fell, and was missed.").format(unit=_name(rules, unit))
    if status == EXITED:
        return _("{unit} left the map.").format(unit=_name(rules, unit))
    return _("{unit} had no troops left to join and left the map.").format(unit=_name(rules, unit))


def _remembered(rules: Rules, key: str, value: object) -> str:
    """The few facts that are worth a line."""
    if key.startswith(CHARGE) and value is not None:
        return _("{unit} charged at {hex}.").format(unit=_name(rules, key.removeprefix(CHARGE)), hex=value)
    return ""


# --- the turn ----------------------------------------------------------------------------------------


def _turn(rules: Rules, turn: int) -> str:
    sky = rules.sky(turn)
    found = [
        text
        for holds, text in (
            (sky.night, _("night")),
            (sky.fog, _("fog")),
            (sky.rain, _("rain")),
            (sky.snow, _("snow")),
        )
        if holds
    ]
    weather = f" ({', '.join(found)})" if found else ""
    return _("Turn {turn} of {turns} began{weather}.").format(turn=turn, turns=rules.turns, weather=weather)


def _ordered(rules: Rules, told: Told) -> str:
    return _("{general} sent orders to {formation} (command points: {cost}).").format(
        general=_name(rules, told.word("general")),
        formation=rules.formations[told.word("formation")].name,
        cost=told.word("cost"),
    )


def _initiative(rules: Rules, told: Told) -> str:
    if told.word("side") is None:
        return _("Nobody won the initiative: all markers went into the cup.")
    return _("{side} won the initiative.").format(side=_(rules.names[told.word("side")]))


def _first_marker(rules: Rules, told: Told) -> str:
    return _("{side} opened the turn with {formation}.").format(
        side=_(rules.names[told.word("side")]), formation=rules.formations[told.word("formation")].name
    )


def _activation(rules: Rules, told: Told) -> str:
    formation = rules.formations[told.word("formation")].name
    if told.word("order") == ORDERED:
        return _("{formation} was activated with orders (OR).").format(formation=formation)
    return _("{formation} was activated without orders (SO).").format(formation=formation)


def _individual_order(rules: Rules, told: Told) -> str:
    formation = rules.formations[told.word("formation")].name
    if told.word("given"):
        return _("{formation} got an order for this activation.").format(formation=formation)
    return _("{formation} got none and could do nothing but rally.").format(formation=formation)


def _special_marker(rules: Rules, told: Told) -> str:
    return _("{side} added {marker} to the cup.").format(
        side=_(rules.names[told.word("side")]), marker=rules.special_markers[told.word("marker")].name
    )


def _special_activation(rules: Rules, told: Told) -> str:
    return _("{marker}: units of {side} were activated with orders (OR).").format(
        side=_(rules.names[told.word("side")]), marker=rules.special_markers[told.word("marker")].name
    )


def _attack(rules: Rules, told: Told) -> str:
    chargers: tuple[str, ...] = told.word("chargers")
    others = tuple(id_ for id_ in told.word("attackers") if id_ not in chargers)
    parts = []
    if chargers:
        parts.append(_("charged by {units}").format(units=_names(rules, chargers)))
    if others:
        parts.append(_("attacked by {units}").format(units=_names(rules, others)))
    return _("{hexes}: {attack}.").format(
        hexes=", ".join(told.word("targets")), attack=_(" and ").join(parts)
    )


def _stays_out(rules: Rules, told: Told) -> str:
    return _("{unit} stayed put and did not attack.").format(unit=_name(rules, told.word("unit")))


def _counter_charge(rules: Rules, told: Told) -> str:
    if told.word("charged"):
        text = _("Counter-charge by {units}: the chargers lost their bonus.")
    else:
        text = _("Counter-charge by {units}: its bonus counted against the attacker.")
    return text.format(units=_names(rules, told.word("units")))


def _collapse(rules: Rules, told: Told) -> str:
    return _("{formation} collapsed: each unit left takes a D, and none rallies any more.").format(
        formation=rules.formations[told.word("formation")].name
    )


def _objective(rules: Rules, told: Told) -> str:
    return _("{side} took {name}.").format(
        side=_(rules.names[told.word("side")]), name=rules.objectives[rules.at[told.word("hex")]].name
    )


def _points(rules: Rules, told: Told) -> str:
    lines = told.word("lines")
    text = _("{side}: {points} victory points.").format(
        side=_(rules.names[told.word("side")]), points=total(lines)
    )
    return text + "".join(f"\n    {line}" for line in lines)


TOLD: dict[str, Callable[[Rules, Told], str]] = {
    "ordered": _ordered,
    "initiative": _initiative,
    "initiative_tie": lambda rules, told: _("The same for both: they rolled again."),
    "first_marker": _first_marker,
    "activation": _activation,
    "individual_order": _individual_order,
    "special_marker": _special_marker,
    "special_activation": _special_activation,
    "attack": _attack,
    "stays_out": _stays_out,
    "counter_charge": _counter_charge,
    "collapse": _collapse,
    "objective": _objective,
    "points": _points,
}


# --- a unit ------------------------------------------------------------------------------------------


def describe_piece(rules: Rules, state: GameState, id_: str) -> str:
    """Name, figures as on the face shown, state, facing."""
    piece = state.pieces[id_]
    if id_ in rules.generals:
        general = rules.generals[id_]
        return _("{name}, general: command points {points}, range {range}").format(
            name=general.name, points=general.command_points, range=general.command_range
        )
    card, face = rules.cards[id_], face_of(rules, piece)
    text = _("{name}: {arm} {strength}-{cohesion}-{movement}").format(
        name=card.name,
        arm=word(card.arm),
        strength=face.strength,
        cohesion=face.cohesion,
        movement=face.movement,
    )
    if piece.status != GOOD:
        text += ", " + word(piece.status)
    if piece.formation == SQUARE:
        text += ", " + _("in square")
    if piece.hex is not None and piece.status != "eliminated":
        text += ", " + _("facing {name}").format(name=rules.facing_names[piece.facing])
    return text
