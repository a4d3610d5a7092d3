"""The version of the package, read by the build too, and the number of the network protocol."""

__version__ = "1.0.0"

PROTOCOL_NUMBER = 1
"""The network protocol that this program speaks, as a server and as a client (docs/versions.md)."""

OLDEST_PROTOCOL_NUMBER = 1
"""The oldest protocol whose clients this program's server still understands."""
