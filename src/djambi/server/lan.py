"""The local network: this computer's addresses on it, and the code for phones to scan."""

from __future__ import annotations

import io
import socket
from ipaddress import ip_address

import segno


def local_addresses() -> tuple[str, ...]:
    """Return this computer's IPv4 addresses on local networks, the default route's first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing: it only asks which route would be taken.
            probe.connect(("192.0.2.1", 9))
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found.extend(str(info[4][0]) for info in known)
    except OSError:
        pass
    return tuple(a for a in dict.fromkeys(found) if not _useless(a))


def _useless(address: str) -> bool:
    parsed = ip_address(address)
    return parsed.is_loopback or parsed.is_unspecified


def code_svg(url: str) -> bytes:
    """Return the QR code of `url` as an SVG image (dark on white, with a quiet border).

    >>> code_svg("http://192.168.0.7:8765/join/x")[:5]
    b'<?xml'
    """
    out = io.BytesIO()
    segno.make(url, error="m", micro=False).save(out, kind="svg", scale=4, border=4, light="#fff")
    return out.getvalue()


def code_text(url: str) -> str:
    """Return the QR code of `url` for a terminal, two rows of modules on a line."""
    out = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
