"""Djambi on the full terminal screen: play, watch, replay and analyse, with keyboard and mouse.

It needs the ``tui`` extra (Textual); only the command imports it.
"""
