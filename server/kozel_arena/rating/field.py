"""Comparison with the field, as in duplicate bridge: the luck of the deals is the same for all."""

import numpy as np

from kozel.stats import DEAL_POINTS, Interval, ratio_interval
from kozel_arena.rating.samples import Cells, SeatSamples, distinct


def field_intervals(seats: SeatSamples, *, entries: int) -> list[Interval | None]:
    """For each entry, what it made of its deals beyond what others made of them; None if unknown.

    At a table the entry has its card points a deal minus its opponents' mean. From that is taken
    the mean of the others who held the same side in the same deal group. Tables count alike
    however many deals they went on for; groups are the samples of the interval.
    """
    played = seats.deals > 0
    sample, side, entry = seats.sample[played], seats.side[played], seats.entry[played]
    value = seats.difference[played] / seats.deals[played]
    sides = int(side.max(initial=0)) + 1
    _, at, _ = distinct(sample * sides + side)
    tables = np.bincount(at)[at]
    total = np.bincount(at, weights=value)[at]
    compared = tables > 1
    beyond = value[compared] - (total - value)[compared] / (tables[compared] - 1)
    cells = Cells.of(entry[compared], entries, sample[compared])
    sums = cells.ratio_sums(beyond, np.ones(len(beyond)))
    bound = 2 * DEAL_POINTS
    return [ratio_interval(one, low=-bound, high=bound) if one.groups else None for one in sums]
