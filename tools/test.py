"""Run all tests from a checkout: `python3 tools/test.py [words for pytest]`. Installs itself on first use."""

import os
import sys

from _venv import ROOT, prepare, run, say

if __name__ == "__main__":
    python = prepare("test")
    os.chdir(str(ROOT))
    say("running the tests")
    run([python, "-m", "pytest", "--numprocesses=auto", *sys.argv[1:]])
