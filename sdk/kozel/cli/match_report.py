"""What `kozel match` has found, as text and as JSON. Everything is said of the first bot."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from kozel.contest.standing import Standing
from kozel.contest.values import Plan
from kozel.rules.options import format_value
from kozel.stats import GroupStatistics, Interval, SprtDecision, SprtState
from kozel.table import Verdict

DECISIONS: Final = {
    SprtDecision.OPEN: "open",
    SprtDecision.ELO0: "H0",
    SprtDecision.ELO1: "H1",
}
"""The accepted hypothesis, as it is printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts:
    """What else there is to say of a run."""

    names: tuple[str, str]
    jobs: int
    seconds: float
    already: int
    """Matches of an earlier run."""
    played: int
    """Matches of this run."""
    lost_attempts: Sequence[int]
    """By entry, in this run: matches that its process ended in the midst of."""
    record: Path | None


def print_text(plan: Plan, standing: Standing, facts: RunFacts) -> None:
    """The result for people."""
    print("\n".join(table(plan, standing, facts.names, facts.lost_attempts)))
    sentence = verdict_sentence(standing, facts.names)
    print(f"\n{sentence}")
    if facts.record is not None:
        beyond = standing.finished - standing.matches
        rest = f", {beyond} of them after the decision and not counted" if beyond else ""
        print(f"records: {facts.record}, {standing.finished} matches{rest}")


def print_json(plan: Plan, standing: Standing, facts: RunFacts) -> None:
    """The result for programs: one document. What is under `run` differs from run to run."""
    known = standing.statistics()
    document = {
        "ruleset": plan.ruleset,
        "options": dict(plan.rules.options),
        "seed": plan.seed,
        "deals": str(plan.deals),
        "matches_a_group": plan.matches_a_group,
        "groups": known.groups,
        "matches": known.matches,
        "deals_played": known.deals,
        "bots": [
            {"name": name, "bot": bot, "faults": asdict(faults)}
            for name, bot, faults in zip(facts.names, plan.bots, standing.faults, strict=True)
        ],
        "interval": "95 %, deal groups as samples",
        "score": asdict(known.score),
        "elo": {**asdict(known.elo), "unit": "logistic Elo of the match score"},
        "points_a_deal": asdict(known.difference),
        "superiority": known.superiority,
        "sprt": _sprt(standing),
        "verdicts": dict(sorted(standing.verdicts.items())),
        "record": None if facts.record is None else str(facts.record),
        "run": {
            "jobs": facts.jobs,
            "seconds": round(facts.seconds, 3),
            "matches": facts.played,
            "matches_resumed": facts.already,
            "matches_not_counted": standing.finished - standing.matches,
            "lost_attempts": list(facts.lost_attempts),
        },
    }
    print(json.dumps(document, indent=2))


def table(plan: Plan, standing: Standing, names: tuple[str, str], lost: Sequence[int]) -> list[str]:
    """The lines of the table, also while it is still played."""
    known = standing.statistics()
    lines = [
        _title(plan, standing, known, names),
        "",
        f"{names[0]}:",
        _line("score", known.score, ".3f"),
        _line("Elo (logistic)", known.elo, "+.0f"),
        _line("points a deal", known.difference, "+.2f"),
        f"  {'likely the better one':22}{known.superiority:>8.1%}",
    ]
    if standing.sprt is not None:
        lines += ["", _sprt_line(standing, standing.sprt)]
    return lines + _fault_lines(standing, names, lost)


def verdict_sentence(standing: Standing, names: tuple[str, str]) -> str:
    """The answer in one sentence."""
    first, second = names
    state, bounds = standing.sprt, standing.bounds
    if state is not None and bounds is not None:
        accepted, rejected = f"{bounds.elo1:g} Elo or more", f"{bounds.elo0:g} or less"
        risk = f"at {bounds.elo0:g} Elo this happens with a chance of {100 * bounds.alpha:g} %"
        if state.decision is SprtDecision.ELO0:
            accepted, rejected = f"{bounds.elo0:g} Elo or less", f"{bounds.elo1:g} or more"
            risk = f"at {bounds.elo1:g} Elo this happens with a chance of {100 * bounds.beta:g} %"
        if state.decision is not SprtDecision.OPEN:
            what = f"{DECISIONS[state.decision]} accepted: {first} against {second}"
            return f"{what} is rather {accepted} than {rejected} ({risk} at most)."
        return "The sequential test has not decided: give it more --matches."
    score = standing.statistics().score
    if score.low > 0.5:
        return f"{first} is better than {second}: the interval of its score lies above 0.5."
    if score.high < 0.5:
        return f"{first} is worse than {second}: the interval of its score lies below 0.5."
    return f"It is not known which one is better: the interval of {first}'s score holds 0.5."


def _title(plan: Plan, standing: Standing, known: GroupStatistics, names: tuple[str, str]) -> str:
    options = " ".join(f"{name}={format_value(value)}" for name, value in plan.rules.given.items())
    game = f"{plan.ruleset} {options}".strip()
    of = "" if standing.total is None else f" of {standing.total}"
    groups = f" in {known.groups} groups" if plan.matches_a_group > 1 else ""
    return (
        f"{names[0]} against {names[1]}: {game}, {plan.deals}, seed {plan.seed}: "
        f"{known.matches}{of} matches{groups}, {known.deals} deals"
    )


def _line(what: str, known: Interval, form: str) -> str:
    value, low, high = (format(each, form) for each in (known.value, known.low, known.high))
    return f"  {what:22}{value:>8}   95 %: {low} to {high}"


def _sprt_line(standing: Standing, state: SprtState) -> str:
    assert standing.bounds is not None
    bounds = standing.bounds
    return (
        f"SPRT {bounds.elo0:g} against {bounds.elo1:g} Elo: LLR {state.llr:+.2f} "
        f"(H0 at {state.lower:.2f}, H1 at {state.upper:+.2f}), {DECISIONS[state.decision]}"
    )


def _fault_lines(standing: Standing, names: tuple[str, str], lost: Sequence[int]) -> list[str]:
    """What went wrong, if anything did."""
    lines = []
    for name, faults, attempts in zip(names, standing.faults, lost, strict=True):
        counts = {
            "decisions too late": faults.late,
            "illegal or failed": faults.faulty,
            "made without it": faults.gone,
            "attempts lost to its process's end": attempts,
        }
        found = [f"{count} {what}" for what, count in counts.items() if count]
        if found:
            lines.append(f"{name}: {', '.join(found)}")
    cut = {word: n for word, n in sorted(standing.verdicts.items()) if word != Verdict.NORMAL}
    if cut:
        lines.append("verdicts: " + ", ".join(f"{count} {word}" for word, count in cut.items()))
    return ["", *lines] if lines else []


def _sprt(standing: Standing) -> dict[str, Any] | None:
    if standing.sprt is None or standing.bounds is None:
        return None
    state = standing.sprt
    return {
        **asdict(standing.bounds),
        "llr": state.llr,
        "lower": state.lower,
        "upper": state.upper,
        "groups": state.groups,
        "accepted": None if state.decision is SprtDecision.OPEN else DECISIONS[state.decision],
    }
