"""The command line as tests use it."""

from __future__ import annotations

import pytest

from game.cli import main


def gloire(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of one command."""
    with pytest.raises(SystemExit) as left:
        main([*map(str, words)])
    told = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return left.value.code, told.out, told.err
