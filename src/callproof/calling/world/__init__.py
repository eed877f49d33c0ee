"""The world behind an agent's tools: a database, the tools that work on it, and the faults they are given."""
