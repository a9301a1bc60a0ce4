"""Accounts on the web: the one place where their pages and their part of the API are joined."""

from collections.abc import Callable
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.requests import Request
from starlette.routing import Route

from kozel_arena.runtime.private_logs import PrivateLog
from kozel_arena.runtime.snapshot import Snapshot
from kozel_arena.runtime.tournaments import Tournaments
from kozel_arena.storage import Accounts, Repository
from kozel_arena.web.account_api import account_api
from kozel_arena.web.account_readings import AccountReadings
from kozel_arena.web.author_pages import AuthorPages
from kozel_arena.web.forms import Forms
from kozel_arena.web.handover import Handover
from kozel_arena.web.join import JoinFacts
from kozel_arena.web.organiser_pages import OrganiserPages
from kozel_arena.web.painter import Painter
from kozel_arena.web.readings import Readings
from kozel_arena.web.sessions import Attempts
from kozel_arena.web.visitors import Visitors


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountParts:
    """What accounts on the web work on."""

    accounts: Accounts
    """Is used in threads."""
    repository: Repository
    """Is read in threads."""
    tournaments: Tournaments
    """Starts, pauses and corrects."""
    snapshot: Callable[[], Snapshot]
    """Tells what the arena does now."""
    log_of: Callable[[str], PrivateLog]
    """Gives the log of a bot by its id."""
    expel: Callable[[str], None]
    """Told the id of a bot whose old token is worthless now."""
    secret: str
    """What cookies and forms are signed with."""
    is_private: bool
    """Whether the pages are for this machine alone."""


def account_routes(
    parts: AccountParts,
    painter: Painter,
    arena: Readings,
    facts: Callable[[Request], JoinFacts],
) -> tuple[list[Route], APIRouter]:
    """The pages of authors and organisers, and their part of the API."""
    forms = Forms(painter, is_private=parts.is_private)
    attempts = Attempts()
    visitors = Visitors(parts.accounts, parts.repository, attempts)
    handover = Handover()
    readings = AccountReadings(parts.accounts, parts.repository, parts.snapshot, parts.log_of)
    authors = AuthorPages(
        forms=forms,
        visitors=visitors,
        readings=readings,
        accounts=parts.accounts,
        attempts=attempts,
        handover=handover,
        expel=parts.expel,
        facts=facts,
    )
    organisers = OrganiserPages(
        forms=forms,
        visitors=visitors,
        readings=readings,
        arena=arena,
        accounts=parts.accounts,
        tournaments=parts.tournaments,
        handover=handover,
    )
    api = account_api(
        readings, visitors, accounts=parts.accounts, attempts=attempts, expel=parts.expel
    )
    return [*authors.routes(), *organisers.routes()], api
