"""What a call did, beside what it was to do: six axes, root causes, the gate. Reads the record and the scenario alone."""
