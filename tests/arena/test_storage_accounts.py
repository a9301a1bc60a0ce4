"""Registration by authors, invitations, tokens and logins, on both kinds of database."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from kozel_arena.roles import Caller, Role
from kozel_arena.storage import (
    Accounts,
    Database,
    InvitationRefused,
    NameTaken,
    RegistrationClosed,
    Repository,
    StorageError,
    Tournament,
    UnknownBot,
    UnknownInvitation,
    UnknownMatch,
    UnknownTournament,
)
from kozel_arena.storage.writer import ResultWriter
from kozel_arena.tournament import InvalidName, InvalidTournament, TournamentState
from kozel_arena.tournament.values import DealMode
from tests.arena.storage_builders import config, finished

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
ANN = Caller("ann", Role.ORGANISER)


@pytest.fixture
def accounts(database: Database) -> Accounts:
    """What authors and organisers do in `database`."""
    return Accounts(database)


@pytest.fixture
def cup(repository: Repository) -> Tournament:
    """A tournament without bots that takes three."""
    return repository.create_tournament(config(), by=ANN, most_bots=3)


def actions(repository: Repository) -> list[str]:
    """What the audit log says, the first thing first."""
    return [entry.action for entry in reversed(repository.audit())]


def test_an_author_with_a_code_gets_a_token_and_an_entry(
    repository: Repository, accounts: Accounts, cup: Tournament
) -> None:
    _, code = accounts.invite(cup.id, label="class 7b", uses=2, by=ANN, now=NOW)
    bot, token, registration = accounts.register(code, name="sly", contact="s@example", now=NOW)
    assert repository.bot_by_token(token) == bot
    assert repository.tournament(cup.id).config.entries == (bot.id,)
    assert accounts.contacts(cup.id) == {bot.id: "s@example"}
    assert (registration.entries, registration.most_bots) == (1, 3)
    second, _, _ = accounts.register(f" {code.upper()} ", name="other", now=NOW)
    assert repository.tournament(cup.id).config.entries == (bot.id, second.id)
    assert repository.tournament(cup.id).total == 2
    assert actions(repository) == [
        "tournament_created",
        "registration_opened",
        "invitation_made",
        "bot_registered",
        "bot_registered",
    ]
    assert repository.audit()[0].role is Role.AUTHOR


def test_codes_and_keys_are_stored_as_hashes_only(
    database: Database, accounts: Accounts, cup: Tournament
) -> None:
    _, code = accounts.invite(cup.id, now=NOW)
    _, token, _ = accounts.register(code, name="sly", now=NOW)
    key = accounts.log_in(token, now=NOW)
    with database.transaction() as connection:
        for table in ("invitation", "bot", "web_session", "audit_log"):
            for row in connection.exec_driver_sql(f"SELECT * FROM {table}"):
                assert not {code, token, key} & set(row)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda accounts, cup: "nonsense", "is not known"),
        (lambda accounts, cup: used_up(accounts, cup), "has been used up"),
        (lambda accounts, cup: revoked(accounts, cup), "was revoked"),
        (
            lambda accounts, cup: accounts.invite(cup.id, expires=LATER, now=NOW)[1],
            "has expired",
        ),
    ],
)
def test_a_code_that_is_worth_nothing_says_why(
    accounts: Accounts, cup: Tournament, spoil: object, why: str
) -> None:
    code = spoil(accounts, cup)  # type: ignore[operator]
    with pytest.raises(InvitationRefused, match=why):
        accounts.register(code, name="late", now=LATER)


def used_up(accounts: Accounts, cup: Tournament) -> str:
    """A code whose one use is over."""
    _, code = accounts.invite(cup.id, now=NOW)
    accounts.register(code, name="first", now=NOW)
    return code


def revoked(accounts: Accounts, cup: Tournament) -> str:
    """A code that was taken back."""
    invitation, code = accounts.invite(cup.id, now=NOW)
    assert accounts.revoke_invitation(cup.id, invitation.number, now=NOW).revoked == NOW
    return code


def test_a_refused_name_costs_no_use_of_the_code(
    repository: Repository, accounts: Accounts, cup: Tournament
) -> None:
    repository.add_bot("taken")
    _, code = accounts.invite(cup.id, now=NOW)
    with pytest.raises(NameTaken):
        accounts.register(code, name="taken", now=NOW)
    with pytest.raises(InvalidName):
        accounts.register(code, name=" ", now=NOW)
    with pytest.raises(StorageError, match="looks like an id"):
        accounts.register(code, name="b7", now=NOW)
    with pytest.raises(StorageError, match="the contact cannot be used"):
        accounts.register(code, name="sly", contact="x" * 201, now=NOW)
    assert accounts.invitations(cup.id)[0].used == 0
    accounts.register(code, name="sly", now=NOW)


def test_registration_ends_by_time_by_hand_by_number_and_by_the_start(
    repository: Repository, accounts: Accounts, cup: Tournament
) -> None:
    _, code = accounts.invite(cup.id, uses=9, now=NOW)

    def refused(why: str, now: datetime = NOW) -> None:
        assert accounts.open_registrations(now=now) == []
        with pytest.raises(RegistrationClosed, match=why):
            accounts.register(code, name="late", now=now)

    accounts.open_registration(cup.id, most_bots=2, closes=LATER, now=NOW)
    refused("the time for registration is over", LATER)
    accounts.close_registration(cup.id, now=NOW)
    refused("the organiser has closed registration")
    accounts.open_registration(cup.id, most_bots=2, now=NOW)
    for name in ("one", "two"):
        accounts.register(code, name=name, now=NOW)
    refused("it has its 2 bots")
    accounts.open_registration(cup.id, most_bots=3, now=NOW)
    repository.set_state(cup.id, TournamentState.RUNNING)
    refused("it is running")
    with pytest.raises(StorageError, match="registration is for tournaments that have not started"):
        accounts.open_registration(cup.id, most_bots=4, now=NOW)


def test_a_tournament_with_too_few_bots_does_not_start(
    repository: Repository, accounts: Accounts, cup: Tournament
) -> None:
    _, code = accounts.invite(cup.id, uses=9, now=NOW)
    accounts.register(code, name="one", now=NOW)
    with pytest.raises(InvalidTournament):
        repository.set_state(cup.id, TournamentState.RUNNING)
    assert repository.tournament(cup.id).state is TournamentState.CREATED
    accounts.register(code, name="two", now=NOW)
    repository.set_state(cup.id, TournamentState.RUNNING)
    assert repository.tournament(cup.id).total == 2


def test_limits_that_make_no_sense_are_refused(accounts: Accounts, cup: Tournament) -> None:
    with pytest.raises(StorageError, match="let it take 1 to 1000"):
        accounts.open_registration(cup.id, most_bots=0, now=NOW)
    with pytest.raises(StorageError, match="cannot close in the past"):
        accounts.open_registration(cup.id, most_bots=2, closes=NOW, now=NOW)
    with pytest.raises(InvalidTournament):
        accounts.open_registration(cup.id, most_bots=1, now=NOW)
    with pytest.raises(StorageError, match="cannot register 0 bots"):
        accounts.invite(cup.id, uses=0, now=NOW)
    with pytest.raises(StorageError, match="cannot expire in the past"):
        accounts.invite(cup.id, expires=NOW, now=NOW)
    with pytest.raises(UnknownInvitation):
        accounts.revoke_invitation(cup.id, 99, now=NOW)


def test_an_invitation_of_one_tournament_is_not_revoked_through_another(
    repository: Repository, accounts: Accounts, cup: Tournament
) -> None:
    other = repository.create_tournament(config(name="other"), most_bots=2)
    invitation, _ = accounts.invite(cup.id, now=NOW)
    with pytest.raises(UnknownInvitation):
        accounts.revoke_invitation(other.id, invitation.number, now=NOW)


def test_a_rotated_token_dies_with_every_login(repository: Repository, accounts: Accounts) -> None:
    bot, old = repository.add_bot("sly")
    key = accounts.log_in(old, now=NOW)
    assert key is not None
    assert [one.id for one in accounts.visitor([key], now=NOW).bots] == [bot.id]
    rotated, new = accounts.rotate("sly", by=Caller("sly", Role.AUTHOR), now=LATER)
    assert rotated.rotated == LATER
    assert repository.bot_by_token(old) is None
    assert repository.bot_by_token(new) == rotated
    assert accounts.visitor([key], now=NOW).bots == ()
    assert accounts.log_in(old, now=NOW) is None
    assert actions(repository) == ["token_rotated"]


def test_a_login_ends_by_time_by_logging_out_and_with_its_token(
    repository: Repository, accounts: Accounts
) -> None:
    _, token = repository.add_token("vera", Role.VIEWER)
    key = accounts.log_in(token, now=NOW)
    assert key is not None
    assert accounts.visitor([key, "nonsense"], now=NOW).caller == Caller("vera", Role.VIEWER)
    assert accounts.visitor([key], now=NOW + timedelta(hours=12)).caller is None
    accounts.log_out([key])
    assert accounts.visitor([key], now=NOW).caller is None
    again = accounts.log_in(token, now=NOW)
    assert again is not None
    repository.add_token("otto", Role.ORGANISER)
    repository.revoke_token("vera")
    assert accounts.visitor([again], now=NOW).caller is None
    assert accounts.log_in(token, now=NOW) is None


def test_the_secret_of_the_cookies_stays(accounts: Accounts) -> None:
    secret = accounts.session_secret()
    assert len(secret) > 40
    assert accounts.session_secret() == secret


def test_authors_have_no_tokens_of_their_own(repository: Repository) -> None:
    with pytest.raises(StorageError, match="add a bot instead"):
        repository.add_token("ann", Role.AUTHOR)


@pytest.mark.parametrize("deals", [DealMode.INDEPENDENT, DealMode.MIRRORED])
def test_own_records_wait_for_the_end_where_others_play_the_same_deals(
    database: Database, repository: Repository, accounts: Accounts, deals: DealMode
) -> None:
    bots = [repository.add_bot(name)[0] for name in ("a", "b", "c")]
    cup = repository.create_tournament(config(*(bot.id for bot in bots), deals=deals))
    repository.set_state(cup.id, TournamentState.RUNNING)
    matches = [finished(cup, number) for number in range(6)]
    writer = ResultWriter(database)
    for match in matches:
        writer.submit(match)
    writer.close()
    own = [match.match_id for match in matches if bots[0].id in match.seats]

    def told() -> list[str]:
        records = list(accounts.own_records(bots[0].id))
        return [id for id in own if any(f'"{id}"' in record for record in records)][: len(records)]

    assert told() == (own if deals is DealMode.INDEPENDENT else [])
    repository.set_state(cup.id, TournamentState.CANCELLED)
    assert told() == own
    assert 0 < len(own) < len(matches)


@pytest.mark.parametrize(
    "id", ["b\0", "\0", "\ud800", "b2147483648", "t2147483648", "t9999999999", "b99" + "9" * 40]
)
def test_what_no_database_can_hold_is_as_unknown_as_anything(
    repository: Repository, accounts: Accounts, cup: Tournament, id: str
) -> None:
    with pytest.raises(UnknownBot):
        repository.bot(id)
    with pytest.raises(UnknownBot):
        accounts.rotate(id)
    with pytest.raises(UnknownTournament):
        repository.tournament(id)
    with pytest.raises(UnknownTournament):
        accounts.invitations(id)
    with pytest.raises(UnknownMatch):
        repository.match(id)
    with pytest.raises(UnknownMatch):
        repository.void_match(id, reason="why", by=ANN)
    with pytest.raises(UnknownMatch):
        repository.matches(cup.id, before=id, limit=1)
    with pytest.raises(InvitationRefused):
        accounts.register(id, name="alice")
    assert accounts.log_in(id) is None
    assert not accounts.bearer(id).is_known
    for number in (2**31, 2**63, 2**64 - 1):
        with pytest.raises(UnknownInvitation):
            accounts.revoke_invitation(cup.id, number)


def test_the_audit_log_names_codes_with_and_without_a_label(
    repository: Repository, accounts: Accounts, cup: Tournament
) -> None:
    for label, uses in (("class  7b", 3), ("", 1)):
        accounts.invite(cup.id, label=label, uses=uses, by=ANN, now=NOW)
    accounts.revoke_invitation(cup.id, 2, by=ANN, now=NOW)
    details = [entry.details for entry in reversed(repository.audit())]
    assert details[-3:] == ["1 class  7b, for 3", "2, for 1", "2"]


def test_of_many_who_want_one_name_at_once_one_gets_it(
    repository: Repository, accounts: Accounts
) -> None:
    cups = [
        repository.create_tournament(replace(config(), name=f"cup {number}"), most_bots=60)
        for number in range(2)
    ]
    codes = [accounts.invite(cup.id, uses=60)[1] for cup in cups]

    def tried(attempt: int) -> list[str]:
        name, taken = f"wanted {attempt // 4}", []
        for deed in (
            lambda: accounts.register(codes[attempt % 2], name=name),
            lambda: repository.add_token(name, Role.VIEWER),
            lambda: repository.create_tournament(replace(config(), name=name), most_bots=4),
        ):
            with suppress(NameTaken):
                deed()
                taken.append(name)
        return taken

    with ThreadPoolExecutor(8) as threads:
        got = [name for names in threads.map(tried, range(80)) for name in names]
    assert Counter(got) == {f"wanted {number}": 3 for number in range(20)}


def test_what_many_do_at_once_is_done_and_noted_once(
    repository: Repository, accounts: Accounts
) -> None:
    repository.add_token("olga", Role.ORGANISER)
    for turn in range(1, 6):
        cup = repository.create_tournament(replace(config(), name=f"cup {turn}"), most_bots=3)
        code, _ = accounts.invite(cup.id)
        repository.add_token(f"otto {turn}", Role.ORGANISER)
        valid = [token.name for token in repository.tokens() if token.revoked is None]

        def tried(name: str, id: str = cup.id, number: int = code.number) -> None:
            accounts.close_registration(id, by=ANN)
            accounts.revoke_invitation(id, number, by=ANN)
            with suppress(StorageError):
                repository.revoke_token(name, by=ANN)

        with ThreadPoolExecutor(8) as threads:
            list(threads.map(tried, valid * 4))
        # The last one stays: nobody could undo it.
        assert [token.revoked for token in repository.tokens()].count(None) == 1
        done = Counter(actions(repository))
        assert done["registration_closed"] == done["invitation_revoked"] == turn
        assert done["token_revoked"] == turn
