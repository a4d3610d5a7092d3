"""Bots for other programs: the engine's line protocol, and positions analysed as JSON lines.

`docs/engine.md` describes both. Nothing here prints: the commands `djambi engine` and `djambi
analyse` connect it to standard input and output.
"""
