"""`kozel match`: the same result however it is played, resumed, and read; and bad input."""

import json
from pathlib import Path
from typing import Any

import pytest

from kozel.finder import BotNotFound, find_bot
from kozel.records import read_records, verify_record

MATCH = "match greedy random --ruleset miner --option short=true --jobs 1"


def found(run: Any) -> dict[str, Any]:
    """The document without what differs from run to run."""
    assert run.status == 0, run.err
    document: dict[str, Any] = json.loads(run.out)
    del document["run"], document["record"]
    return document


def records(path: Path) -> list[str]:
    """The lines of a file, in the order of the match numbers."""
    lines = path.read_text().splitlines()
    return sorted(lines, key=lambda line: int(json.loads(line)["id"].rpartition("-")[2]))


@pytest.mark.parametrize(
    ("line", "a_group"),
    [
        ("--ruleset miner --option short=true", 2),
        ("--ruleset classic", 2),
        ("--ruleset shokha --option players=2", 2),
        ("--ruleset widow", 6),
        ("--ruleset miner --option short=true --independent", 1),
    ],
)
def test_the_same_seed_gives_the_same_matches_however_many_are_played_at_once(
    kozel, tmp_path, line, a_group
):
    files, documents = [], []
    for jobs in (1, 3):
        files.append(tmp_path / f"{jobs}.jsonl")
        run = kozel(f"match random greedy {line} --matches 11 --seed 7 --jobs {jobs} --json",
                    f"--record {files[-1]}")  # fmt: skip
        documents.append(found(run))
    assert documents[0] == documents[1]
    assert documents[0]["matches_a_group"] == a_group
    assert documents[0]["matches"] == 12 if a_group > 1 else 11
    assert records(files[0]) == records(files[1])


def test_all_matches_of_a_group_play_the_same_deals_from_all_seats(kozel, tmp_path):
    path = tmp_path / "out.jsonl"
    run = kozel("match greedy random --ruleset widow --matches 12 --seed 7", f"--record {path}")
    assert run.status == 0
    played = [json.loads(line) for line in records(path)]
    for group in (played[:6], played[6:]):
        assert len({match["seed"] for match in group}) == 1
        assert len({tuple(match["seats"]) for match in group}) == 6
    assert played[0]["seed"] != played[6]["seed"]


def test_independent_matches_each_have_their_own_deals(kozel, tmp_path):
    path = tmp_path / "out.jsonl"
    kozel(f"{MATCH} --independent --matches 4 --seed 7 --record {path}")
    assert len({json.loads(line)["seed"] for line in records(path)}) == 4


def test_records_verify_and_say_which_contest_they_are_of(kozel, tmp_path):
    path = tmp_path / "out.jsonl"
    kozel(f"{MATCH} --matches 4 --seed 7 --record {path}")
    for record in read_records(path.read_text().splitlines()):
        verify_record(record)
        assert record.tournament is not None
        assert "seed 7" in record.tournament
        assert "mirrored" in record.tournament
    assert kozel(f"verify {path}").status == 0


def test_a_clear_difference_ends_the_test_early_and_the_decision_is_told(kozel):
    run = kozel(f"{MATCH} --sprt 0 50 --seed 7 --json")
    document = found(run)
    assert document["sprt"]["accepted"] == "H1"
    assert document["sprt"]["llr"] >= document["sprt"]["upper"]
    assert document["matches"] < 200
    swapped = kozel("match random greedy --ruleset miner --option short=true --sprt 0 50 --seed 7")
    assert swapped.status == 0
    assert (
        "H0 accepted: random against greedy is rather 0 Elo or less than 50 or more" in swapped.out
    )


def test_a_test_that_runs_out_of_matches_is_open(kozel):
    document = found(kozel(f"{MATCH} --sprt 0 5 --matches 4 --seed 7 --json"))
    assert document["sprt"]["accepted"] is None
    assert document["matches"] == 4


