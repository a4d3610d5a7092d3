"""Exponentials and logarithms that no library and no processor changes."""

from __future__ import annotations

import math
from decimal import Context, Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from djambi.kernel.search import elementary

CONTEXT = Context(prec=40)


def ulps_off(x: float) -> float:
    """How far `exp` is from the true value, in units in the last place."""
    true = CONTEXT.exp(Decimal(x))
    return abs(float((Decimal(elementary.exp(x)) - true) / Decimal(math.ulp(float(true)))))


@given(st.floats(-707.9, 709.0))
def test_exponentials_are_right_to_the_last_place(x: float) -> None:
    assert ulps_off(x) < 0.52


def test_exponentials_of_what_searches_ask_for_are_right() -> None:
    random = Random(1)
    assert max(ulps_off(random.uniform(-20.0, 3.0)) for _ in range(2_000)) < 0.52


@pytest.mark.parametrize(
    ("x", "bits"),
    [
        (1.0, "0x1.5bf0a8b145769p+1"),
        # So near the middle between two numbers that libraries differ here.
        (-0.6, "0x1.18fdd6b9604e4p-1"),
        (-4.281, "0x1.c5249a718a944p-7"),
        (-8.738, "0x1.50544e27deb20p-13"),
    ],
)
def test_exponentials_have_the_same_bits_everywhere(x: float, bits: str) -> None:
    assert elementary.exp(x).hex() == bits


def test_exponentials_end_where_numbers_do() -> None:
    assert [elementary.exp(x) for x in (-math.inf, -1e9, -709.0)] == [0.0] * 3
    assert elementary.exp(-707.9) >= 2.0**-1022
    largest = elementary.exp(709.0)
    assert 8e307 < largest == elementary.exp(1e9) == elementary.exp(math.inf)


def test_logarithms_are_rounded_once() -> None:
    found = [elementary.log1p(count) for count in range(73)]
    assert found == [float(CONTEXT.ln(Decimal(1 + count))) for count in range(73)]
