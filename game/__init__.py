"""Gloire: battles of the horse-and-musket age on hexes, with the rules enforced and the odds exact."""

__version__ = "0.1.0"
