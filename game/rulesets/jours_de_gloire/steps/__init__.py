"""The boxes of the flow chart, by the names `sequence.toml` uses."""
