"""Calls of every platform, read into one kind of record. One file a format; `registry` finds the right one."""

# Importing a format registers it, and where two recognise a payload the earlier one wins: from the shapes that are hard to
# mistake to the general one.
from callproof.importers import simple  # isort: skip
from callproof.importers import vapi  # isort: skip
from callproof.importers import retell  # isort: skip
from callproof.importers import timed_roles  # isort: skip

__all__ = ["retell", "simple", "timed_roles", "vapi"]
