"""Draw the pictures of the documents: maps, odds, charts, and the window in play.

    .venv/bin/python tools/pictures.py              all of them, a minute
    .venv/bin/python tools/pictures.py first-march  only those named

Draws them anew into `docs/pictures`; run it when what they show has changed, and look at them.
(The pictures in `docs/battles` are drawn by `tools/battle_pages.py`.)
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from functools import partial
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import _map_pictures as maps  # noqa: E402
import _window_pictures as windows  # noqa: E402
from PIL import Image  # noqa: E402

DPI = 100
COLOURS = 256  # a palette keeps the files small


def odds() -> Image.Image:
    """A charge as `gloire odds --plot` draws it."""
    from game.core.ruleset import load_ruleset
    from game.odds.answer import answer
    from game.odds.plot import draw_answer
    from game.odds.question import read_question

    words = {"attacker": ["heavy cavalry 4/7"], "defender": ["infantry 6/6"], "square": ["auto"]}
    found = answer(read_question("jours-de-gloire", "charge", words))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "odds.png"
        draw_answer(load_ruleset("jours-de-gloire").odds, found, path)
        return Image.open(path).convert("RGB")


def aid() -> Image.Image:
    """The first page of odds of a player aid, as `gloire sheet` prints it."""
    from game.core.ruleset import load_ruleset
    from game.sheets.player_aid import player_aid, png_bytes

    pages = list(png_bytes(player_aid(load_ruleset("jours-de-gloire")), DPI))
    return Image.open(BytesIO(pages[2])).convert("RGB")


PICTURES = {
    **{name: partial(maps.picture, name, DPI) for name in maps.MAPS},
    "odds": odds,
    "aid": aid,
    **{name: partial(windows.picture, name) for name in windows.WINDOWS},
}


def small(picture: Image.Image) -> bytes:
    """A picture as a PNG file's content, with a palette of its own."""
    kept = BytesIO()
    # With a few rounds of k-means rare colours, such as the red of a star, stay what they are.
    few = picture.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE)
    few.save(kept, "PNG", optimize=True)
    return kept.getvalue()


def main(words: list[str] | None = None) -> None:
    """Draw all pictures, or those that are named, into a folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "pictures", help="the folder")
    asked = parser.parse_args(words)
    if unknown := set(asked.names) - set(PICTURES):
        parser.error(f"no picture is called {', '.join(sorted(unknown))}; there are {', '.join(PICTURES)}")
    asked.out.mkdir(parents=True, exist_ok=True)
    for name in asked.names or PICTURES:
        path = asked.out / f"{name}.png"
        path.write_bytes(small(PICTURES[name]()))
        print(f"{path}: {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
