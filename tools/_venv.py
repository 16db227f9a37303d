"""Makes the project's own `.venv` and keeps it in step with `pyproject.toml`.

Standard library only, and careful with its syntax: this file also has to speak to a Python that is too old.
"""

import hashlib
import os
import subprocess
import sys

OLDEST = (3, 11)


def say(text):
    sys.stderr.write("gloire: " + text + "\n")
    sys.stderr.flush()


def stop(text):
    say(text)
    raise SystemExit(2)


# Before anything that an old Python does not have.
if sys.version_info < OLDEST:
    stop(
        "this is Python %d.%d, but Gloire needs %d.%d or newer: install it from python.org and use that."
        % (tuple(sys.version_info[:2]) + OLDEST)
    )

from pathlib import Path  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"

# Each way of installing leaves a marker; the test extra includes all that playing needs.
PLAIN, TEST = "", "test"
SERVES = {PLAIN: (PLAIN, TEST), TEST: (TEST,)}


def venv_python():
    """The interpreter inside `.venv`."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _marker(extra):
    return VENV / (".installed-" + (extra or "plain"))


def _stamp():
    """What an installed environment depends on: the project file, its folder, and the Python it leans on."""
    leans_on = venv_python().resolve()
    text = (ROOT / "pyproject.toml").read_bytes() + ("\n%s\n%s" % (ROOT, leans_on)).encode("utf-8")
    return hashlib.sha256(text).hexdigest()


def _has_home():
    """Whether the Python that `.venv` was made from is still where it was."""
    try:
        lines = (VENV / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return False
    homes = [line.partition("=")[2].strip() for line in lines if line.partition("=")[0].strip() == "home"]
    return bool(homes) and Path(homes[0]).is_dir() and venv_python().exists()


def _is_fresh(extra):
    """Whether all that is wanted has been installed, to the end, from the project file as it is now."""
    if not _has_home():
        return False
    for name in SERVES[extra]:
        try:
            if _marker(name).read_text(encoding="utf-8") == _stamp():
                return True
        except (OSError, ValueError):
            continue
    return False


def _can_install():
    """Whether the interpreter in `.venv` runs, is new enough and has pip: half-made ones do not."""
    probe = "import sys, pip; sys.exit(sys.version_info < (%d, %d))" % OLDEST
    try:
        return subprocess.call([str(venv_python()), "-c", probe], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def prepare(extra=PLAIN):
    """Make or refresh `.venv` with the project (and an extra) installed; give its interpreter."""
    if _is_fresh(extra):
        return venv_python()
    if not VENV.exists():
        say("making .venv (first use)")
        _make_venv()
    elif not (_has_home() and _can_install()):
        say("making .venv anew (the one that is there does not work)")
        _make_venv()
    target = "." + ("[%s]" % extra if extra else "")
    say("installing Gloire and what it needs into .venv (a minute or so)")
    command = [str(venv_python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    try:
        # From here until pip is done nothing is promised: an interrupted run starts over.
        for name in SERVES:
            if _marker(name).exists():
                _marker(name).unlink()
        if subprocess.call(command + ["--editable", target], cwd=str(ROOT)) != 0:
            stop(
                "pip could not install Gloire: its message is above; with the network there, run this again."
            )
        _marker(extra).write_text(_stamp(), encoding="utf-8")
    except OSError as error:
        stop("could not install into %s (%s): check that the folder can be written." % (VENV, error))
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


def call(*words):
    """Run a command; give its exit code as a shell would: 128 and the signal's number if one ended it."""
    code = subprocess.call([str(word) for word in words])
    return code if code >= 0 else 128 - code


def calmly(work):
    """Do the work and leave with its exit code; Ctrl-C ends it without a traceback."""
    try:
        code = work()
    except KeyboardInterrupt:
        code = 130
    raise SystemExit(code)
