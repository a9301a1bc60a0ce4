"""Settings of an arena: flags over `KOZEL_ARENA_*` over a TOML file over defaults.

Knows names, types and ranges; opens nothing. A key that does not exist is refused by name.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args, get_origin

from pydantic import BeforeValidator, Field, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from kozel.rules.errors import shortened
from kozel_arena.errors import ArenaError

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

PREFIX: Final = "KOZEL_ARENA_"
DATABASE_URL: Final = f"{PREFIX}DATABASE_URL"
"""Another name of the variable for the setting `database`: the one that platforms give."""
OTHER_VARIABLES: Final = ("CONFIG", "DATABASE_URL", "SERVER", "TOKEN")
"""Names after the prefix that are no settings of a server: the commands read them by themselves."""

LONGEST: Final = timedelta(days=365)
LONGEST_DELAY: Final = timedelta(hours=1)
_SECONDS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h)")
_ADDRESS: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\s]+):(\d{1,5})")


def parse_duration(value: object) -> timedelta:
    """Read a duration such as `250ms`, `5s`, `10m` or `2h`; a bare number is seconds.

    Raises:
        ValueError: it is none, it is not longer than nothing, or it is over a year.
    """
    if isinstance(value, timedelta):
        seconds = value.total_seconds()
    elif isinstance(value, int | float) and not isinstance(value, bool):
        seconds = value
    elif found := _DURATION.fullmatch(str(value).strip()):
        seconds = float(found[1]) * _SECONDS[found[2]]
    else:
        raise ValueError("write a duration such as 250ms, 5s, 10m or 2h")
    if seconds > LONGEST.total_seconds():
        raise ValueError(f"the duration must be at most {LONGEST.days * 24}h")
    duration = timedelta(seconds=seconds)
    if duration <= timedelta(0):
        raise ValueError("the duration must be longer than nothing")
    return duration


def parse_moment(text: str) -> datetime:
    """Read a moment such as `2026-12-24T18:00`, in UTC unless it says otherwise; it is in UTC.

    Raises:
        ValueError: it is none, or none that UTC has in the years 1 to 9999.
    """
    try:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise ValueError("write a time such as 2026-12-24T18:00") from None


def parse_address(value: object) -> str:
    """Check an address `HOST:PORT`; port 0 takes a free one.

    Raises:
        ValueError: it is none.
    """
    found = _ADDRESS.fullmatch(str(value))
    if found is None or int(found[2]) > 65535:
        raise ValueError("write an address as HOST:PORT, such as 0.0.0.0:50051")
    return str(value)


def parse_proxies(value: object) -> str:
    """Check addresses and networks with commas between them; there may be none.

    Raises:
        ValueError: one is none.
    """
    proxies = [part.strip() for part in str(value).split(",")] if value else []
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise ValueError(
                "write addresses or networks with commas, such as 127.0.0.1,10.0.0.0/8"
            ) from None
    return ",".join(proxies)


def is_loopback(address: str) -> bool:
    """Whether only this machine reaches an address `HOST:PORT`."""
    host, _ = split_address(address)
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def nanoseconds(duration: timedelta) -> int:
    """A duration as whole nanoseconds."""
    return (duration.days * 86_400_000_000 + duration.seconds * 1_000_000) * 1000 + (
        duration.microseconds * 1000
    )


def split_address(address: str) -> tuple[str, int]:
    """Host (without brackets) and port of an address that `parse_address` let through."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


Duration = Annotated[timedelta, BeforeValidator(parse_duration)]
Address = Annotated[str, BeforeValidator(parse_address)]
DurationOrOff = Annotated[
    timedelta | None,
    BeforeValidator(lambda value: None if value == "off" else parse_duration(value)),
]
AddressOrOff = Annotated[
    str, BeforeValidator(lambda value: value if value == "off" else parse_address(value))
]


Proxies = Annotated[str, BeforeValidator(parse_proxies)]


