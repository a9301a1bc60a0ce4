"""The lobby: given what is left to play and who is connected, which matches start now.

Pure; it must not know streams, clocks or databases.
"""

from kozel_arena.lobby.starts import RunningTournament, Start, choose_starts

__all__ = ["RunningTournament", "Start", "choose_starts"]
