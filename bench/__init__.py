"""How fast the library is: `python -m bench`, or `make bench`."""
