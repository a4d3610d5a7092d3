"""The two applications, at home and online: how they are put together, started and configured."""
