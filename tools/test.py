"""Run all tests from a checkout: `python3 tools/test.py [words for pytest]`. Installs itself on first use."""

import os
import sys

from _venv import ROOT, TEST, call, calmly, prepare, say


def main():
    python = prepare(TEST)
    os.chdir(str(ROOT))
    say("running the tests")
    return call(python, "-m", "pytest", "--numprocesses=auto", *sys.argv[1:])


if __name__ == "__main__":
    calmly(main)
