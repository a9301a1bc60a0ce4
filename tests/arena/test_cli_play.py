"""A person at a terminal: what may be typed, what is shown, and what `kozel-arena play` refuses."""

import asyncio
import io
import logging
import os
import pty
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from kozel.rules import Action, Match, MatchEnded, Rules, SeededChance, View, bind, format_action
from kozel.rules.errors import KozelError
from kozel.table.house import house_code
from kozel_arena.cli.play_person import MOST_NUMBERED, Person, Terminal, decision, typed_action
from kozel_arena.cli.root import run
from kozel_arena.wording import Teller, card_sign, signs

GAMES = [
    bind("miner", {"short": True}),
    bind("classic", {"trump_mode": "named", "short": True}),
    bind("shokha", {"players": 3}),
    bind("pot", {"players": 2}),
    bind("widow", {}),
]
RULES = bind("miner", {"short": True})


def views(rules: Rules) -> Iterator[View]:
    """The decisions of a match between house players, a hundred at most."""
    match = Match(rules, SeededChance("seen"))
    for _ in range(100):
        if match.outcome is not None:
            return
        seat = match.deciders()[0]
        view = match.view(seat)
        yield view
        match.apply(seat, house_code(view))


def a_view() -> View:
    """A decision of miner with several legal actions."""
    return next(view for view in views(RULES) if len(view.legal_actions) >= 3)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.ruleset)
def test_every_legal_action_can_be_typed_in_words_and_by_number(rules: Rules) -> None:
    for view in views(rules):
        for number, action in enumerate(view.legal_actions, 1):
            text = format_action(action)
            assert typed_action(text, view) == action
            assert typed_action(text.upper(), view) == action
            assert typed_action(text.lower(), view) == action
            if len(view.legal_actions) <= MOST_NUMBERED:
                assert typed_action(str(number), view) == action


def test_cards_can_be_typed_as_they_are_shown() -> None:
    for view in views(RULES):
        for action in view.legal_actions:
            assert typed_action(signs(action.cards), view) == action


@pytest.mark.parametrize(
    "text", ["0", "99", "", "-1", "²", "1 2", "zz", "play", "beat 6C", "é", "\0"]
)
def test_what_cannot_be_meant_is_answered_and_never_played(text: str) -> None:
    with pytest.raises(KozelError) as caught:
        typed_action(text, a_view())
    assert "\n" not in str(caught.value)


def test_a_card_that_is_not_allowed_is_refused_by_what_is_to_be_done() -> None:
    view = next(
        view
        for view in views(RULES)
        if len(view.legal_actions) < len(view.hand)
        and view.trick
        and any(m.count for m in view.trick)
    )
    allowed = {card for action in view.legal_actions for card in action.cards}
    card = next(card for card in view.hand if card not in allowed)
    with pytest.raises(KozelError, match="is not allowed now; you are to follow"):
        typed_action(str(card), view)


def test_a_number_means_nothing_where_actions_are_not_numbered() -> None:
    match = Match(bind("widow"), SeededChance("widow"))
    while len(match.legal(seat := match.deciders()[0])) <= MOST_NUMBERED:
        match.apply(seat, match.legal(seat)[0])
    view = match.view(seat)
    with pytest.raises(KozelError, match="type the word and the cards, such as bury"):
        typed_action("1", view)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.ruleset)
def test_a_decision_shows_the_hand_and_no_card_that_the_seat_must_not_see(rules: Rules) -> None:
    every = {card for view in views(rules) for card in view.hand}
    for view in views(rules):
        seats = tuple(f"p{seat}" for seat in range(rules.players))
        shown = io.StringIO()
        console = Console(file=shown, width=200)
        console.print(decision(view, Teller(rules, view.seat, seats)))
        open_cards = {card for move in view.trick for card in move.cards} | set(view.widow)
        known = set(view.hand) | open_cards | {view.turn_up}
        for card in every:
            if card in view.hand:
                assert card_sign(card) in shown.getvalue()
            elif card not in known:
                assert card_sign(card) not in shown.getvalue()


class Typed:
    """Lines that the test types."""

    def __init__(self) -> None:
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self.is_awaited = asyncio.Event()

    async def next(self) -> str | None:
        self.is_awaited.set()
        return await self.lines.get()


