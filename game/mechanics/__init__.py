"""The parts bin: what several rulesets build with."""
