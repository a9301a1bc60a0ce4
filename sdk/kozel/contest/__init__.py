"""A contest of two bots on this machine: all cores, deal groups, a sequential test, resumable.

The parent process deals out matches and counts (`run`, `standing`); workers play them
(`worker`). Knows no terminal; `kozel.cli.match` is its face.
"""
