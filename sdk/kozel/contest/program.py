"""`python -m kozel.contest.program BOT SEED`: a Python bot as a program that dials in."""

import os
import random
import sys

from kozel.finder import find_bot, make_bot
from kozel.rules.errors import KozelError
from kozel.runner import run


def main() -> None:
    """Find the bot and run it; whatever it cannot be is one sentence on stderr."""
    name, seed = sys.argv[1:]
    sys.path.append(os.getcwd())
    random.seed(seed)
    try:
        bot = make_bot(name, find_bot(name), seed=seed)
    except KozelError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    run(bot, [])


if __name__ == "__main__":
    main()
