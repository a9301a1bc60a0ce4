"""The first deal of a match from its seed, by proto/README.md alone: hashlib, and nothing of ours.

This is what somebody would write who wants to check an arena in a language of their own.
"""

from hashlib import sha256, sha512

SUITS = "CSHD"
RANKS = "6789TJQKA"
POINTS = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}


class Dealt:
    """A deal: hands by seat, the rest (stock or widow), how many were void before it, dealer."""

    def __init__(
        self, hands: list[list[str]], rest: list[str], voids: int, dealer: int | None = None
    ) -> None:
        self.hands = hands
        self.rest = rest
        self.voids = voids
        self.dealer = dealer


def commitment(seed: str, match_id: str) -> str:
    """What `MatchStarted` promised."""
    return sha256(f"{seed}:{match_id}".encode("ascii")).hexdigest()


def draw(seed: str, purpose: str) -> int:
    """The number of a purpose, such as `deck:1:0`."""
    return int.from_bytes(sha512(f"kozel/1:{seed}:{purpose}".encode("ascii")).digest(), "big")


def shuffled(seed: str, ranks: str, attempt: int) -> list[str]:
    """The cards of the first deal in dealing order."""
    cards = [rank + suit for suit in SUITS for rank in RANKS if rank in ranks]
    number = draw(seed, f"deck:1:{attempt}")
    for last in range(len(cards) - 1, 0, -1):
        number, other = divmod(number, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def is_void(ruleset: str, hand: list[str]) -> bool:
    """Whether a hand makes the deal void (M2, K2)."""
    is_poor = sum(POINTS.get(card[0], 0) for card in hand) <= 13
    has_queens = {"QC", "QS", "QH", "QD"} <= set(hand)
    return (ruleset in ("miner", "classic") and is_poor) or (ruleset == "classic" and has_queens)


def in_blocks(ruleset: str, seed: str, ranks: str, players: int, size: int) -> Dealt:
    """Miner, classic, widow: hands in blocks, the widow behind them, after the void deals."""
    attempt = 0
    while True:
        cards = shuffled(seed, ranks, attempt)
        hands = [cards[seat * size : seat * size + size] for seat in range(players)]
        if not any(is_void(ruleset, hand) for hand in hands):
            return Dealt(hands, cards[players * size :], attempt)
        attempt += 1


def round_by_round(seed: str, players: int) -> Dealt:
    """Shokha, pot: four rounds of one card from the dealer's left; the turn-up is drawn last."""
    cards = shuffled(seed, RANKS, 0)
    dealer = draw(seed, "first_dealer") % players
    hands: list[list[str]] = [[] for _ in range(players)]
    for place in range(4 * players):
        hands[(dealer + 1 + place) % players].append(cards[place])
    turn_up, *above = cards[4 * players :]
    return Dealt(hands, [*above, turn_up], 0, dealer)


def first_deal(ruleset: str, seed: str, players: int, deck: int = 36) -> Dealt:
    """The first deal of a match.

    Args:
        ruleset: one of the five.
        seed: of the match, as it was revealed.
        players: how many seats.
        deck: of classic: 24 or 32 cards.
    """
    if ruleset in ("shokha", "pot"):
        return round_by_round(seed, players)
    ranks = {("classic", 24): "6TJQKA", ("classic", 32): "789TJQKA"}.get((ruleset, deck), RANKS)
    ranks = "6TJQKA" if ruleset == "widow" else ranks
    size = 7 if ruleset == "widow" else len(ranks)
    return in_blocks(ruleset, seed, ranks, players, size)
