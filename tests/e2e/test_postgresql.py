"""What a PostgreSQL server does to a tournament that is played: it crashes, it keeps others out."""

import subprocess
import sys
from pathlib import Path

import pytest

from kozel_arena.tournament import TournamentFormat
from tests.arena.postgresql import PostgreSql
from tests.soak.contest import Contest
from tests.soak.events import SHORT, Event
from tests.soak.plan import NAMES, SoakPlan
from tests.soak.proof import violations

pytestmark = pytest.mark.e2e

LIMIT_S = 180
PLAN = SoakPlan(
    seed="seven",
    event=Event(
        format=TournamentFormat.ROUND_ROBIN, ruleset="miner", options=SHORT, bots=3, matches=10
    ),
    bots=(NAMES[0], NAMES[1], NAMES[4]),
)


def test_a_server_that_crashes_and_a_second_arena_do_a_tournament_no_harm(
    tmp_path: Path, postgresql: PostgreSql
) -> None:
    with Contest(PLAN, tmp_path, postgresql.url(postgresql.create())) as contest:
        contest.begin()
        contest.wait_for(3)
        postgresql.stop("immediate")
        contest.hear("database_trouble")
        postgresql.start()
        contest.hear("database_works_again")
        serve = ("serve", "--listen", "127.0.0.1:0", "--metrics", "off", "--http", "off")
        second = subprocess.run(
            [sys.executable, "-m", "kozel_arena", *serve, "--database", contest.database],
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            cwd=tmp_path,
        )
        assert second.returncode == 1
        assert "another arena works on the database" in second.stderr
        contest.finish()
        ledger = contest.close()
    assert violations(PLAN, ledger) == []
    assert len(ledger.matches) == 30
