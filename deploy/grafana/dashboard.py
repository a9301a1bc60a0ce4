"""Writes the Grafana dashboard of an arena: `python deploy/grafana/dashboard.py > kozel.json`.

A test compares kozel.json with what this gives and runs each expression on a real Prometheus.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

SOURCE: Final = {"type": "prometheus", "uid": "${datasource}"}
OF_ARENA: Final = 'instance=~"$instance"'
COLUMNS: Final = 24
"""Width of a dashboard in Grafana's units."""
ANSWERED: Final = 'outcome="answered"'


@dataclass(frozen=True, slots=True)
class Query:
    """One line, or one line a label value, of a panel."""

    expression: str
    legend: str


@dataclass(frozen=True, slots=True)
class Panel:
    """A picture of some queries that share a unit (one of Grafana's names)."""

    title: str
    description: str
    unit: str
    queries: tuple[Query, ...]
    kind: str = "timeseries"
    width: int = 8
    height: int = 8


def rate(metric: str, labels: str = "") -> str:
    """How much a counter grows a second."""
    chosen = f"{OF_ARENA}, {labels}" if labels else OF_ARENA
    return f"rate({metric}{{{chosen}}}[$__rate_interval])"


def quantiles(histogram: str, *shares: float) -> tuple[Query, ...]:
    """Times or sizes that so large a share of all do not exceed."""
    buckets = f"sum by (le) ({rate(f'{histogram}_bucket')})"
    return tuple(
        Query(f"histogram_quantile({share}, {buckets})", f"p{share * 100:g}") for share in shares
    )


def gauge(metric: str, legend: str) -> Query:
    """A value as it is, summed over the chosen arenas."""
    return Query(f"sum({metric}{{{OF_ARENA}}})", legend)


def counted(metric: str, label: str) -> Query:
    """Growth of a counter, a line for each value of a label."""
    return Query(f"sum by ({label}) ({rate(metric)})", f"{{{{{label}}}}}")


PANELS: Final = (
    Panel(
        "Bots",
        "Streams of bots that are welcome now.",
        "short",
        (gauge("kozel_streams_open", "streams"),),
        kind="stat",
        width=4,
        height=5,
    ),
    Panel(
        "Matches in play",
        "Tables at this moment.",
        "short",
        (gauge("kozel_matches_running", "matches"),),
        kind="stat",
        width=4,
        height=5,
    ),
    Panel(
        "Matches a second",
        "Matches that ended, whatever the verdict.",
        "ops",
        (Query(f"sum({rate('kozel_matches_total')})", "matches"),),
        kind="stat",
        width=4,
        height=5,
    ),
    Panel(
        "Decisions a second",
        "Decisions that bots answered in time.",
        "ops",
        (
            Query(
                f"sum({rate('kozel_decisions_total', ANSWERED)})",
                "decisions",
            ),
        ),
        kind="stat",
        width=4,
        height=5,
    ),
    Panel(
        "Results waiting",
        "Finished matches that are not in the database yet; it should return to 0.",
        "short",
        (gauge("kozel_results_waiting", "results"),),
        kind="stat",
        width=4,
        height=5,
    ),
    Panel(
        "Version",
        "Of the arena's software.",
        "short",
        (Query(f"kozel_build_info{{{OF_ARENA}}}", "{{version}}"),),
        kind="stat",
        width=4,
        height=5,
    ),
    Panel(
        "Matches by verdict",
        "How matches ended; aborted ones are played again.",
        "ops",
        (counted("kozel_matches_total", "verdict"),),
    ),
    Panel(
        "Decisions by outcome",
        "What became of the decisions that bots were asked.",
        "ops",
        (counted("kozel_decisions_total", "outcome"),),
    ),
    Panel(
        "Streams refused or closed",
        "By reason.",
        "ops",
        (counted("kozel_refusals_total", "reason"),),
    ),
    Panel(
        "Time of a decision",
        "From its message being written to its answer: network and bot together.",
        "s",
        quantiles("kozel_decision_seconds", 0.5, 0.9, 0.99),
    ),
    Panel(
        "The arena's own delay",
        "How long decisions wait in the arena before they are written; on no bot's clock.",
        "s",
        quantiles("kozel_overhead_seconds", 0.5, 0.99),
    ),
    Panel(
        "Lateness of the loop",
        "How late the event loop runs what is due.",
        "s",
        quantiles("kozel_loop_lag_seconds", 0.5, 0.99),
    ),
    Panel(
        "From the end of a match to the database",
        "How long results are on their way.",
        "s",
        quantiles("kozel_commit_seconds", 0.5, 0.99),
    ),
    Panel(
        "Queues",
        "What waits to be written to bots, and results that wait to be written down.",
        "short",
        (
            gauge("kozel_outbox_waiting", "to bots"),
            gauge("kozel_results_waiting", "results"),
        ),
    ),
    Panel(
        "Decisions in a message",
        "More in a message is cheaper; 1 when little is in flight.",
        "short",
        quantiles("kozel_batch_decisions", 0.5, 0.99),
    ),
    Panel(
        "Processor",
        "Cores used by the arena's process; Python uses little more than one.",
        "percentunit",
        (Query(rate("process_cpu_seconds_total"), "{{instance}}"),),
        width=12,
    ),
    Panel(
        "Memory",
        "Resident set of the arena's process.",
        "bytes",
        (Query(f"process_resident_memory_bytes{{{OF_ARENA}}}", "{{instance}}"),),
        width=12,
    ),
)


