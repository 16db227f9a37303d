"""Hex maps for wargames: coordinates, facing, boards, movement, zones of control, sight, files.

Stands on its own: nothing here knows of any game. `coords`, `facing`, `board`, `paths`, `zones` and
`sight` need only the standard library; `files` adds pydantic, `tiled` pytmx, `lattice` hexalattice.
"""
