"""Words: what a sentence says and does. Pure; knows no call."""
