"""Runs a bot's file that ends when whoever started it is gone, even killed: `leash FILE ARGUMENT…`.

The starter holds the other end of stdin open and writes nothing. Knows only the standard library.
"""

import os
import runpy
import signal
import sys
from threading import Thread


def end_with_starter() -> None:
    """Wait for the end of stdin, then end this process and, where there are groups, its group."""
    while os.read(0, 1):
        pass
    if sys.platform == "win32":
        os._exit(1)
    else:
        os.killpg(0, signal.SIGKILL)


def main() -> None:
    """Run the file as `python FILE ARGUMENT…` would."""
    del sys.argv[0]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    Thread(target=end_with_starter, name="leash", daemon=True).start()
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
