"""A person at a terminal as a bot: shows each decision, reads what is typed, tells what happened.

Knows no arena and no table: `choose` and `event` are all that it is asked.

KozelError
└── NotPlayable        what was typed is no action that can be made now
"""

import asyncio
import os
import re
from collections.abc import Callable
from typing import Final, Protocol

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from kozel.bot import Bot
from kozel.rules import (
    Action,
    Card,
    Event,
    InvalidNotation,
    MatchEnded,
    MatchInfo,
    Suit,
    View,
    format_action,
    parse_action,
    parse_cards,
)
from kozel.rules.errors import KozelError, shortened
from kozel_arena.rulebook import rules_text
from kozel_arena.wording import (
    SUIT_SIGNS,
    Teller,
    action_words,
    card_sign,
    end_sentence,
    question_words,
    score_word,
    signs,
    suit_word,
)

MOST_NUMBERED: Final = 18
"""Longer lists of actions are not numbered: the cards are typed."""
LONGEST_LINE: Final = 4096
TO_LETTERS: Final = str.maketrans(SUIT_SIGNS, "".join(str(suit) for suit in Suit))
HELP: Final = (
    "Type a number or cards (such as TS, or beat 9H QH); ? shows the rules, Ctrl+C leaves."
)


class NotPlayable(KozelError):
    """What was typed is no action that can be made now; the message says what can be."""


class Lines(Protocol):
    """Where typed lines come from."""

    async def next(self) -> str | None:
        """The next line without its end; None when nothing more can come."""


class Terminal:
    """Lines from a file descriptor, read in the loop that wants them."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = b""

    async def next(self) -> str | None:
        """The next line; a cancelled wait loses nothing."""
        loop = asyncio.get_running_loop()
        while b"\n" not in self._rest:
            has_come = asyncio.Event()
            loop.add_reader(self._descriptor, has_come.set)
            try:
                await has_come.wait()
            finally:
                loop.remove_reader(self._descriptor)
            read = os.read(self._descriptor, LONGEST_LINE)
            if not read:
                return None
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode("utf-8", "replace").strip()


class Person(Bot):
    """Whoever sits at the terminal."""

    name = "person"

    def __init__(
        self,
        console: Console,
        lines: Lines,
        teller: Teller,
        *,
        left: Callable[[], None],
        ended: Callable[[], None],
    ) -> None:
        """A person.

        Args:
            console: where the table is shown.
            lines: what is typed.
            teller: puts events into words.
            left: called when nothing more can be typed.
            ended: called when the match is over.
        """
        self._console = console
        self._lines = lines
        self._teller = teller
        self._left = left
        self._ended = ended
        self._reading: asyncio.Future[str | None] | None = None
        self._asked: tuple[int, tuple[int, ...]] = (0, ())

    async def choose(self, view: View) -> Action:
        """Show the decision, and read until something that is legal is typed."""
        if self._reading is not None:
            # What was asked before has been decided, or it is the same after a broken stream.
            if (view.deal, view.history_codes) != self._asked:
                self._say("Your time was over: the arena chose for you.")
            self._reading.cancel()
        self._asked = (view.deal, view.history_codes)
        self._console.print(decision(view, self._teller))
        self._console.print(Text(HELP, style="dim"))
        while True:
            line = await self._read()
            if line == "?":
                self._console.print(Markdown(rules_text(view.match.ruleset)))
                continue
            try:
                return typed_action(line, view)
            except (InvalidNotation, NotPlayable) as error:
                self._console.print(Text(str(error), style="bold"))

    async def _read(self) -> str:
        """The next line; never returns once the decision is no longer the last one."""
        self._console.print("> ", end="")
        reading = self._reading = asyncio.ensure_future(self._lines.next())
        try:
            line = await reading
        except asyncio.CancelledError:
            if reading is self._reading:  # it is not the reading that ends, but all of this
                raise
            line = None
        else:
            self._reading = None
            if line is None:
                self._left()
        if line is None:
            await asyncio.get_running_loop().create_future()
        return line or ""

    def event(self, match: MatchInfo, event: Event) -> None:
        """Tell it."""
        if not isinstance(event, MatchEnded):
            self._say(self._teller.sentence(event))

    def match_ended(self, match: MatchInfo, ended: MatchEnded) -> None:
        """Tell how the match ended."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        has_result = bool(ended.winners or ended.losers)
        self._say(end_sentence(self._teller, ended, has_result=has_result))
        self._ended()

    def _say(self, sentence: str) -> None:
        self._console.print(Text(sentence))


