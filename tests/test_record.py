"""The record: read back to the same game, refused where it breaks, continued from the last good step."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from game.core.actions import act
from game.core.dice import Face, ScriptedDice
from game.core.errors import DataError
from game.core.record import Entry, Header, entry_text, parse_record, record_text, short_hash
from game.match import Loaded, Match, load_record
from game.shipped import shipped
from tests.games import play_on, played

GAME = played(8)
TEXT = GAME.record()


def load(folder: Path, text: str | bytes) -> Loaded:
    path = folder / "game.record"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return load_record(path)


def test_a_game_comes_back_as_it_was(tmp_path: Path) -> None:
    loaded = load(tmp_path, TEXT)
    assert loaded.problem is None
    assert loaded.match.state == GAME.state
    assert loaded.match.record() == TEXT
    assert loaded.match.told("blue") == GAME.told("blue")


def test_a_loaded_game_goes_on_as_it_would_have(tmp_path: Path) -> None:
    for step in range(0, len(GAME.entries), 7):
        lines = TEXT.splitlines(keepends=True)
        first = lines.index("\n") + 1
        loaded = load(tmp_path, "".join(lines[: first + step + 1])).match
        for entry in GAME.entries[step + 1 :]:
            loaded.act(entry.action)
        assert loaded.record() == TEXT


def test_a_loaded_game_can_take_back_what_the_players_could(tmp_path: Path) -> None:
    match = played(8, steps=6)
    assert match.undoable
    loaded = load(tmp_path, match.record()).match
    assert loaded.undoable == match.undoable
    assert loaded.undo()
    match.undo()
    assert loaded.record() == match.record()


def test_the_file_reads_like_a_game(tmp_path: Path) -> None:
    header, _, steps = TEXT.partition("\n\n")
    assert header.splitlines()[0] == "gloire record 1"
    assert "ruleset: skirmish 1.0" in header
    assert steps.splitlines()[1] == f"1 | blue | {GAME.entries[1].action} | | {GAME.entries[1].hash}"
    assert GAME.entries[-1].hash == short_hash(GAME.state)


def test_notes_survive_save_load_and_undo(tmp_path: Path) -> None:
    match = played(8, steps=5)
    path = tmp_path / "game.record"
    match.keep_in(path)
    match.note("He is late | as usual.\nSo am I: 3 hexes, élan \x07 and all")
    match.note("note: within a note")
    play_on(match, 1, 1)
    loaded = load_record(path)
    assert loaded.problem is None
    kept = loaded.match.entries[5].notes
    assert kept == ("He is late | as usual.", "So am I: 3 hexes, élan  and all", "note: within a note")
    assert loaded.match.record() == match.record() == path.read_text(encoding="utf-8")


def test_the_file_follows_every_step_back_and_forth(tmp_path: Path) -> None:
    match = Match.begin("skirmish", "skirmish", seed=2)
    path = tmp_path / "deep" / "down" / "game.record"
    match.keep_in(path)
    for step in range(40):
        if step % 5 == 4:
            match.undo()
        elif step % 7 == 6:
            match.redo()
        else:
            play_on(match, step, 1)
        assert path.read_text(encoding="utf-8") == match.record()
    assert [each.name for each in path.parent.iterdir()] == ["game.record"]


FACES = st.one_of(st.integers(-99, 99), st.text(max_size=8))


@given(st.lists(FACES, max_size=5))
@example([""])
@example(["a, b", '"', "|", " | ", "7", "\n", "blue#2", "lasalle 1"])
def test_any_face_is_read_back(faces: list[Face]) -> None:
    entry = Entry(0, "-", act("begin"), tuple(faces), "00000000")
    header = Header("1", "skirmish", "1.0", "skirmish", "0" * 16, "manual")
    reading = parse_record(record_text(header, [entry]).encode("utf-8", "surrogatepass"), "here")
    assert reading.problem == ""
    assert reading.entries == (entry,)
    assert reading.header == header


# --- damage --------------------------------------------------------------------------------------


def step_line(number: int) -> str:
    return entry_text(GAME.entries[number])


ROLL = next(entry.number for entry in GAME.entries if entry.faces and isinstance(entry.faces[-1], int))


@pytest.mark.parametrize(
    ("step", "old", "new", "problem"),
    [
        (5, r"\w{8}$", "00000000", r"step 5 \(.*\): it leads to \w{8}, the record says 00000000"),
        (5, r"\| \w+ \|", "| green |", r"step 5 \(.*\): it is \w+ that decides, not green"),
        (5, r"(\| \w+ \|)[^|]*\|", r"\1 fly b-line 0101 |", r"step 5 \(fly b-line 0101\): "),
        (5, r"^5 ", "6 ", r"line \d+ \(after step 4\) should be step 5"),
        (5, r"^5 \|", "5  |", r"line \d+ \(after step 4\) is not written as this program writes a step"),
        (5, r".*", "hello", r"line \d+ \(after step 4\) is neither a step nor a note"),
        (ROLL, r"\d\b(?=[^|]*\| \w{8}$)", "9", rf"step {ROLL} \(.*\): 9 is not a face of the d6"),
        (ROLL, r"\| \d[^|]*\|(?= \w{8}$)", "| |", rf"step {ROLL} \(.*\): a face is missing for: "),
        (ROLL, r" \|(?= \w{8}$)", ", 4 |", rf"step {ROLL} \(.*\): it holds \d faces, but \d were rolled"),
    ],
)
def test_a_changed_step_is_found_and_named(
    tmp_path: Path, step: int, old: str, new: str, problem: str
) -> None:
    line = step_line(step)
    changed = re.sub(old, new, line.rstrip("\n"), count=1) + "\n"
    assert changed != line
    loaded = load(tmp_path, TEXT.replace(line, changed))
    assert loaded.problem is not None
    assert re.search(problem, loaded.problem), loaded.problem
    assert loaded.match.entries == GAME.entries[:step]
    play_on(loaded.match)
    assert loaded.match.is_over


def test_a_face_that_would_read_alike_is_still_held_against_the_seed(tmp_path: Path) -> None:
    for entry in GAME.entries:
        if entry.faces and isinstance(entry.faces[0], int):
            for face in range(1, 7):
                if face == entry.faces[0]:
                    continue
                line = entry_text(entry)
                changed = line.replace(f"| {entry.faces[0]}", f"| {face}", 1)
                problem = load(tmp_path, TEXT.replace(line, changed)).problem
                assert problem is not None
                assert f"step {entry.number} (" in problem


def test_every_flipped_byte_of_the_steps_is_found(tmp_path: Path) -> None:
    content = played(8, steps=4).record().encode()
    first = content.index(b"\n\n") + 2
    for at in range(first, len(content)):
        spoilt = bytearray(content)
        spoilt[at] ^= 1
        try:
            problem = load(tmp_path, bytes(spoilt)).problem
        except DataError as error:  # the first step has no good one before it
            problem = str(error)
        assert problem, bytes(spoilt)[first:]


def test_a_line_cut_off_by_a_crash_is_left_out_with_a_word(tmp_path: Path) -> None:
    end = len(TEXT) - len(step_line(len(GAME.entries) - 1))
    for cut in range(end + 1, len(TEXT)):
        loaded = load(tmp_path, TEXT[:cut])
        assert loaded.problem is not None
        last = len(GAME.entries) - 2
        assert f"the last line was cut off and is left out; step {last} is the last" in loaded.problem
        assert len(loaded.match.entries) == last + 1


def test_keeping_a_damaged_game_mends_its_file(tmp_path: Path) -> None:
    loaded = load(tmp_path, TEXT[:-5])
    loaded.match.keep_in(tmp_path / "game.record")
    loaded.match.act(GAME.entries[-1].action)
    assert load_record(tmp_path / "game.record").problem is None
    assert (tmp_path / "game.record").read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("gloire record 1", "gloire record 2", "line 1: format 2 is newer than this program, which reads 1"),
        ("gloire record 1", "gloire record 0", "line 1: format 0 does not exist"),
        ("gloire record 1", "hello", "line 1: is not a record; one begins with 'gloire record 1'"),
        ("ruleset: skirmish", "ruleset: chess", "game.record, ruleset: there is no ruleset 'chess'"),
        ("scenario: skirmish", "scenario: chess", "there is no scenario 'chess' in this program"),
        ("dice: seeded 8", "dice: loaded", "dice: must be 'seeded' with a seed, 'manual' or 'scripted'"),
        ("house rule: woods whole_move\n", "", "the header does not say how it stands with: woods"),
        ("woods whole_move", "woods none", "woods: 'none' is not a choice"),
        ("program: ", "progam: ", "line 2: is not a line of a record's header"),
        ("program: ", "ruleset: x\nprogram: ", "gives the ruleset a second time"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert old in TEXT
    try:
        told = load(tmp_path, TEXT.replace(old, new, 1)).problem
    except DataError as error:
        told = str(error)
    assert told is not None
    assert problem in told


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("woods whole_move", "woods as_clear"),
        ("ruleset: skirmish 1.0", "ruleset: skirmish 1.1"),
        ("dice: seeded 8", "dice: manual"),
        ("dice: seeded 8", "dice: seeded 9"),
    ],
)
def test_a_header_changed_to_what_could_have_been_is_found(tmp_path: Path, old: str, new: str) -> None:
    """No rule that the changed line touches need have come up yet: the first hash holds the header, too."""
    begun = played(8, steps=1).record()
    assert old in begun
    told = r"step 0 \(begin\): the header is not the one this game began with"
    with pytest.raises(DataError, match=told):
        load(tmp_path, begun.replace(old, new, 1))


def test_where_and_when_a_game_is_kept_may_change(tmp_path: Path) -> None:
    for old, new in (("program: ", "program: 9."), ("\n\n", "\ndate: 1806-10-10\n\n")):
        assert load(tmp_path, TEXT.replace(old, new, 1)).problem is None


def test_no_header_and_no_step(tmp_path: Path) -> None:
    header = TEXT.partition("\n\n")[0]
    for text, problem in (("", "is empty"), (header, "is cut off"), (f"{header}\n\n", "holds no step")):
        with pytest.raises(DataError, match=problem):
            load(tmp_path, text)


def test_a_scenario_that_has_changed_is_not_played_on(tmp_path: Path) -> None:
    shutil.copytree(shipped("maps") / "skirmish", tmp_path / "ours")
    match = Match.begin("skirmish", tmp_path / "ours" / "scenario.toml", seed=1)
    match.save(tmp_path / "game.record")
    assert load_record(tmp_path / "game.record").match.state == match.state
    text = (tmp_path / "ours" / "scenario.toml").read_text(encoding="utf-8")
    (tmp_path / "ours" / "scenario.toml").write_text(text.replace("turns = 4", "turns = 5"), encoding="utf-8")
    with pytest.raises(DataError, match="'ours' or its map has changed since this game began"):
        load_record(tmp_path / "game.record")
    (tmp_path / "ours" / "scenario.toml").unlink()
    with pytest.raises(DataError, match="the scenario 'ours' is no longer at "):
        load_record(tmp_path / "game.record")


def test_a_scenario_that_moved_with_its_record_is_found(tmp_path: Path) -> None:
    shutil.copytree(shipped("maps") / "skirmish", tmp_path / "ours")
    match = Match.begin("skirmish", tmp_path / "ours" / "scenario.toml", seed=1)
    match.save(tmp_path / "ours" / "game.record")
    (tmp_path / "ours").rename(tmp_path / "theirs")
    assert load_record(tmp_path / "theirs" / "game.record").problem is None


def test_games_with_dice_of_their_own_are_read_too(tmp_path: Path) -> None:
    match = Match.begin("skirmish", "skirmish", dice=ScriptedDice("red"))
    match.act(act("order", "hold"))
    match.act(act("order", "hold"))
    assert load(tmp_path, match.record()).match.state == match.state


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_damage_gives_anything_but_a_sentence(tmp_path: Path, data: st.DataObject) -> None:
    good = TEXT.encode()
    at = data.draw(st.integers(0, len(good)))
    cut = data.draw(st.integers(0, 30))
    try:
        loaded = load(tmp_path, good[:at] + data.draw(st.binary(max_size=30)) + good[at + cut :])
    except DataError as error:
        assert len(str(error)) > 10
    else:
        assert loaded.match.entries
        assert loaded.match.legal() or loaded.match.is_over


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300))
def test_random_bytes_are_no_record(tmp_path: Path, content: bytes) -> None:
    for start in (b"", b"gloire record 1\n"):
        with pytest.raises(DataError):
            load(tmp_path, start + content)


def test_a_file_somebody_else_removed_or_changed_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    match = played(seed=3, steps=2)
    match.keep_in(path)
    path.unlink()
    play_on(match, seed=1, steps=1)
    assert load_record(path).match.state == match.state
    path.unlink()
    match.note("still here")
    assert load_record(path).match.entries[-1].notes == ("still here",)
    while not match.undoable:
        play_on(match, seed=1, steps=1)
    path.write_text(path.read_text(encoding="utf-8") + "note: somebody else's\n", encoding="utf-8")
    match.undo()
    assert path.read_text(encoding="utf-8") == match.record()


def test_half_a_line_left_by_a_full_disk_is_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.record"
    match = played(seed=3, steps=2)
    match.keep_in(path)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("game.core.record.os.fsync", full)
        with pytest.raises(OSError, match="No space left"):
            play_on(match, seed=1, steps=1)
    with path.open("ab") as file:
        file.truncate(path.stat().st_size - 5)  # what a full disk may leave
    play_on(match, seed=1, steps=1)
    assert path.read_text(encoding="utf-8") == match.record()
