"""The rules as people read them: sdk/RULES.md, by ruleset. Knows no format but headings."""

import re
from functools import cache
from pathlib import Path
from typing import Final

import kozel

NEEDED: Final = {"pot": ("shokha", "pot")}
"""Rulesets whose rules are told with those of another."""


def rules_file() -> Path | None:
    """The file: beside the package in a wheel, above it in the checkout; None if it is nowhere."""
    package = Path(kozel.__file__).parent
    places = (package / "RULES.md", package.parent / "RULES.md")
    return next((place for place in places if place.is_file()), None)


@cache
def rules_text(ruleset: str) -> str:
    """The common ground and the rules of a ruleset, as Markdown.

    A ruleset of another package has no chapter here; then a sentence stands in its place.
    """
    file = rules_file()
    text = "" if file is None else file.read_text(encoding="utf-8")
    chapters = {
        heading: f"## {heading}\n{body}"
        for heading, body in re.findall(r"^## (.+)\n((?:(?!^## ).*\n?)*)", text, re.MULTILINE)
    }
    wanted = [
        body
        for name in NEEDED.get(ruleset, (ruleset,))
        for heading, body in chapters.items()
        if f"(`{name}`)" in heading
    ]
    if not wanted:
        wanted = [f"The rules of `{ruleset}` come with the package that offers it.\n"]
    common = [body for heading, body in chapters.items() if heading == "Common ground"]
    return "\n".join([*wanted, *common])
