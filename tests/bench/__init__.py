"""Benchmarks: `python -m tests.bench [engine local arena roundtrip …]`, run by `make bench`."""
