"""The other side of two formats: what an agent says to the platform, for reference agents that are served and for peers in tests."""
