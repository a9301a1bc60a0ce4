"""Benchmarks: `python -m tests.bench [engine local arena deals …]`, run by `make bench`."""
