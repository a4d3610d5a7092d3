"""The server of the browser game: tables, storage, live events.

docs/architecture.md says why it is made so (decisions 7 and 8).
"""
