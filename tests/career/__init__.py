"""Tests of figures and achievements."""
