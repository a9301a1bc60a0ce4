"""Runs the benchmarks named on the command line, or all of them."""

import sys
from importlib import import_module

NAMES = (
    "engine",
    "local",
    "match",
    "verify",
    "roundtrip",
    "arena",
    "deals",
    "standings",
    "schedule",
    "storage",
    "pages",
)


def run(names: list[str]) -> int:
    """Run benchmarks by name; an unknown name is an error that lists the known ones."""
    if unknown := sorted(set(names) - set(NAMES)):
        print(f"unknown benchmark {unknown[0]!r}: choose from {', '.join(NAMES)}", file=sys.stderr)
        return 2
    for name in names or NAMES:
        import_module(f"tests.bench.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
