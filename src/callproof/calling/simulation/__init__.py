"""Playing one call: clock, log, director, the agent's session, and the record that comes out."""
