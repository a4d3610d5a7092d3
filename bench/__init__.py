"""Benchmarks of the library: `python -m bench`, or `make bench`."""
