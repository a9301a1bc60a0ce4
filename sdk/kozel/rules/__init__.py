"""The rules of the game, pure: cards, actions, matches, views, events, by ruleset.

No clock, no chance but what is passed in, no I/O. Start with `bind` and `Match`.
"""

from typing import Final

from kozel.rules.actions import Action, ActionKind, action_of, format_action, parse_action
from kozel.rules.cards import (
    Card,
    Rank,
    Suit,
    cards_of,
    format_card,
    format_cards,
    format_suit,
    mask_of,
    parse_card,
    parse_cards,
    parse_suit,
    points_of,
)
from kozel.rules.chance import Chance, SeededChance, commitment, match_seed
from kozel.rules.errors import (
    BrokenRuleset,
    IllegalAction,
    InvalidNotation,
    InvalidOption,
    KozelError,
    RulesError,
    UnknownRuleset,
)
from kozel.rules.events import (
    Acted,
    DealEnded,
    DealStarted,
    DealVoided,
    Event,
    MatchEnded,
    TrickTaken,
    seen_by,
)
from kozel.rules.game import Deal, Rules, Standing
from kozel.rules.match import Match
from kozel.rules.moves import Move, Question
from kozel.rules.options import Option, OptionValue
from kozel.rules.public import PublicView, public_view
from kozel.rules.ruleset import Ruleset, bind, bound, find_ruleset, parse_options, ruleset_names
from kozel.rules.view import MatchInfo, View

RULES_VERSION: Final = 1
"""Rises only when the result of some match can change."""

__all__ = [
    "RULES_VERSION",
    "Acted",
    "Action",
    "ActionKind",
    "BrokenRuleset",
    "Card",
    "Chance",
    "Deal",
    "DealEnded",
    "DealStarted",
    "DealVoided",
    "Event",
    "IllegalAction",
    "InvalidNotation",
    "InvalidOption",
    "KozelError",
    "Match",
    "MatchEnded",
    "MatchInfo",
    "Move",
    "Option",
    "OptionValue",
    "PublicView",
    "Question",
    "Rank",
    "Rules",
    "RulesError",
    "Ruleset",
    "SeededChance",
    "Standing",
    "Suit",
    "TrickTaken",
    "UnknownRuleset",
    "View",
    "action_of",
    "bind",
    "bound",
    "cards_of",
    "commitment",
    "find_ruleset",
    "format_action",
    "format_card",
    "format_cards",
    "format_suit",
    "mask_of",
    "match_seed",
    "parse_action",
    "parse_card",
    "parse_cards",
    "parse_options",
    "parse_suit",
    "points_of",
    "public_view",
    "ruleset_names",
    "seen_by",
]