def test_a_cut_file_is_gone_on_with_and_ends_as_if_nothing_had_happened(kozel, tmp_path):
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    expected = found(kozel(f"{MATCH} --matches 12 --seed 7 --json --record {whole}"))
    text = whole.read_bytes()
    cut.write_bytes(text[: len(text) // 2])
    run = kozel(f"{MATCH} --matches 12 --json --record {cut} --resume")
    assert found(run) == expected
    assert records(cut) == records(whole)
    assert 0 < json.loads(run.out)["run"]["matches_resumed"] < 12


def test_going_on_with_a_finished_file_plays_nothing(kozel, tmp_path):
    path = tmp_path / "out.jsonl"
    line = f"{MATCH} --sprt 0 50 --seed 7 --json --record {path} --resume"
    expected = found(kozel(line))
    size = path.stat().st_size
    again = kozel(line)
    assert found(again) == expected
    assert json.loads(again.out)["run"]["matches"] == 0
    assert path.stat().st_size == size


def test_more_matches_can_be_asked_for_later(kozel, tmp_path):
    path = tmp_path / "out.jsonl"
    kozel(f"{MATCH} --matches 4 --seed 7 --record {path}")
    more = found(kozel(f"{MATCH} --matches 8 --seed 7 --json --record {path} --resume"))
    assert more == found(kozel(f"{MATCH} --matches 8 --seed 7 --json"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (MATCH.replace("greedy random", "random greedy"), "random#"),
        (f"{MATCH} --seed 8", "seed 8"),
        (f"{MATCH} --independent", "independent"),
        (f"{MATCH} --move-limit 1", "1 s a move"),
        (f"{MATCH} --names a b", "the seats"),
        (MATCH.replace("true", "false"), "the options"),
        (MATCH.replace("miner --option short=true", "classic"), "the ruleset"),
    ],
)
def test_the_file_of_another_match_is_refused_and_left_alone(kozel, tmp_path, line, words):
    path = tmp_path / "out.jsonl"
    kozel(f"{MATCH} --matches 2 --seed 7 --record {path}")
    text = path.read_text()
    run = kozel(f"{line} --matches 4 --record {path} --resume")
    assert run.status == 2
    assert "belongs to another match" in run.err
    assert words in run.err
    assert path.read_text() == text


def test_a_bot_that_was_edited_is_another_bot(kozel, bot_file, tmp_path):
    path = tmp_path / "out.jsonl"
    bot = bot_file("mine", "return view.legal_actions[0]")
    line = (
        f"match {bot} random --ruleset miner --option short=true --jobs 1 --record {path} --resume"
    )
    assert kozel(f"{line} --matches 2").status == 0
    bot.write_text(bot.read_text() + "\n# better now\n")
    run = kozel(f"{line} --matches 4")
    assert run.status == 2
    assert "unchanged bots" in run.err


def test_two_versions_of_a_neighbour_module_are_not_silently_one(kozel, tmp_path):
    """Python would load the first one for both: the new bot would play with the old module."""
    bots = []
    for version in ("new", "old"):
        folder = tmp_path / version
        folder.mkdir()
        (folder / "shared_judgement.py").write_text(f"VERSION = {version!r}\n")
        bots.append(folder / "bot.py")
        bots[-1].write_text(
            "import shared_judgement\nfrom kozel import Bot\n\n\nclass Mine(Bot):\n"
            "    def choose(self, view):\n        return view.legal_actions[0]\n"
        )
    run = kozel(f"match {bots[0]} {bots[1]} --ruleset miner --option short=true --matches 2")
    assert run.status == 2
    assert "shared_judgement" in run.err
    assert "--processes" in run.err


def test_records_of_kozel_play_are_no_match(kozel, tmp_path):
    path = tmp_path / "out.jsonl"
    kozel(f"play --ruleset miner --bots greedy random --matches 1 --record {path}")
    run = kozel(f"{MATCH} --record {path} --resume")
    assert (run.status, "was not written by kozel match" in run.err) == (2, True)


def test_a_damaged_line_is_named(kozel, tmp_path):
    path = tmp_path / "out.jsonl"
    kozel(f"{MATCH} --matches 2 --seed 7 --record {path}")
    path.write_text(path.read_text() + "{}\n")
    run = kozel(f"{MATCH} --matches 4 --seed 7 --record {path} --resume")
    assert (run.status, "line 3" in run.err) == (2, True)


def test_a_match_that_is_there_twice_is_told(kozel, tmp_path):
    path = tmp_path / "out.jsonl"
    kozel(f"{MATCH} --matches 2 --seed 7 --record {path}")
    path.write_text(path.read_text() + path.read_text().splitlines()[0] + "\n")
    run = kozel(f"{MATCH} --matches 4 --seed 7 --record {path} --resume")
    assert (run.status, "there twice" in run.err) == (2, True)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("match greedy --ruleset miner", "OTHER"),
        ("match greedy nobody --ruleset miner", "no sample bot of that name"),
        ("match greedy nofile.py --ruleset miner", "there is no file nofile.py"),
        ("match greedy random --ruleset chess", "unknown ruleset 'chess'"),
        ("match greedy random --ruleset pot --option players=5", "players"),
        (f"{MATCH} --sprt 20 0", "give elo0 below elo1"),
        (f"{MATCH} --sprt 0 20 --alpha 0.7", "alpha = 0.7"),
        (f"{MATCH} --sprt 0 zwanzig", "--sprt"),
        (f"{MATCH} --matches 0", "give a whole number, 1 or more"),
        (f"{MATCH} --jobs none", "give a whole number, 1 or more"),
        (f"{MATCH} --move-limit 0", "move_limit_ns is 0"),
        (f"{MATCH} --bank forever", "give seconds"),
        (f"{MATCH} --resume", "--record"),
        (f"{MATCH} --resume --force --record x.jsonl", "no --force"),
        (f"{MATCH} --names same same", "--names must differ"),
        (f"{MATCH} --mirrored --independent", "not allowed with"),
        (f"{MATCH} --seed a:b", "a seed is"),
        ("match cmd: random --ruleset miner", "names no program"),
        ("match cmd:/no/such/bot random --ruleset miner", "cannot be started"),
        ("match cmd:' random --ruleset miner", "cannot be read as a command line"),
    ],
)
def test_bad_input_is_one_sentence(kozel, line, words):
    run = kozel(line)
    assert run.status == 2
    assert run.out == ""
    assert words in run.err
    assert len(run.err.splitlines()) == 1


def test_who_gives_a_command_line_is_told_how_it_is_written():
    with pytest.raises(BotNotFound, match=r'a program is written "cmd:python nofile.py"'):
        find_bot("python nofile.py")


def test_a_file_that_is_there_is_kept_and_a_failed_start_leaves_none(kozel, tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text("precious\n")
    run = kozel(f"{MATCH} --matches 2 --record {path}")
    assert (run.status, "--resume goes on with it" in run.err) == (2, True)
    assert path.read_text() == "precious\n"
    other = tmp_path / "other.jsonl"
    assert kozel(f"match greedy nobody --ruleset miner --record {other}").status == 2
    assert not other.exists()
    assert kozel(f"{MATCH} --matches 2 --record {path} --force").status == 0
    assert len(records(path)) == 2


def test_help_has_examples(kozel):
    text = kozel("match --help")
    assert text.status == 0
    for word in ("examples:", "--sprt", "--resume", "cmd:", "logistic"):
        assert word in text.out
