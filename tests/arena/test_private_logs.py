"""What an author reads about a bot: bounded, the newest first, and only what is worth reading."""

from datetime import UTC, datetime

from kozel_arena.runtime.private_logs import (
    LOG_INTERVAL_NS,
    MAX_LOG_BYTES,
    MOST_LINES,
    MOST_STDERR_BYTES,
    LogKind,
    PrivateLogs,
)

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


def logs() -> PrivateLogs:
    """Logs at noon."""
    return PrivateLogs(lambda: NOON)


def test_the_newest_lines_stay_and_the_others_are_counted() -> None:
    log = logs().of("b1")
    for number in range(MOST_LINES + 3):
        log.note(LogKind.SLOW, f"line {number}", match_id="t1-0", decision_id=number)
    read = log.read()
    assert len(read.lines) == MOST_LINES
    assert read.lines[0].text == f"line {MOST_LINES + 2}"
    assert read.lines[0].time == NOON
    assert read.older == 3


def test_long_texts_and_payloads_are_cut() -> None:
    log = logs().of("b1")
    log.note(LogKind.REFUSED, "x" * 10_000, payload=b"\xff" * 10_000)
    (line,) = log.read().lines
    assert line.text == "x" * 300
    assert line.payload == "ff" * 128


def test_the_end_of_stderr_stays_and_what_is_no_text_is_shown_as_such() -> None:
    log = logs().of("b1")
    now_ns = 0
    for number in range(4):
        log.take_stderr(bytes([ord("a") + number]) * MAX_LOG_BYTES, now_ns)
        now_ns += LOG_INTERVAL_NS
    log.take_stderr(b"\xff end", now_ns)
    read = log.read()
    assert read.stderr.endswith("d\N{REPLACEMENT CHARACTER} end")
    assert "b" not in read.stderr
    assert read.dropped_bytes == 4 * MAX_LOG_BYTES + len(b"\xff end") - MOST_STDERR_BYTES


def test_a_text_that_is_too_long_loses_its_beginning() -> None:
    log = logs().of("b1")
    log.take_stderr(b"begin" + b"x" * MAX_LOG_BYTES, 0)
    assert log.read().stderr == "x" * MAX_LOG_BYTES
    assert log.read().dropped_bytes == len(b"begin")


def test_what_comes_too_fast_is_dropped_and_counted() -> None:
    log = logs().of("b1")
    log.take_stderr(b"one", 0)
    log.take_stderr(b"two", LOG_INTERVAL_NS // 2 - 1)
    log.take_stderr(b"three", LOG_INTERVAL_NS // 2)
    assert log.read().stderr == "onethree"
    assert log.read().dropped_bytes == 3


def test_every_bot_has_a_log_of_its_own() -> None:
    both = logs()
    both.of("b1").note(LogKind.SLOW, "mine")
    assert both.of("b2").read().lines == ()
    assert both.of("b1").read().lines[0].text == "mine"
