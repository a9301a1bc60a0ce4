"""Failures of the arena's own: the peer gets an opaque id, the log gets everything.

The text of an exception may hold what no peer may know, such as the cards of other seats.
"""

import secrets

from kozel_arena.logs import Log


def report_failure(log: Log, error: BaseException, *, where: str) -> str:
    """Log a failure with its traceback and give the sentence for the peer.

    Args:
        log: where to.
        error: what was raised.
        where: name of the call.
    """
    error_id = secrets.token_hex(6)
    log.error("internal_error", error_id=error_id, where=where, exc_info=error)
    return f"something failed in the arena: tell the organiser the error id {error_id}"
