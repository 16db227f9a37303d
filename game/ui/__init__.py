"""The table: the pygame window in which two people at one screen play any scenario of any ruleset.

It reads the rules and never works one out: what is lit up comes from `legal_actions`, what is refused from
`why_not`, what is seen from `View`. `scene` and `handlers` are plain Python; only `paint` and `window` know
of pygame.
"""
