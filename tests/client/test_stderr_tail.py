"""The end of a bot's stderr on its way to the author: whole lines, bounded, without the token."""

import io
import sys

import pytest

from kozel.client.arguments import dialing_of, parse
from kozel.client.errors import UsageError
from kozel.client.stderr_tail import CUT, MOST_CHARACTERS, StderrTail, stderr_kept
from kozel.testing.faulty import Slow

TOKEN = "kozel_0123456789abcdef"


def a_tail() -> tuple[StderrTail, io.StringIO]:
    """A tail and the file behind it."""
    out = io.StringIO()
    return StderrTail(out, secret=TOKEN), out


def test_everything_goes_on_and_is_taken_once() -> None:
    tail, out = a_tail()
    assert tail.write("one\ntwo\n") == 8
    assert out.getvalue() == "one\ntwo\n"
    assert tail.take(100) == b"one\ntwo\n"
    assert tail.take(100) == b""


def test_a_line_waits_until_it_is_finished() -> None:
    tail, _ = a_tail()
    tail.write("done\nhalf")
    assert tail.take(100) == b"done\n"
    tail.write(" and half\n")
    assert tail.take(100) == b"half and half\n"


@pytest.mark.parametrize("cut", range(0, len(TOKEN), 5))
def test_the_token_is_never_sent_even_in_pieces(cut: int) -> None:
    tail, out = a_tail()
    sent = b""
    for piece in ("token: ", TOKEN[:cut], TOKEN[cut:], "\n"):
        tail.write(piece)
        sent += tail.take(1000)
    assert sent == b"token: [token]\n"
    assert TOKEN in out.getvalue(), "on the author's own screen nothing is changed"


def test_the_newest_stays_and_a_mark_says_that_something_went() -> None:
    tail, _ = a_tail()
    tail.write("old\n" + "x" * MOST_CHARACTERS + "\n")
    assert tail.take(10**6).decode() == CUT + "x" * (MOST_CHARACTERS - 1) + "\n"
    tail.write("a" * 50 + "\n")
    assert tail.take(40) == CUT.encode() + b"a" * (40 - len(CUT.encode()) - 1) + b"\n"


def test_one_endless_line_is_sent_too() -> None:
    tail, _ = a_tail()
    tail.write("x" * (2 * MOST_CHARACTERS))
    assert tail.take(10**6).endswith(b"xxx")


def test_it_stands_for_stderr_and_goes_away_again(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stderr
    tail = StderrTail(before, secret=TOKEN)

    def failing() -> None:
        with stderr_kept(tail):
            print("seen", file=sys.stderr, flush=True)
            assert not sys.stderr.isatty()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        failing()
    assert sys.stderr is before
    assert capsys.readouterr().err == "seen\n"
    assert tail.take(100) == b"seen\n"
    with stderr_kept(None):
        assert sys.stderr is before


@pytest.mark.parametrize(
    ("flags", "environment", "sends"),
    [
        ([], {}, True),
        (["--no-send-log"], {}, False),
        ([], {"KOZEL_SEND_LOG": "0"}, False),
        ([], {"KOZEL_SEND_LOG": "1"}, True),
    ],
)
def test_an_author_can_keep_the_log(
    flags: list[str], environment: dict[str, str], sends: bool
) -> None:
    dialing = dialing_of(parse(Slow(), ["--token", TOKEN, *flags], environment))
    assert (dialing.log is not None) is sends


def test_a_switch_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match="KOZEL_SEND_LOG is 'no': set it to 0 or 1"):
        dialing_of(parse(Slow(), ["--token", TOKEN], {"KOZEL_SEND_LOG": "no"}))
