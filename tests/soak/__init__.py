"""Tournaments of processes that are killed, frozen and started again; then each match is proved."""
