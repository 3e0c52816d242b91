"""Photos read by the machines of a Ray cluster, or by processes of this one that Ray looks after.

Ray Data hands blocks of a few photos to actors that hold one reader each. An actor that is lost, alone or with its
machine, is started again somewhere, and what it had in hand is read again. A photo that kills whoever reads it is told
apart on the way: see :class:`_Ledger`.

Needs the extra ``cluster``. Every machine needs this program in the same version, and the photos under the same paths.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import socket
import warnings
from collections import Counter
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from datasets.labelling.engine import Fault, PhotoOutcome
from datasets.labelling.errors import ClusterError, WorkerError
from datasets.labelling.work import PhotoLabeller

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from datasets.labelling.engine import OpenReader, PhotoTask

__all__ = ["RayEngine"]

PER_BLOCK: Final = 8
"""Photos handed out together: so few that what a lost worker had in hand is read again in seconds, so many that what
Ray does between them takes no noticeable time."""

STILLBORN: Final = 3
"""When each worker has begun so many blocks more than once and none was ever finished, that is no accident."""

STARTS: Final = 3
"""How often Ray is started before that is given up: its parts wait seconds for one another, too few where much runs."""

CONNECT_S: Final = 10

_ENVIRONMENT: Final = {
    # Nobody is told what is done here.
    "RAY_USAGE_STATS_ENABLED": "0",
    # What matters is raised.
    "RAY_BACKEND_LOG_LEVEL": "fatal",
}

_DEADLY: Final = Fault(
    "worker_died", "the worker that read this photo died twice; make the photo smaller, or leave it out and report it"
)


class RayEngine:
    """Labels photos with Ray Data; see :class:`datasets.labelling.engine.Engine`."""

    def __init__(self, workers: int | None = None, address: str | None = None) -> None:
        """Take how many photos are read at a time, and where.

        Args:
            workers: By default as many as the cluster has cores.
            address: A Ray cluster's (``host:6379``, ``auto``); None starts Ray on this machine for the time of the job.
        """
        self.workers = workers
        self.address = address

    def label(self, tasks: Sequence[PhotoTask], open_reader: OpenReader) -> Generator[PhotoOutcome, None, None]:
        """Yield one outcome for each task, in any order.

        Raises:
            vision.errors.ModelError: The reader cannot be opened.
            ClusterError: Ray is not installed, or its cluster is not there.
            WorkerError: Workers cannot be kept alive.
        """
        if not tasks:
            return
        with _cluster(self.workers, self.address) as workers:
            for answer in _run(tasks, open_reader, workers):
                if isinstance(answer, Exception):
                    raise answer
                yield answer


class _Ledger:
    """What is in hand where; an actor that outlives those who read.

    A block that is begun a second time has lost its worker. From then on its photos are begun one by one, and the one
    that was begun before is the one in whose hands its worker died again.
    """

    def __init__(self, workers: int) -> None:
        self._begun: Counter[str] = Counter()
        self._most_stillborn = STILLBORN * workers
        self._lost = 0
        self._finished = False

    def begin_block(self, path: str) -> tuple[bool, bool]:
        """Return whether the block that starts with a photo was begun before, and whether there is no hope for it."""
        self._begun[f"block {path}"] += 1
        again = self._begun[f"block {path}"] > 1
        self._lost += again
        return again, not self._finished and self._lost > self._most_stillborn

    def begin_photo(self, path: str) -> bool:
        """Return whether a photo of a block that was begun before was in hand when its worker died."""
        self._begun[path] += 1
        return self._begun[path] > 1

    def end_photo(self, path: str) -> None:
        """Take note that a photo did no harm."""
        del self._begun[path]

    def end_block(self, path: str) -> None:
        """Forget a block that is done."""
        self._finished = True
        self._begun.pop(f"block {path}", None)


class _Worker:
    """What an actor does: label one block's photos after the other. Whatever goes wrong is an answer too."""

    def __init__(self, open_reader: OpenReader, ledger: Any) -> None:  # noqa: ANN401 - an actor's handle has no type
        self._open_reader = open_reader
        self._ledger = ledger
        self._labeller: PhotoLabeller | None = None

    def __call__(self, block: Any) -> Any:  # noqa: ANN401 - pyarrow's tables are the extra's
        import pyarrow as pa  # noqa: PLC0415 - the extra

        tasks = [pickle.loads(task) for task in block.column("task").to_pylist()]  # noqa: S301 - the driver wrote them
        try:
            answers = list(self._label(tasks))
        except Exception as error:  # noqa: BLE001 - the driver raises it
            answers = [error]
        return pa.table({"answer": [pickle.dumps(answer) for answer in answers]})

    def _label(self, tasks: list[PhotoTask]) -> Iterator[object]:
        import ray  # noqa: PLC0415 - the extra

        again, hopeless = ray.get(self._ledger.begin_block.remote(tasks[0].path))
        if hopeless:
            message = "workers die as soon as they are started; is there enough memory? Try fewer --workers"
            raise WorkerError(message)
        labeller = self._labeller = self._labeller or _open_labeller(self._open_reader)
        for task in tasks:
            if again and ray.get(self._ledger.begin_photo.remote(task.path)):
                yield PhotoOutcome(task.path, fault=_DEADLY)
                continue
            yield labeller(task)
            if again:
                self._ledger.end_photo.remote(task.path)
        self._ledger.end_block.remote(tasks[0].path)


