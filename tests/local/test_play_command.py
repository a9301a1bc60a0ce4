"""`kozel play` over every ruleset and option, with its records, its JSON and its statistics."""

import json
from itertools import pairwise

import pytest

from kozel.records import read_records, verify_record
from kozel.rules import find_ruleset, ruleset_names

EVERY_OPTION = [
    (name, f"{option.name}={str(value).lower() if isinstance(value, bool) else value}")
    for name in ("miner", "classic", "shokha", "pot", "widow")
    for option in find_ruleset(name).options
    for value in (option.choices or (option.default,))
]


def test_the_five_rulesets_are_known():
    assert {"miner", "classic", "shokha", "pot", "widow"} <= set(ruleset_names())


@pytest.mark.parametrize(("ruleset", "option"), EVERY_OPTION)
def test_every_option_value_plays_and_its_records_verify(kozel, tmp_path, ruleset, option):
    players = 3 if ruleset == "widow" else 4
    if option.startswith("players="):
        players = int(option[-1])
    bots = "greedy random random" if players == 3 else "greedy random"
    path = tmp_path / "out.jsonl"
    run = kozel(
        f"play --ruleset {ruleset} --option {option} --bots {bots} --matches 2 --seed 7",
        f"--record {path} --with-legal --json",
    )
    assert (run.status, run.err) == (0, "")
    records = list(read_records(path.read_text().splitlines()))
    assert len(records) == 2
    for record in records:
        verify_record(record)
        assert record.deals[0].actions[0].legal
    assert kozel(f"verify {path}").status == 0


@pytest.mark.parametrize("ruleset", ["miner", "classic", "shokha", "pot", "widow"])
def test_greedy_beats_random_clearly_in_every_ruleset(kozel, ruleset):
    run = kozel(f"play --ruleset {ruleset} --bots greedy random --matches 40 --seed 7 --json")
    document = json.loads(run.out)
    greedy, random = document["bots"]
    assert (greedy["name"], random["name"]) == ("greedy", "random")
    assert greedy["score_low"] > random["score_high"]
    assert greedy["points_per_deal"] > random["points_per_deal"]


def test_json_is_one_document_and_nothing_else(kozel):
    run = kozel("play --ruleset miner --option short=true --bots greedy random --matches 4 --json")
    document = json.loads(run.out)
    assert run.err == ""
    assert document["ruleset"] == "miner"
    assert document["options"]["short"] is True
    assert document["matches"] == 4
    assert document["seed"]
    for line in document["bots"]:
        assert 0 <= line["score_low"] <= line["score"] <= line["score_high"] <= 1
        assert line["faults"] == 0


def test_the_same_seed_gives_the_same_records_and_another_gives_others(kozel, tmp_path):
    texts = []
    for number, seed in enumerate((7, 7, 8)):
        path = tmp_path / f"{number}.jsonl"
        play = f"play --ruleset classic --bots greedy random --matches 4 --seed {seed}"
        assert kozel(play, f"--record {path}").status == 0
        texts.append(path.read_text())
    assert texts[0] == texts[1] != texts[2]


def test_records_say_whose_match_it_was_and_where_its_deals_come_from(kozel, tmp_path):
    path = tmp_path / "out.jsonl"
    kozel(f"play --ruleset miner --bots greedy random --matches 2 --seed 7 --record {path}")
    first, second = map(json.loads, path.read_text().splitlines())
    assert first["seats"] == ["greedy", "random", "greedy", "random"]
    assert second["seats"] == ["random", "greedy", "random", "greedy"]
    assert (first["id"], second["id"]) == ("7-0", "7-1")
    assert first["seed"] != second["seed"]
    assert first["verdict"] == "normal"
    assert len(first["commitment"]) == 64
    assert first["rules_version"] == 1


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("--ruleset miner --bots random greedy", 2),
        ("--ruleset miner --bots random random random random", 4),
        ("--ruleset shokha --option players=2 --bots random random", 2),
        ("--ruleset widow --bots random random random", 6),
        ("--ruleset widow --bots random greedy", 6),
    ],
)
def test_seat_orders_change_from_match_to_match_until_all_had_their_turn(
    kozel, tmp_path, line, orders
):
    path = tmp_path / "out.jsonl"
    run = kozel(f"play {line} --matches {orders + 1} --seed 7 --record {path}")
    assert run.status == 0
    seats = [tuple(json.loads(text)["seats"]) for text in path.read_text().splitlines()]
    assert len(set(seats)) == orders
    assert seats[0] == seats[-1]
    assert all(one != other for one, other in pairwise(seats))


def test_the_scores_of_two_sides_add_up_to_one(kozel):
    for line in ("miner", "widow", "shokha --option players=3"):
        run = kozel(f"play --ruleset {line} --bots greedy random --matches 6 --seed 3 --json")
        assert sum(bot["score"] for bot in json.loads(run.out)["bots"]) == pytest.approx(1)


def test_the_table_names_what_it_shows(kozel):
    run = kozel("play --ruleset miner --bots greedy random --matches 10 --seed 7")
    assert run.status == 0
    assert run.out.startswith("miner, seed 7: 10 matches,")
    for word in ("bot", "score", "95% interval", "points/deal", "penalty/deal", "Wilson"):
        assert word in run.out
    assert run.err == "", "no progress bar without a terminal"


def test_without_a_seed_one_is_made_and_shown(kozel):
    runs = [kozel("play --ruleset miner --bots random random --matches 1 --json") for _ in "12"]
    assert json.loads(runs[0].out)["seed"] != json.loads(runs[1].out)["seed"]


def test_two_bots_of_one_name_can_be_told_apart(kozel):
    run = kozel("play --ruleset miner --bots greedy greedy --matches 2 --json")
    assert {line["name"] for line in json.loads(run.out)["bots"]} == {"greedy", "greedy 2"}
