"""Ctrl+C before a command has begun. Imports only the standard library.

A KeyboardInterrupt can be lost while modules are loaded and commands are put together: callbacks of
weak references run then, whose exceptions Python drops, and libraries turn it into other errors.
Nothing is begun yet that would have to be undone, so Ctrl+C may simply end the process.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


def end_at_once() -> None:
    """From now on Ctrl+C ends the process, until `raise_interrupts`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def raise_interrupts() -> None:
    """From now on Ctrl+C raises KeyboardInterrupt, if it was ending the process."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def ending_at_once() -> Iterator[None]:
    """Let Ctrl+C end the process while the context lasts; for the modules of one command."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
