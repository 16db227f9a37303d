"""Makes the project's own `.venv` and keeps it in step with `pyproject.toml`.

Standard library only, and careful with its syntax: this file also has to speak to a Python that is too old.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OLDEST = (3, 11)


def say(text):
    print("gloire: " + text, file=sys.stderr, flush=True)


def stop(text):
    say(text)
    raise SystemExit(2)


def venv_python():
    """The interpreter inside `.venv`."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _stamp():
    """What the installed environment depends on: the project file and this Python."""
    text = (ROOT / "pyproject.toml").read_bytes() + sys.version.encode()
    return hashlib.sha256(text).hexdigest()


def _is_fresh(marker):
    return venv_python().exists() and marker.exists() and marker.read_text(encoding="utf-8") == _stamp()


def prepare(extra=""):
    """Make or refresh `.venv` with the project (and an extra) installed; give its interpreter."""
    if sys.version_info < OLDEST:
        stop(
            "this Python is %d.%d, but Gloire needs %d.%d or newer: install one and run it with that."
            % (sys.version_info[:2] + OLDEST)
        )
    wanted = [extra] if extra else ["", "test"]
    markers = {name: VENV / (".installed-" + (name or "plain")) for name in ("", "test")}
    # The test extra includes the plain program, so either marker will do for playing.
    if any(_is_fresh(markers[name]) for name in wanted):
        return venv_python()
    if not venv_python().exists():
        say("making .venv (first use)")
        _make_venv()
    target = "." + ("[%s]" % extra if extra else "")
    say("installing Gloire and what it needs into .venv (a minute or so)")
    command = [str(venv_python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.call(command + ["--editable", target], cwd=str(ROOT)) != 0:
        stop("pip could not install Gloire: see its message above; with the network back, run this again.")
    markers[extra].write_text(_stamp(), encoding="utf-8")
    return venv_python()


def _make_venv():
    try:
        import ensurepip  # noqa: F401  (its absence is how Debian says that venv is not installed)
        import venv
    except ImportError:
        stop("Python's venv module is missing: install it (on Debian and Ubuntu: apt install python3-venv).")
    try:
        venv.EnvBuilder(with_pip=True, clear=True).create(str(VENV))
    except (OSError, subprocess.CalledProcessError) as error:
        stop("could not make %s (%s): check that the folder can be written." % (VENV, error))


def run(words):
    """Run a command in the project's folder and leave with its exit code."""
    try:
        raise SystemExit(subprocess.call([str(word) for word in words]))
    except KeyboardInterrupt:
        raise SystemExit(130)
