"""When a finished match may be shown: never while others can still meet its deals."""

import pytest

from kozel_arena.roles import Caller, Role
from kozel_arena.storage import AlreadyVoided, Database, Repository, Tournament
from kozel_arena.tournament import DealMode, TournamentState
from tests.arena.storage_builders import finished, tournament_of_bots
from tests.arena.test_storage_organising import write

OLGA = Caller("olga", Role.ORGANISER)


def running(repository: Repository, deals: DealMode) -> Tournament:
    """Four bots, twelve matches: rounds of two tables, all meetings once and then once more."""
    tournament = tournament_of_bots(repository, 4, deals=deals)
    repository.set_state(tournament.id, TournamentState.RUNNING)
    return tournament


def is_revealed(repository: Repository, tournament: Tournament, number: int) -> bool:
    return repository.is_revealed(repository.match(f"{tournament.id}-{number}")[0])


def test_a_match_with_deals_of_its_own_is_shown_at_once(
    database: Database, repository: Repository
) -> None:
    tournament = running(repository, DealMode.INDEPENDENT)
    write(database, finished(tournament, 0))
    assert is_revealed(repository, tournament, 0)


@pytest.mark.parametrize(
    ("deals", "partner", "stranger"), [(DealMode.MIRRORED, 6, 1), (DealMode.FIELD, 1, 6)]
)
def test_a_match_is_hidden_until_the_last_table_with_its_deals_is_done(
    database: Database, repository: Repository, deals: DealMode, partner: int, stranger: int
) -> None:
    tournament = running(repository, deals)
    write(database, finished(tournament, 0), finished(tournament, stranger))
    assert not is_revealed(repository, tournament, 0)
    write(database, finished(tournament, partner))
    assert is_revealed(repository, tournament, 0)
    assert is_revealed(repository, tournament, partner)
    assert not is_revealed(repository, tournament, stranger)


@pytest.mark.parametrize("state", [TournamentState.FINISHED, TournamentState.CANCELLED])
def test_everything_is_shown_when_the_tournament_is_over(
    database: Database, repository: Repository, state: TournamentState
) -> None:
    tournament = running(repository, DealMode.MIRRORED)
    write(database, finished(tournament, 0))
    repository.set_state(tournament.id, TournamentState.PAUSED)
    assert not is_revealed(repository, tournament, 0)
    repository.set_state(tournament.id, TournamentState.RUNNING)
    repository.set_state(tournament.id, state)
    assert is_revealed(repository, tournament, 0)


def test_a_group_whose_match_was_voided_is_hidden_again(
    database: Database, repository: Repository
) -> None:
    tournament = running(repository, DealMode.MIRRORED)
    write(database, finished(tournament, 0), finished(tournament, 6))
    repository.void_match(f"{tournament.id}-6", reason="a wrong build", by=OLGA)
    assert not is_revealed(repository, tournament, 0)
    with pytest.raises(AlreadyVoided):
        is_revealed(repository, tournament, 6)
