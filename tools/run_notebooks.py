"""Run the notebooks of the documentation and keep what they show.

    python tools/run_notebooks.py            runs all of them and stores their outputs
    python tools/run_notebooks.py NAME ...   runs some

A cell with the tag `parameters` has values that can be replaced, as papermill does it: tests run
the same notebooks with fewer games (`run`). Needs the `dev` extra.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

NOTEBOOKS = Path(__file__).parent.parent / "docs" / "research" / "notebooks"

TIMEOUT_S = 600
"""The longest time for a cell, in seconds."""


def run(path: Path, **parameters: object) -> NotebookNode:
    """Return a notebook with the outputs of its cells.

    Args:
        path: the notebook, which is not changed.
        parameters: what replaces values of the cell with the tag `parameters`.

    Raises:
        CellExecutionError: a cell failed.
        KeyError: the notebook has no such parameter.
    """
    notebook = nbformat.read(path, as_version=4)
    if parameters:
        cells = notebook["cells"]
        tags = [cell["metadata"].get("tags", []) for cell in cells]
        at = next(i for i, each in enumerate(tags) if "parameters" in each)
        for name in parameters:
            if f"{name} = " not in cells[at]["source"]:
                raise KeyError(name)
        given = "\n".join(f"{name} = {value!r}" for name, value in parameters.items())
        cells.insert(at + 1, nbformat.v4.new_code_cell(given))
    client = NotebookClient(
        notebook,
        timeout=TIMEOUT_S,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    return notebook


def main(names: list[str]) -> None:
    """Run the notebooks of these names, or all, and store them."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        if not names or path.stem in names:
            notebook = run(path)
            # Which Python it was is of no interest, and would change with every machine.
            notebook["metadata"] = {"kernelspec": {"display_name": "Python 3", "name": "python3"}}
            nbformat.write(notebook, path)
            print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
