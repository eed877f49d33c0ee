"""What happened in a call: point events on one clock, the fold that judges read, and the files that hold them."""
