"""Positions that tests of several rooms mean, as text."""

from __future__ import annotations

# -- kills and threats --------------------------------------------------------------------------

LAST_KILL = "square-4 original 9/9/9/9/9/9/9/9/rCrA6bC r,b,y>b,g>b rbyg r 0 0"
"""Red wins with b1-i1, which kills the last Chief but its own."""

LAST_KILL_BGA = "square-4 bga 9/9/9/9/9/6bM2/9/1rA6bC/rC8 r,b,y!*,g!* rbyg r 0 0"
"""Red wins with b2-i2, which kills the last Chief but its own; Blue's Militant does no harm yet."""

EXPOSED_CHIEF = "square-4 original 7yC1/3bC5/9/6gC2/1bR7/3rA5/9/9/rC8 r,b,y,g rbyg r 0 0"
"""Red's Assassin can kill Blue's Chief, and nobody can take revenge at once."""

THREATENED_CHIEF = "square-4 original 7yC1/3bC5/9/6gC2/9/9/9/5rM3/rC3bA4 r,b,y,g rbyg r 0 0"
"""Blue's Assassin attacks the Chief of Red, who is to play."""

UNGUARDED = "square-4 original 7yC1/3bC5/9/9/9/2rM1bA4/9/4rN4/rC7gC r,b,y,g rbyg r 0 0"
"""Red's Militant on c4 can kill Blue's Assassin on e4 at once."""

HANGING = "square-4 original 7yC1/3bC5/9/6yR2/9/2rM1bA4/8gN/4rN4/rC6gMgC r,b,y,g rbyg r 0 0"
"""Red's Militant on c4 can kill Blue's Assassin on e4, and nothing else is so good."""

# -- turns of every sort ------------------------------------------------------------------------

CROWD = (
    "square-4 original gC6yMyC/9/1rR7/2gM1x4/1rA1bM4x/2rM6/3rD2yR2/3rN1x2bM/rC6bMbC "
    "r,b,y,g rbyg r 0 9"
)
"""Red can kill, throw, exhume and walk; Blue, Yellow and Green have two pieces or three each."""

MANY_TURNS = (
    "hex-6 harcourt-advanced x2gM2x/2x3x1/x1xrDxxx1gM/yC4xxbN1yM/xx1x1x3xx/1xxx3xx1xx/"
    "1bCxgM2rC1x2x1/x5x4bM/8xxx/2x3x1yA1/rM6x1/rR1x1x3/xxx1pD2 r,b,y,g>r,p>b,o>r rbygpo b 0 117"
)
"""The Diplomat d4 may throw a Chief, go on, and throw another piece: 69,240 turns."""

ASSASSIN_EXIT = "square-4 wikipedia 8yC/9/9/9/4gC4/9/9/1rA7/rC7bM r,b>g,y,g rbyg r 0 0"
"""Red's Assassin on b2 can kill the ruler, and has to leave the maze then."""

DIPLOMAT_EXIT = "square-4 original 8yC/9/9/9/4gC4/9/9/1rD7/rC7bM r,b>g,y,g rbyg r 0 0"
"""Red's Diplomat on b2 can throw the ruler, and has to leave the maze before that."""

REPORTER_TARGETS = "square-4 original 8yC/9/9/9/9/3bM5/2bM6/3rR5/rC7gC r,b>g,y,g rbyg r 0 0"
"""Red's Reporter on d2 can step to where it has one target or two."""

# -- parties without a turn ---------------------------------------------------------------------

MUST_PASS = "square-4 original 4bC3yC/9/9/9/9/9/9/xx7/rCx7 r,b,y,g! rbyg r 0 0"
"""Red has its Chief alone, walled in, and passes."""

SHUT = "square-4 original,quiet_rounds=0 8yC/8yN/9/9/9/9/xxx6/xrMx6/rCxx6 r,b>y,y,g>y rbyg r 0 7"
"""Red is walled in and passes; a Necromobile keeps the game from being dead."""

NOBODY_CAN_WIN = "square-4 bga 7xx/7xyC/7x1/7xx/9/3gA2bR2/9/xxx6/rC1x6 r,b>r,y,g>y rbyg r 0 90"
"""Each Chief behind corpses of its own, and nobody left who moves them."""