class Settings(BaseSettings):
    """Everything about an arena that an organiser may choose. Made by `load_settings`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        extra="forbid",
        frozen=True,
        nested_model_default_partial_update=False,
        use_attribute_docstrings=True,
    )

    listen: Address = "127.0.0.1:50051"
    """Where bots and organisers dial; port 0 takes a free one."""
    http: AddressOrOff = "127.0.0.1:8080"
    """Where the dashboard is shown over HTTP; `off` for nowhere."""
    spectator_delay: DurationOrOff = timedelta(seconds=30)
    """How late the dashboard shows tables that are played, at most 1h, where a tournament sets
    none; `off` for not at all."""
    http_proxies: Proxies = ""
    """Addresses or networks of proxies before the dashboard, with commas, such as `127.0.0.1`: what
    they say of the visitor's address and of TLS is believed."""
    metrics: AddressOrOff = "127.0.0.1:9464"
    """Where Prometheus finds /metrics over HTTP; `off` for nowhere."""
    database: str = Field(default="kozel-arena.db", min_length=1)
    """Path or URL of the database; the variable KOZEL_ARENA_DATABASE_URL sets it too."""
    max_streams: int = Field(default=1000, ge=1, le=100_000)
    """Streams that are open at once."""
    max_tables: int = Field(default=1024, ge=1, le=100_000)
    """Matches that are played at once."""
    practice_tables: int = Field(default=16, ge=0, le=1000)
    """Matches of persons against bots that are played at once, never rated; 0 for none at all."""
    max_seats: int = Field(default=512, ge=1, le=10_000)
    """Largest capacity of one bot."""
    max_faults: int = Field(default=100, ge=1)
    """Refused answers after which a stream is closed."""
    move_limit: Duration = timedelta(seconds=5)
    """Time for a decision before the bank is touched, where a tournament sets none."""
    bank: Duration = timedelta(seconds=60)
    """Extra time of a seat for a match, where a tournament sets none."""
    strikes: int = Field(default=3, ge=1, le=1000)
    """Silences in a row after which the arena plays on for a seat, where a tournament sets none."""
    match_limit: Duration = timedelta(hours=1)
    """Wall-clock time after which the arena plays on for the seats that made a match so long."""
    drain_grace: Duration = timedelta(seconds=30)
    """How long running matches may still take after a signal to stop."""
    heartbeat_interval: Duration = timedelta(seconds=15)
    """How often every stream carries a heartbeat."""
    silence_limit: Duration = timedelta(seconds=60)
    """Without a message from a bot for this long its stream is closed."""
    tls_cert: Path | None = None
    """PEM file with the certificate chain; with `tls_key`."""
    tls_key: Path | None = None
    """PEM file with the private key; with `tls_cert`."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """Least level that is logged."""
    log_format: Literal["json", "console"] = "console"
    """How log lines look."""

    @model_validator(mode="after")
    def _fits_together(self) -> "Settings":
        if (self.tls_cert is None) is not (self.tls_key is None):
            raise ValueError("tls_cert and tls_key belong together: set both or none")
        if self.spectator_delay is not None and self.spectator_delay > LONGEST_DELAY:
            raise ValueError("spectator_delay must be at most 1h, or off")
        if self.silence_limit <= self.heartbeat_interval:
            raise ValueError("silence_limit must be longer than heartbeat_interval")
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Only what the constructor is given: `load_settings` has read the sources."""
        return (init_settings,)


def setting_names() -> tuple[str, ...]:
    """Names of all settings, as flags (with dashes), TOML keys and, in capitals, variables."""
    return tuple(Settings.model_fields)


def load_settings(flags: Mapping[str, object], *, file: Path | None = None) -> Settings:
    """The settings from flags, environment and file; a flag that is None was not given.

    Raises:
        ArenaError: a key does not exist, a value is outside its range, the file cannot be read.
    """
    given = {name: value for name, value in flags.items() if value is not None}
    values = _from_file(file) | _from_environment() | given
    try:
        return Settings(**values)
    except ValidationError as error:
        raise ArenaError(_sentence(error, given, file)) from None


def _from_environment() -> dict[str, Any]:
    names = setting_names()
    for variable in os.environ:
        name = variable.removeprefix(PREFIX)
        if variable.startswith(PREFIX) and name not in OTHER_VARIABLES:
            _check_name(name.lower(), f"the environment variable {variable}", names)
    values = EnvSettingsSource(Settings)()
    url = os.environ.get(DATABASE_URL)
    if url is not None and values.setdefault("database", url) != url:
        raise ArenaError(
            f"{DATABASE_URL} and {PREFIX}DATABASE name two databases: set one of them only"
        )
    return values


def _from_file(file: Path | None) -> dict[str, Any]:
    if file is None:
        return {}
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ArenaError(f"cannot read the settings file {file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ArenaError(f"the settings file {file} is not TOML: {error}") from None
    for name in values:
        _check_name(name, f"the key {shortened(name)} in {file}", setting_names())
    return InitSettingsSource(Settings, values)()


def _check_name(name: str, what: str, names: tuple[str, ...]) -> None:
    if name not in names:
        raise ArenaError(f"{what} is no setting: choose from {', '.join(names)}")


def _sentence(error: ValidationError, given: Mapping[str, object], file: Path | None) -> str:
    """The first thing that is wrong, where it was set, and what is allowed."""
    first = error.errors(include_url=False)[0]
    if not first["loc"]:
        return f"the settings do not fit together: {first['ctx']['error']}"
    name = str(first["loc"][0])
    if name not in setting_names():
        return f"{shortened(name)} is no setting: choose from {', '.join(setting_names())}"
    flag = f"--{name.replace('_', '-')}"
    variable = f"{PREFIX}{name.upper()}"
    if name in given:
        place = flag
    elif variable in os.environ:
        place = f"the environment variable {variable}"
    elif name == "database" and DATABASE_URL in os.environ:
        place = f"the environment variable {DATABASE_URL}"
    else:
        place = f"{name} in {file}"
    return f"{place} cannot be {shortened(first['input'])}: {_allowed(name, first)}"


def _allowed(name: str, wrong: "ErrorDetails") -> str:
    """What a setting may be, in our words: pydantic's are about its own types."""
    if "error" in wrong.get("ctx", {}):
        return str(wrong["ctx"]["error"])
    field = Settings.model_fields[name]
    if get_origin(field.annotation) is Literal:
        return f"choose from {', '.join(get_args(field.annotation))}"
    if field.annotation is int:
        ends = [f"from {one.ge}" for one in field.metadata if hasattr(one, "ge")]
        ends += [f"to {one.le}" for one in field.metadata if hasattr(one, "le")]
        return " ".join(["give a whole number", *ends])
    return "give the path or the URL of one, as a text" if name == "database" else "give a path"
