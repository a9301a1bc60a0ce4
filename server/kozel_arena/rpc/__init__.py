"""The arena's services on grpc.aio: decode, hand over to the runtime, encode."""
