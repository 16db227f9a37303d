"""One folder, one ruleset; each is found by its name and knows no other."""
