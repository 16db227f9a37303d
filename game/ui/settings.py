"""What a player has chosen about the window, kept where each system keeps such things."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Literal

from platformdirs import user_config_path, user_data_path
from pydantic import Field, ValidationError

from game.core.models import Closed

APP = "gloire"


class Settings(Closed):
    """The options; a file with anything else in it is set aside."""

    format: Literal[1] = 1
    language: Literal["en", "fr"] = "en"
    palette: Literal["print", "safe", "grey"] = "print"
    scale: float = Field(default=1.0, ge=0.75, le=3.0)
    animation: Literal["off", "quick", "calm"] = "calm"
    dice: bool = True
    curtain: Literal["secrets", "always", "never"] = "secrets"
    minimap: bool = True
    edge_scrolling: bool = False
    full_screen: bool = False
    keys: dict[str, tuple[str, ...]] = {}


class Home:
    """The folders of one player: where settings and games are kept."""

    def __init__(self, config: Path | None = None, data: Path | None = None) -> None:
        self.config = config or user_config_path(APP, appauthor=False)
        self.data = data or user_data_path(APP, appauthor=False)

    @property
    def games(self) -> Path:
        return self.data / "games"

    def read_settings(self) -> Settings:
        """The settings as they were left; the usual ones where the file is missing or spoilt."""
        try:
            content = json.loads((self.config / "settings.json").read_text(encoding="utf-8"))
            return Settings.model_validate(content)
        except (OSError, ValueError, ValidationError):
            return Settings()

    def write_settings(self, settings: Settings) -> None:
        """Keep the settings; a folder that cannot be written costs the choice, not the game."""
        beside = self.config / f".settings.{os.getpid()}.new"
        try:
            self.config.mkdir(parents=True, exist_ok=True)
            beside.write_text(settings.model_dump_json(indent=2), encoding="utf-8")
            beside.replace(self.config / "settings.json")
        except OSError:
            return
