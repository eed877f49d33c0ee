"""A PostgreSQL server, as the tests of the world have it."""

from tests.unit.calling.world.conftest import postgres

__all__ = ["postgres"]
