"""Djambi on a whole terminal: play, watch, replay and analyse, by keyboard and mouse.

It needs the extra ``tui`` (Textual); nothing else of the package imports it but the command.
"""
