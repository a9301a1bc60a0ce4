"""Kozel."""
