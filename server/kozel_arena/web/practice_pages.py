"""The pages where a person plays: the form that opens a table, and the place at the table."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qs

from markdown_it import MarkdownIt
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from kozel.rules import ruleset_names
from kozel.rules.errors import KozelError
from kozel_arena.rulebook import rules_text
from kozel_arena.runtime.practice_table import PracticeTable
from kozel_arena.runtime.practice_values import NotNow, WrongPlan
from kozel_arena.web.errors import status_of
from kozel_arena.web.painter import Painter
from kozel_arena.web.practice_api import offer_of
from kozel_arena.web.practice_orders import (
    PracticeOrder,
    options_of,
    plan_of,
    read_order,
    rules_for_form,
    value_text,
)
from kozel_arena.web.practice_readings import index_of, place_of
from kozel_arena.web.practice_room import PracticeRoom

NEWS_SECONDS: Final = 1.0
"""A stream of news says that it is there at least this often."""
WHERE: Final = {
    1: ("opponent",),
    2: ("on your left", "on your right"),
    3: ("on your left", "your partner, opposite", "on your right"),
}
"""Where the others sit, clockwise, by how many they are."""


class PracticePages:
    """Pages over practice tables."""

    def __init__(self, room: PracticeRoom, painter: Painter) -> None:
        self._room = room
        self._painter = painter
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

    def routes(self) -> list[Route]:
        """Where the pages are."""
        return [
            Route("/play", self._form, name="play"),
            Route("/play", self._open, methods=["POST"]),
            Route("/play/{token}", self._table),
            Route("/play/{token}/move", self._move, methods=["POST"]),
            Route("/play/{token}/leave", self._leave, methods=["POST"]),
            Route("/play/{token}/record", self._record),
            Route("/live/play/{token}", self._live),
        ]

    async def _form(self, request: Request) -> Response:
        form = parse_qs(request.url.query, keep_blank_values=True, max_num_fields=100)
        try:
            return self._show_form(request, read_order(form))
        except KozelError as error:
            ruleset = form.get("ruleset", [""])[-1]
            known = ruleset if ruleset in ruleset_names() else ruleset_names()[0]
            order = PracticeOrder(ruleset=known)
            return self._show_form(request, order, problem=str(error), status=422)

    async def _open(self, request: Request) -> Response:
        try:
            order = read_order(await _form_of(request))
        except KozelError as error:
            order = PracticeOrder(ruleset=ruleset_names()[0])
            return self._show_form(request, order, problem=str(error), status=422)
        try:
            table = self._room.practice.open(plan_of(order, strikes=self._room.strikes))
        except KozelError as error:
            status = status_of(error)
            return self._show_form(request, order, problem=str(error), status=status)
        return RedirectResponse(f"/play/{table.token}", status_code=303)

    async def _table(self, request: Request) -> Response:
        table = self._found(request)
        if isinstance(table, Response):
            return table
        table.look()
        return self._show_table(request, table)

    async def _move(self, request: Request) -> Response:
        table = self._found(request)
        if isinstance(table, Response):
            return table
        problem, status = "", 200
        try:
            form = await _form_of(request)
            decision_id, index = _answer(table, form)
            self._room.choose(table, decision_id, index)
        except KozelError as error:
            problem, status = str(error), status_of(error)
        if request.headers.get("hx-request"):
            # The table itself comes as news; here is only what was wrong, or nothing.
            return Response(self._painter.filled("parts/problem.html", problem=problem))
        if not problem:
            return RedirectResponse(f"/play/{table.token}", status_code=303)
        return self._show_table(request, table, problem=problem, status=status)

    async def _leave(self, request: Request) -> Response:
        table = self._found(request)
        if isinstance(table, Response):
            return table
        table.abort()
        return RedirectResponse(f"/play/{table.token}", status_code=303)

    async def _record(self, request: Request) -> Response:
        table = self._found(request)
        if isinstance(table, Response):
            return table
        try:
            text = self._room.record(table)
        except NotNow as error:
            return self._painter.error(request, str(error), status=409)
        name = f'attachment; filename="{table.match_id}.jsonl"'
        return PlainTextResponse(text, headers={"Content-Disposition": name})

    async def _live(self, request: Request) -> Response:
        table = self._found(request)
        if isinstance(table, Response):
            return table
        line = table.line
        assert line is not None
        seen = _whole(request.query_params.get("seen", ""), default=-1)

        async def news() -> str | None:
            nonlocal seen
            table.look()
            try:
                async with asyncio.timeout(NEWS_SECONDS):
                    await line.newer(seen)
            except TimeoutError:
                return None
            seen = line.version
            return self._part(table)

        return self._painter.follow(news, is_over=lambda: table.is_over and seen >= line.version)

    def _found(self, request: Request) -> PracticeTable | Response:
        """The table of the address, or the page that says that there is none."""
        try:
            return self._room.find(request.path_params["token"])
        except KozelError as error:
            return self._painter.error(request, _sentence(error), status=status_of(error))

    def _part(self, table: PracticeTable) -> str:
        place = place_of(table, self._room.clock())
        return self._painter.filled("parts/play.html", place=place, token=table.token, is_news=True)

    def _show_table(
        self, request: Request, table: PracticeTable, *, problem: str = "", status: int = 200
    ) -> Response:
        return self._painter.page(
            request,
            "play_table.html",
            status=status,
            place=place_of(table, self._room.clock()),
            token=table.token,
            problem=problem,
            rules=self._markdown.render(rules_text(table.plan.rules.ruleset)),
            is_news=False,
        )

    def _show_form(
        self, request: Request, order: PracticeOrder, *, problem: str = "", status: int = 200
    ) -> Response:
        rules = rules_for_form(order)
        values: dict[str, Any] = {
            option.name: order.options.get(option.name, option.default)
            for option in options_of(order.ruleset)
        }
        return self._painter.page(
            request,
            "play.html",
            status=status,
            offer=offer_of(self._room.practice, strikes=self._room.strikes),
            order=order,
            options=options_of(order.ruleset),
            values={name: value_text(value) for name, value in values.items()},
            value_text=value_text,
            places=WHERE[rules.players - 1],
            seats=range(rules.players),
            strikes=self._room.strikes,
            problem=problem[:1].upper() + problem[1:],
            rules=self._markdown.render(rules_text(order.ruleset)),
        )


async def _form_of(request: Request) -> dict[str, list[str]]:
    """The fields of a form; raises WrongPlan for what is none."""
    try:
        text = (await request.body()).decode("utf-8")
        return parse_qs(text, keep_blank_values=True, max_num_fields=100)
    except ValueError:
        raise WrongPlan("form", "the form cannot be read: send it from the arena's page") from None


def _answer(table: PracticeTable, form: Mapping[str, Sequence[str]]) -> tuple[int, int]:
    """The decision and the index that a form means; raises NotNow."""
    decision_id = _whole(form.get("decision", [""])[-1], default=-1)
    if "index" in form:
        return decision_id, _whole(form["index"][-1], default=-1)
    line = table.line
    view = None if line is None else line.view
    kind, cards = form.get("kind", [""])[-1], form.get("card", [])
    if line is None or view is None or decision_id != line.decision_id:
        return decision_id, 0
    index = index_of(view, kind, cards)
    if index is None:
        chosen = f"{len(cards)} card{'' if len(cards) == 1 else 's'}" if cards else "no card"
        raise NotNow(
            f"You cannot {kind or 'do that'} with {chosen} like this: choose cards until a button "
            "below them can be pressed."
        )
    return decision_id, index


def _whole(text: str, *, default: int) -> int:
    """A whole number, or the default for what is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else default


def _sentence(error: Exception) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."
