# The names of nbformat that are used here; its own functions have no types.
from pathlib import Path
from typing import Any

from . import v4 as v4

class NotebookNode(dict[str, Any]): ...

def read(fp: Path, as_version: int) -> NotebookNode: ...
def write(nb: NotebookNode, fp: Path) -> None: ...
