"""Observability for operators: metrics and logs."""
