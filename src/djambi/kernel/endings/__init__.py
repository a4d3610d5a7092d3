"""Exact tables of endings with few pieces, by retrograde analysis."""
