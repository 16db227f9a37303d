"""Everything that touches pixels. What to draw is decided elsewhere, as plain data."""
