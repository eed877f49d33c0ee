"""The tools of running calls for live agents: over HTTP, MCP and the webhooks of platforms; and the user's own backend, read and recorded."""
