"""Reading record files: plain, .xz or .gz, told apart by their first bytes; `-` is stdin."""

import gzip
import lzma
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from kozel.rules import KozelError

STDIN: Final = "-"
LONGEST_LINE: Final = 64 << 20
"""Bytes. A whole match with its legal sets is far below one of the 64 MiB."""

_GZIP_START: Final = b"\x1f\x8b"
_XZ_START: Final = b"\xfd7zXZ\x00"


class Lines(Protocol):
    """What all three kinds of file can do."""

    def readline(self, size: int, /) -> bytes:
        """The next line, or its first `size` bytes; empty at the end."""


class UnreadableFile(KozelError):
    """A file cannot be opened, is cut off, or is not lines of text at all."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"cannot read {path}: {reason}")
        self.path = path
        self.reason = reason


def lines_of(path: str) -> Iterator[bytes]:
    """The lines of a file, with their ends.

    Raises:
        UnreadableFile: at the first line, or later when the file is cut off.
    """
    try:
        with _opened(path) as stream:
            while line := stream.readline(LONGEST_LINE):
                if len(line) == LONGEST_LINE:
                    raise UnreadableFile(path, f"it has a line of over {LONGEST_LINE >> 20} MiB")
                yield line
    except OSError as error:
        raise UnreadableFile(path, error.strerror or str(error)) from None
    except (EOFError, lzma.LZMAError, zlib.error) as error:
        raise UnreadableFile(path, f"the compressed file is damaged ({error})") from None


@contextmanager
def _opened(path: str) -> Iterator[Lines]:
    where = sys.stdin.fileno() if path == STDIN else path
    with open(where, "rb", closefd=path != STDIN) as raw:
        start = raw.peek(len(_XZ_START))
        if start.startswith(_XZ_START):
            with lzma.open(raw) as stream:
                yield stream
        elif start.startswith(_GZIP_START):
            with gzip.open(raw) as unzipped:
                yield unzipped
        else:
            yield raw
