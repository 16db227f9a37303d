"""Play Gloire from a checkout: `python3 tools/play.py [words for gloire]`. Installs itself on first use."""

import sys

from _venv import prepare, run

if __name__ == "__main__":
    run([prepare(), "-m", "game", *(sys.argv[1:])])
