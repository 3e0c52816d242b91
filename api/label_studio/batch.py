"""The photos of one request, each fetched and read, as many at a time as there are workers, while there is time.

Label Studio sends all tasks that a person selected in one request and waits 100 seconds for the answer. So a request is
answered in time with what has been read by then; asked again, Label Studio leaves out what it has.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

from api.label_studio.predictions import prediction_of_reading
from api.problems import Problem, vision_problem
from api.workers import PoolFullError
from engine.errors import quote
from vision.errors import ImageError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from api.label_studio.bodies import Task
    from api.label_studio.labelling import Labelling
    from api.service import Document
    from api.state import ServiceState

__all__ = ["Batch"]


@dataclass(frozen=True, slots=True)
class Batch:
    """What the photos of a request have in common.

    Attributes:
        state: The running service.
        labelling: Where boxes of tiles go.
        is_over: Tells whether nobody waits for the answer any more.
    """

    state: ServiceState
    labelling: Labelling
    is_over: Callable[[], Awaitable[bool]]

    async def predict(self, tasks: Sequence[Task]) -> list[Document | Problem]:
        """Return each task's prediction, or why it has none, in the order given.

        Raises:
            PoolFullError: Every worker is busy. Once a photo has been read, the others wait for a worker instead.
            Problem: 503: the models are not loaded.
            vision.errors.ModelError: They cannot be used.
        """
        settings = self.state.settings
        until = time.monotonic() + settings.label_studio_answer_s
        answers: list[Document | Problem] = [_too_late(settings.label_studio_answer_s)] * len(tasks)
        queue = enumerate(tasks)
        for number, task in queue:
            answers[number] = await self._predict(task, until=0)
            break
        await asyncio.gather(*(self._work_off(queue, answers, until) for _ in range(settings.workers)))
        return answers

    async def _work_off(
        self, queue: Iterator[tuple[int, Task]], answers: list[Document | Problem], until: float
    ) -> None:
        for number, task in queue:
            if time.monotonic() > until or await self.is_over():
                return
            try:
                answers[number] = await self._predict(task, until)
            except PoolFullError:
                return

    async def _predict(self, task: Task, until: float) -> Document | Problem:
        """Return a task's prediction; where every worker is busy, wait for one until ``until`` (monotonic seconds)."""
        address = task.data.get(self.labelling.photo_field)
        if not isinstance(address, str) or not address:
            return _no_address(address, self.labelling.photo_field)
        retry_s = self.state.settings.retry_after_s
        photo: bytes | None = None
        while True:
            try:
                photo = photo if photo is not None else await self.state.fetch_photo(address)
                return prediction_of_reading(await self.state.read(photo), self.labelling, address)
            except PoolFullError:
                if time.monotonic() + retry_s > until:
                    raise
            except ImageError as error:
                return vision_problem(error)
            except Problem as problem:
                if problem.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
                    raise
                return problem
            await asyncio.sleep(retry_s)


def _no_address(address: object, field: str) -> Problem:
    has = "nothing" if address is None else quote(address)
    detail = f"the task has {has} in {field!r}; the labelling interface expects a photo's address there"
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad_value", detail)


def _too_late(seconds: int) -> Problem:
    detail = f"the photo was not read within {seconds} s, the time for one request; ask again for those that are left"
    return Problem(HTTPStatus.TOO_MANY_REQUESTS, "too_busy", detail)