def decision(view: View, teller: Teller) -> Panel:
    """What a decision looks like: score, trick, hand, and what can be typed."""
    parts = Table.grid(padding=(0, 1))
    parts.add_column(style="dim")
    parts.add_column()
    trump = "" if view.trump is None else f", {suit_word(view.trump)} are trump"
    parts.add_row("deal", f"{view.deal}{'' if view.match.ruleset == 'widow' else trump}")
    parts.add_row(score_word(view.rules), _of_sides(view.score, teller))
    if view.points:
        parts.add_row("points", _of_sides(view.points, teller))
    if view.turn_up is not None:
        text = f"{card_sign(view.turn_up)}, {view.stock_size} cards in the stock"
        parts.add_row("turn-up", text + (f", {view.pot} chips in the pot" if view.pot else ""))
    if view.widow:
        parts.add_row("widow", signs(view.widow))
    for move in view.trick:
        if move.count:
            shown = signs(move.cards) or f"{move.count} face down"
            wins = "  wins" if move.seat == view.winning_seat else ""
            parts.add_row("table", f"{shown}  {teller.who(move.seat)}{wins}")
    parts.add_row("hand", _hand(view))
    actions = view.legal_actions
    if len(actions) <= MOST_NUMBERED:
        for number, action in enumerate(actions, 1):
            parts.add_row(str(number), Text(action_words(action), style="bold"))
    else:
        parts.add_row("", f"{len(actions)} ways: type {_example(view)}")
    return Panel(parts, title=f"Your turn: {question_words(view)}", title_align="left")


def typed_action(text: str, view: View) -> Action:
    """The legal action that was typed: by its number, its cards, or its word and cards.

    Cards may be typed as they are shown, such as `10♦`.

    Raises:
        InvalidNotation: it cannot be read.
        NotPlayable: it fits no action or several.
    """
    actions = view.legal_actions
    typed = text.translate(TO_LETTERS).upper()
    if not typed or (typed.isascii() and typed.isdigit()):
        return _numbered(typed, view)
    word, _, rest = re.sub(r"10(?=[CSHD])", "T", typed).partition(" ")
    if word.lower() in {str(action.kind) for action in actions}:
        wanted = parse_action(f"{word.lower()} {rest}".strip())
        found = [action for action in actions if action == wanted]
    elif typed in {str(suit) for suit in Suit}:
        found = [action for action in actions if str(action.suit) == typed]
    else:
        cards = set(parse_cards(f"{word} {rest}".strip()))
        found = [action for action in actions if set(action.cards) == cards]
    if len(found) == 1:
        return found[0]
    if found:
        ways = " or ".join(format_action(action) for action in found)
        raise NotPlayable(f"{shortened(text)} can mean several things; type {ways}")
    raise NotPlayable(f"{shortened(text)} is not allowed now; you are to {question_words(view)}")


def _numbered(typed: str, view: View) -> Action:
    """The action of a number; raises NotPlayable."""
    actions = view.legal_actions
    if len(actions) > MOST_NUMBERED:
        raise NotPlayable(f"type the word and the cards, such as {_example(view)}")
    if not typed or not 1 <= int(typed) <= len(actions):
        raise NotPlayable(f"type a number from 1 to {len(actions)}, or cards")
    return actions[int(typed) - 1]


def _hand(view: View) -> Text:
    """The hand, trumps first; what cannot be played now is dim."""
    legal = {card for action in view.legal_actions for card in action.cards}
    cards = sorted(view.hand, key=lambda card: (not view.is_trump(card), card.suit, card))
    shown = Text()
    for card in cards:
        shown.append(f"{card_sign(card)}{'*' if view.is_trump(card) else ''} ", _style(card, legal))
    return shown.append("(* trump)", "dim") if any(map(view.is_trump, cards)) else shown


def _style(card: Card, legal: set[Card]) -> str:
    red = "red" if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else ""
    return f"bold {red}" if card in legal else f"dim {red}"


def _of_sides(numbers: tuple[int, ...], teller: Teller) -> str:
    return ", ".join(f"{teller.side(side)} {number}" for side, number in enumerate(numbers))


def _example(view: View) -> str:
    """An action as it would be typed."""
    return format_action(view.legal_actions[-1])