class Seat:
    """A person, what it is shown, and what it says about itself."""

    def __init__(self) -> None:
        self.screen = io.StringIO()
        self.typed = Typed()
        self.said: list[str] = []
        self.has_left = asyncio.Event()
        self.person = Person(
            Console(file=self.screen, width=100),
            self.typed,
            Teller(RULES, 0, ("you", "b", "c", "d")),
            left=self.has_left.set,
            ended=lambda: self.said.append("ended"),
        )

    async def choose(self, view: View, *lines: str | None) -> Action:
        for line in lines:
            self.typed.lines.put_nowait(line)
        async with asyncio.timeout(5):
            return await self.person.choose(view)


def test_a_person_is_asked_again_until_the_line_is_legal_and_may_read_the_rules() -> None:
    seat, view = Seat(), a_view()
    assert asyncio.run(seat.choose(view, "?", "nonsense", "99", "2")) == view.legal_actions[1]
    shown = seat.screen.getvalue()
    assert "Lusya" in shown
    assert "cannot read 'NONSENSE'" in shown
    assert f"type a number from 1 to {len(view.legal_actions)}" in shown
    assert shown.count("> ") == 4


def test_a_line_typed_too_late_answers_the_decision_that_stands_now() -> None:
    first, second = [view for view in views(RULES) if len(view.legal_actions) >= 2][:2]

    async def conversation() -> None:
        seat = Seat()
        late = asyncio.ensure_future(seat.choose(first))
        await seat.typed.is_awaited.wait()
        assert await seat.choose(second, "2") == second.legal_actions[1]
        assert "Your time was over: the arena chose for you." in seat.screen.getvalue()
        assert not late.done()
        late.cancel()

    asyncio.run(conversation())


def test_the_end_of_the_input_is_said_once_and_plays_nothing() -> None:
    async def conversation() -> None:
        seat = Seat()
        choosing = asyncio.ensure_future(seat.choose(a_view(), None))
        await seat.has_left.wait()
        assert not choosing.done()
        choosing.cancel()

    asyncio.run(conversation())


def test_lines_come_whole_and_a_cancelled_wait_loses_nothing() -> None:
    async def conversation() -> None:
        read, write = os.pipe()
        terminal = Terminal(read)
        os.write(write, b"fir")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await terminal.next()
        os.write(write, b"st\nsecond\n\xff\n")
        assert [await terminal.next() for _ in range(3)] == [
            "first",
            "second",
            "\N{REPLACEMENT CHARACTER}",
        ]
        os.close(write)
        assert await terminal.next() is None
        os.close(read)

    asyncio.run(conversation())


def test_without_a_terminal_it_says_so_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    assert run(["play", "--ruleset", "miner", "--local"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "is for a person at a terminal" in said.err


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("--ruleset chess", 2, "chess"),
        ("--ruleset miner --option colour=red", 2, "colour"),
        ("--ruleset miner --seat 4", 2, "choose a seat from 0 to 3"),
        ("--ruleset miner --seat -1", 2, "choose a seat from 0 to 3"),
        ("--ruleset miner --against house --against house", 2, "--against is given 2 times"),
        ("--ruleset miner --local --bank 5m", 2, "--bank is for an arena"),
        ("--ruleset miner --local --move-limit 2m", 2, "--move-limit is for an arena"),
        ("--ruleset miner --local --against nobody.py", 1, "nobody.py"),
        ("--ruleset miner --record there.jsonl", 1, "the file exists"),
        ("--ruleset miner --move-limit soon", 2, "cannot read the time 'soon'"),
        ("--ruleset miner", 1, "--token-file"),
        ("", 2, "--ruleset"),
    ],
)
def test_a_wrong_argument_is_answered_by_one_sentence(
    line: str,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KOZEL_ARENA_TOKEN", raising=False)
    Path("there.jsonl").write_text("", encoding="utf-8")
    main, other = pty.openpty()
    with os.fdopen(other, encoding="utf-8") as terminal:
        monkeypatch.setattr("sys.stdin", terminal)
        assert run(["play", *line.split()]) == code
    os.close(main)
    text = capsys.readouterr().err
    assert said in text
    assert "Traceback" not in text
    assert logging.getLogger("kozel").level == logging.NOTSET


def test_the_end_of_a_match_is_told() -> None:
    seat = Seat()
    match = Match(RULES, SeededChance("end"))
    while match.outcome is None:
        match.apply(match.deciders()[0], house_code(match.view(match.deciders()[0])))
    ended = next(event for event in match.take_events() if isinstance(event, MatchEnded))
    seat.person.match_ended(a_view().match, ended)
    assert seat.said == ["ended"]
    assert "You have " in seat.screen.getvalue()
