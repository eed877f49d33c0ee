"""A few lines in the user's own agent tell a callproof run what the agent holds for true and what its tool calls are up to.

Needs nothing but Python's standard library: where callproof is not installed, copy this folder into your project.
"""