def expressions() -> Iterator[str]:
    """Every expression of the dashboard, with Grafana's variables in it."""
    for panel in PANELS:
        for query in panel.queries:
            yield query.expression


def dashboard() -> dict[str, Any]:
    """The dashboard as Grafana imports it."""
    return {
        "uid": "kozel-arena",
        "title": "Kozel arena",
        "description": "Bots, matches, decisions and the arena's own delays.",
        "tags": ["kozel"],
        "schemaVersion": 39,
        "version": 1,
        "editable": True,
        "timezone": "browser",
        "refresh": "10s",
        "time": {"from": "now-30m", "to": "now"},
        "templating": {"list": [_source_variable(), _instance_variable()]},
        "panels": list(_placed()),
    }


def _source_variable() -> dict[str, Any]:
    return {
        "name": "datasource",
        "label": "Prometheus",
        "type": "datasource",
        "query": "prometheus",
        "refresh": 1,
    }


def _instance_variable() -> dict[str, Any]:
    return {
        "name": "instance",
        "label": "Arena",
        "type": "query",
        "datasource": SOURCE,
        "query": {"query": "label_values(kozel_build_info, instance)", "refId": "instance"},
        "refresh": 2,
        "includeAll": True,
        "multi": True,
        "allValue": ".*",
        "current": {"text": "All", "value": "$__all"},
    }


def _placed() -> Iterator[dict[str, Any]]:
    """The panels from left to right, a new row whenever one is full."""
    left = top = row_height = 0
    for number, panel in enumerate(PANELS, start=1):
        if left + panel.width > COLUMNS:
            left, top, row_height = 0, top + row_height, 0
        place = {"x": left, "y": top, "w": panel.width, "h": panel.height}
        left, row_height = left + panel.width, max(row_height, panel.height)
        yield {
            "id": number,
            "type": panel.kind,
            "title": panel.title,
            "description": panel.description,
            "datasource": SOURCE,
            "gridPos": place,
            "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
            "options": _options(panel.kind),
            "targets": [
                {
                    "refId": chr(ord("A") + at),
                    "datasource": SOURCE,
                    "expr": query.expression,
                    "legendFormat": query.legend,
                }
                for at, query in enumerate(panel.queries)
            ],
        }


def _options(kind: str) -> dict[str, Any]:
    if kind == "stat":
        return {"reduceOptions": {"calcs": ["lastNotNull"]}, "textMode": "value_and_name"}
    return {"legend": {"displayMode": "list", "placement": "bottom"}, "tooltip": {"mode": "multi"}}


if __name__ == "__main__":
    print(json.dumps(dashboard(), indent=2))
