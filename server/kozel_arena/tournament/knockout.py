"""Knockouts: who loses a meeting is out, or falls into the bracket of those who lost once."""

from typing import Final

from kozel_arena.tournament.brackets import (
    Bracket,
    Origin,
    Source,
    bracket_of_threes,
    double_bracket,
    single_bracket,
)
from kozel_arena.tournament.cycles import check_total
from kozel_arena.tournament.knockout_table import NOBODY, Met, table_of
from kozel_arena.tournament.live import (
    LiveMeeting,
    group_of,
    places_of_group,
    start_live,
    totals,
    upcoming_live,
)
from kozel_arena.tournament.progress import Progress, ScheduleState
from kozel_arena.tournament.ranking import Decision, KnockoutTable
from kozel_arena.tournament.seating import Seating
from kozel_arena.tournament.values import DealMode, InvalidTournament, Pairing

EXTRA_SETS: Final = 3
"""Sets of seat orders that are added at most, one by one, while a meeting is drawn."""


class Knockout:
    """A single or double knockout; immutable. Entries are seeds, best first.

    A meeting is won by more match points; if they are equal, by more deal points; if they are
    equal too, one more set of seat orders is played, up to `EXTRA_SETS` times; then the better
    seed wins. An entry that withdrew loses what it has not finished; if two of three are left at
    a table, what they have played decides, as nobody can play on.

    Args:
        entries: entry ids, the best seed first, all different: at least 2; with three sides an
            odd number from 3, as every table takes two out.
        matches_per_pairing: matches of a meeting, a positive multiple of the seat orders.
        players: seats of the game.
        sides: sides of the game, 2 or 3; a double knockout needs 2.
        is_double: who loses for the first time goes on in the second bracket.
        deals: which matches play the same deals; field: all meetings of a round.

    Raises:
        InvalidTournament: any of that is not so.
    """

    __slots__ = (
        "_bracket",
        "_deals",
        "_most",
        "_seating",
        "_seeds",
        "entries",
        "matches_per_pairing",
    )

    needs_outcomes: Final = True

    def __init__(
        self,
        entries: tuple[str, ...],
        *,
        matches_per_pairing: int,
        players: int,
        sides: int,
        is_double: bool,
        deals: DealMode = DealMode.INDEPENDENT,
    ) -> None:
        self._seating = Seating(players=players, sides=sides)
        self._seating.check(entries, matches_per_pairing)
        self._bracket = _bracket_for(len(entries), sides=sides, is_double=is_double)
        if deals is DealMode.FIELD and len(entries) < 2 * sides:
            advice = (
                f"field deals need a round of two tables, which {len(entries)} bots have not: "
                "enter more bots, or choose independent or mirrored deals"
            )
            raise InvalidTournament("deals", advice)
        self._most = matches_per_pairing + EXTRA_SETS * self._seating.mirrored
        self._deals = deals
        self._seeds = {id: seed for seed, id in enumerate(entries)}
        self.entries = entries
        self.matches_per_pairing = matches_per_pairing
        check_total(self.total())

    @property
    def seats_per_entry(self) -> int:
        """Seats that an entry fills in one match."""
        return self._seating.seats_per_entry

    def total(self) -> int:
        """The most matches there can be: every meeting with all its extra sets."""
        return len(self._bracket.meetings) * self._most

    def next(self, state: ScheduleState) -> list[Pairing]:
        """The matches of all meetings whose entries are known, the least far first."""
        live = self._plan(state.progress).live
        return start_live(state, live, seating=self._seating, group=self._group)

    def upcoming(self, progress: Progress, most: int) -> list[Pairing]:
        """What is left of the meetings whose entries are known."""
        live = self._plan(progress).live
        return upcoming_live(progress, live, most, seating=self._seating, group=self._group)

    @property
    def bracket(self) -> Bracket:
        """Where the places of its meetings come from."""
        return self._bracket

    def meetings(self, progress: Progress) -> list[tuple[LiveMeeting, Met]]:
        """By meeting of the bracket: its entries, `NOBODY` where there is none yet, with the
        numbers that its matches can have; and what is known of it.
        """
        met = self._plan(progress).met
        found = []
        for index, sources in enumerate(self._bracket.meetings):
            known = met[index] if index < len(met) else Met((None,) * len(sources), None)
            numbers = range(index * self._most, (index + 1) * self._most)
            entries = tuple(place or NOBODY for place in known.places)
            found.append((LiveMeeting(entries, numbers), known))
        return found

    def is_over(self, progress: Progress) -> bool:
        """Whether the last meeting is decided."""
        return self.winner(progress) is not None and not progress.running_count

    def rests_on(self, progress: Progress, number: int) -> bool:
        """Whether a later meeting may have begun because of that match's result."""
        return any(
            Source(origin, number // self._most) in sources and self._has_begun(progress, index)
            for index, sources in enumerate(self._bracket.meetings)
            for origin in (Origin.WINNER, Origin.LOSER)
        )

    def winner(self, progress: Progress) -> str | None:
        """Who has won the tournament, None while that is open."""
        met = self._plan(progress).met
        ranking = met[-1].ranking if len(met) == len(self._bracket.meetings) else None
        return ranking[0] if ranking else None

    def table(self, progress: Progress) -> KnockoutTable:
        """Meetings round by round, and who has come where."""
        return table_of(self._bracket, self.entries, self._plan(progress).met, progress)

    def _plan(self, progress: Progress) -> "_Plan":
        """What follows from the results so far, for every meeting in order."""
        key = progress.changes, frozenset(progress.withdrawn)
        if isinstance(progress.memo, _Plan) and progress.memo.key == key:
            return progress.memo
        plan = progress.memo = _Plan(key)
        for index, sources in enumerate(self._bracket.meetings):
            if self._bracket.has_replay and index == len(self._bracket.meetings) - 1:
                final = plan.met[-1]
                is_enough = final.ranking is not None and final.ranking[0] == final.places[0]
                if is_enough or NOBODY in final.places:
                    plan.met.append(Met(final.places, final.ranking, is_needed=False))
                    break
            places = tuple(self._place(source, plan.met) for source in sources)
            plan.met.append(self._decide(progress, index, places, plan.live))
        return plan

    def _place(self, source: Source, met: list[Met]) -> str | None:
        if source.origin is Origin.SEED:
            return self.entries[source.number] if source.number < len(self.entries) else NOBODY
        ranking = met[source.number].ranking
        return ranking[source.origin is Origin.LOSER] if ranking else None

    def _decide(
        self,
        progress: Progress,
        index: int,
        places: tuple[str | None, ...],
        live: list[LiveMeeting],
    ) -> Met:
        known = tuple(place for place in places if place is not None)
        if len(known) < len(places):
            return Met(places, None)
        if NOBODY in known:
            here = tuple(sorted(known, key=lambda id: id == NOBODY))
            return Met(places, here, decision=Decision.BYE)
        first, planned = index * self._most, self.matches_per_pairing
        while True:
            meeting = LiveMeeting(known, range(first, first + planned))
            if not meeting.is_played(progress):
                return self._open(progress, meeting, live)
            points, cards = totals(meeting, meeting.outcomes(progress))
            ranking = sorted(known, key=lambda id: (-points[id], -cards[id], self._seeds[id]))
            one, other = ranking[:2]
            is_tied = (points[one], cards[one]) == (points[other], cards[other])
            if not is_tied or planned == self._most:
                decision = Decision.SEED
                if not is_tied:
                    is_clear = points[one] != points[other]
                    decision = Decision.MATCH_POINTS if is_clear else Decision.DEAL_POINTS
                return Met(places, tuple(ranking), decision=decision, meeting=meeting)
            planned += self._seating.mirrored

    def _open(self, progress: Progress, meeting: LiveMeeting, live: list[LiveMeeting]) -> Met:
        """A meeting that is not played out: to be played, unless somebody has withdrawn."""
        gone = progress.withdrawn.intersection(meeting.entries)
        if not gone:
            live.append(meeting)
        if not gone or meeting.is_running(progress):
            return Met(meeting.entries, None, meeting=meeting)
        points, cards = totals(meeting, meeting.outcomes(progress))
        # Who has played on since went on, also if it has withdrawn later.
        later = self._met_later(progress, meeting)
        ranking = sorted(
            meeting.entries,
            key=lambda id: (id not in later, id in gone, -points[id], -cards[id], self._seeds[id]),
        )
        return Met(meeting.entries, tuple(ranking), decision=Decision.WITHDRAWAL, meeting=meeting)

    def _met_later(self, progress: Progress, meeting: LiveMeeting) -> set[str]:
        """Those of a meeting who have played a later one, or play it."""
        after = range((meeting.numbers.start // self._most + 1) * self._most, self.total())
        later = [o.seats for number, o in progress.outcomes.items() if number in after]
        later += [ids for number, ids in progress.playing.items() if number in after]
        return {id for seats in later for id in seats if id in meeting.entries}

    def _has_begun(self, progress: Progress, index: int) -> bool:
        numbers = range(index * self._most, (index + 1) * self._most)
        return any(n in progress.outcomes or n in progress.playing for n in numbers)

    def sharing_deals(self, number: int) -> list[int]:
        """The numbers of the deal group of match `number`; extra sets may not be needed."""
        meeting, at = divmod(number, self._most)
        tables = self._tables_beside(meeting)
        places = places_of_group(
            self._deals,
            place=meeting - tables.start,
            at=at,
            size=self._seating.mirrored,
            tables=len(tables),
        )
        return [tables[place] * self._most + one for place, one in places]

    def _tables_beside(self, meeting: int) -> range:
        """The meetings of the same round."""
        rounds = self._bracket.rounds
        first = rounds.index(rounds[meeting])
        return range(first, first + rounds.count(rounds[meeting]))

    def _group(self, number: int) -> int:
        meeting, at = divmod(number, self._most)
        if self._deals is DealMode.FIELD:
            # As if the first table of the round had played it.
            return self._tables_beside(meeting).start * self._most + at
        return group_of(
            self._deals,
            number=number,
            place=meeting,
            at=at,
            size=self._seating.mirrored,
            tables=len(self._bracket.meetings),
        )


def _bracket_for(entries: int, *, sides: int, is_double: bool) -> Bracket:
    """The bracket of so many entries.

    Raises:
        InvalidTournament: there is none.
    """
    if sides == 2:
        return (double_bracket if is_double else single_bracket)(entries)
    if is_double:
        advice = (
            "a double knockout needs a game of two sides, as a table of three has two losers: "
            "choose knockout or swiss"
        )
        raise InvalidTournament("format", advice)
    if entries % 2 == 0:
        advice = (
            f"a knockout of three sides needs an odd number of bots, not {entries}, as every table "
            "takes two of three out: enter one more or one less, or choose swiss"
        )
        raise InvalidTournament("bots", advice)
    return bracket_of_threes(entries)


class _Plan:
    """What was worked out from one state of the results."""

    __slots__ = ("key", "live", "met")

    def __init__(self, key: tuple[int, frozenset[str]]) -> None:
        self.key = key
        self.live: list[LiveMeeting] = []
        """To be played."""
        self.met: list[Met] = []
        """By number of the meeting."""
