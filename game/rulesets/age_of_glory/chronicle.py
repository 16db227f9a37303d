"""What happens and who is there, in our own words where the core's do not do."""

from __future__ import annotations

from game.core.events import (
    Event,
    FactChanged,
    FormationChanged,
    Moved,
    Placed,
    Removed,
    StatusChanged,
    StrengthChanged,
    Told,
    Turned,
)
from game.core.state import GameState
from game.core.tongue import N_, _, word
from game.rulesets.age_of_glory.cards import DESTROYED
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import (
    DAMAGED,
    SHOCK,
    attached_to,
    condition_of,
    is_battery,
    is_charismatic,
    weapon_of,
    with_key,
)

# What `word` makes of the names the rules keep, for those who translate: formations, states, ways to move.
WORDS = (
    N_("line"), N_("supported line"), N_("field column"), N_("march column"), N_("road column"),
    N_("square"), N_("skirmish"), N_("limbered"), N_("unlimbered"),
    N_("good"), N_("disordered"), N_("silenced"), N_("damaged and silenced"),
    N_("fresh"), N_("worn"), N_("spent"),
    N_("destroyed"), N_("wrecked"), N_("captured"), N_("exited"), N_("disabled"),
    N_("elite"), N_("regular"), N_("raw"), N_("dismounted"), N_("marched"), N_("charging"), N_("first fired"),
    N_("escape"), N_("occupy"), N_("retreat"), N_("march"), N_("ride"), N_("fired"),
    N_("En Avant!"), N_("Élan"), N_("Advance"), N_("Rally"), N_("Cautious"), N_("Shaken"), N_("Hold Ground"),
    N_("Wavering"), N_("Retire"), N_("Broken"), N_("Fall Back"), N_("Destroyed"),
)  # fmt: skip


def grade_letter(grade: str) -> str:
    """A letter for elite, regular or raw, as counters and odds cards show it."""
    # All in one text: a letter alone would be translated where it is a code of the printed tables, too.
    return dict(zip(("elite", "regular", "raw"), _("E R W").split(), strict=True))[grade]


def rank_letter(is_army_leader: bool) -> str:
    """A letter for an army leader or another, as counters show it."""
    return _("A L").split()[not is_army_leader]


def describe(rules: Rules, event: Event) -> str | None:
    """An event as a line of the log; "" is worth no line, None leaves the wording to the core."""
    name = rules.name_of
    match event:
        case FactChanged() | StrengthChanged(_, 0):
            return ""
        case Told():
            return _told(rules, event)
        case StrengthChanged(unit, stands):
            return _("{unit} is down to {n} stands.").format(unit=name(unit), n=stands)
        case Removed(unit, status, why):
            return _("{unit}: {status} ({why}).").format(unit=name(unit), status=word(status), why=why)
        case Moved(unit, path, _facing, how):
            text = (
                _("{unit} goes to {hex}.") if how in ("march", "ride") else _("{unit} goes to {hex} ({how}).")
            )
            return text.format(unit=name(unit), hex=rules.label[path[-1]], how=word(how))
        case Turned(unit, facing):
            return _("{unit} faces {facing}.").format(unit=name(unit), facing=rules.facing_names[facing])
        case Placed(unit, hex_, _facing):
            return _("{unit} comes onto the map at {hex}.").format(unit=name(unit), hex=rules.label[hex_])
        case FormationChanged(unit, formation):
            return _("{unit}: {formation}.").format(unit=name(unit), formation=word(formation))
        case StatusChanged(unit, status, why):
            text = _("{unit} is {status} ({why}).") if why else _("{unit} is {status}.")
            return text.format(unit=name(unit), status=word(status), why=why)
    return None


def _told(rules: Rules, event: Told) -> str:
    match event.what:
        case "initiative":
            text = _("{side} wins the initiative by {margin}.")
            return text.format(side=_(rules.names[event.word("side")]), margin=event.word("margin"))
        case "initiative_tie":
            return _("A tie: both roll again.")
        case "order":
            side = _(rules.names[event.word("first")])
            if event.word("impact"):
                text = _("{side} moves first; all its troops add {n:+d} to march rolls.")
                return text.format(side=side, n=event.word("impact"))
            return _("{side} moves first.").format(side=side)
        case "player_turn":
            return _("Player turn of {side}.").format(side=_(rules.names[event.word("side")]))
        case "converted":
            text = _("{unit} becomes shock horse for the rest of the game.")
            return text.format(unit=rules.name_of(event.word("unit")))
        case "damaged":
            return _("{unit} is damaged.").format(unit=rules.name_of(event.word("unit")))
        case "charge":
            text = (
                _("{unit} charges {hex} in flank or rear!")
                if event.word("flank")
                else _("{unit} charges {hex}!")
            )
            return text.format(unit=rules.name_of(event.word("unit")), hex=event.word("hex"))
        case "countercharge":
            return _("{unit} countercharges!").format(unit=rules.name_of(event.word("unit")))
        case "volley":
            shares = "; ".join(event.word("shares"))
            return _("Fire: {shares}.").format(shares=shares)
        case "objective":
            text = _("{side} holds {name}.")
            return text.format(side=_(rules.names[event.word("side")]), name=event.word("name"))
    return ""


def describe_piece(rules: Rules, state: GameState, id_: str) -> str:
    """A piece in one line: name, figures, state."""
    piece = state.pieces[id_]
    words = [rules.name_of(id_)]
    if id_ in rules.leaders:
        leader = rules.leaders[id_]
        words.append(_("army leader") if leader.army else _("leader"))
        if is_charismatic(rules, piece):
            words.append(_("charismatic"))
        unit = state.fact(with_key(id_))
        words.append(_("with {unit}").format(unit=rules.name_of(unit)) if unit else word(piece.status))
        return ", ".join(words)
    if is_battery(rules, id_):
        words += [_("{gun} guns").format(gun=word(rules.batteries[id_].gun)), word(piece.formation)]
        words += [word(piece.status)] if piece.status not in ("good", DESTROYED) else []
        words += [_("damaged")] if DAMAGED in piece.marks else []
    else:
        card = rules.units[id_]
        words += [
            _("{stands} of {all} stands").format(stands=piece.strength, all=card.stands),
            f"{word(card.grade)} {word(weapon_of(rules, piece) if card.weapon != 'none' else card.arm)}",
            word(piece.formation),
            word(piece.status),
            word(condition_of(rules, piece)),
        ]
        words += [
            _("with {leader}").format(leader=rules.name_of(each)) for each in attached_to(rules, state, id_)
        ]
    words += sorted(word(mark) for mark in piece.marks - {DAMAGED, SHOCK})
    if piece.hex is not None:
        words.append(_("facing {name}").format(name=rules.facing_names[piece.facing]))
    return ", ".join(words)
