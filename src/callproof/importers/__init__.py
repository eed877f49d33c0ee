"""Calls of every platform, read into one kind of record. One file a format; `registry` finds the right one."""
