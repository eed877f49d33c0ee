"""Placing calls: the simulation, the caller, the agents, the world behind their tools."""
