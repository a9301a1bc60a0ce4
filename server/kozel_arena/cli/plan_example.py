"""The file that `tournament create --example` prints: every key, and valid as it is."""

from typing import Final

EXAMPLE: Final = """\
# A tournament of a Kozel arena. Save this as cup.toml, change what you like, then:
#     kozel-arena tournament create cup.toml
# Keys with a # before them show their usual value or an example: take the # away to set them.

name = "cup"                            # 1 to 64 printable characters, unique in the arena
ruleset = "classic"                     # miner, classic, shokha, pot or widow
bots = ["alice", "bob", "carol", "dave"]    # registered before: kozel-arena bot add NAME
matches_per_pairing = 100               # even; three sides: by 6, individual: by 4

# Who meets whom:
#   round_robin       everybody meets everybody
#   gauntlet          the challengers meet everybody else
#   swiss             rounds against bots with a like score
#   knockout          who loses is out;  double_knockout: who loses twice is out
#   ladder            goes on until 'tournament finish'; bots enter and withdraw
#   sprt              two bots, until a sequential test has decided
# format = "round_robin"

# rounds = 5                            # swiss: how many; ladder: the most meetings
# challengers = ["alice"]               # gauntlet: bots of the list above

# In games of two teams a bot plays both seats of its side. With true every seat is a bot of
# its own, and partners rotate.
# individual = false

# Which matches play the same deals:
#   independent       none
#   mirrored          all seat orders of a meeting: for bots that you trust: they see deals twice
#   field             all tables of a round, and every bot meets a deal once, as in duplicate bridge
# deals = "independent"

# What happens to a bot that is silent too often:
#   default_move      the arena plays on for it until the match ends
#   forfeit           its side loses the match
# policy = "default_move"

# Seed of the deals. A secret random one without it; among strangers leave it out.
# seed = "spring"

# How late spectators see its tables in the browser, 0 to "1h". As late as the arena was told
# without it; tables with mirrored and field deals are never shown while they are played.
# spectator_delay = "30s"

[options]                               # table options of the ruleset
# trump_mode = "named"

[clock]                                 # what is not set is as the arena was told by 'serve'
move_limit = "5s"                       # for each decision
bank = "60s"                            # extra time of a seat for a whole match
strikes = 3                             # silences in a row until the policy above applies

# [sprt]                                # only for format = "sprt": the first bot against the second
# elo0 = 0                              # accepted when it is not stronger than this
# elo1 = 20                             # accepted when it is at least so much stronger
# alpha = 0.05                          # probability of accepting elo1 wrongly
# beta = 0.05                           # probability of accepting elo0 wrongly
"""
