"""What a bot is: one class with `choose`. Knows the rules' values, but no table, wire or clock.

BotError(KozelError)
└── IllegalChoice      choose returned something that is not one of view.legal_actions
"""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Awaitable

from kozel.rules.actions import Action, format_action
from kozel.rules.errors import KozelError
from kozel.rules.events import Event, MatchEnded
from kozel.rules.view import MatchInfo, View


class BotError(KozelError):
    """A bot did something that cannot be used; it costs that decision only."""


class IllegalChoice(BotError):
    """`choose` returned something that is not one of `view.legal_actions`."""

    def __init__(self, bot_name: str, choice: object, legal: tuple[Action, ...]) -> None:
        shown = f"'{format_action(choice)}'" if isinstance(choice, Action) else repr(choice)
        listed = ", ".join(map(format_action, legal))
        super().__init__(
            f"{bot_name}.choose returned {shown}, which is not legal now: "
            f"return one of view.legal_actions ({listed})"
        )
        self.bot_name = bot_name
        self.choice = choice
        self.legal = legal


class Bot(ABC):
    """A player. Write `choose`, plain or async; the other methods are there if you need them.

    One object plays all matches of a connection, often several at once, and each view holds all
    that its seat knows. A bot that remembers more than that returns a fresh object from
    `for_match`. Hooks run one at a time and never while a plain `choose` runs.
    """

    name: str = "Bot"
    """What the bot is called in messages; the name of its class unless it is set."""

    version: str = ""
    """Version of the bot as its author counts, shown to the organiser; at most 64 characters."""

    def __init_subclass__(cls, **arguments: object) -> None:
        super().__init_subclass__(**arguments)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__

    @abstractmethod
    def choose(self, view: View) -> Action | Awaitable[Action]:
        """The action to take: one of `view.legal_actions`.

        An exception is shown with its traceback to the author and costs this decision only:
        the default action of the rules is played.
        """

    def for_match(self, match: MatchInfo) -> "Bot":
        """The object that plays this seat of a match: this one, unless changed.

        `return type(self)()` gives every seat of every match its own object, with its own memory.
        """
        return self

    def match_started(self, match: MatchInfo) -> None:  # noqa: B027
        """A seat was taken at a table; after a restart of the bot also in the midst of a match."""

    def match_ended(self, match: MatchInfo, ended: MatchEnded) -> None:  # noqa: B027
        """The match is over; no winners and no losers mean that it does not count."""

    def event(self, match: MatchInfo, event: Event) -> None:  # noqa: B027
        """Something happened, as this seat may know it. Sent only if a bot overrides this."""


def wants_events(bot: Bot) -> bool:
    """Whether the bot overrides `event`."""
    return type(bot).event is not Bot.event


def is_async(bot: Bot) -> bool:
    """Whether `choose` is an `async def`, so that calling it does not yet think."""
    return inspect.iscoroutinefunction(bot.choose)


def index_of(bot: Bot, view: View, choice: object) -> int:
    """The index of what `choose` returned among the legal actions.

    Raises:
        IllegalChoice: it is not one of them.
    """
    if isinstance(choice, Action):
        try:
            return view.legal_codes.index(choice.code)
        except (KozelError, ValueError, TypeError, AttributeError):
            pass
    raise IllegalChoice(bot.name, choice, view.legal_actions)
