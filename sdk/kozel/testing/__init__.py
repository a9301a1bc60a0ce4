"""For tests of bots: a conformance suite, an arena of your own making, bots that misbehave."""

from kozel.testing.conformance import Problem, Report, check_bot
from kozel.testing.fake_arena import FakeArena, Peer

__all__ = ["FakeArena", "Peer", "Problem", "Report", "check_bot"]
