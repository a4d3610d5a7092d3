"""A game as one self-contained HTML file, to be embedded in any page by one line.

``<iframe src="game.html" width="480" height="600"></iframe>``
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from djambi.errors import DjambiError, require
from djambi.position.outcome import told
from djambi.render.appearance import milliseconds
from djambi.render.art import theme_named
from djambi.render.description import title
from djambi.render.svg_board import frames
from djambi.texts import say

if TYPE_CHECKING:
    from djambi.nodes import Node

MAX_POSITIONS: Final = 1_000
"""The most positions in a page: some 9 MB."""

_BUTTONS: Final = (
    ("first", "M17 6l-6 6 6 6M7 6v12"),
    ("back", "M14.5 6l-6 6 6 6"),
    ("play", "M7 4.5v15l12.5-7.5z"),
    ("on", "M9.5 6l6 6-6 6"),
    ("last", "M7 6l6 6-6 6M17 6v12"),
)

_STYLE: Final = """
body{margin:0;padding:6px;background:%(board)s;color:%(text)s;
font:15px/1.35 system-ui,"Segoe UI",Helvetica,Arial,sans-serif}
figure{margin:0 auto;max-width:60rem}
svg{display:block;width:100%%;height:auto}
figure>svg{min-height:220px;max-height:calc(100vh - 112px)}
h1{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%%)}
figcaption{min-height:2.7em;padding:4px 2px}
nav{display:flex;gap:4px;align-items:center}
button{width:44px;height:40px;padding:0;border:1px solid currentColor;border-radius:8px;
background:none;color:inherit;cursor:pointer}
button svg{width:20px;height:20px;margin:auto;fill:none;stroke:currentColor;stroke-width:2}
button:disabled{opacity:.4;cursor:default}
button[aria-pressed=true]{outline:2px solid currentColor}
input{flex:1;min-width:0;accent-color:currentColor}
"""

_SCRIPT: Final = """
const at=[...document.querySelectorAll("g.at")],all=at.length-1,
[first,back,play,on,last]=document.querySelectorAll("button"),slider=document.querySelector("input"),
caption=document.querySelector("figcaption"),words=JSON.parse(document.getElementById("words").text);
let now=all,timer=0;
function go(next){at[now].setAttribute("display","none");now=Math.max(0,Math.min(all,next));
at[now].removeAttribute("display");caption.textContent=words[now];slider.value=now;
slider.setAttribute("aria-valuetext",words[now]);
first.disabled=back.disabled=now===0;last.disabled=on.disabled=now===all}
function stop(){clearInterval(timer);timer=0;play.setAttribute("aria-pressed","false")}
function run(){if(timer){stop();return}if(now===all)go(0);play.setAttribute("aria-pressed","true");
timer=setInterval(()=>{go(now+1);if(now===all)stop()},+slider.dataset.pace)}
first.onclick=()=>{stop();go(0)};back.onclick=()=>{stop();go(now-1)};play.onclick=run;
on.onclick=()=>{stop();go(now+1)};last.onclick=()=>{stop();go(all)};
slider.oninput=()=>{stop();go(slider.valueAsNumber)};go(all)
"""


def page(
    nodes: Sequence[Node], *, theme: str = "light", pace: float = 1.2, lang: str = "en"
) -> str:
    """Return a game as an HTML document, at its last position, with buttons to step through it.

    Args:
        nodes: the positions, as `Game.path` returns them; a single one has no buttons.
        theme: ``light`` or ``dark``.
        pace: seconds per turn when it plays by itself, from 0.05 to 60.
        lang: the language of its words, ``en`` or ``fr``.

    Raises:
        DjambiError: an unknown theme or language, a pace out of range, no position, or too many.

    >>> from djambi.game import Game
    >>> page(Game.start("hex-3").path()).count('class="at"')
    1
    """
    require(nodes, Sequence, "nodes", "a list of nodes")
    if not nodes:
        raise DjambiError("nodes: there is no position to draw")
    if len(nodes) > MAX_POSITIONS:
        raise DjambiError(
            f"{len(nodes)} positions are too many for a page, which has {MAX_POSITIONS}"
        )
    tokens = theme_named(theme).tokens
    time = milliseconds(pace)
    shown = [(node.position, node.event.turn if node.event else None) for node in nodes]
    heading = escape(title(nodes[-1].position, lang))
    words = [_said(number, node, lang) for number, node in enumerate(nodes)]
    parts = [
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{heading}</title>",
        f"<style>{_STYLE % tokens}</style>\n</head>\n<body>\n<main>",
        f"<h1>{heading}</h1><figure>",
        *_labelled(frames(shown, theme), heading),
    ]
    caption = f'<figcaption aria-live="polite">{escape(words[-1])}</figcaption></figure></main>'
    if len(nodes) > 1:
        script = f"<script>{_SCRIPT}</script>"
        parts += [*_buttons(len(nodes) - 1, time, lang), caption, *_data(words), script]
    else:
        parts.append(caption)
    return "\n".join([*parts, "</body>\n</html>\n"])


def _said(number: int, node: Node, lang: str) -> str:
    if node.event is None:
        return title(node.position, lang)
    return f"{number}. {told(node.happenings(), lang)}"


def _labelled(drawn: Iterable[str], heading: str) -> list[str]:
    first, *rest = drawn
    return [first.replace('role="img"', f'role="img" aria-label="{heading}"'), *rest]


def _buttons(last: int, time: int, lang: str) -> list[str]:
    buttons = [
        f'<button type="button" aria-label="{label}" title="{label}">'
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg></button>'
        for name, path in _BUTTONS
        for label in [escape(say(f"render.page.{name}", lang))]
    ]
    label = escape(say("render.page.turns", lang))
    ends = f'min="0" max="{last}" value="{last}" data-pace="{time}"'
    slider = f'<input type="range" {ends} aria-label="{label}">'
    return ["<nav>", *buttons, slider, "</nav>"]


def _data(words: list[str]) -> list[str]:
    # In a script nothing may look like its end.
    data = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    return [f'<script type="application/json" id="words">{data}</script>']
