from collections.abc import Sequence
from os import PathLike
from typing import IO

from . import Schema, Table

class FileMetaData:
    num_rows: int

def read_metadata(where: str | PathLike[str]) -> FileMetaData: ...
def read_table(source: str | PathLike[str], *, columns: Sequence[str] | None = None) -> Table: ...
def write_table(table: Table, where: str | IO[bytes], *, compression: str = "snappy") -> None: ...
