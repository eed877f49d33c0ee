"""What is kept up in a loop of another thread comes down again, whatever happens."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from callproof.calling.background import background_loop, held


@asynccontextmanager
async def kept(said: list[str], *, comes_up_in_s: float = 0) -> AsyncIterator[int]:
    try:
        await asyncio.sleep(comes_up_in_s)
        said.append("up")
        yield 3
    finally:
        await asyncio.sleep(0.05)
        said.append("down")


def test_it_is_up_while_it_is_held() -> None:
    said: list[str] = []
    with background_loop("test") as loop, held(kept(said), loop) as value:
        assert (value, said) == (3, ["up"])
    assert said == ["up", "down"]


def test_what_does_not_come_up_says_why() -> None:
    @asynccontextmanager
    async def broken() -> AsyncIterator[int]:
        raise ValueError("no port")
        yield 1

    with background_loop("test") as loop, pytest.raises(ValueError, match="no port"), held(broken(), loop):
        raise AssertionError("never up")


def test_an_error_inside_brings_it_down() -> None:
    said: list[str] = []
    with background_loop("test") as loop, pytest.raises(KeyError), held(kept(said), loop):
        raise KeyError
    assert said == ["up", "down"]


def test_ctrl_c_while_it_comes_up_brings_it_down() -> None:
    said: list[str] = []
    threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT]).start()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    began = time.monotonic()
    try:
        with (
            background_loop("test") as loop,
            pytest.raises(KeyboardInterrupt),
            held(kept(said, comes_up_in_s=30), loop),
        ):
            raise AssertionError("never up")
    finally:
        signal.signal(signal.SIGINT, before)
    assert said == ["down"]
    assert time.monotonic() - began < 10


def test_what_was_left_in_the_loop_ends_with_it() -> None:
    said: list[str] = []

    async def endless() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            said.append("ended")

    async def begin() -> None:
        asyncio.get_running_loop().create_task(endless())
        await asyncio.sleep(0)

    with background_loop("test") as loop:
        asyncio.run_coroutine_threadsafe(begin(), loop).result()
        assert said == []
    assert said == ["ended"]
