"""The menu: go on, begin, load, options. Everything by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game import __version__
from game.core.dice import Face
from game.core.errors import DataError
from game.core.ruleset import find_rulesets, load_ruleset
from game.core.scenario import ScenarioFile
from game.core.switches import Switch
from game.core.tongue import _
from game.library import find_scenario, scenarios_of
from game.sheets.theme import read_theme
from game.ui.camera import Area
from game.ui.cards import DicePad, KeysCard, Question
from game.ui.keys import Keys
from game.ui.paint.tiles import Tiles, thumbnail
from game.ui.palette import PALETTE_NAMES
from game.ui.saves import Saved, last_game, saved_games, why_unread
from game.ui.screen import Screen
from game.ui.session import FaceWanted, Session, Unkept
from game.ui.widgets import Column, Command, Scroll, Widget, scrolled, shorten
from hexmap.files import read_map

if TYPE_CHECKING:
    from game.ui.window import App

_PAGES = ("home", "new", "load", "options")


class MenuScreen(Screen):
    """The first thing a player sees, and where he comes back to."""

    def __init__(self, app: App, page: str = "home") -> None:
        super().__init__(app)
        self.page = page
        self.ruleset = ""
        self.scenario: ScenarioFile | None = None
        self.switches: dict[str, str] = {}
        self.is_manual = False
        self.shows_switches = False
        self._saved: list[Saved] | None = None
        self._lists = {name: Scroll() for name in ("scenarios", "details", "saved", "options")}
        self._faces: list[Face] = []
        self._binding = ""

    # --- pages ---------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        width, height = self.app.size
        type_ = self.app.type
        pad = round(28 * type_.scale)
        left = min(round(320 * type_.scale), width * 36 // 100)
        found = self._side(Area(0, 0, left, height), pad)
        page = Area(left + pad, pad, width - left - 2 * pad, height - 2 * pad)
        match self.page:
            case "new":
                found += self._new(page)
            case "load":
                found += self._load_page(page)
            case "options":
                found += self._options(page)
            case _:
                found += self._home(page)
        return found

    def _side(self, area: Area, pad: int) -> list[Widget]:
        column = Column(area.inset(pad), self.app.type)
        found = [Widget("line", area, fill="head")]
        column.text("Gloire", "hero")
        column.text(_("Battles of the horse-and-musket age"), "motto")
        column.gap(30)
        last = last_game(self.app.home.games)
        column.button(
            _("Continue"),
            ("continue",),
            _("Go on with the game you played last"),
            "big button",
            enabled=last is not None,
        )
        for page, words, tip in (
            ("new", _("New game"), _("Choose rules, scenario and house rules")),
            ("load", _("Load a game"), _("Every game you began is kept")),
            ("options", _("Options"), _("Language, colours, keys, animation")),
        ):
            column.button(words, ("page", page), tip, "big button", chosen=self.page == page)
        column.button(_("Quit"), ("quit",), _("Your games are saved"), "big button")
        foot = Area(column.area.x, area.bottom - pad - column.type.height("bar small"), column.area.width, 20)
        found.append(Widget("text", foot, _("Version {n}").format(n=__version__), "bar small"))
        return found + column.found

    def _home(self, page: Area) -> list[Widget]:
        """A picture of a battlefield, so that the first screen is not an empty one."""
        files = [file for id_ in find_rulesets() for file in scenarios_of(id_)]
        if not files:
            return []
        file = max(files, key=lambda each: (each.map_path.stat().st_size, each.name))
        room = page._replace(height=page.height - self.app.type.height("motto") * 2)
        picture = self._picture(file, room)
        column = Column(Area(page.x, room.bottom + 8, page.width, 200), self.app.type)
        words = f"{_(file.title)}   {said(file.data.get('date'))}"
        column.text(words.strip(), "motto", centred=True, most=1)
        return [Widget("picture", room, picture=picture), *column.found]

    # --- a new game ----------------------------------------------------------------------------

    def _rulesets(self) -> list[str]:
        return [id_ for id_ in find_rulesets() if scenarios_of(id_)]

    def _pick_defaults(self) -> None:
        known = self._rulesets()
        if self.ruleset not in known and known:
            self.ruleset = max(known, key=lambda id_: len(scenarios_of(id_)))
            self.scenario = None
        files = scenarios_of(self.ruleset)
        if self.scenario is None and files:
            self._take(files[0])

    def _take(self, file: ScenarioFile) -> None:
        self.scenario = file
        known = load_ruleset(file.ruleset).switches
        self.switches = {key: switch.default for key, switch in known.items()}
        self._lists["details"].offset = 0

    def _new(self, page: Area) -> list[Widget]:
        self._pick_defaults()
        type_ = self.app.type
        gap = round(20 * type_.scale)
        head = Column(page, type_)
        head.text(_("New game"), "title")
        head.gap(4)
        head.buttons(
            [
                Widget(
                    "button",
                    page,
                    find_rulesets()[id_].manifest.title,
                    command=("ruleset", id_),
                    tip=find_rulesets()[id_].manifest.summary,
                    is_chosen=id_ == self.ruleset,
                )
                for id_ in self._rulesets()
            ]
        )
        head.gap(6)
        left = Area(
            page.x, head.y, min(round(250 * type_.scale), page.width * 34 // 100), page.bottom - head.y
        )
        right = Area(left.right + gap, head.y, page.right - left.right - gap, page.bottom - head.y)
        found = [Widget("line", self._paper(page), fill="panel"), *head.found]
        found += scrolled(left, self._lists["scenarios"], type_, self._scenario_list)
        if self.scenario is not None:
            foot = self._start_row(right)
            window = right._replace(height=min(w.area.y for w in foot) - right.y - gap // 2)
            details = self._switch_list if self.shows_switches else self._details(window)
            found += scrolled(window, self._lists["details"], type_, details)
            found += foot
        return found

    def _paper(self, page: Area) -> Area:
        side = page.x - round(28 * self.app.type.scale)
        return Area(side, 0, self.app.size[0] - side, self.app.size[1])

    def _scenario_list(self, column: Column) -> None:
        for file in scenarios_of(self.ruleset):
            is_chosen = self.scenario is not None and file.name == self.scenario.name
            column.button(_(file.title), ("scenario", file.name), self._facts(file), chosen=is_chosen)

    def _facts(self, file: ScenarioFile) -> str:
        """When it was, how large, how long and how hard it is to play."""
        known = [said(file.data.get(key)) for key in ("date", "size", "playing_time", "difficulty")]
        turns = _("{n} turns").format(n=file.data.get("turns", "?"))
        return "  ·  ".join([*filter(None, known), turns])

    def _details(self, window: Area) -> Callable[[Column], None]:
        file = self.scenario
        assert file is not None

        def fill(column: Column) -> None:
            data = file.data
            column.text(_(file.title), "title")
            column.text(self._facts(file), "note")
            sides = [
                said(side.get("name", side.get("id")))
                for side in data.get("sides", ())
                if isinstance(side, dict)
            ]
            column.text(_(" against ").join(sides), "head")
            column.gap(6)
            height = min(window.height * 60 // 100, column.area.width * 3 // 4)
            room = Area(column.area.x, column.y, column.area.width, height)
            column.add(Widget("picture", room, picture=self._picture(file, room)))
            column.y += height
            column.gap(8)
            for key in ("notes", "designer_notes"):
                text = " ".join(said(data.get(key)).split())
                if text:
                    column.text(text, "body" if key == "notes" else "note")
                    column.gap(6)

        return fill

    def _known_switches(self) -> dict[str, Switch]:
        return dict(load_ruleset(self.ruleset).switches)

    def _switch_list(self, column: Column) -> None:
        column.text(_("House rules"), "title")
        column.text(
            _("Where the rules can be read in more than one way, you choose. Gold is what counts."), "note"
        )
        column.gap(6)
        for key, switch in self._known_switches().items():
            rule = f"  [{switch.rule}]" if switch.rule else ""
            column.text(f"{_(switch.question)}{rule}", "bold")
            for choice in switch.choices:
                usual = _("  (as we read it)") if choice.key == switch.default else ""
                column.button(
                    f"{_(choice.text)}{usual}",
                    ("switch", key, choice.key),
                    _("As we read it") if choice.key == switch.default else _("Another way to read it"),
                    "small",
                    chosen=self.switches.get(key) == choice.key,
                )
            column.gap(8)

    def _start_row(self, area: Area) -> list[Widget]:
        column = Column(area, self.app.type)
        changed = sum(self.switches.get(k) != s.default for k, s in self._known_switches().items())
        rules = _("House rules") if not changed else _("House rules ({n} changed)").format(n=changed)
        rows = [
            Widget(
                "button",
                area,
                _("The battle") if self.shows_switches else rules,
                command=("switches",),
                tip=_("Where the rules can be read in more than one way, you choose."),
            ),
            Widget(
                "button",
                area,
                _("Dice: yours") if self.is_manual else _("Dice: rolled for you"),
                command=("dice",),
                tip=_("The program rolls, or you roll at the table and type what fell"),
            ),
        ]
        column.buttons(rows)
        column.button(_("Begin"), ("begin",), _("Lay out the table and begin"), "big button")
        shift = area.bottom - column.y
        return [replace(w, area=w.area._replace(y=w.area.y + shift)) for w in column.found]

    def _picture(self, file: ScenarioFile, room: Area) -> pygame.Surface | None:
        palette = self.app.palette
        background = palette.table if self.page == "home" else palette.panel
        if room.width <= 20 or room.height <= 20:
            return None
        try:
            return _map_picture(file.map_path, file.content_hash, room[2:], background, palette.is_grey)
        except DataError:
            return None

    # --- loading -------------------------------------------------------------------------------

    def _load_page(self, page: Area) -> list[Widget]:
        type_ = self.app.type
        head = Column(page, type_)
        head.text(_("Load a game"), "title")
        head.text(shorten(str(self.app.home.games), page.width, "note", type_), "note", most=1)
        head.gap(8)
        if self._saved is None:
            self._saved = saved_games(self.app.home.games)
        window = Area(page.x, head.y, page.width, page.bottom - head.y)

        def fill(column: Column) -> None:
            if not self._saved:
                column.text(_("There is no game yet."), "body")
            for game in self._saved or ():
                when = game.when.strftime("%d.%m.%Y %H:%M")
                words = f"{_(game.title)}, {when}, " + _("{n} steps").format(n=game.steps)
                if game.problem:
                    words += "  (" + _("damaged") + ")"
                column.button(words, ("load", game.path), game.problem or str(game.path.name))

        paper = Widget("line", self._paper(page), fill="panel")
        return [paper, *head.found, *scrolled(window, self._lists["saved"], type_, fill)]

    def load(self, path: Path) -> None:
        """Open a game from its record, or say what is wrong with it."""
        from game.ui.table_screen import TableScreen

        try:
            session, problem = Session.resume(path, **self._session_options())
        except (DataError, OSError, Unkept) as error:
            self._refuse(path, error)
            return
        self.app.go(TableScreen(self.app, session, problem))

    def _refuse(self, path: Path, error: Exception) -> None:
        why = why_unread(path, error) if isinstance(error, OSError) else str(error)
        self.lay(Question(_("This game cannot be opened"), why, [(_("Close"), ("close",))]))

    def begin(
        self,
        scenario: str = "",
        house_rules: dict[str, str] | None = None,
        manual: bool = False,
        seed: Any = None,
    ) -> None:
        """Begin the game that is chosen, or one by its name."""
        from game.ui.table_screen import TableScreen

        if scenario:
            self.scenario = find_scenario(scenario)
            self.switches, self.is_manual = dict(house_rules or {}), manual
        if self.scenario is None:
            return
        try:
            session = Session.begin(
                self.scenario,
                self.app.home.games,
                self.switches,
                seed,
                self.is_manual,
                self._faces,
                **self._session_options(),
            )
        except FaceWanted as wanted:
            self.lay(DicePad(wanted.die, wanted.why))
            return
        except (DataError, OSError, Unkept) as error:
            self._refuse(self.scenario.path, error)
            return
        self._faces = []
        self.app.go(TableScreen(self.app, session))

    def _session_options(self) -> dict[str, Any]:
        settings = self.app.settings
        return {"pace": settings.animation, "has_dice": settings.dice, "curtain": settings.curtain}

    # --- options -------------------------------------------------------------------------------

    def _options(self, page: Area) -> list[Widget]:
        settings = self.app.settings
        type_ = self.app.type

        def fill(column: Column) -> None:
            column.text(_("Options"), "title")
            column.gap(4)
            for title, name, choices in self._choices():
                column.text(title, "bold")
                column.buttons(
                    [
                        Widget(
                            "button",
                            page,
                            words,
                            command=("set", name, value),
                            tip=f"{title}: {words}",
                            is_chosen=getattr(settings, name) == value,
                        )
                        for value, words in choices
                    ]
                )
                column.gap(5)
            column.text(_("Keys"), "bold")
            tip = _("Every key can be given to another command")
            column.buttons(
                [Widget("button", page, _("Look at the keys and change them"), command=("keys",), tip=tip)]
            )
            tip = _("Forget all keys you have changed")
            column.buttons(
                [Widget("button", page, _("The usual keys again"), command=("usual keys",), tip=tip)]
            )

        paper = Widget("line", self._paper(page), fill="panel")
        return [paper, *scrolled(page, self._lists["options"], type_, fill)]

    def _choices(self) -> list[tuple[str, str, list[tuple[Any, str]]]]:
        on_off = [(True, _("On")), (False, _("Off"))]
        return [
            (_("Language"), "language", [("en", "English"), ("fr", "Français")]),
            (_("Colours"), "palette", [(key, _(words)) for key, words in PALETTE_NAMES.items()]),
            (
                _("Size of letters"),
                "scale",
                [(0.85, "85 %"), (1.0, "100 %"), (1.25, "125 %"), (1.5, "150 %"), (2.0, "200 %")],
            ),
            (_("Animation"), "animation", [("calm", _("Calm")), ("quick", _("Quick")), ("off", _("Off"))]),
            (_("Dice shown falling"), "dice", on_off),
            (
                _("Curtain between the sides"),
                "curtain",
                [("secrets", _("When there are secrets")), ("always", _("Always")), ("never", _("Never"))],
            ),
            (_("Small map"), "minimap", on_off),
            (_("Map moves at the window's edge"), "edge_scrolling", on_off),
            (_("Full screen"), "full_screen", on_off),
        ]

    # --- commands ------------------------------------------------------------------------------

    def obey(self, command: Command) -> None:
        match command:
            case ("page", page):
                self.page = page if page != self.page else "home"
                self._saved = None
            case ("continue",):
                last = last_game(self.app.home.games)
                if last is not None:
                    self.load(last)
            case ("quit",):
                self.app.stop()
            case ("ruleset", id_):
                self.ruleset, self.scenario = id_, None
            case ("scenario", name):
                self._take(find_scenario(name))
                self.shows_switches = False
            case ("switches",):
                self.shows_switches = not self.shows_switches
                self._lists["details"].offset = 0
            case ("switch", key, value):
                self.switches[key] = value
            case ("dice",):
                self.is_manual = not self.is_manual
            case ("begin",):
                self._faces = []
                self.begin()
            case ("face", face):
                self.close_card()
                self._faces.append(face)
                self.begin()
            case ("no face",):
                self.close_card()
                self._faces = []
            case ("load", path):
                self.load(path)
            case ("set", name, value):
                self.app.choose(**{name: value})
            case ("keys",):
                self.lay(KeysCard(self.app.keys, is_editable=True))
            case ("usual keys",):
                self.app.choose(keys={})
            case ("bind", name):
                self._binding = name
                card = self.cards[-1]
                assert isinstance(card, KeysCard)
                card.asking = name

    def typed(self, name: str) -> None:
        if self._binding and self.cards and isinstance(self.cards[-1], KeysCard):
            if self.app.keys.command(name) != "cancel":
                self.app.choose(keys=self.app.keys.bound(self._binding, name))
            self._binding = ""
            self.cards[-1].asking = ""
            self.cards[-1].keys = Keys(self.app.settings.keys)
            self.changed()
            return
        super().typed(name)

    def key(self, name: str, command: str) -> bool:
        match command:
            case "cancel" if self.page != "home":
                self.page = "home"
                self.changed()
            case "help":
                self.lay(KeysCard(self.app.keys))
            case "pan up" | "pan down":
                self._walk(-1 if command == "pan up" else 1)
            case _:
                return False
        return True

    def scrolls(self) -> list[Scroll]:
        return list(self._lists.values())


def said(text: object) -> str:
    """A text of a scenario's file in the player's language; nothing where the file says nothing."""
    return _(str(text)) if text else ""


@lru_cache(maxsize=24)
def _map_picture(
    path: Path, content_hash: str, size: tuple[int, int], background: str, is_grey: bool
) -> pygame.Surface:
    """A map, small enough for a rectangle; drawn once, as long as its files do not change."""
    tiles = Tiles(read_map(path), read_theme(), background, is_grey, path.parent)
    tiles.wait()
    return thumbnail(tiles, Area(0, 0, *size))
