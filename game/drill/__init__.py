"""Practice: situations drawn at random, graded against the exact answer. Nothing here knows a terminal.

`exercises` makes them, `grading` marks replies, `history` remembers what was missed, `session` puts the
three together; `gloire drill` and the window show them.
"""
