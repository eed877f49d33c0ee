"""Results as pages, text and data."""
