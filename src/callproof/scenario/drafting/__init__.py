"""Drafts of a suite from the schemas of tools: reading them, guessing a world and scenarios, writing the file."""
