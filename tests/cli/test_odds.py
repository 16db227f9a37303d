"""`gloire odds`: flags a player can guess, tables for people, JSON that keeps its promise."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from game.core.actions import act
from game.match import Match, load_record
from game.odds.report import OddsData
from game.replay import tell
from tests.cli.test_cli import Capture, refused, run
from tests.games import play_on

CHARGE = (
    "odds",
    "jours-de-gloire",
    "charge",
    "--attacker",
    "heavy cavalry 4/7",
    "--defender",
    "infantry 6/6",
)


def asked(capsys: Capture, *words: str) -> dict:  # type: ignore[type-arg]
    code, out, err = run(capsys, *words, "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)
    OddsData.model_validate(data)
    return data  # type: ignore[no-any-return]


def test_json_holds_lines_that_add_up_and_chances_that_sum_to_one(capsys: Capture) -> None:
    data = asked(capsys, *CHARGE, "--square", "never")
    assert data["total"] == sum(line["value"] for line in data["modifiers"]) == 4
    assert all(set(line) == {"value", "why", "rule"} for line in data["modifiers"])
    assert sum(Fraction(each["probability"]) for each in data["outcomes"]) == 1
    assert data["summary"]["attacker_prevails"] == "9/10"
    assert [row["faces"] for row in data["rows"]] == [[0], [1, 2, 3, 4, 5], [6, 7, 8, 9]]
    for unit in data["units"]:
        assert sum(Fraction(fate["probability"]) for fate in unit["fates"]) == 1


def test_the_schema_is_published_and_is_the_one_in_the_documents(capsys: Capture) -> None:
    code, out, _ = run(capsys, "odds", "--schema")
    assert code == 0
    written = Path(__file__).parents[2] / "docs" / "odds.schema.json"
    assert json.loads(out) == json.loads(written.read_text(encoding="utf-8"))


def test_people_read_situation_lines_ends_and_figures(capsys: Capture) -> None:
    code, out, err = run(capsys, *CHARGE, "--from", "rear", "--hexside=stream", "--level", "+1", "--changes")
    assert (code, err) == (0, "")
    for told in (
        "across a stream",
        "to the die",
        "how it ends",
        "Attacker prevails",
        "What would change it most",
    ):
        assert told in out


def test_every_reply_is_shown_side_by_side(capsys: Capture) -> None:
    data = asked(capsys, *CHARGE, "--replies")
    found = {(each["decision"], each["policy"]) for each in data["replies"]}
    assert {("form square", policy) for policy in ("auto", "always", "never")} <= found


def test_a_sweep_fills_every_pair(capsys: Capture) -> None:
    data = asked(capsys, *CHARGE, "--sweep", "strength=2..4", "--sweep", "defender.cohesion=5..6")
    cells = data["sweep"]["cells"]
    assert len(cells) == 6
    same = asked(capsys, *CHARGE, "--value", "attacker-prevails")["summary"]["attacker_prevails"]
    assert next(c["value"] for c in cells if (c["across"], c["down"]) == ("4", "6")) == same


def test_a_picture_is_drawn(capsys: Capture, tmp_path: Path) -> None:
    for words in ((), ("--sweep", "strength=2..4")):
        file = tmp_path / "odds.png"
        code, _, err = run(capsys, *CHARGE, *words, "--plot", str(file))
        assert (code, err) == (0, "")
        assert file.read_bytes().startswith(b"\x89PNG")


def test_sides_are_swapped(capsys: Capture) -> None:
    data = asked(capsys, *CHARGE, "--swap")
    assert data["question"].startswith('jours-de-gloire shock --attacker "infantry 6/6"')


def test_a_question_can_stand_in_a_file(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "charge.toml"
    file.write_text(
        'format = 1\nruleset = "jours-de-gloire"\nask = "charge"\n[question]\n'
        'attacker = ["heavy cavalry 4/7"]\ndefender = "infantry 6/6"\n'
    )
    assert asked(capsys, "odds", "--question", str(file)) == asked(capsys, *CHARGE)
    file.write_text(file.read_text().replace("heavy cavalry", "hevy cavalry"))
    assert "did you mean 'heavy cavalry'" in refused(capsys, "odds", "--question", str(file))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("odds",), "say whose odds"),
        (("odds", "skirmsh"), "did you mean 'skirmish'"),
        (("odds", "skirmish"), "say what is asked of 'skirmish': attack"),
        (("odds", "skirmish", "atack"), "did you mean 'attack'"),
        ((*CHARGE, "--terain", "clear"), "did you mean '--terrain'"),
        ((*CHARGE, "--jsno"), "--jsno says nothing"),
        ((*CHARGE, "--terrain", "wods"), "did you mean 'woods'"),
        ((*CHARGE, "--terrain", "woods"), "no charge into this terrain [note e]"),
        ((*CHARGE, "--square", "perhaps"), "unknown 'perhaps'"),
        ((*CHARGE, "--level", "7"), "no whole number from -3 to 3"),
        ((*CHARGE, "--sweep", "strenght=2..4"), "did you mean 'strength'"),
        ((*CHARGE, "--sweep", "strength=0..4"), "strength goes from 1 to 30"),
        ((*CHARGE, "--sweep", "strength=2..4", "--sweep", "attacker.strength=3..5"), "the same range"),
        ((*CHARGE[:3], "--attacker", "cavalry -4/6"), "strength is -4, but goes from 1 to 30 [0.3]"),
        ((*CHARGE[:3], "--attacker", "cavalry 123456/6"), "strength is 123456, but goes"),
        ((*CHARGE[:3], "--attacker", "cavalry 4/6"), 'say --defender "infantry 6/6"'),
        (("odds", "jours-de-gloire", "fire"), 'say --attacker "artillery 4/6"'),
        ((*CHARGE, "--figure", "attacker_prevals"), "did you mean 'attacker_prevails'"),
        ((*CHARGE, "--plot", "odds.txt"), "a picture's name ends in"),
        (("odds", "--record", "nowhere.record", "attack"), "nowhere.record"),
    ],
)
def test_a_mistake_is_answered_with_one_sentence(capsys: Capture, words: tuple[str, ...], told: str) -> None:
    assert told in refused(capsys, *words)


def test_a_mistake_made_in_french_is_answered_in_french(capsys: Capture) -> None:
    near = refused(capsys, *CHARGE, "--terrain", "wods", "--lang", "fr")
    assert "vouliez-vous dire « woods »" in near.replace("\N{NO-BREAK SPACE}", " ")
    few = refused(capsys, *CHARGE, "--from", "flank", "--lang", "fr")
    assert "on connaît front, rear" in few
    assert "known" not in few and "did you" not in near


def test_a_question_is_asked_in_the_words_of_either_language(capsys: Capture) -> None:
    english = asked(capsys, "odds", "jours-de-gloire", "shock", "--attacker", "infantry 6/6",
                    "--defender", "infantry 6/6 routed", "--terrain", "woods", "--from", "rear")  # fmt: skip
    # fmt: off
    words = ("odds", "jours-de-gloire", "shock", "--attacker", "infanterie 6/6", "--defender",
             "infanterie 6/6 en déroute", "--terrain", "bois", "--from", "arrière", "--lang", "fr")
    # fmt: on
    french = asked(capsys, *words)
    assert french["summary"] == english["summary"]
    assert french["question"] == english["question"]


def test_help_lists_the_flags_of_a_question(capsys: Capture) -> None:
    code, out, _ = run(capsys, "odds", "jours-de-gloire", "charge", "--help")
    assert code == 0
    assert all(flag in out for flag in ("--attacker", "--counter-charge", "For example"))


def attacking(file: Path) -> Match:
    """A game in which somebody may attack now, with its record."""
    for seed in range(40):
        match = Match.begin("skirmish", "skirmish", seed=seed)
        while not match.is_over and not any(action.verb == "attack" for action in match.legal()):
            play_on(match, seed, 1)
        if not match.is_over:
            break
    match.save(file)
    return match


def test_an_attack_in_a_record_has_the_odds_of_the_same_question(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    match = attacking(file)
    attack = next(action for action in match.legal() if action.verb == "attack")
    step = len(match.entries) - 1
    data = asked(capsys, "odds", "--record", str(file), "--at", str(step), str(attack))
    attacker, target = (match.state.pieces[id_] for id_ in attack.words)
    orders = [match.state.fact(f"order:{piece.side}") for piece in (attacker, target)]
    same = asked(
        capsys, "odds", "skirmish", "attack", "--attacker", f"unit {attacker.strength}", "--defender",
        f"unit {target.strength}", "--order", orders[0], "--defender-order", orders[1],
    )  # fmt: skip
    assert data["modifiers"] == same["modifiers"]
    assert data["rows"] == same["rows"]
    wrong = refused(capsys, "odds", "--record", str(file), "--at", str(step), str(act("attack", "x", "y")))
    assert "no unit of yours" in wrong
    assert "say which action" in refused(capsys, "odds", "--record", str(file), "--at", str(step), " ")
    beyond = refused(capsys, "odds", "--record", str(file), "--at", "999", "pass")
    assert f"holds steps 0 to {step}, " in beyond


def test_steps_are_counted_as_replay_tells_them(capsys: Capture, tmp_path: Path) -> None:
    """While a game goes on, orders given in secret are one step, however many they are."""
    whole = Path(__file__).parents[1] / "playthroughs" / "meeting.record"
    going_on, file = load_record(whole).match.up_to(27), tmp_path / "game.record"
    going_on.save(file)
    step = len(list(tell(going_on))) - 1
    assert step < 27
    attack = "attack b-cuirassiers 0905"
    told = asked(capsys, "odds", "--record", str(file), "--at", str(step), attack)
    same = asked(capsys, "odds", "--record", str(whole), "--at", "27", attack)
    assert told["outcomes"] == same["outcomes"]
    assert f"steps 0 to {step}, " in refused(capsys, "odds", "--record", str(file), "--at", "27", attack)


def test_the_odds_of_a_damaged_record_say_that_it_is(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    match = attacking(file)
    file.write_text(match.record() + "99 | blue | torn", encoding="utf-8")
    attack = next(str(each) for each in match.legal() if each.verb == "attack")
    code, out, err = run(capsys, "odds", "--record", str(file), "--json", attack)
    assert code == 0 and json.loads(out)
    assert "the last line was cut off" in err


@pytest.mark.parametrize(
    ("line", "some"),
    [
        ("gloire odds jours-de-gloire charge --attacker hussars --de", {"--defender"}),
        ("gloire odds no-such-thing charge --ch", {"--changes"}),
        ("gloire text meet", {"meeting"}),
        ("gloire tables jours-de-gloire fire", {"fire", "fire_modifiers"}),
        ("gloire tables no-such-thing f", set()),
        ("gloire drill jo", {"jours-de-gloire"}),
        ("gloire fuzz a", {"age-of-glory", "all"}),
        ("gloire scenarios --ruleset sk", {"skirmish"}),
    ],
)
def test_a_shell_completes_flags_and_names(line: str, some: set[str]) -> None:
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
    environment = {**os.environ, **words, "_GLOIRE_COMPLETE": "complete_bash"}
    told = subprocess.run(
        [str(Path(sys.executable).with_name("gloire"))],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert set(told.stdout.split()) == some


def test_all_shows_a_decision_under_every_policy(capsys: Capture) -> None:
    code, out, err = run(capsys, *CHARGE, "--square", "all")
    assert (code, err) == (0, "")
    assert re.search(r"form square +auto +always +never", out)


def test_best_replies_play_for_the_figure_that_is_named(capsys: Capture) -> None:
    _, plain, _ = run(capsys, *CHARGE, "--json")
    _, played, _ = run(capsys, *CHARGE, "--json", "--value", "attacker-prevails")
    assert json.loads(played)["value"] == "Attacker prevails"
    chances = [Fraction(json.loads(text)["summary"]["attacker_prevails"]) for text in (plain, played)]
    assert chances[0] < chances[1]
    assert "did you mean 'attacker_prevails'" in refused(capsys, *CHARGE, "--value", "attacker-prevail")
