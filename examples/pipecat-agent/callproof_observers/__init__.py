"""Copied from callproof (src/callproof/observers): reports to a run, and is silent where there is none."""
