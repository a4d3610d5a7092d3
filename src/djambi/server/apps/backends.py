"""Choose the backends of a server by its settings: one process by itself, or many with Redis."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from djambi.errors import DjambiError
from djambi.extras import missing_package
from djambi.server.cluster.bus import Bus, LocalBus
from djambi.server.jobs import Jobs, LocalJobs
from djambi.server.notifications.mail import MailServer
from djambi.server.page_build import read_page_build
from djambi.server.rate_limits import RateLimits
from djambi.server.settings import ServeSettings

if TYPE_CHECKING:
    from djambi.server.cluster.shared_rate_limits import SharedRateLimits


def bus_of(settings: ServeSettings) -> Bus:
    """Return the bus between the processes; raises DjambiError if Redis' client is missing."""
    if not settings.redis:
        return LocalBus()
    with _naming_extra():
        from djambi.server.cluster.redis_bus import RedisBus
    return RedisBus(settings.redis)


def jobs_of(settings: ServeSettings) -> Jobs:
    """Return the queue of jobs; raises DjambiError if what it needs is not installed."""
    if not settings.redis:
        return LocalJobs()
    with _naming_extra():
        from djambi.server.jobs.queue import QueueJobs
    return QueueJobs(settings.redis)


def shared_limits_of(settings: ServeSettings, limits: RateLimits) -> SharedRateLimits | None:
    """Return what shares the limits with other processes; None for a process by itself."""
    if not settings.redis:
        return None
    with _naming_extra():
        from djambi.server.cluster.shared_rate_limits import SharedRateLimits
    return SharedRateLimits(limits, settings.redis)


@contextmanager
def _naming_extra() -> Generator[None]:
    """Raise DjambiError, naming the extra, if a package that many processes need is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise missing_package("a server with several processes", error, "many") from None


def mail_of(settings: ServeSettings) -> MailServer | None:
    """Return who takes our e-mails; None: there are none."""
    return MailServer.at(settings.smtp, settings.mail_from) if settings.smtp else None


def page_build_of(settings: ServeSettings) -> dict[str, bytes]:
    """Return the files of the page in which visitors' browsers compute; {}: there is none.

    Raises DjambiError for a folder that is no whole build.
    """
    if not settings.page:
        return {}
    try:
        return read_page_build(Path(settings.page))
    except DjambiError as error:
        raise DjambiError(f"page: {error}") from None
