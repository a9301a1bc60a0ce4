"""The codec: domain values <-> messages of kozel.v1, and the one place that knows both."""
