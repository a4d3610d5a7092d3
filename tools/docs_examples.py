"""Turn the examples of docstrings into code blocks, for the documentation site.

Markdown would read ``>>>`` as nested quotations. This is an extension of griffe, which reads the
docstrings for mkdocstrings (zensical.toml).
"""

from __future__ import annotations

import re

import griffe

_EXAMPLE = re.compile(r"^( *)>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


def fenced(text: str) -> str:
    """Return a docstring with its examples in fenced blocks.

    >>> fenced("Add.\\n\\n>>> 1 + 1\\n2\\n\\nMore.")
    'Add.\\n\\n```pycon\\n>>> 1 + 1\\n2\\n```\\n\\nMore.'
    """
    return _EXAMPLE.sub(lambda found: f"{found[1]}```pycon\n{found[0]}\n{found[1]}```", text)


class FencedExamples(griffe.Extension):
    """An extension that fences the examples of everything that griffe reads."""

    def on_object(
        self, *, obj: griffe.Object, loader: griffe.GriffeLoader, **kwargs: object
    ) -> None:
        """Change the docstring of an object."""
        del loader, kwargs
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
