"""A browser with forms, and an arena with a tournament that takes bots, for tests of accounts."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from kozel_arena.rpc.admin_values import Clock, TournamentEntry, TournamentPlan
from tests.arena.real_arena import NANOS, Host, an_arena

PLAN = TournamentPlan(
    name="open cup",
    ruleset="miner",
    options={"short": True},
    bots=(),
    matches_per_pairing=2,
    seed="7",
    clock=Clock(move_limit_ns=20 * NANOS, bank_ns=0, strikes=3),
)


class Visit:
    """One browser: it keeps cookies and sends the forms of pages that it has looked at."""

    def __init__(self, host: Host, **options: Any) -> None:
        base = f"http://{host.running.http_address}"
        self.client = httpx.AsyncClient(base_url=base, trust_env=False, **options)

    async def __aenter__(self) -> "Visit":
        await self.client.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.aclose()

    async def get(self, path: str) -> httpx.Response:
        """A page, wherever it leads."""
        return await self.client.get(path, follow_redirects=True)

    async def send(self, path: str, *, at: str, **fields: str) -> httpx.Response:
        """Send the form to `path` that the page `at` has; follow where it leads."""
        found = re.search(r'name="csrf_token" value="([^"]+)"', (await self.get(at)).text)
        assert found, f"{at} has no form"
        data = {"csrf_token": found[1], **fields}
        return await self.client.post(path, data=data, follow_redirects=True)

    async def log_in(self, token: str) -> httpx.Response:
        """Log in with a token."""
        return await self.send("/login", at="/login", token=token)


def token_on(page: httpx.Response) -> str:
    """The token that a page shows."""
    found = re.search(r'<code id="token">([^<]+)</code>', page.text)
    assert found, page.text
    return found[1]


async def open_cup(host: Host, *, bots: int = 4, uses: int = 4) -> tuple[TournamentEntry, str]:
    """A tournament that takes bots, and an invitation code."""
    cup = await host.ask(lambda client: client.create_tournament(PLAN, most_bots=bots))
    _, code = await host.ask(
        lambda client: client.invite(cup.id, label="class 7b", uses=uses, expires=None)
    )
    return cup, code


def organiser_token(host: Host) -> str:
    """The organiser's own token."""
    return host.running.token_file.read_text(encoding="utf-8").strip()


@asynccontextmanager
async def at_the_desk(place: Path | str) -> AsyncIterator[Visit]:
    """The organiser, logged in at an arena with the cup open for registration."""
    async with an_arena(place, http="127.0.0.1:0") as host, Visit(host) as visit:
        await open_cup(host)
        await visit.log_in(organiser_token(host))
        yield visit
