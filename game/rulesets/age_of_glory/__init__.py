"""The Age of Glory: pike and powder battles on hexes of two inches, one unit in a hex."""
