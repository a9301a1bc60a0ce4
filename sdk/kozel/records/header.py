"""Checks of a record that need no play: versions, options, commitment, and that the cards fit."""

from kozel.records.errors import Damage, RecordError
from kozel.records.laws import CARDS, CHANCE, laws_of
from kozel.records.model import DealRecord, Record
from kozel.rules import (
    RULES_VERSION,
    BrokenRuleset,
    InvalidOption,
    Rules,
    SeededChance,
    UnknownRuleset,
    bind,
    bound,
    commitment,
)
from kozel.rules.cards import CARDS as ALL_CARDS
from kozel.rules.cards import mask_of


def rules_of(record: Record) -> Rules:
    """The rules under which a record was played.

    Raises:
        RecordError: this version does not know the ruleset, an option or the rules version.
    """
    version = 1 if record.rules_version is None else record.rules_version
    if version != RULES_VERSION:
        problem = f"it was played under rules version {version}, this is version {RULES_VERSION}"
        raise RecordError(problem, damage=Damage.RULES_VERSION)
    try:
        rules = bound(record.ruleset, record.options)
        if any(type(record.options[key]) is not type(rules.options[key]) for key in record.options):
            # 1 and True are one key to the cache of `bound`, but not one value to an option.
            rules = bind(record.ruleset, record.options)
        return rules
    except (UnknownRuleset, BrokenRuleset) as error:
        raise RecordError(str(error), damage=Damage.UNKNOWN_RULESET) from None
    except InvalidOption as error:
        raise RecordError(str(error), damage=Damage.INVALID_OPTION) from None


def check_header(record: Record, rules: Rules) -> None:
    """Whether the names fit the seats and the commitment fits the seed.

    Raises:
        RecordError: they do not.
    """
    if record.seats and len(record.seats) != rules.players:
        problem = f"'seats' names {len(record.seats)} bots for {rules.players} seats"
        raise RecordError(problem, damage=Damage.WRONG_TYPE)
    if record.seed is None:
        return
    try:
        SeededChance(record.seed)
    except ValueError as error:
        raise RecordError(f"'seed' cannot be used: {error}", damage=Damage.WRONG_TYPE) from None
    if record.commitment is None or record.id is None:
        return
    if not record.id.isascii() or commitment(record.seed, record.id) != record.commitment:
        problem = "'commitment' is not the SHA-256 of seed and match id"
        raise RecordError(problem, damage=Damage.COMMITMENT, rule=CHANCE)


def check_cards(record: Record, rules: Rules) -> None:
    """Whether every deal, void ones too, is the whole deck, each card once.

    Raises:
        RecordError: a card is there twice, is missing or is foreign; or hands differ in size.
    """
    deck = mask_of(rules.deck)
    for number, deal in enumerate(record.deals, 1):
        try:
            _check_deal(deal, deck, rules)
        except RecordError as error:
            raise error.placed(deal=number) from None


def _check_deal(deal: DealRecord, deck: int, rules: Rules) -> None:
    _check_hands(deal.hands, rules, may_be_fewer=bool(deal.stock))
    _check_partition((*deal.hands, deal.widow, mask_of(deal.stock)), deck)
    for attempt, hands in enumerate(deal.thrown, 1):
        _check_hands(hands, rules, may_be_fewer=False, where=f" in void deal {attempt}")
        _check_partition(hands, deck, where=f" in void deal {attempt}")


def _check_hands(
    hands: tuple[int, ...], rules: Rules, *, may_be_fewer: bool, where: str = ""
) -> None:
    """As many hands as seats (with a stock: as seats still in), all of one size."""
    fewest = 2 if may_be_fewer else rules.players
    if not fewest <= len(hands) <= rules.players:
        problem = f"there are {len(hands)} hands for {rules.players} seats{where}"
    elif len({hand.bit_count() for hand in hands}) > 1:
        problem = f"the hands are not of one size{where}"
    else:
        return
    raise RecordError(problem, damage=Damage.CARDS, rule=laws_of(rules.ruleset).hands)


def _check_partition(parts: tuple[int, ...], deck: int, *, where: str = "") -> None:
    seen = 0
    for part in parts:
        if twice := part & seen:
            raise _cards(f"the card {_first(twice)} is dealt twice{where}")
        seen |= part
    if foreign := seen & ~deck:
        raise _cards(f"the card {_first(foreign)} is not in the deck{where}")
    if missing := deck & ~seen:
        raise _cards(f"the card {_first(missing)} is missing{where}")


def _cards(problem: str) -> RecordError:
    return RecordError(problem, damage=Damage.CARDS, rule=CARDS)


def _first(mask: int) -> str:
    return str(ALL_CARDS[(mask & -mask).bit_length() - 1])
