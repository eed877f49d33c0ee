"""What should happen: scenarios and suites, and the files they are read from."""
