"""The organiser's command line: `kozel-arena`. One module a group of commands, joined in `root`.

It talks to a running arena only through `kozel_arena.rpc.admin_client` and knows no messages.
"""
