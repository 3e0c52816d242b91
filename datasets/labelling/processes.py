"""Work spread over processes of this machine, each with its own reader, none of which can take the job with it.

A worker that dies (out of memory, a crash in a decoder) is replaced and its task tried once more; a task that kills
two workers is answered as such. When the parent dies, its workers find their pipe closed and end.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import cv2

from datasets.labelling.engine import Fault, PhotoOutcome
from datasets.labelling.errors import WorkerError
from datasets.labelling.work import PhotoLabeller

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from multiprocessing.context import SpawnProcess

    from datasets.labelling.engine import OpenReader, PhotoTask

__all__ = ["Done", "ProcessEngine", "usable_cores", "work_in_processes"]

Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD: Final = 2
"""Tasks a worker holds: one in work and one waiting, so that it never waits for the parent."""

_TRIES: Final = 2

_STILLBORN: Final = 3
"""So many workers in a row that end before they answered anything are no accident."""


@dataclass(frozen=True, slots=True)
class Done(Generic[Task, Result]):
    """A task and what came of it; ``result`` is None when it killed its worker twice."""

    task: Task
    result: Result | None


class ProcessEngine:
    """Labels photos in processes of this machine; see :class:`datasets.labelling.engine.Engine`."""

    def __init__(self, workers: int | None = None) -> None:
        """Take how many photos are read at a time; by default as many as there are cores to use."""
        self.workers = workers or usable_cores()

    def label(self, tasks: Sequence[PhotoTask], open_reader: OpenReader) -> Generator[PhotoOutcome, None, None]:
        """Yield one outcome for each task, in any order."""
        with closing(work_in_processes(partial(_open_labeller, open_reader), tasks, self.workers)) as work:
            for done in work:
                yield done.result or PhotoOutcome(done.task.path, fault=_DEADLY)


_DEADLY: Final = Fault(
    "worker_died", "the process that read this photo died twice; make the photo smaller, or leave it out and report it"
)


def _open_labeller(open_reader: OpenReader) -> PhotoLabeller:
    return PhotoLabeller(open_reader())


def usable_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def work_in_processes(
    open_worker: Callable[[], Callable[[Task], Result]], tasks: Iterable[Task], workers: int
) -> Generator[Done[Task, Result], None, None]:
    """Yield tasks as they get done, in any order. Closing the iterator ends the workers.

    Args:
        open_worker: Called once in each process; returns what is called with each task. Has to be picklable.
        tasks: What is to be done, taken one by one as workers get free.
        workers: How many processes work.

    Raises:
        Exception: What ``open_worker`` raised, or a task: tasks are expected to answer their faults.
        WorkerError: Workers end as soon as they are started.
    """
    pool = _Pool(open_worker, deque(), iter(tasks))
    try:
        pool.fill(workers)
        while pool.workers:
            yield from pool.wait()
    finally:
        for worker in pool.workers:
            worker.end()


@dataclass(eq=False, slots=True)
class _Worker(Generic[Task]):
    """A process, the pipe to it, and the tasks it holds, the one in work first."""

    process: SpawnProcess
    pipe: Connection
    tasks: deque[tuple[Task, int]] = field(default_factory=deque)

    def give(self, task: Task, tries: int) -> None:
        self.tasks.append((task, tries))
        try:
            self.pipe.send(task)
        except (BrokenPipeError, ConnectionResetError):
            # Its end is met where answers are waited for.
            return

    def end(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join()


@dataclass(eq=False, slots=True)
class _Pool(Generic[Task, Result]):
    open_worker: Callable[[], Callable[[Task], Result]]
    again: deque[tuple[Task, int]]
    tasks: Iterator[Task]
    workers: list[_Worker[Task]] = field(default_factory=list)
    stillborn: int = 0

    def fill(self, count: int) -> None:
        """Start workers, as long as there is something to do for them."""
        for _ in range(count):
            first = self._next()
            if first is None:
                return
            worker: _Worker[Task] = _start(self.open_worker)
            self.workers.append(worker)
            worker.give(*first)
        for worker in [*self.workers]:
            self._feed(worker)

    def wait(self) -> Iterator[Done[Task, Result]]:
        """Wait until a worker answers or dies; yield what got done."""
        ready = wait([worker.pipe for worker in self.workers])
        for worker in [worker for worker in self.workers if worker.pipe in ready]:
            try:
                kind, content = worker.pipe.recv()
            except (EOFError, ConnectionResetError):
                yield from self._bury(worker)
                continue
            if kind == "raised":
                raise content
            self.stillborn = 0
            task, _ = worker.tasks.popleft()
            self._feed(worker)
            yield Done(task, content)

    def _feed(self, worker: _Worker[Task]) -> None:
        """Give a worker tasks up to what it may hold; dismiss it when there is nothing left for it."""
        while len(worker.tasks) < _AHEAD:
            following = self._next()
            if following is None:
                break
            worker.give(*following)
        if not worker.tasks:
            self.workers.remove(worker)
            worker.end()

    def _bury(self, worker: _Worker[Task]) -> Iterator[Done[Task, Result]]:
        """Replace a dead worker; what it had in work is tried again unless that killed one before."""
        self.workers.remove(worker)
        worker.end()
        self.stillborn += 1
        if self.stillborn >= _STILLBORN * max(1, len(self.workers)):
            message = (
                f"workers die as soon as they are started (status {worker.process.exitcode}); is there enough memory? "
                "Try fewer --workers"
            )
            raise WorkerError(message)
        in_work, *waiting = worker.tasks
        self.again.extend(waiting)
        task, tries = in_work
        if tries + 1 < _TRIES:
            self.again.append((task, tries + 1))
        self.fill(1)
        if tries + 1 >= _TRIES:
            yield Done(task, None)

    def _next(self) -> tuple[Task, int] | None:
        if self.again:
            return self.again.popleft()
        for task in self.tasks:
            return task, 0
        return None


def _start(open_worker: Callable[[], Callable[[Any], Any]]) -> _Worker[Any]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, open_worker), daemon=True)
    with _interruption_held_back():
        process.start()
    theirs.close()
    return _Worker(process, ours)


@contextmanager
def _interruption_held_back() -> Iterator[None]:
    """Start what the body starts without SIGINT: Ctrl-C reaches the whole group, and the parent ends its workers."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, open_worker: Callable[[], Callable[[Any], Any]]) -> None:
    """Work off tasks from the pipe until it is closed. Runs in the worker's process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # One core for each worker: what would use more takes it from the others.
    cv2.setNumThreads(1)
    try:
        work = open_worker()
        while True:
            pipe.send(("done", work(pipe.recv())))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:  # noqa: BLE001 - the parent tells it
        pipe.send(("raised", error))
