"""Play Gloire from a checkout: `python3 tools/play.py [words for gloire]`. Installs itself on first use."""

import sys

from _venv import call, calmly, prepare, say


def main():
    python = prepare()
    words = sys.argv[1:]
    if not words:
        say("starting Gloire")
    # -P: a folder called `game` where the user happens to be is not this program.
    return call(python, "-P", "-m", "game", *words)


if __name__ == "__main__":
    calmly(main)
