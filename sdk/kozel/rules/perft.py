"""Perft: how many ways a deal can go for some actions; a count that shows when rules change.

A deal that ends earlier counts as one way. Golden counts are in tests/golden/perft.json.
"""

from kozel.rules.chance import SeededChance
from kozel.rules.game import Deal, Rules


def perft(deal: Deal, depth: int) -> int:
    """How many sequences of `depth` actions can follow in this deal; it is not changed."""
    if depth == 0 or deal.is_over:
        return 1
    legal = deal.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for code in legal:
        after = deal.copy()
        after.apply(code)
        total += perft(after, depth - 1)
    return total


def perft_counts(rules: Rules, seed: str, depth: int) -> list[int]:
    """Perft to the depths 1 … `depth` of the first deal that a seed gives."""
    chance = SeededChance(seed)
    deal = rules.start_deal(rules.opening(chance), 1, chance).deal
    return [perft(deal, at) for at in range(1, depth + 1)]
