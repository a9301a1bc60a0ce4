"""A replay as text: deal by deal, trick by trick, for pages that work without a script."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kozel_arena.web.frames import Frame, Played


@dataclass(frozen=True, slots=True)
class Step:
    """A frame as text."""

    frame: Frame
    played: Played | None
    """What was put on the table, where the step is part of a trick."""

    @property
    def anchor(self) -> str:
        """Its name in addresses."""
        return f"deal-{self.frame.deal}-step-{self.frame.step}"


@dataclass(frozen=True, slots=True)
class Line:
    """A trick, or something that happened outside of one."""

    trick: int | None
    """Its number in the deal, from 1; None outside of a trick."""
    steps: tuple[Step, ...]

    @property
    def taken_by(self) -> int | None:
        """Who took the trick."""
        return self.steps[-1].frame.taken_by if self.trick else None


@dataclass(frozen=True, slots=True)
class DealText:
    """A deal as lines."""

    deal: int
    lines: tuple[Line, ...]


def transcript(frames: Iterable[Frame]) -> tuple[DealText, ...]:
    """The frames of a match as text."""
    deals: dict[int, list[Frame]] = {}
    for frame in frames:
        deals.setdefault(frame.deal, []).append(frame)
    return tuple(DealText(deal, tuple(_lines(of_deal))) for deal, of_deal in deals.items())


def _lines(frames: list[Frame]) -> Iterator[Line]:
    steps: list[Step] = []
    for frame, before in zip(frames, [None, *frames], strict=False):
        played = _played(frame, before)
        if steps and (played is None or frame.trick != steps[-1].frame.trick):
            yield Line(steps[-1].frame.trick, tuple(steps))
            steps = []
        if played is None:
            yield Line(None, (Step(frame, None),))
        else:
            steps.append(Step(frame, played))
    if steps:
        yield Line(steps[-1].frame.trick, tuple(steps))


def _played(frame: Frame, before: Frame | None) -> Played | None:
    """What this step added to the trick on the table."""
    is_new = before is not None and (frame.trick, len(frame.table)) != (
        before.trick,
        len(before.table),
    )
    return frame.table[-1] if frame.table and is_new else None