def _open_labeller(open_reader: OpenReader) -> PhotoLabeller:
    import cv2  # noqa: PLC0415 - in the worker

    # One core for each worker: what would use more takes it from the others.
    cv2.setNumThreads(1)
    return PhotoLabeller(open_reader())


def _run(tasks: Sequence[PhotoTask], open_reader: OpenReader, workers: int) -> Iterator[Any]:
    """Yield what workers answer: outcomes, and errors that end the job."""
    import ray  # noqa: PLC0415 - the extra
    from ray.data import ActorPoolStrategy, from_items  # noqa: PLC0415

    rows = [{"task": pickle.dumps(task)} for task in tasks]
    blocks = -(-len(rows) // PER_BLOCK)
    ledger = ray.remote(num_cpus=0)(_Ledger).remote(workers)
    answers = from_items(rows, override_num_blocks=blocks).map_batches(
        _Worker,
        batch_size=None,
        batch_format="pyarrow",
        fn_constructor_args=(open_reader, ledger),
        # It begins with what the cluster has, and grows with it.
        compute=ActorPoolStrategy(min_size=1, max_size=workers, initial_size=min(workers, blocks)),
        num_cpus=1,
    )
    for block in answers.iter_batches(batch_size=None, batch_format="pyarrow", prefetch_batches=0):
        for answer in block.column("answer").to_pylist():
            yield pickle.loads(answer)  # noqa: S301 - our worker wrote it


@contextmanager
def _cluster(workers: int | None, address: str | None) -> Iterator[int]:
    """Connect to a cluster, or start one; give the number of workers, and let go of it afterwards."""
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    try:
        import ray  # noqa: PLC0415 - the extra
        from ray.data import DataContext  # noqa: PLC0415
    except ImportError:
        message = "Ray is not installed; install it with: pip install 'tilesight[cluster]'"
        raise ClusterError(message) from None
    on_sigterm = signal.getsignal(signal.SIGTERM)
    _connect(partial(ray.init, log_to_driver=False, logging_level=logging.CRITICAL), workers, address)
    # Ray ends the program at once; whoever called means something by it.
    signal.signal(signal.SIGTERM, on_sigterm)
    try:
        with warnings.catch_warnings():
            # Ray Data's own options, which it deprecates itself.
            warnings.simplefilter("ignore", DeprecationWarning)
            context = DataContext.get_current()
        context.enable_progress_bars = False
        logging.getLogger("ray.data").setLevel(logging.CRITICAL)
        yield workers or int(ray.cluster_resources().get("CPU", 1))
    finally:
        ray.shutdown()


def _connect(init: Callable[..., object], workers: int | None, address: str | None) -> None:
    """Connect to a cluster, or start one of this machine's cores."""
    if address is not None:
        try:
            _require_listener(address)
            init(address=address)
        except Exception as error:  # noqa: BLE001 - Ray raises bare ones too
            message = f"the Ray cluster {address!r} cannot be reached: {error}"
            raise ClusterError(message) from None
        return
    for left in reversed(range(STARTS)):
        try:
            # Also where another cluster runs on this machine.
            init(address="local", num_cpus=workers or len(os.sched_getaffinity(0)), include_dashboard=False)
        except Exception as error:  # noqa: BLE001 - as above
            if not left:
                message = f"Ray cannot be started here: {error}"
                raise ClusterError(message) from None
        else:
            return


def _require_listener(address: str) -> None:
    """Raise OSError at once where nobody listens: Ray itself tries for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if port.isdecimal():
        socket.create_connection((host, int(port)), timeout=CONNECT_S).close()
