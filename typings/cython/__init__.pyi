"""The names of Cython that the kernel uses, as a reader of interpreted Python sees them.

Cython ships no types that pass strict checking. A C integer is an int and a pointer into an
array is the list that stands for that array while the kernel runs interpreted.
"""

import builtins
from contextlib import AbstractContextManager
from typing import TypeAlias, TypeVar

_Value = TypeVar("_Value")

compiled: builtins.bool
nogil: AbstractContextManager[None]
gil: AbstractContextManager[None]

def final(function: _Value) -> _Value: ...
def declare(ctype: object, value: _Value) -> _Value: ...
def cast(ctype: object, value: _Value) -> _Value: ...

void: TypeAlias = None
bint: TypeAlias = builtins.bool
int: TypeAlias = builtins.int
uint: TypeAlias = builtins.int
longlong: TypeAlias = builtins.int
ulonglong: TypeAlias = builtins.int
Py_ssize_t: TypeAlias = builtins.int
float: TypeAlias = builtins.float
double: TypeAlias = builtins.float
p_uchar: TypeAlias = list[builtins.int]
p_uint: TypeAlias = list[builtins.int]
p_double: TypeAlias = list[builtins.float]
