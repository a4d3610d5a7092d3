"""Positions with a decisive turn: proved by exhaustive search, and who finds it.

python -m bench.tactics solve greedy full:2     the share that each player solves
python -m bench.tactics prove                   prove every position again
python -m bench.tactics collect build/tactics   look for more in games of bots

A *puzzle* names every turn that reaches its goal; all others fail, whatever the others do:

* ``win``: the player has won, alone, within so many turns of his own, whatever the others play;
* ``kill``: a Chief falls by this turn, the player then controls more than half of all pieces that
  anybody controls, and keeps his own Chief as for ``keep``;
* ``keep``: within so many turns of the others, before his own next turn, nothing that they play
  puts him out, unless he shares the game all the same.
"""
