"""Hosts that no run may touch: production."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from urllib.parse import urlsplit

from callproof.errors import InputError

# This machine.
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


def refuse_production(hosts: Iterable[str | None], refused: Iterable[str], what: str) -> None:
    """Raises InputError when one of the hosts is on the list. `*.example.com` on it stands for every name below example.com."""
    for host in hosts:
        name = _plain(host or "")
        for pattern in refused:
            if fnmatchcase(name, _plain(pattern)):
                raise InputError.of(
                    f"{what}: {name} is on the list of production hosts ({pattern}), which no run may touch"
                )


def host_of(url: str) -> str:
    """Raises InputError for what is no http(s) URL, and for one with a password in it, which would end up in logs."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        parts, host = urlsplit(""), None
    if parts.scheme not in {"http", "https"} or not host:
        raise InputError.of("a URL is expected that begins with http:// or https:// and names a host")
    if parts.username is not None or parts.password is not None:
        raise InputError.of(f"the URL of {host} has a name or password in it; put it into a header")
    return host


def _plain(host: str) -> str:
    """As names are compared: small letters, no dot at the end, no port, umlauts as they are sent."""
    name = host.strip().lower().rstrip(".")
    if name.startswith("["):
        name = name[1:].partition("]")[0]
    elif name.count(":") == 1:
        name = name.partition(":")[0]
    try:
        return name if name.isascii() else name.encode("idna").decode()
    except UnicodeError:
        return name
