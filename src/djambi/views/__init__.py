"""What a game shows: positions, turns, studies, lessons and puzzles as plain data.

Every view is a dataclass of numbers, texts, lists and other views, so that anything that writes
JSON can send it: the server over HTTP, a worker in a browser page to its page. Nothing here knows
a web framework, a schema library or the server; nothing here asks who is looking. Cells are named
as RULES 2 names them, parties by their letters, kinds of pieces by theirs ("CARDNM").
"""