STANDSTILL = (
    "square-4 original 2x2xyD2/3x1xxx1/1x1x1x3/2xx1yAx2/xx1xyC2x1/3xxx2x/gMbCx1x1x2/2gAxx4"
    "/bNxx2x1x1 r>y~,b,y,g>b rbyg b 120 257"
)
"""A Chief, an Assassin and walls on either side: nobody has got at anybody for thirty rounds."""

BESIEGED = (
    "square-4 original bNx5x1/1bA2bMx3/xxx3bR2/3xxx2x/3xbCx1x1/xx1xxx2bD/xxxx3x1/rRyCx2bM3/xxx6"
    " r>y,b,y,g>y rbyg b+y 0 76"
)
"""Yellow's Chief and Reporter in the corner can only pass, and Blue has to carry corpses away for
several turns: the way begins with a9-a7>d1."""

BESIEGED_BY_RULER = (
    "square-4 original 5x1x1/4gR3x/x2xgN2x1/4yNxx2/1yM1xyCx2x/3xxx1x1/3x2xxx/xx2x2xbC/xx1xxx1xbA"
    " r>y~,b,y,g>y rbyg y 0 149"
)
"""Yellow is in power with five pieces; Blue's Chief and Assassin can only pass. From a game of
bots, which went to and fro until the quiet limit (RULES 7.4) shared it."""

# -- forced wins --------------------------------------------------------------------------------

IN_TWO = (
    "square-4 original 2gMxx2yA1/gR1gD2x1xyR/1x3gA3/x2rR1x3/x2xgCxbDyMyM/4xxbR1bC/2xgM5/xx3x1x1"
    "/xx3xxbA1 r>g~,b,y>b,g rbyg g+b 1 58"
)
"""From a game of bots: f7-h5 and no other turn wins whatever is answered (bench/tactics)."""

IN_TWO_BY_PLACING = (
    "square-4 original xxyMyNgM1xyC1/x1gA2xxx1/gRx3x2x/xx1x1x3/1xrM2yR3/2xx5/3x3gD1/bMxx4rN1"
    "/rCrArM3bM1rM r,b>r,y,g>y rbyg r 2 91"
)
"""From a game of bots: h2-c2 wins with what it kills on i8, and nowhere else (bench/tactics)."""

IN_THREE = (
    "square-4 original gAx2x4/1xx6/x2xx3x/2xxyAx3/3xrCyD1x1/2xrAx1x1x/5xxxrD/1xx2x1bCx/xxx3bAbD1"
    " r,b,y>r,g>b rbyg r 27 142"
)
"""Red wins within three turns of its own, whatever Blue answers; the first gives the Diplomat
away."""

IN_FOUR = "square-4 original 9/9/9/3rA1rC3/9/4yC4/9/9/9 r,b>r,y,g>r rbyg r 0 0"
"""Red takes power first: with the turns of a ruler, the Assassin corners the Chief in four."""

IN_SIX = (
    "square-4 original 2xx3x1/1gC1x1x3/x1x3xxx/x1x1xx3/gAx1xbC2x1/xxxxyAbM2x/xxx4xx/1bAx4x1/2x6"
    " r>b,b,y>b,g rbyg b+g 31 531"
)
"""From a game of bots: Blue is in power, and e4-g6 wins in six of its own turns."""

# -- parties that are out -----------------------------------------------------------------------

RESIGNED = "square-3 hallepee gC8/9/9/9/9/9/9/9/rC3yC3bC r,b,y,g!* rbyg r 0 0"
"""Green, whom nobody plays in the usual set-up, has resigned; its Chief lives, and may return."""

RESIGNED_OF_TWO = "square-2 hallepee gC8/9/9/9/9/4yC4/9/9/rC6bC1 r,b!*,y,g>y rbyg r 0 0"
"""Blue has resigned and may return; Green is Yellow's from the start."""

FIRST_IS_OUT = "square-4 hallepee gC8/9/9/9/9/9/9/9/rC3x3yC r!*,b>y,y,g rbyg y 0 0"
"""Red has resigned and may return; Blue's Chief is dead."""
