"""Tournaments played in no time: the stronger wins, more or less, and the arena may be killed."""

from collections.abc import Callable, Sequence
from random import Random

from kozel_arena.tournament import (
    Outcome,
    Pairing,
    Progress,
    Schedule,
    ScheduleState,
    round_left,
)

Play = Callable[[Pairing], Outcome]


def bots(count: int) -> tuple[str, ...]:
    return tuple(f"b{number}" for number in range(1, count + 1))


def outcome(pairing: Pairing, points: Sequence[float], cards: Sequence[int]) -> Outcome:
    """The outcome of a match, by side."""
    sides = [seat % len(points) for seat in range(len(pairing.seats))]
    return Outcome(
        number=pairing.number,
        seats=pairing.seats,
        group=pairing.group,
        match_points=tuple(points[side] for side in sides),
        deal_points=tuple(cards[side] for side in sides),
        deals=1,
        charged=(False,) * len(sides),
    )


def by_chance(seed: int, sides: int = 2) -> Play:
    """Results that depend on the match's number and seats only: the earlier entry is better."""

    def play(pairing: Pairing) -> Outcome:
        chance = Random(f"{seed}/{pairing}")
        strength = [0.0] * sides
        for seat, id in enumerate(pairing.seats):
            strength[seat % sides] += chance.random() * 8 - float(id[1:])
        best = strength.index(max(strength))
        points = [1.0 if side == best else 0.0 for side in range(sides)]
        return outcome(pairing, points, [60 + round(value) for value in strength])

    return play


class Contest:
    """A tournament in play; `free` is what the bots that are there can still take."""

    def __init__(self, schedule: Schedule, play: Play, *, seats: int = 4, here: Sequence[str] = ()):
        self.schedule = schedule
        self.play = play
        self.progress = Progress(schedule.total())
        self.seats = seats
        self.here = list(here)
        self.free: dict[str, int] = dict.fromkeys(here, seats)
        self.running: list[Pairing] = []
        self.played: list[Outcome] = []

    def start(self, wanted: int = 1000) -> list[Pairing]:
        """Start what comes next."""
        state = ScheduleState(progress=self.progress, free=self.free, wanted=wanted)
        pairings = self.schedule.next(state)
        for pairing in pairings:
            for id in pairing.seats:
                self.free[id] -= 1
                assert self.free[id] >= 0
        self.running += pairings
        return pairings

    def finish(self, at: int = 0) -> Outcome:
        """One of the running matches has a result."""
        pairing = self.running.pop(at)
        result = self.play(pairing)
        self.played.append(result)
        self.progress.finish(result.number, result)
        for id in pairing.seats:
            if id in self.free:
                self.free[id] += 1
        return result

    def put_back(self, at: int) -> None:
        """One of the running matches ended without a result."""
        pairing = self.running.pop(at)
        self.progress.put_back(pairing.number)
        for id in pairing.seats:
            self.free[id] += 1

    def withdraw(self, id: str) -> None:
        """An entry plays no more."""
        if id not in self.progress.withdrawn:
            self.progress.withdraw(id, left_round=round_left(self.schedule, self.progress))

    def kill(self) -> None:
        """The arena is killed: what ran is lost, what has a result is known, in number order."""
        known = sorted(self.progress.outcomes.values(), key=lambda known: known.number)
        left = self.progress.left_rounds
        self.progress = Progress(self.schedule.total(), outcomes=known)
        for id, round in left.items():
            self.progress.withdraw(id, left_round=round)
        self.free = dict.fromkeys(self.here, self.seats)
        self.running = []

    def to_the_end(self, chance: Random | None = None, *, kills: float = 0.0) -> list[Outcome]:
        """Play on until it is over, matches ending in any order; what was played, by number."""
        while not self.schedule.is_over(self.progress):
            self.start(chance.randint(1, 9) if chance else 1000)
            assert self.running, "nothing runs and it is not over"
            for _ in range(chance.randint(1, len(self.running)) if chance else 1):
                self.finish(chance.randrange(len(self.running)) if chance else 0)
            if chance and chance.random() < kills:
                self.kill()
        return sorted(self.progress.outcomes.values(), key=lambda played: played.number)
