"""The analysis board and the editor: studies, thinking, and what rated players may not ask."""
