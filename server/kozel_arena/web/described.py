"""The words of the API's document: what stands beside the fields of its values in the code.

Pydantic finds these texts only when it builds a value's schema, which every start of the arena
would pay for; here they are read when somebody asks for the document.
"""

import ast
import dataclasses
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from types import ModuleType
from typing import Any, Final, get_args, get_type_hints

NONE: Final = re.compile(r"\bNone\b")
"""What the code calls what JSON calls null."""


def text_answer(media_type: str) -> dict[int | str, dict[str, Any]]:
    """What FastAPI is told of a call whose answer is a text, not JSON."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}}}


def add_words(document: dict[str, Any], kinds: Iterable[object]) -> None:
    """Describe the fields of the values in an OpenAPI document.

    Args:
        document: what FastAPI has made; it is changed.
        kinds: types that it names; those inside them are found.
    """
    schemas: dict[str, Any] = document["components"]["schemas"]
    words_in = cache(_words_in)
    for kind in _dataclasses(kinds, set()):
        words = words_in(sys.modules[kind.__module__])
        fields = schemas.get(kind.__name__, {}).get("properties", {})
        for field, text in words.get(kind.__name__, {}).items():
            if field in fields:
                fields[field].setdefault("description", text)
    for schema in schemas.values():
        for one in (schema, *schema.get("properties", {}).values()):
            if "description" in one:
                one["description"] = NONE.sub("null", one["description"])


def _dataclasses(kinds: Iterable[object], seen: set[object]) -> Iterator[type]:
    """The dataclasses among some types and within them, each once."""
    for kind in kinds:
        if kind in seen:
            continue
        seen.add(kind)
        if isinstance(kind, type) and dataclasses.is_dataclass(kind):
            yield kind
            yield from _dataclasses(get_type_hints(kind).values(), seen)
        yield from _dataclasses(get_args(kind), seen)


def _words_in(module: ModuleType) -> dict[str, dict[str, str]]:
    """By class of a module and field: the text below the field."""
    tree = ast.parse(inspect.getsource(module))
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    return {one.name: dict(_words_of(one)) for one in classes}


def _words_of(one: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for node, below in zip(one.body, one.body[1:], strict=False):
        match node, below:
            case (
                ast.AnnAssign(target=ast.Name(id=field)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield field, inspect.cleandoc(text)


def kinds_of(endpoints: Iterable[Any]) -> Iterator[object]:
    """The types that functions take and give."""
    for endpoint in endpoints:
        yield from get_type_hints(endpoint).values()
