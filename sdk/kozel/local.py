"""Whole matches in this process: the same rules and the same referee as the arena, no network.

Knows nothing of files or terminals. A bot that fails costs its own decision, never the match.
"""

import inspect
import sys
import traceback
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter_ns
from typing import TYPE_CHECKING, Final, ParamSpec, Self, TypeVar, assert_never

from kozel.bot import Bot, IllegalChoice, index_of, wants_events
from kozel.records import Recorder
from kozel.rules import Match, MatchInfo, Rules, SeededChance, commitment, match_seed
from kozel.rules.actions import Action
from kozel.rules.errors import KozelError
from kozel.rules.events import MatchEnded
from kozel.table import (
    Ask,
    Effect,
    Finish,
    MatchLabels,
    Refuse,
    Table,
    TableResult,
    Tell,
    TimeControl,
)

if TYPE_CHECKING:
    import asyncio

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

UNHURRIED: Final = TimeControl(move_limit_ns=3_600_000_000_000, strikes=1_000_000)
"""An hour a decision, and never too many strikes: an author wants to see every fault of a bot."""


class WrongLineup(KozelError):
    """The number of bots does not fit the ruleset's seats."""


@dataclass(frozen=True, slots=True)
class BotFault:
    """A bot raised, or chose what is not legal."""

    match_id: str
    seat: int
    bot_name: str
    text: str
    """The traceback, or the sentence that says what was wrong with the choice."""
    hook: str = "choose"
    """The method that raised; only for `choose` was something decided in the bot's place."""


def print_fault(fault: BotFault) -> None:
    """Show a fault to the author on standard error: what happens unless told otherwise."""
    where = f"{fault.bot_name}, seat {fault.seat} of match {fault.match_id}"
    what = "this decision was made for it" if fault.hook == "choose" else f"{fault.hook} raised"
    print(f"{where}: {what}\n{fault.text}", file=sys.stderr)


def play_match(
    rules: Rules,
    bots: Sequence[Bot],
    *,
    seed: str,
    match_id: str = "local",
    time_control: TimeControl = UNHURRIED,
    with_legal: bool = False,
    keep_times: bool = False,
    on_fault: Callable[[BotFault], None] = print_fault,
    absent: Collection[int] = (),
) -> TableResult:
    """Play one match to its end.

    Args:
        rules: the ruleset, see `kozel.rules.bind`.
        bots: one object a seat; with four seats, partners sit opposite.
        seed: where the deals come from; the same seed gives the same deals.
        match_id: goes into the result, the record and the commitment.
        time_control: a bot cannot be interrupted here, but what it answers late is late.
        with_legal: whether the record holds every legal set.
        keep_times: whether the record holds times; without them it depends on the seed only.
        on_fault: told of every decision that a bot could not make, and of hooks that raise.
        absent: seats whose bots are gone from the beginning; no time is spent on waiting for them.

    Raises:
        WrongLineup: there is not one bot for each seat.
    """
    with _AsyncCalls() as async_calls:
        return _play(
            rules,
            bots,
            async_calls,
            seed=seed,
            match_id=match_id,
            time_control=time_control,
            with_legal=with_legal,
            keep_times=keep_times,
            on_fault=on_fault,
            absent=absent,
        )


def play_matches(
    rules: Rules,
    lineups: Sequence[Sequence[Bot]],
    *,
    seed: str | int,
    matches: int,
    with_legal: bool = False,
    on_fault: Callable[[BotFault], None] = print_fault,
) -> Iterator[tuple[int, TableResult]]:
    """Play many matches, each with its own deals, and yield (index of the line-up, result).

    Match number n (from 0) uses line-up n mod len(lineups) and the seed `match_seed(seed, n)`,
    so line-ups that are rotations of each other take turns on the seats. Its id is `seed-n`.
    """
    with _AsyncCalls() as async_calls:
        for number in range(matches):
            at = number % len(lineups)
            result = _play(
                rules,
                lineups[at],
                async_calls,
                seed=match_seed(seed, number),
                match_id=f"{seed}-{number}",
                time_control=UNHURRIED,
                with_legal=with_legal,
                keep_times=False,
                on_fault=on_fault,
            )
            yield at, result


