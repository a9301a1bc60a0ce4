"""A real Prometheus scrapes a real arena: names, rules, and every expression of the dashboard."""

import asyncio
import json
import math
import re
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from deploy.grafana.dashboard import dashboard, expressions
from tests.bench.contest import running_contest

DEPLOY = Path(__file__).parents[2] / "deploy"
SECONDS = 60
"""Nothing here takes so long."""
VARIABLES = {"$__rate_interval": "1m", "$instance": ".*"}

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(
        not (which("prometheus") and which("promtool")),
        reason="Prometheus is not installed (Debian's package: apt-get install prometheus)",
    ),
]

CONFIG = """\
global: {{scrape_interval: 250ms, evaluation_interval: 250ms}}
rule_files: [{rules}]
scrape_configs:
  - {{job_name: kozel, static_configs: [{{targets: ["{target}"]}}]}}
"""


def promtool(*command: str, given: str | None = None) -> None:
    """Let promtool check something; it must be content."""
    done = subprocess.run(
        ["promtool", *command],
        input=given,
        capture_output=True,
        text=True,
        cwd=DEPLOY / "prometheus",
    )
    assert done.returncode == 0, done.stdout + done.stderr


def get(url: str) -> str:
    """The page at an address."""
    with urllib.request.urlopen(url) as page:
        return str(page.read().decode("utf-8"))


class Prometheus:
    """A server that runs."""

    def __init__(self, address: str) -> None:
        self._address = address

    def ask(self, path: str, **query: str) -> Any:
        """The answer to a question to the HTTP API."""
        address = f"http://{self._address}/api/v1/{path}?{urllib.parse.urlencode(query)}"
        return json.loads(get(address))["data"]

    def has_values(self, expression: str) -> bool:
        """Whether an expression gives something, and only numbers."""
        result = self.ask("query", query=expression)["result"]
        return bool(result) and all(math.isfinite(float(one["value"][1])) for one in result)


@asynccontextmanager
async def watching(target: str, folder: Path) -> AsyncIterator[Prometheus]:
    """Prometheus on a free port, scraping a target four times a second."""
    config = folder / "prometheus.yml"
    rules = DEPLOY / "prometheus" / "kozel.rules.yml"
    config.write_text(CONFIG.format(rules=rules, target=target), encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        "prometheus",
        f"--config.file={config}",
        f"--storage.tsdb.path={folder / 'data'}",
        "--web.listen-address=127.0.0.1:0",
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    try:
        said = ""
        while not (found := re.search(r"msg=\"Listening on\" address=(\S+)", said)):
            line = await process.stderr.readline()
            assert line, said
            said += line.decode()
        drain = asyncio.create_task(process.stderr.read())
        yield Prometheus(found[1])
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
        await drain


async def until_all_have_values(prometheus: Prometheus, wanted: list[str]) -> None:
    """Ask until every expression has given values."""
    missing = wanted
    try:
        async with asyncio.timeout(SECONDS):
            while missing:
                await asyncio.sleep(0.25)
                missing = [one for one in missing if not prometheus.has_values(one)]
    except TimeoutError:
        pytest.fail(f"no values for {missing}")


def test_the_rules_wake_people_when_they_should_and_only_then() -> None:
    promtool("check", "config", "prometheus.yml")
    promtool("check", "rules", "kozel.rules.yml")
    promtool("test", "rules", "kozel.rules.test.yml")


def test_the_dashboard_is_what_its_code_gives() -> None:
    kept = json.loads((DEPLOY / "grafana" / "kozel.json").read_text(encoding="utf-8"))
    assert kept == dashboard(), (
        "run: python deploy/grafana/dashboard.py > deploy/grafana/kozel.json"
    )


def test_a_tournament_fills_every_panel_of_the_dashboard_and_every_rule(tmp_path: Path) -> None:
    async def watched() -> None:
        contest = running_contest(
            bots=("greedy", "random"), processes=1, matches_a_pairing=400, tables=8
        )
        async with contest as played, watching(played.metrics_address, tmp_path) as prometheus:
            async for _ in played.reports():
                pass
            page = await asyncio.to_thread(get, f"http://{played.metrics_address}/metrics")
            promtool("check", "metrics", given=page)
            shown = [_with_values(one) for one in expressions()]
            await until_all_have_values(prometheus, shown)
            groups = prometheus.ask("rules")["groups"]
            rules = [rule for group in groups for rule in group["rules"]]
            await until_all_have_values(
                prometheus, [rule["name"] for rule in rules if rule["type"] == "recording"]
            )
            assert [rule["name"] for rule in rules if rule["health"] != "ok"] == []
            firing = [rule["name"] for rule in rules if rule.get("state") == "firing"]
            assert firing == []

    asyncio.run(watched())


def _with_values(expression: str) -> str:
    for name, value in VARIABLES.items():
        expression = expression.replace(name, value)
    return expression
