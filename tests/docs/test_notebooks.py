"""The notebooks of the documentation run, with fewer games than those that they show."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

run_notebooks = pytest.importorskip("tools.run_notebooks")
NOTEBOOKS: Path = run_notebooks.NOTEBOOKS

FEWER: dict[str, dict[str, object]] = {
    "first_agent": {"GAMES": 4},
    "first_player_advantage": {"RANDOM_GAMES": 16, "BOT_GAMES": 2, "LEVEL": "novice"},
}
"""What replaces the parameters of each notebook."""

pytestmark = pytest.mark.slow


def shown(notebook: NotebookNode) -> tuple[str, int]:
    """Return what a notebook prints, and how many pictures it shows."""
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output["output_type"] == "error"]
    printed = "".join(output.get("text", "") for output in outputs)
    return printed, sum("image/png" in output.get("data", {}) for output in outputs)


def test_every_notebook_is_run() -> None:
    assert sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")) == sorted(FEWER)


@pytest.mark.parametrize("name", FEWER)
def test_a_notebook_runs_and_shows_what_is_stored(name: str) -> None:
    path = NOTEBOOKS / f"{name}.ipynb"
    printed, pictures = shown(run_notebooks.run(path, **FEWER[name]))
    stored, stored_pictures = shown(nbformat.read(path, as_version=4))
    assert pictures == stored_pictures > 0
    # The same lines, whatever the figures are.
    assert len(printed.splitlines()) == len(stored.splitlines()) > 0


def test_a_parameter_that_a_notebook_lacks_is_an_error() -> None:
    with pytest.raises(KeyError, match="LEVELS"):
        run_notebooks.run(NOTEBOOKS / "first_agent.ipynb", LEVELS="novice")


def test_the_pages_lead_to_the_notebooks() -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in NOTEBOOKS.parent.glob("*.md"))
    for name in FEWER:
        assert f"notebooks/{name}.ipynb" in pages


def test_a_notebook_becomes_a_page_with_its_pictures() -> None:
    docs_notebooks = pytest.importorskip("tools.docs_notebooks")
    path = NOTEBOOKS / "first_agent.ipynb"
    pictures: dict[str, bytes] = {}
    page = docs_notebooks.page_of(json.loads(path.read_text("utf-8")), path.name, pictures)
    assert page.startswith("# A first agent in twenty lines")
    assert page.endswith("(first_agent.ipynb)")
    assert "```python\nGAMES = 400" in page and "```text\n97% of 400 games" in page
    assert [picture[:4] for picture in pictures.values()] == [b"\x89PNG"]
    assert all(f"]({name})" in page for name in pictures)
