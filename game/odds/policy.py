"""Who decides how: named policies, and the best reply of the side that decides.

A decision the ruleset has a name for (form square, pursue…) follows its policy: "always" and "never" say so,
"auto" takes the best reply, by expectimax over a stated value: the ruleset's own, or any figure. Everything
else is done as a matter of course.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from game.core.actions import Action
from game.core.questions import Ending, FigureForm
from game.core.state import GameState
from game.odds.engine import Choice, End, Graph, Node, Roll, ordered

Policies = Mapping[str, str]  # prompt: auto, always or never; a prompt that is not named is auto


class Decided(NamedTuple):
    """A decision on the way: who decides what, what was chosen, and what each choice comes to."""

    state: GameState  # in which it is asked for; not its node, which would keep the whole graph
    prompt: str
    title: str
    side: str | None
    chosen: Action
    worth: tuple[tuple[Action, Fraction], ...]  # what the value played for comes to with each
    chance: Fraction  # that it comes to this decision


class Distribution(NamedTuple):
    """Every end of a chain and every roll on the way with its weight; a weight over `whole` is a chance."""

    whole: int
    ends: tuple[tuple[End, int], ...]
    rolls: tuple[tuple[Roll, int], ...]
    decided: tuple[Decided, ...]


def considered(graph: Graph, node: Choice, policies: Policies) -> tuple[Action, ...]:
    """The actions a policy leaves open at a decision: one, or a yes and a no for the best reply.

    How a yes is carried out (which way to face, which of two like hexes) is a matter of course.
    """
    form, rules, state, actions = graph.form, graph.rules, node.state, node.actions
    prompt = form.prompt(state)
    assert prompt is not None
    no = tuple(action for action in actions if action.verb in prompt.no)
    yes = tuple(action for action in actions if action.verb not in prompt.no)
    policy = policies.get(prompt.name, "auto")
    if policy == "auto" and yes and no:
        return (form.usual(rules, state, no), form.usual(rules, state, yes))
    # Where the rules leave only the other answer, it is given.
    wanted = (no or yes) if policy == "never" else (yes or no)
    return (form.usual(rules, state, wanted),)


def distribution(graph: Graph, policies: Policies, value: FigureForm | None = None) -> Distribution:
    """The exact distribution of a chain when all decisions follow these policies.

    Best replies play for *value*, else for what the ruleset's own form says.
    All sums are in whole numbers over one denominator, which is found first.
    """
    open_: dict[int, tuple[Action, ...]] = {}

    def children(node: Node) -> list[Node]:
        if isinstance(node, Roll):
            return [branch.node for branch in node.grow(graph)]
        if isinstance(node, Choice):
            actions = open_[id(node)] = considered(graph, node, policies)
            return [node.after(graph, action) for action in actions]
        return []

    nodes = ordered(graph.root, children)
    scale, score, chosen = _backwards(graph, nodes, open_, value or graph.form.value)
    return _forwards(graph, nodes, open_, scale, score, chosen)


def _backwards(
    graph: Graph, nodes: list[Node], open_: Mapping[int, tuple[Action, ...]], value: FigureForm
) -> tuple[dict[int, int], dict[int, int], dict[int, Action]]:
    """Denominator and expected value (over it) of every node, and what is chosen where."""
    scale: dict[int, int] = {}
    score: dict[int, int] = {}
    chosen: dict[int, Action] = {}
    situation, worth = graph.situation, value.of
    attacking = situation.attacking_side
    for node in reversed(nodes):
        key = id(node)
        if isinstance(node, End):
            scale[key], score[key] = 1, int(worth(Ending(situation, node.state)))
        elif isinstance(node, Roll):
            below = 1
            for branch in node.branches:
                below = lcm(below, scale[id(branch.node)])
            scale[key] = below * len(node.die.faces)
            total = 0
            for branch in node.branches:
                child = id(branch.node)
                total += len(branch.faces) * score[child] * (below // scale[child])
            score[key] = total
        else:
            actions = open_[key]
            leads = [id(node.after(graph, action)) for action in actions]
            below = lcm(*(scale[child] for child in leads))
            scores = [score[child] * (below // scale[child]) for child in leads]
            best = (max if (node.side == attacking) == value.is_welcome else min)(scores)
            scale[key], score[key] = below, best
            chosen[key] = actions[scores.index(best)]
    return scale, score, chosen


def _forwards(
    graph: Graph,
    nodes: list[Node],
    open_: Mapping[int, tuple[Action, ...]],
    scale: Mapping[int, int],
    score: Mapping[int, int],
    chosen: Mapping[int, Action],
) -> Distribution:
    """Chances from the root down, along what is chosen."""
    root = id(graph.root)
    whole = scale[root]
    weight = dict.fromkeys(scale, 0)
    weight[root] = whole
    ends: list[tuple[End, int]] = []
    rolls: list[tuple[Roll, int]] = []
    decided: list[Decided] = []
    for node in nodes:
        here = weight[id(node)]
        if not here:
            continue  # only reached by what nobody chooses
        if isinstance(node, End):
            ends.append((node, here))
        elif isinstance(node, Roll):
            share = here // len(node.die.faces)
            for branch in node.branches:
                weight[id(branch.node)] += share * len(branch.faces)
            rolls.append((node, here))
        else:
            action = chosen[id(node)]
            weight[id(node.after(graph, action))] += here
            prompt = graph.form.prompt(node.state)
            if prompt is not None:
                worth = tuple(
                    (each, Fraction(score[child], scale[child]))
                    for each in open_[id(node)]
                    for child in (id(node.after(graph, each)),)
                )
                chance = Fraction(here, whole)
                name, title, _no = prompt
                decided.append(Decided(node.state, name, title, node.side, action, worth, chance))
    return Distribution(whole, tuple(ends), tuple(rolls), tuple(decided))
