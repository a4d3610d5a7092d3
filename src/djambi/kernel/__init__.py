"""The rules themselves: typed Python that Cython compiles where it can (see setup.py).

Nothing here is for people to import; `djambi.Position` and its companions stand on it.
"""
