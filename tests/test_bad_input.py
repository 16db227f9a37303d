"""Whatever bytes stand in a file people write: the answer is a sentence, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.core.errors import DataError
from game.filekinds import check_file
from game.perft import read_position, set_up
from game.shipped import shipped
from tests.games import played

MAP = (shipped("maps") / "skirmish" / "map.toml").read_bytes()
GOOD = {
    "scenario.toml": (shipped("maps") / "skirmish" / "scenario.toml").read_bytes(),
    "house.toml": b'format = 1\nruleset = "skirmish"\n[switches]\nwoods = "as_clear"\n',
    "game.record": played(seed=3, steps=12).record().encode(),
    "x.perft": (Path(__file__).parent / "perft" / "skirmish-attack.perft").read_bytes(),
}
# Pieces that files are made of, so that damage is not always plain nonsense.
SCRAPS = [
    *(b"", b"=", b"[", b"]]", b"{", b'"', b"\n", b"#", b"|", b"-1", b"9" * 20, b"nan", b"1e999", b"true"),
    *(b"[[units]]\n", b"format = 1\n", b"play: ", b"note: ", b"../../..", b"a" * 300, b"\x00", b"\xff"),
]
SLOW = settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def damaged(draw: st.DrawFn, content: bytes) -> bytes:
    """A good file with a few stretches cut out and other things put in their place."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 30)))
        scrap = draw(st.sampled_from(SCRAPS) | st.binary(max_size=8))
        content = content[:start] + scrap + content[end:]
    return content


def is_taken(folder: Path, name: str, content: bytes) -> bool:
    """Whether `gloire check` or `gloire perft` takes a file; if not, every sentence says which one it is."""
    (folder / "map.toml").write_bytes(MAP)
    path = folder / name
    path.write_bytes(content)
    if name.endswith(".perft"):
        try:
            set_up(read_position(path), path)
        except DataError as error:
            assert name in str(error)
            return False
        return True
    report = check_file(path)
    for problem in report.problems:
        assert "Traceback" not in problem
        assert name in problem
    return report.is_good


@pytest.mark.parametrize("name", GOOD)
def test_the_files_are_good_before_they_are_damaged(tmp_path: Path, name: str) -> None:
    assert is_taken(tmp_path, name, GOOD[name])


@pytest.mark.parametrize("name", GOOD)
@given(data=st.data())
@SLOW
def test_damaged_files(tmp_path: Path, name: str, data: st.DataObject) -> None:
    content = data.draw(damaged(GOOD[name]))
    # Much damage does no harm (in a remark, in a name); what is not UTF-8 always does.
    assert not (is_taken(tmp_path, name, content) and b"\xff" in content)


@pytest.mark.parametrize("name", GOOD)
@given(content=st.binary(max_size=200))
@SLOW
def test_random_bytes(tmp_path: Path, name: str, content: bytes) -> None:
    assert not is_taken(tmp_path, name, content)


@pytest.mark.parametrize("name", GOOD)
def test_files_cut_off_anywhere(tmp_path: Path, name: str) -> None:
    content = GOOD[name]
    refused = [end for end in range(0, len(content), 7) if not is_taken(tmp_path, name, content[:end])]
    assert refused[0] == 0  # an empty file is no file of any kind
    assert len(refused) > 1
