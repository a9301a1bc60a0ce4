"""Checks a record against the rules: seed, commitment, deals, every action, every score.

Everything is derived again from hands and actions; nothing that the record says is believed.
"""

from collections.abc import Sequence

from kozel.records.chance import RecordChance
from kozel.records.errors import Damage, RecordError
from kozel.records.forfeits import forfeited
from kozel.records.header import check_cards, check_header, rules_of
from kozel.records.laws import CHANCE, LEGAL, SILENCE, laws_of
from kozel.records.model import ActionRecord, DealRecord, Record
from kozel.records.recorder import deal_of, named_trump
from kozel.rules import Chance, SeededChance
from kozel.rules.actions import action_of, format_action
from kozel.rules.events import MatchEnded
from kozel.rules.game import Deal, Dealt, Settled

SHOWN_ACTIONS = 6
"""How many legal actions a sentence lists."""


def verify_record(record: Record, *, line: int | None = None) -> None:
    """Check everything that a record says.

    Args:
        record: as read by `parse_record`.
        line: where it stands in its file, for the error.

    Raises:
        RecordError: the first thing that does not follow from the rules, with deal and rule.
    """
    try:
        _Audit(record).run()
    except RecordError as error:
        raise error.placed(line=line) from None


class _Audit:
    """One pass over a record, with the match's standing as the rules give it."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rules = rules_of(record)
        self.laws = laws_of(record.ruleset)
        check_header(record, self.rules)
        check_cards(record, self.rules)
        self.chance: Chance = RecordChance(record, lambda: self.standing.active)
        if record.seed is not None:
            self.chance = SeededChance(record.seed)
        self.standing = self.rules.opening(self.chance)
        self.outcome: MatchEnded | None = None

    def run(self) -> None:
        for number, written in enumerate(self.record.deals, 1):
            if self.outcome is not None:
                problem = f"the match was over after deal {number - 1}"
                raise self.wrong(problem, Damage.LENGTH, self.laws.end).placed(deal=number)
            try:
                self.check_deal(number, written)
            except RecordError as error:
                raise error.placed(deal=number) from None
        self.check_end()

    def check_deal(self, number: int, written: DealRecord) -> None:
        dealt = self.rules.start_deal(self.standing, number, self.chance)
        self.standing = dealt.standing
        self.check_dealt(written, dealt, is_first=number == 1)
        self.check_actions(number, written, dealt.deal)
        self.check_trump(written, dealt)
        if written.points is None:
            return
        if not dealt.deal.is_over:
            problem = f"the deal goes on after its {len(written.actions)} actions"
            raise self.wrong(problem, Damage.LENGTH, LEGAL)
        settled = self.rules.settle(self.standing, dealt.deal, number)
        self.check_settled(written, settled)
        self.standing = settled.standing
        self.outcome = settled.ended

    def check_dealt(self, written: DealRecord, dealt: Dealt, *, is_first: bool) -> None:
        """The void deals, the cards, what was drawn, and who owns the deal."""
        derived = deal_of(dealt.started, tuple(void.hands for void in dealt.voided))
        if len(derived.thrown) < len(written.thrown) and self.record.seed is None:
            problem = f"void deal {len(derived.thrown) + 1} is not void"
            raise self.wrong(problem, Damage.DEAL, self.laws.void)
        if self.record.seed is None:
            # The cards were dealt round from the owner that the record gives.
            self.check_owner(written, derived)
        for name in ("thrown", "drawn_trump", "hands", "widow", "stock"):
            if getattr(written, name) != getattr(derived, name):
                raise self.not_dealt(name)
        self.check_owner(written, derived)
        if is_first and self.record.first_dealer != dealt.started.dealer:
            dealer = dealt.started.dealer
            problem = f"'first_dealer' is {self.record.first_dealer}, but the match gives {dealer}"
            raise self.wrong(problem, Damage.DEAL, self.laws.hands)

    def check_owner(self, written: DealRecord, derived: DealRecord) -> None:
        if written.owner != derived.owner:
            problem = f"the owner is seat {written.owner}, but the rules give seat {derived.owner}"
            raise self.wrong(problem, Damage.DEAL, self.laws.owner)

    def not_dealt(self, name: str) -> RecordError:
        if self.record.seed is not None:
            problem = f"{name!r} does not come from the record's seed"
            return self.wrong(problem, Damage.CHANCE, CHANCE)
        if name == "drawn_trump":
            problem = "a suit stands in 'drawn_trump', but the rules draw none here"
            return self.wrong(problem, Damage.DEAL, self.laws.trump)
        problem = f"{name!r} cannot be dealt so: sizes do not fit, or not the seats that are in"
        return self.wrong(problem, Damage.DEAL, self.laws.hands)

    def check_actions(self, number: int, written: DealRecord, deal: Deal) -> None:
        for at, action in enumerate(written.actions, 1):
            if deal.is_over:
                problem = f"the deal was over after {at - 1} actions"
                raise self.wrong(problem, Damage.LENGTH, LEGAL).placed(action=at)
            legal = deal.legal()
            if action.seat != deal.turn or action.code not in legal:
                raise self.illegal(action, deal).placed(action=at)
            if action.legal is not None and sorted(action.legal) != sorted(legal):
                raise self.wrong_legal_set(action.legal, legal).placed(action=at)
            if action.by is not None and action.why != "house":
                self.check_default(number, action, deal, at)
            deal.apply(action.code)

    def illegal(self, action: ActionRecord, deal: Deal) -> RecordError:
        does = format_action(action.action)
        if action.seat != deal.turn:
            problem = f"seat {action.seat} may not {does}: seat {deal.turn} acts now"
        else:
            legal = [format_action(action_of(code)) for code in deal.legal()]
            more = ", …" if len(legal) > SHOWN_ACTIONS else ""
            shown = ", ".join(legal[:SHOWN_ACTIONS]) + more
            problem = f"seat {action.seat} may not {does}: legal are {shown}"
        return self.wrong(problem, Damage.ILLEGAL_ACTION, LEGAL)

    def wrong_legal_set(self, written: tuple[int, ...], legal: Sequence[int]) -> RecordError:
        missing, extra = sorted(set(legal) - set(written)), sorted(set(written) - set(legal))
        if missing:
            problem = f"{format_action(action_of(missing[0]))} is legal but not in the legal set"
        elif extra:
            problem = f"{format_action(action_of(extra[0]))} is not legal but in the legal set"
        else:
            problem = "the legal set names an action twice"
        return self.wrong(problem, Damage.LEGAL_SET, LEGAL)

    def check_default(self, number: int, action: ActionRecord, deal: Deal, at: int) -> None:
        default = self.rules.default(deal, action.seat, number, self.chance)
        if action.code != default:
            does, right = format_action(action.action), format_action(action_of(default))
            problem = f"for the silent seat {action.seat} the arena must {right}, not {does}"
            raise self.wrong(problem, Damage.ARENA_CHOICE, SILENCE).placed(action=at)

    def check_trump(self, written: DealRecord, dealt: Dealt) -> None:
        trump = dealt.started.trump
        if trump is None:
            trump = named_trump(written.actions)
        if written.trump != trump:
            problem = f"the trump is {written.trump}, but the rules give {trump}"
            raise self.wrong(problem, Damage.DEAL, self.laws.trump)

    def check_settled(self, written: DealRecord, settled: Settled) -> None:
        if written.points != settled.points:
            problem = f"'points' are {_list(written.points)}, but were {_list(settled.points)}"
            raise self.wrong(problem, Damage.POINTS, self.laws.score)
        if written.change != settled.change:
            problem = f"'change' is {_list(written.change)}, but must be {_list(settled.change)}"
            raise self.wrong(problem, Damage.SCORE, self.laws.score)
        if written.score != settled.standing.score:
            score = settled.standing.score
            problem = f"'score' is {_list(written.score)}, but must be {_list(score)}"
            raise self.wrong(problem, Damage.SCORE, self.laws.score)

    def check_end(self) -> None:
        """The match's outcome, or how it stood when it was cut short."""
        record, outcome = self.record, self.outcome
        if outcome is None and not record.is_cut:
            problem = f"the match is not over after deal {len(record.deals)}"
            raise self.wrong(problem, Damage.LENGTH, self.laws.end)
        if record.forfeit:
            outcome = forfeited(record, self.rules, self.standing, is_over=outcome is not None)
        if outcome is None:
            outcome = MatchEnded(self.standing.score, (), ())
        for name in ("score", "winners", "losers"):
            said, right = getattr(record, name), getattr(outcome, name)
            if said != right:
                problem = f"the match's {name!r} is {_list(said)}, but must be {_list(right)}"
                raise self.wrong(problem, Damage.SCORE, self.laws.end)

    def wrong(self, problem: str, damage: Damage, rule: str) -> RecordError:
        return RecordError(problem, damage=damage, rule=rule)


def _list(numbers: Sequence[int] | None) -> str:
    return "missing" if numbers is None else f"[{', '.join(map(str, numbers))}]"
