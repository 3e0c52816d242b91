"""The worker pool counts what its threads do, also for callers who went away."""

from __future__ import annotations

import asyncio
import threading

import pytest

from api.workers import PoolFullError, WorkerPool


def test_results_and_errors_come_back() -> None:
    async def scenario() -> None:
        pool = WorkerPool(workers=1, queue=1, name="test")
        assert await pool.run(divmod, 7, 3) == (2, 1)
        with pytest.raises(ZeroDivisionError):
            await pool.run(divmod, 7, 0)
        assert pool.pending() == 0
        pool.close()

    asyncio.run(scenario())


def test_one_too_many_is_refused_until_a_thread_is_free() -> None:
    async def scenario() -> None:
        pool = WorkerPool(workers=1, queue=1, name="test")
        release = threading.Event()
        running = [asyncio.create_task(pool.run(release.wait, 10)) for _ in range(2)]
        await asyncio.sleep(0.01)
        with pytest.raises(PoolFullError):
            await pool.run(int)
        # The caller of the running call leaves; its thread is still taken.
        running[0].cancel()
        await asyncio.sleep(0.01)
        with pytest.raises(PoolFullError):
            await pool.run(int)
        release.set()
        assert await running[1]
        assert await pool.run(int) == 0
        pool.close()

    asyncio.run(scenario())


def test_closing_waits_for_running_calls_and_a_closed_pool_starts_again() -> None:
    async def scenario() -> None:
        pool = WorkerPool(workers=1, queue=0, name="test")
        done = []
        started = threading.Event()

        def work() -> None:
            started.set()
            threading.Event().wait(0.1)
            done.append(1)

        task = asyncio.create_task(pool.run(work))
        await asyncio.to_thread(started.wait, 10)
        await asyncio.to_thread(pool.close)
        assert done == [1]
        await task
        assert await pool.run(int) == 0
        pool.close()

    asyncio.run(scenario())
