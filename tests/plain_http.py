"""HTTP without TLS, to servers of this machine."""

from __future__ import annotations

import ssl

NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""`verify` of a client that meets no certificate.

Other clients first read all certificates that are trusted, which takes longer than any request.
"""
