"""Finds bots by name: a sample bot, a file, or a class in a module.

KozelError
└── BotNotFound    a name leads to no bot that can be made
"""

import importlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO
from pathlib import Path
from types import ModuleType

import kozel
from kozel.bot import Bot
from kozel.rules.errors import KozelError

ADVICE = "name a sample bot, a file such as my_bot.py, or module:Class"


class BotNotFound(KozelError):
    """A name leads to no bot that can be made."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"bot {name!r}: {problem}")
        self.name = name


def sample_bots() -> dict[str, Path]:
    """The sample bots' files by short name: beside the package in a wheel, or in the checkout."""
    package = Path(kozel.__file__).parent
    for folder in (package / "sample_bots", package.parents[1] / "sample_bots"):
        files = sorted(folder.glob("*_bot.py"))
        if files:
            return {path.stem.removesuffix("_bot"): path for path in files}
    return {}


def find_bot(name: str) -> type[Bot]:
    """The class that a name stands for: `greedy`, `path/to/file.py[:Class]` or `module:Class`.

    Raises:
        BotNotFound: there is none, or its file cannot be loaded.
    """
    place, _, class_name = name.rpartition(":") if ":" in name else (name, "", "")
    samples = sample_bots()
    if place in samples:
        module = _load_file(name, samples[place])
    elif place.endswith(".py"):
        module = _load_file(name, Path(place))
    elif class_name:
        module = _load_module(name, place)
    else:
        known = ", ".join(samples)
        raise BotNotFound(name, f"there is no sample bot of that name ({known}); {ADVICE}")
    return _class_in(module, name, class_name)


def file_of(name: str) -> Path | None:
    """The file that a bot's class comes from; None if there is none.

    Whether the file and the class are there is for `find_bot` to say.
    """
    place = name.rpartition(":")[0] if ":" in name else name
    samples = sample_bots()
    if place in samples:
        return samples[place]
    if place.endswith(".py"):
        return Path(place)
    try:
        spec = importlib.util.find_spec(place)
    except (ImportError, ValueError):
        return None
    return Path(spec.origin) if spec is not None and spec.has_location and spec.origin else None


def make_bot(name: str, kind: type[Bot], *, seed: str) -> Bot:
    """An object of a bot's class; a constructor that takes a `seed` is given it.

    Raises:
        BotNotFound: the constructor needs other arguments, or raises.
    """
    try:
        takes_seed = "seed" in inspect.signature(kind).parameters
        return kind(seed=seed) if takes_seed else kind()  # type: ignore[call-arg]
    except Exception as error:  # the root of the bot author's code
        problem = f"{kind.__name__}() cannot be made: {_sentence(error)}"
        raise BotNotFound(name, problem) from error


def _load_file(name: str, path: Path) -> ModuleType:
    if not path.is_file():
        hint = f'; a program is written "cmd:{name}", for kozel match' if " " in name else ""
        raise BotNotFound(name, f"there is no file {path}; {ADVICE}{hint}")
    module_name = f"kozel_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise BotNotFound(name, f"{path} cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # a bot may import its neighbours, as when it is run by itself
    with _authors_code(name, str(path), "loaded"):
        spec.loader.exec_module(module)
    return module


def _load_module(name: str, place: str) -> ModuleType:
    with _authors_code(name, place, "imported"):
        return importlib.import_module(place)


@contextmanager
def _authors_code(name: str, place: str, verb: str) -> Iterator[None]:
    """Turn what the bot's own code raises into BotNotFound.

    What it writes to stderr comes out afterwards; not when it ends the program, because then it
    is `run` that has read our command line, and its complaint would only confuse.
    """
    written = StringIO()
    try:
        with redirect_stderr(written):
            yield
    except SystemExit as error:
        written = StringIO()
        usual = "put run(…) under if __name__ == '__main__':"
        said = f"it says {error.code!r}" if isinstance(error.code, str) else usual
        problem = f"{place} ends the program when it is {verb}: {said}"
        raise BotNotFound(name, problem) from error
    except Exception as error:  # the root of the bot author's code
        raise BotNotFound(name, f"{place} cannot be {verb}: {_sentence(error)}") from error
    finally:
        sys.stderr.write(written.getvalue())


def _class_in(module: ModuleType, name: str, class_name: str) -> type[Bot]:
    if class_name:
        found = getattr(module, class_name, None)
        if not (isinstance(found, type) and issubclass(found, Bot)):
            raise BotNotFound(name, f"there is no class {class_name} that is a kozel.Bot")
        return found
    own = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Bot) and kind.__module__ == module.__name__
    ]
    if len(own) != 1:
        listed = ", ".join(kind.__name__ for kind in own) or "none"
        raise BotNotFound(name, f"the file must define one Bot, not {listed}; or add :Class")
    return own[0]


def _sentence(error: Exception) -> str:
    """What was raised, on one line, and where in the author's code."""
    what = " ".join(traceback.format_exception_only(error)[-1].split())
    if isinstance(error, SyntaxError):
        file, line = error.filename, error.lineno
    else:
        file, line = next(
            (
                (frame.filename, frame.lineno)
                for frame in reversed(traceback.extract_tb(error.__traceback__))
                if frame.filename != __file__ and not frame.filename.startswith("<frozen")
            ),
            (None, None),
        )
    return what if file is None else f"{what} ({Path(file).name}, line {line})"
