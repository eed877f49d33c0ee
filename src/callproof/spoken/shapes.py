"""The shape of a text: a zero in the place of every digit.

Agents speak in templates and callers in short replies, so that a shape is met again and again where a text is not. What does not
depend on the figures in a text is worked out once for its shape.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import TypeVar

T = TypeVar("T")

_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_REMEMBERED = 2048
# Longer texts do not come again, and would fill the memory.
LONGEST_REMEMBERED = 1000


def shape(text: str) -> str:
    """ "Order 0000" for "Order 4821". Digits of other scripts stay as they are."""
    # By way of bytes it takes a tenth of the time; halves of emojis are carried along.
    return text.encode("utf-8", "surrogatepass").translate(_ZEROS).decode("utf-8", "surrogatepass")


def by_shape(ask: Callable[[str], T]) -> Callable[[str], T]:
    """For a question about a text whose answer is the same whatever digits stand in it: asked once for a shape, and of the shape."""
    answer = lru_cache(maxsize=_REMEMBERED)(ask)

    def asked(text: str) -> T:
        return answer(shape(text)) if len(text) <= LONGEST_REMEMBERED else ask(text)

    update_wrapper(asked, ask)
    return asked
