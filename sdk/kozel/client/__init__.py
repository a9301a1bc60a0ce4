"""The bot's end of the stream: a session without I/O, the author's code, and the gRPC channel."""
