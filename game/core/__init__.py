"""The language of play: state, actions, events, dice, sequence, tables, records."""
