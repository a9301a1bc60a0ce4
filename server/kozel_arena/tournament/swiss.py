"""The Swiss system: everybody plays every round, against somebody who has done about as well."""

from typing import Final

from kozel_arena.tournament.cycles import check_total
from kozel_arena.tournament.draw import Standing, draw_round
from kozel_arena.tournament.live import (
    LiveMeeting,
    group_of,
    places_of_group,
    start_live,
    totals,
    upcoming_live,
)
from kozel_arena.tournament.progress import Progress, ScheduleState
from kozel_arena.tournament.ranking import SwissLine
from kozel_arena.tournament.seating import Seating
from kozel_arena.tournament.values import DealMode, InvalidTournament, Pairing

MOST_ROUNDS: Final = 1000


class Swiss:
    """A Swiss tournament; immutable. A round is drawn (see `draw`) when the one before is over.

    A meeting is all matches of a pairing in one round. It is worth one point, which those with
    the most match points share, whatever the margin; so is a bye. Who withdraws loses what it
    has not finished, and is not drawn any more.

    Args:
        entries: entry ids, the best seed first, all different.
        rounds: how many rounds; None for as many as find one winner, log2 of the entries.
        matches_per_pairing: matches of a meeting, a positive multiple of the seat orders.
        players: seats of the game.
        sides: sides of the game, 2 or 3.
        individual: every seat is an entry of its own, and partners change.
        deals: which matches play the same deals; field: all tables of a round.

    Raises:
        InvalidTournament: any of that is not so, or two sides would have to meet twice.
    """

    __slots__ = (
        "_deals",
        "_places",
        "_seating",
        "_tables",
        "entries",
        "matches_per_pairing",
        "rounds",
    )

    needs_outcomes: Final = True

    def __init__(
        self,
        entries: tuple[str, ...],
        *,
        rounds: int | None,
        matches_per_pairing: int,
        players: int,
        sides: int,
        individual: bool = False,
        deals: DealMode = DealMode.INDEPENDENT,
    ) -> None:
        self._seating = Seating(players=players, sides=sides, individual=individual)
        self._seating.check(entries, matches_per_pairing)
        self._tables = len(entries) // self._seating.entries
        self._deals = deals
        self._places = {id: place for place, id in enumerate(entries)}
        self.entries = entries
        self.matches_per_pairing = matches_per_pairing
        self.rounds = (len(entries) - 1).bit_length() if rounds is None else rounds
        self._check_rounds()
        check_total(self.total())
        if deals is DealMode.FIELD and self._tables < 2:
            advice = "field deals need two tables or more in a round: enter more bots"
            raise InvalidTournament("deals", advice)

    @property
    def seats_per_entry(self) -> int:
        """Seats that an entry fills in one match: 2 in team games, else 1."""
        return self._seating.seats_per_entry

    def total(self) -> int:
        """The most matches there can be: all tables of all rounds."""
        return self.rounds * self._tables * self.matches_per_pairing

    def next(self, state: ScheduleState) -> list[Pairing]:
        """The matches of the round that is going on, those that are least far first."""
        drawn = self._drawn(state.progress)
        live = [m for m in drawn.rounds[-1] if state.progress.withdrawn.isdisjoint(m.entries)]
        return start_live(state, live, seating=self._seating, group=self._group)

    def upcoming(self, progress: Progress, most: int) -> list[Pairing]:
        """What is left of the round that is going on."""
        live = self._drawn(progress).rounds[-1]
        return upcoming_live(progress, live, most, seating=self._seating, group=self._group)

    def drawn(self, progress: Progress) -> list[list[LiveMeeting]]:
        """The meetings of every round that was drawn."""
        return [list(meetings) for meetings in self._drawn(progress).rounds]

    def round_left(self, progress: Progress) -> int:
        """The first round that is drawn without an entry that withdraws now.

        It is the round that is going on if no match of it was started. The draw of a round that
        has begun stays as it is, so that nothing in it depends on what was being played when.
        """
        round = len(self._drawn(progress).rounds) - 1
        begun = {self._round_of(number) for number in (*progress.outcomes, *progress.playing)}
        return round + (round in begun)

    def is_over(self, progress: Progress) -> bool:
        """Whether the last round is over."""
        return not progress.running_count and self._drawn(progress).is_over

    def rests_on(self, progress: Progress, number: int) -> bool:
        """Whether a later round has been drawn by that match's result."""
        return self._round_of(number) < len(self._drawn(progress).rounds) - 1

    def table(self, progress: Progress) -> tuple[SwissLine, ...]:
        """The entries after the rounds that are over, best first, those who share a place by seed.

        Buchholz is the usual tie-break of the Swiss system: who met stronger ones stands higher.
        """
        drawn = self._drawn(progress)
        over = len(drawn.rounds) - (not drawn.is_over)
        scores = self._scores(progress, range(over * self.matches_per_pairing * self._tables))
        points = [standing.score for standing in drawn.standings]
        keys = [
            (
                round(standing.score, 6),
                round(sum(points[met] * times for met, times in standing.met.items()), 6),
                round(scores[id], 6),
            )
            for id, standing in zip(self.entries, drawn.standings, strict=True)
        ]
        lines = (
            SwissLine(
                entry=id,
                place=1 + sum(other > key for other in keys),
                points=key[0],
                buchholz=key[1],
                score=key[2],
                byes=standing.byes,
            )
            for id, key, standing in zip(self.entries, keys, drawn.standings, strict=True)
        )
        return tuple(sorted(lines, key=lambda line: line.place))

    def _scores(self, progress: Progress, numbers: range) -> dict[str, float]:
        """Match points a match of each entry in those matches."""
        won, played = dict.fromkeys(self.entries, 0.0), dict.fromkeys(self.entries, 0)
        for number, outcome in progress.outcomes.items():
            if number in numbers:
                for id in set(outcome.seats):
                    won[id] += outcome.match_points[outcome.seats.index(id)]
                    played[id] += 1
        return {id: won[id] / max(1, played[id]) for id in self.entries}

    def _check_rounds(self) -> None:
        count, rounds = len(self.entries), self.rounds
        most = MOST_ROUNDS if self._seating.entries > 2 else count - 1 + count % 2
        if not 1 <= rounds <= most:
            advice = f"{count} bots cannot play {rounds} rounds: choose 1 to {most}"
            raise InvalidTournament("rounds", advice)

    def _drawn(self, progress: Progress) -> "_Drawn":
        """The rounds so far. They are worked out anew when results go or an entry withdraws."""
        drawn = progress.memo
        key = progress.reopened, frozenset(progress.withdrawn)
        if not isinstance(drawn, _Drawn) or drawn.key != key:
            drawn = progress.memo = _Drawn(key, len(self.entries))
            self._draw(progress, drawn)
        elif drawn.changes == progress.changes:
            return drawn
        drawn.changes = progress.changes
        while not drawn.is_over and self._is_complete(progress, drawn.rounds[-1]):
            self._count(progress, drawn)
            if len(drawn.rounds) == self.rounds:
                drawn.is_over = True
            else:
                self._draw(progress, drawn)
        return drawn

    def _draw(self, progress: Progress, drawn: "_Drawn") -> None:
        """Add a round, which follows from the rounds before and from who had left by then."""
        round = len(drawn.rounds)
        out = self._out(progress, round)
        left = [s for s in drawn.standings if self.entries[s.seed] not in out]
        tables = draw_round(left, size=self._seating.entries).tables
        drawn.rounds.append(
            [
                LiveMeeting(
                    tuple(self.entries[seed] for seed in seeds), self._numbers(round, table)
                )
                for table, seeds in enumerate(tables)
            ]
        )

    def _out(self, progress: Progress, round: int) -> set[str]:
        """Who had withdrawn when that round was drawn."""
        left = progress.left_rounds
        return {id for id in progress.withdrawn if left.get(id, 0) <= round}

    def _is_complete(self, progress: Progress, round: list[LiveMeeting]) -> bool:
        return all(
            meeting.is_played(progress)
            or not (progress.withdrawn.isdisjoint(meeting.entries) or meeting.is_running(progress))
            for meeting in round
        )

    def _count(self, progress: Progress, drawn: "_Drawn") -> None:
        """Add the points of the last round to the standings."""
        byes = set(self.entries) - self._out(progress, len(drawn.rounds) - 1)
        for meeting in drawn.rounds[-1]:
            byes -= set(meeting.entries)
            self._count_met(meeting, drawn.standings)
            for id, points in self._points(progress, meeting).items():
                drawn.standings[self._places[id]].score += points
        for id in byes:
            drawn.standings[self._places[id]].score += 1
            drawn.standings[self._places[id]].byes += 1

    def _count_met(self, meeting: LiveMeeting, standings: list[Standing]) -> None:
        seeds = [self._places[id] for id in meeting.entries]
        for at, seed in enumerate(seeds):
            standings[seed].met.update(other for other in seeds if other != seed)
            if len(seeds) == 4:
                standings[seed].partnered[seeds[(at + 2) % 4]] += 1

    def _points(self, progress: Progress, meeting: LiveMeeting) -> dict[str, float]:
        if not meeting.is_played(progress):
            # Who withdrew first has lost it; that another withdraws later takes nothing away.
            first = next((id for id in progress.left_rounds if id in meeting.entries), None)
            return {id: float(id != first) for id in meeting.entries}
        points, _ = totals(meeting, meeting.outcomes(progress))
        best = [id for id in meeting.entries if points[id] == max(points.values())]
        sides = len(best) if len(meeting.entries) < 4 else len(best) // 2
        return {id: 1 / sides if id in best else 0.0 for id in meeting.entries}

    def _numbers(self, round: int, table: int) -> range:
        matches = self.matches_per_pairing * self._tables
        return range(round * matches + table, (round + 1) * matches, self._tables)

    def _round_of(self, number: int) -> int:
        return number // (self.matches_per_pairing * self._tables)

    def sharing_deals(self, number: int) -> list[int]:
        """The numbers of the deal group of match `number`; a table may be vacant."""
        at, table = divmod(number, self._tables)
        places = places_of_group(
            self._deals, place=table, at=at, size=self._seating.mirrored, tables=self._tables
        )
        return [one * self._tables + table for table, one in places]

    def _group(self, number: int) -> int:
        at, table = divmod(number, self._tables)
        return group_of(
            self._deals,
            number=number,
            place=table,
            at=at,
            size=self._seating.mirrored,
            tables=self._tables,
        )


class _Drawn:
    """The rounds that were drawn, the last of them not counted yet unless all is over."""

    __slots__ = ("changes", "is_over", "key", "rounds", "standings")

    def __init__(self, key: tuple[int, frozenset[str]], entries: int) -> None:
        self.key = key
        self.changes = -1
        self.is_over = False
        self.rounds: list[list[LiveMeeting]] = []
        self.standings = [Standing(seed) for seed in range(entries)]
