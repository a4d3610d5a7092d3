"""The players that others are measured against: frozen, so that old figures keep their sense."""
