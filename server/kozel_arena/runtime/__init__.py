"""The running heart: streams, tables, timers, drain. Knows asyncio, no message and no socket."""
