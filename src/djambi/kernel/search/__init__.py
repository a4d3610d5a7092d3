"""The search: which turn is best for whoever plays."""
