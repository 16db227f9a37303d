"""Exact odds: every way a chain of play can end, with its chance as a fraction.

    from game.odds.question import read_question
    from game.odds.answer import answer

    question = read_question("skirmish", "attack", {"attacker": ["unit 3"], "defender": ["unit 2"]})
    answer(question).summary["prevails"]        # Fraction(1, 2)

The steps of play are run over every way their dice can read: there is no second resolver. `engine` grows
the graph of what can happen, `policy` answers the decisions on the way, `question` reads questions,
`answer` counts, `changes` asks what would change it most.
"""
