"""The opponent to beat first: any legal action, each as likely as the others.

Against an arena:  python sample_bots/random_bot.py --server localhost:50051 --token TOKEN
In this process:   kozel play --ruleset miner --bots random random
"""

import random

from kozel import Action, Bot, View, run


class RandomBot(Bot):
    """Plays any legal action; with a seed, the same ones every time."""

    name = "random"

    def __init__(self, seed: int | str | None = None) -> None:
        self.random = random.Random(seed)

    def choose(self, view: View) -> Action:
        return self.random.choice(view.legal_actions)


if __name__ == "__main__":
    run(RandomBot())
