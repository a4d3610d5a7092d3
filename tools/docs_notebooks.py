"""Notebooks in the documentation, made pages before the site is built (`tools/build_docs.py`).

Every ``NAME.ipynb`` under `docs/` gets a page beside it, ``NAME.md``, with its cells and what they
showed when `tools/run_notebooks.py` ran them; nothing is run when the site is built. The notebook
itself stays a file of the site.
"""

from __future__ import annotations

import json
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from typing import Any


def write_page(notebook: Path) -> None:
    """Write the page of a notebook, and its pictures, beside it."""
    pictures: dict[str, bytes] = {}
    page = page_of(json.loads(notebook.read_text("utf-8")), notebook.name, pictures)
    notebook.with_suffix(".md").write_text(page, "utf-8")
    for name, picture in pictures.items():
        notebook.with_name(name).write_bytes(picture)


def page_of(notebook: dict[str, Any], name: str, pictures: dict[str, bytes]) -> str:
    r"""Return a notebook as Markdown, and put its pictures into `pictures`.

    >>> cell = {"cell_type": "code", "source": ["1 + 1"], "outputs": [
    ...     {"output_type": "stream", "text": ["two\n"]}]}
    >>> print(page_of({"cells": [cell]}, "sum.ipynb", {}))
    ```python
    1 + 1
    ```
    <BLANKLINE>
    ```text
    two
    ```
    <BLANKLINE>
    [This page as a notebook](sum.ipynb)
    """
    parts: list[str] = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            shown = output.get("data", {"text/plain": output.get("text", [])})
            if "image/png" in shown:
                picture = b64decode("".join(shown["image/png"]))
                file = f"{sha256(picture).hexdigest()[:16]}.png"
                pictures[file] = picture
                parts.append(f"![What the cell draws]({file})")
            elif text := "".join(shown.get("text/plain", [])).rstrip():
                parts.append(f"```text\n{text}\n```")
    return "\n\n".join([*parts, f"[This page as a notebook]({name})"])