def _play(
    rules: Rules,
    bots: Sequence[Bot],
    async_calls: "_AsyncCalls",
    *,
    seed: str,
    match_id: str,
    time_control: TimeControl,
    with_legal: bool,
    keep_times: bool,
    on_fault: Callable[[BotFault], None],
    absent: Collection[int] = (),
) -> TableResult:
    if len(bots) != rules.players:
        raise WrongLineup(f"{rules.ruleset} has {rules.players} seats: give as many bots")
    table = Table(
        match=Match(rules, SeededChance(seed)),
        match_id=match_id,
        time_control=time_control,
        recorder=Recorder(rules, with_legal=with_legal),
        listeners=[seat for seat, bot in enumerate(bots) if wants_events(bot)],
        labels=MatchLabels(
            seats=tuple(bot.name for bot in bots),
            seed=seed,
            commitment=commitment(seed, match_id),
        ),
        keep_times=keep_times,
    )
    for seat in absent:
        table.left(seat, perf_counter_ns())
    return _LocalMatch(rules, bots, table, on_fault, async_calls, absent).play()


class _AsyncCalls:
    """Runs what async bots return; has a loop only once a bot needs one."""

    def __init__(self) -> None:
        self._runner: asyncio.Runner | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._runner is not None:
            self._runner.close()

    def result(self, choice: object) -> object:
        """What an async `choose` comes to; anything else is given back as it is."""
        if not inspect.isawaitable(choice):
            return choice
        if self._runner is None:
            import asyncio

            self._runner = asyncio.Runner()
        return self._runner.run(_result_of(choice))


async def _result_of(awaitable: Awaitable[object]) -> object:
    return await awaitable


class _LocalMatch:
    """Carries out a table's effects by calling bots."""

    def __init__(
        self,
        rules: Rules,
        bots: Sequence[Bot],
        table: Table,
        on_fault: Callable[[BotFault], None],
        async_calls: _AsyncCalls,
        absent: Collection[int],
    ) -> None:
        self._table = table
        self._absent = frozenset(absent)
        self._async_calls = async_calls
        self._on_fault = on_fault
        self._infos = [
            MatchInfo(rules.ruleset, rules.options, rules.players, seat)
            for seat in range(rules.players)
        ]
        self._names = [bot.name for bot in bots]
        self._bots = list(bots)

    def play(self) -> TableResult:
        self._sit_down()
        return self._carry_out(deque(self._table.start(perf_counter_ns())))

    def _carry_out(self, effects: deque[Effect]) -> TableResult:
        while True:
            while not effects:
                effects.extend(self._expire_absent())
            effect = effects.popleft()
            match effect:
                case Ask():
                    if effect.seat not in self._absent:
                        effects.extend(self._decide(effect))
                case Tell() if effect.seat in self._absent:
                    """Nobody is there to be told."""
                case Tell():
                    seat = effect.seat
                    self._guard(seat, self._bots[seat].event, self._infos[seat], effect.event)
                case Refuse():
                    """Only lateness can be refused here; what the arena chose follows."""
                case Finish():
                    self._stand_up(effect.result)
                    return effect.result
                case _:
                    assert_never(effect)

    def _expire_absent(self) -> list[Effect]:
        """Nobody is waited for but the absent: let their time be over."""
        deadline_ns = self._table.next_deadline()
        assert deadline_ns is not None
        return self._table.expire(deadline_ns)

    def _sit_down(self) -> None:
        for seat, info in self._present():
            own = self._guard(seat, self._bots[seat].for_match, info)
            if own is not None:
                self._bots[seat] = own
            self._guard(seat, self._bots[seat].match_started, info)

    def _stand_up(self, result: TableResult) -> None:
        ended = MatchEnded(score=result.score, winners=result.winners, losers=result.losers)
        for seat, info in self._present():
            self._guard(seat, self._bots[seat].match_ended, info, ended)

    def _present(self) -> list[tuple[int, MatchInfo]]:
        return [(seat, at) for seat, at in enumerate(self._infos) if seat not in self._absent]

    def _decide(self, ask: Ask) -> list[Effect]:
        table, seat, bot = self._table, ask.seat, self._bots[ask.seat]
        table.sent(seat, ask.decision_id, perf_counter_ns())
        try:
            choice: object = bot.choose(ask.view)
            if not isinstance(choice, Action):
                choice = self._async_calls.result(choice)
            index = index_of(bot, ask.view, choice)
        except Exception as error:  # the root of the bot author's code
            self._report(seat, error)
            return table.decline(seat, ask.decision_id, perf_counter_ns())
        return table.answer(seat, ask.decision_id, index, perf_counter_ns())

    def _guard(
        self,
        seat: int,
        hook: Callable[Parameters, Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Result | None:
        """What a bot's hook returns; None, and a report, if it raises."""
        try:
            return hook(*args, **kwargs)
        except Exception as error:  # the root of the bot author's code
            self._report(seat, error, hook=hook.__name__)
            return None

    def _report(self, seat: int, error: Exception, *, hook: str = "choose") -> None:
        is_choice = isinstance(error, IllegalChoice)
        text = str(error) if is_choice else "".join(traceback.format_exception(error))
        self._on_fault(BotFault(self._table.match_id, seat, self._names[seat], text, hook))
