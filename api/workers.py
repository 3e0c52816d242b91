"""A bounded pool of threads for work that would block the event loop."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PoolFullError", "WorkerPool"]

P = ParamSpec("P")
T = TypeVar("T")


class PoolFullError(Exception):
    """Every thread is busy and the queue is full; try again later."""


class WorkerPool:
    """Runs functions in threads, and refuses work instead of letting a queue grow without end."""

    def __init__(self, *, workers: int, queue: int, name: str) -> None:
        """Make a pool of ``workers`` threads in front of which at most ``queue`` calls wait."""
        self._workers = workers
        self._name = name
        self._executor: ThreadPoolExecutor | None = None
        self._capacity = workers + queue
        self._pending = 0
        self._lock = threading.Lock()

    def pending(self) -> int:
        """Calls that run or wait."""
        return self._pending

    async def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return ``function(*args, **kwargs)``, computed in a thread of the pool.

        Raises:
            PoolFullError: All threads are busy and the queue is full.
        """
        with self._lock:
            if self._pending >= self._capacity:
                message = f"{self._pending} calls already run or wait; the pool takes {self._capacity}"
                raise PoolFullError(message)
            if self._executor is None:
                self._executor = ThreadPoolExecutor(max_workers=self._workers, thread_name_prefix=self._name)
            future = self._executor.submit(function, *args, **kwargs)
            self._pending += 1
        # Counted down by the thread's own future: a caller who went away still occupies the thread.
        future.add_done_callback(self._count_down)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Wait for running calls, then end the threads; a later call starts new ones."""
        with self._lock:
            executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=True, cancel_futures=True)

    def _count_down(self, _future: Future[T]) -> None:
        with self._lock:
            self._pending -= 1
