"""Serving an agent of ours for real: it hears and speaks over the wires that live agents use."""
