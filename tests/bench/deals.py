"""What playing the same deals saves: matches needed to tell two bots apart, by what is compared.

All figures come from the same played matches. `Needed` is for 95 % confidence and a power of 80 %.
Mirrored: A and B play each deal from both sides. Field: A and B hold the same side on the same
deals at two tables, against greedy; there the reference is their win rates on deals of their own.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from kozel import Action, Bot, View
from kozel.finder import find_bot, make_bot
from kozel.local import play_match
from kozel.rules import Rules, bind, match_seed
from kozel.stats import RatioSums
from kozel.table import TableResult
from kozel_arena.rating import Precision

RUNS = (("classic", 2000), ("miner", 250))
SLIP = 0.1
"""How often the weakened bot plays anything legal."""

found = cache(find_bot)


class Weakened(Bot):
    """Greedy, but for one decision in ten, which is random."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self.greedy = make_bot("greedy", found("greedy"), seed=seed)

    def choose(self, view: View) -> Action:
        if self.random.random() < SLIP:
            return self.random.choice(view.legal_actions)
        chosen = self.greedy.choose(view)
        assert isinstance(chosen, Action)
        return chosen


def sample_bot(name: str) -> Callable[[str], Bot]:
    """A maker of a sample bot from a seed."""
    return lambda seed: make_bot(name, found(name), seed=seed)


@dataclass(frozen=True, slots=True)
class Seen:
    """A match from one side: share of the win, card points beyond the other side, deals."""

    score: float
    points: float
    deals: int


def play(
    rules: Rules, own: Callable[[str], Bot], other: Callable[[str], Bot], seed: str, side: int
) -> Seen:
    """Play one match with `own` on a side and look at it from there."""
    bots = [
        (own if rules.side_of(seat) == side else other)(f"{seed}/{seat}")
        for seat in range(rules.players)
    ]
    return look(play_match(rules, bots, seed=seed), side)


def look(result: TableResult, side: int) -> Seen:
    """The result as that side sees it."""
    score = 1 / len(result.winners) if side in result.winners else 0.0
    deals = [deal.points or (0, 0) for deal in result.record.deals]
    points = sum(deal[side] - deal[1 - side] for deal in deals)
    return Seen(score, points, len(deals))


@dataclass(slots=True)
class Samples:
    """What was seen of A against B, group by group."""

    unpaired: list[float] = field(default_factory=list)
    """A's score minus 1/2 in the one match of the group that is looked at."""
    mirrored: list[float] = field(default_factory=list)
    mirrored_points: list[tuple[float, int]] = field(default_factory=list)
    own_field: list[float] = field(default_factory=list)
    other_field: list[float] = field(default_factory=list)
    field_points: list[float] = field(default_factory=list)

    def add(
        self, rules: Rules, own: Callable[[str], Bot], other: Callable[[str], Bot], number: int
    ) -> None:
        """Play the four matches of a deal group."""
        greedy = sample_bot("greedy")
        seed = match_seed("deals", number)
        pair = [play(rules, own, other, seed, side) for side in (0, 1)]
        self.unpaired.append(pair[number % 2].score - 0.5)
        self.mirrored.append(sum(one.score for one in pair) / 2 - 0.5)
        self.mirrored_points.append(
            (sum(one.points for one in pair), sum(one.deals for one in pair))
        )
        seed, side = match_seed("field", number), number % 2
        first = play(rules, own, greedy, seed, side)
        second = play(rules, other, greedy, seed, side)
        self.own_field.append(first.score)
        self.other_field.append(second.score)
        self.field_points.append(first.points / first.deals - second.points / second.deals)


def plain(values: list[float]) -> RatioSums:
    """Groups that weigh alike."""
    return RatioSums.of((value, 1) for value in values)


def needed(difference: float, variance: float, matches_a_group: int) -> float:
    """Matches for the precision of a plan, as a fraction where a plan rounds up."""
    return Precision().errors ** 2 * variance / difference**2 * matches_a_group


def report(ruleset: str, name: str, groups: int, samples: Samples) -> None:
    """Two lines: mirrored deals and field deals, each beside its reference from these matches."""
    mirrored, points = plain(samples.mirrored), RatioSums.of(samples.mirrored_points)
    unpaired = needed(mirrored.ratio, plain(samples.unpaired).deviation ** 2, 1)
    both = needed(mirrored.ratio, mirrored.deviation**2, 2)
    cards = needed(points.ratio, points.deviation**2, 2)
    print(
        f"deals, {ruleset}, greedy - {name}, {groups} groups: "
        f"score {mirrored.ratio + 0.5:.3f} ±{1.96 * mirrored.error:.3f}, "
        f"{points.ratio:.2f} ±{1.96 * points.error:.2f} points a deal; matches needed: "
        f"unpaired win/loss {unpaired:,.0f}, mirrored win/loss {both:,.0f} "
        f"({unpaired / both:.1f} times fewer), mirrored points {cards:,.0f} "
        f"({unpaired / cards:.1f} times fewer)",
        flush=True,
    )
    own, other = plain(samples.own_field), plain(samples.other_field)
    across = plain(samples.field_points)
    apart = needed(own.ratio - other.ratio, own.deviation**2 + other.deviation**2, 2)
    together = needed(across.ratio, across.deviation**2, 2)
    print(
        f"  in a field: score {own.ratio - other.ratio:+.3f} "
        f"±{1.96 * (own.error**2 + other.error**2) ** 0.5:.3f}, "
        f"{across.ratio:.2f} ±{1.96 * across.error:.2f} points a deal; matches needed: "
        f"unpaired win/loss {apart:,.0f}, field points {together:,.0f} "
        f"({apart / together:.1f} times fewer)",
        flush=True,
    )


def main() -> None:
    """Print the savings for two pairs of bots in two rulesets."""
    opponents = (("random", sample_bot("random")), ("greedy slipping 1 in 10", Weakened))
    for ruleset, groups in RUNS:
        rules = bind(ruleset, {})
        for name, other in opponents:
            samples = Samples()
            for number in range(groups):
                samples.add(rules, sample_bot("greedy"), other, number)
            report(ruleset, name, groups, samples)
