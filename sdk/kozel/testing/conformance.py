"""Plays a bot through every ruleset in this process and reports what an arena would punish."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from statistics import quantiles
from typing import Final

from kozel.bot import Bot
from kozel.local import BotFault, play_match
from kozel.rules import Rules, bind, find_ruleset, match_seed, ruleset_names
from kozel.rules.errors import InvalidOption
from kozel.rules.options import OptionValue

NANOS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that an arena would punish; `str(problem)` is the sentence to show."""

    ruleset: str
    options: Mapping[str, OptionValue]
    match_id: str
    text: str

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"{self.ruleset}{options}, match {self.match_id}: {self.text}"


@dataclass(frozen=True, slots=True)
class Report:
    """What `check_bot` found."""

    matches: int
    decisions: int
    p99_ns: int
    """99th percentile of the time for a decision, alone on this machine."""
    problems: tuple[Problem, ...]

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.problems


def check_bot(
    bot: Bot,
    *,
    rulesets: Iterable[str] | None = None,
    matches: int = 2,
    seed: str = "conformance",
    limit_ns: int = NANOS,
) -> Report:
    """Let a bot play itself on every ruleset, with the defaults and with every option changed once.

    Args:
        bot: the bot; it must be able to play every ruleset that is asked for.
        rulesets: names, None for all that are installed.
        matches: matches for each setting of a ruleset.
        seed: where the deals come from.
        limit_ns: a decision that takes longer is a problem.
    """
    check = _Check(bot, seed, limit_ns)
    for name in ruleset_names() if rulesets is None else rulesets:
        for rules in settings_of(name):
            for _ in range(matches):
                check.play(rules)
    return check.report()


def settings_of(name: str) -> list[Rules]:
    """The ruleset with its defaults, then with every other value of every option, one at a time.

    Values that cannot stand alone, and numbers without a closed set of values, are left out.
    """
    settings = [bind(name)]
    for option in find_ruleset(name).options:
        for value in option.choices:
            if value != option.default:
                with suppress(InvalidOption):
                    settings.append(bind(name, {option.name: value}))
    return settings


class _Check:
    def __init__(self, bot: Bot, seed: str, limit_ns: int) -> None:
        self._bot = bot
        self._seed = seed
        self._limit_ns = limit_ns
        self._matches = 0
        self._think_ns: list[int] = []
        self._problems: list[Problem] = []

    def play(self, rules: Rules) -> None:
        number = self._matches
        self._matches += 1
        match_id = f"{self._seed}-{number}"

        def note(text: str) -> None:
            self._problems.append(Problem(rules.ruleset, rules.given, match_id, text))

        def fault(fault: BotFault) -> None:
            note(f"seat {fault.seat}: {fault.text}")

        result = play_match(
            rules,
            [self._bot] * rules.players,
            seed=match_seed(self._seed, number),
            match_id=match_id,
            on_fault=fault,
        )
        times = [think for seat in result.think_ns for think in seat]
        self._think_ns += times
        slow = [think for think in times if think > self._limit_ns]
        if slow:
            note(
                f"{len(slow)} decisions took longer than {self._limit_ns / NANOS:g} s, "
                f"the slowest {max(slow) / NANOS:.3f} s"
            )

    def report(self) -> Report:
        times = self._think_ns
        p99 = int(quantiles(times, n=100)[98]) if len(times) > 1 else sum(times)
        return Report(self._matches, len(times), p99, tuple(self._problems))
