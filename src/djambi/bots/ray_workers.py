"""Work on a Ray cluster: what processes of this computer do, done by many."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from types import ModuleType
from typing import Any, Final, TypeVar

from djambi._version import __version__
from djambi.errors import DjambiError, quoted
from djambi.extras import missing_package
from djambi.files import os_error_text
from djambi.kernel import COMPILED

T = TypeVar("T")
U = TypeVar("U")

INSTALLED: Final = f"djambi {__version__}, {'compiled' if COMPILED else 'interpreted'}"
"""What must be the same on all nodes: the two kernels search different numbers of nodes."""

CONNECT_TIMEOUT_S: Final = 5.0
"""Seconds that a cluster has to take a connection."""

RETRIES: Final = 5
"""How often an item is given to another worker because the one that had it was lost."""

ITEMS_PER_PROCESSOR: Final = 2
"""Items handed out for every processor of the cluster, so that none waits for the next."""

MIN_ITEMS: Final = 16
"""Items handed out at least, for the processors of nodes that join later."""

_POLL_S: Final = 0.1
"""Seconds after which new items are looked for while results are awaited."""


@contextmanager
def ray_workers(address: str) -> Generator[RayWorkers]:
    """Connect to a Ray cluster while the context lasts.

    Args:
        address: ``HOST:PORT`` of the head node, ``ray://HOST:PORT``, ``auto`` for the cluster that
            runs here, or ``local`` for one that is started here and ends with the context.

    Raises:
        DjambiError: Ray is not installed; nobody answers there; versions do not fit.
    """
    _check_address(address)
    # Ray would tell its makers of every cluster.
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
    except ImportError as error:
        raise missing_package("a Ray cluster", error, "ray") from error
    try:
        ray.init(address, log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError) as error:
        raise DjambiError(f"no Ray cluster at {quoted(address)}: {_first_line(error)}") from error
    try:
        yield RayWorkers(ray)
    finally:
        ray.shutdown()


class RayWorkers:
    """The processors of a Ray cluster, as workers.

    An item whose worker or node is lost is given to another one, and yields one result however
    often it was begun. What work is called with and what it returns travels as pickles; the code
    does not: the same version of djambi, compiled or not, must be installed on every node.

    Args:
        ray: the package, connected to a cluster.
    """

    def __init__(self, ray: ModuleType) -> None:
        self._ray = ray
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(_work_here)

    def run(self, work: Callable[[T], U], items: Iterable[T]) -> Iterator[U]:
        """Run the same work on many items and yield each result as it is ready, in any order.

        Args:
            work: a function that can be sent to another process.
            items: what it is called with; they are read as workers become free.

        Raises:
            DjambiError: work failed on an item, or its workers were lost again and again.
        """
        ray = self._ray
        processors = int(ray.cluster_resources().get("CPU", 0))
        room = Semaphore(max(MIN_ITEMS, ITEMS_PER_PROCESSOR * processors))
        handed_out: SimpleQueue[tuple[Any, T] | BaseException | None] = SimpleQueue()
        given_up = False

        def hand_out() -> None:
            try:
                for item in items:
                    room.acquire()
                    if given_up:
                        return
                    handed_out.put((self._task.remote(INSTALLED, work, item), item))
            except BaseException as error:
                handed_out.put(error)
            else:
                handed_out.put(None)

        # Items may come slowly, say by a pipe, and results are not to wait for them.
        Thread(target=hand_out, daemon=True).start()
        running: dict[Any, T] = {}
        more = True
        try:
            while more or running:
                for found in _available(handed_out, wait=more and not running):
                    if isinstance(found, BaseException):
                        raise found
                    if found is None:
                        more = False
                    else:
                        running[found[0]] = found[1]
                done: list[Any] = ray.wait(list(running), timeout=_POLL_S)[0] if running else []
                for each in done:
                    yield self._result(each, running.pop(each))
                    room.release()
        finally:
            given_up = True
            room.release()
            for each in running:
                ray.cancel(each, force=True)

    def _result(self, task: Any, item: object) -> Any:
        exceptions = self._ray.exceptions
        try:
            return self._ray.get(task)
        except exceptions.RayTaskError as error:
            raise DjambiError(f"the work on {item!r:.100} failed: {error.cause}") from error
        except exceptions.RayError as error:
            raise DjambiError(
                f"the work on {item!r:.100} was lost {RETRIES + 1} times: {_first_line(error)}"
            ) from error


def _work_here(wanted: str, work: Callable[[T], U], item: T) -> U:
    """Do work on a node, which must have what it was sent from."""
    if wanted != INSTALLED:
        raise DjambiError(f"{socket.gethostname()} has {INSTALLED}, not {wanted}")
    return work(item)


def _available(queue: SimpleQueue[T], *, wait: bool) -> Iterator[T]:
    """Yield what is in a queue; with `wait`, at least one thing."""
    try:
        if wait:
            yield queue.get()
        while True:
            yield queue.get_nowait()
    except Empty:
        return


def _check_address(address: str) -> None:
    """Raise DjambiError if nobody answers at an address: Ray itself would try for minutes."""
    if address in ("auto", "local"):
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (host and colon and port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise DjambiError(
            f"{quoted(address)} is no address of a Ray cluster: HOST:PORT, ray://HOST:PORT,"
            " auto or local"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_TIMEOUT_S).close()
    except OSError as error:
        raise DjambiError(f"no Ray cluster at {quoted(address)}: {os_error_text(error)}") from error


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
