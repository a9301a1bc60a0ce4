"""Bots that misbehave, each in one way: `python -m kozel.testing.faulty KIND [flags of run]`."""

import asyncio
import os
import sys
import threading
from collections.abc import Mapping
from typing import Final

from kozel.bot import Bot
from kozel.rules.actions import Action, ActionKind
from kozel.rules.cards import CARDS
from kozel.rules.errors import shortened
from kozel.rules.view import View
from kozel.runner import run


class Silent(Bot):
    """Never answers, but is there."""

    async def choose(self, view: View) -> Action:
        await asyncio.Event().wait()
        raise AssertionError("nobody sets this event")


class Illegal(Bot):
    """Plays a card that it does not hold."""

    def choose(self, view: View) -> Action:
        missing = next(card for card in CARDS if not view.hand_mask >> card & 1)
        return Action(ActionKind.PLAY, (missing,))


class Crashing(Bot):
    """Raises in every decision."""

    def choose(self, view: View) -> Action:
        raise ZeroDivisionError("this bot always fails")


class Slow(Bot):
    """Blocks its thread in every decision, then plays the first legal action."""

    seconds = 0.2

    def choose(self, view: View) -> Action:
        threading.Event().wait(self.seconds)
        return view.legal_actions[0]


class Exiting(Bot):
    """Its process dies in the third decision, without a word."""

    def __init__(self) -> None:
        self.decisions = 0

    def choose(self, view: View) -> Action:
        self.decisions += 1
        if self.decisions == 3:
            os._exit(70)
        return view.legal_actions[0]


FAULTY: Final[Mapping[str, type[Bot]]] = {
    "silent": Silent,
    "illegal": Illegal,
    "crashing": Crashing,
    "slow": Slow,
    "exiting": Exiting,
}
"""Every kind by the word on the command line."""


def main() -> None:
    """Run the kind that the first argument names."""
    kind = sys.argv[1] if len(sys.argv) > 1 else ""
    if kind not in FAULTY:
        print(f"faulty {shortened(kind)}: choose one of {', '.join(FAULTY)}", file=sys.stderr)
        sys.exit(2)
    run(FAULTY[kind](), sys.argv[2:])


if __name__ == "__main__":
    main()
