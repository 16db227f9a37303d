"""Who decides how: named policies, and the best reply of the side that decides.

A decision the ruleset has a name for (form square, pursue…) follows its policy: "always" and "never" say so,
"auto" takes the best reply, by expectimax over a stated value: the ruleset's own, or any figure. Everything
else is done as a matter of course.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

from game.core.actions import Action
from game.core.questions import Covered, Ending, FigureForm, OddsForm, Situation
from game.core.state import GameState
from game.odds.engine import Choice, End, Graph, Node, Roll, ordered
from game.odds.outline import Decision

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


class Distribution:
    """Every end of a chain and every roll on the way with its weight; a weight over `whole` is a chance."""

    def __init__(
        self,
        whole: int,
        ends: tuple[tuple[End, int], ...],
        rolls: tuple[tuple[Roll, int], ...],
        tell: Callable[[], Iterable[Decided]],
    ) -> None:
        self.whole = whole
        self.ends = ends
        self.rolls = rolls
        self._tell = tell

    @cached_property
    def decided(self) -> tuple[Decided, ...]:
        """The decisions on the way; what each choice is worth is worked out for those who ask."""
        return tuple(self._tell())


def considered(graph: Graph, node: Choice, policies: Policies) -> tuple[Action, ...]:
    """The actions a policy leaves open at a decision: one, or a yes and a no for the best reply."""
    decision = node.decision
    policy = policies.get(decision.prompt.name, "auto")
    found = decision.left_open.get(policy)
    if found is None:
        try:
            found = decision.left_open[policy] = _left_open(
                graph.form, node.rules, node.state, decision, policy
            )
        except Covered:  # which of several is done as a matter of course, ratings say
            found = _left_open(graph.form, graph.rules, graph.aside(node.state), decision, policy)
    return found


def _left_open(
    form: OddsForm, rules: Any, state: GameState, decision: Decision, policy: str
) -> tuple[Action, ...]:
    """The same by these rules; how each is carried out (which way to face…) is a matter of course."""
    prompt, actions = decision.prompt, decision.actions
    no = tuple(action for action in actions if action.verb in prompt.no)
    yes = tuple(action for action in actions if action.verb not in prompt.no)
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
    open_: dict[Choice, tuple[Action, ...]] = {}
    leads: dict[Node, list[Node]] = {}

    def children(node: Node) -> list[Node]:
        if isinstance(node, Roll):
            leads[node] = found = [branch.node for branch in node.grow(graph)]
        elif isinstance(node, Choice):
            open_[node] = actions = considered(graph, node, policies)
            leads[node] = found = [node.after(graph, action) for action in actions]
        else:
            found = []
        return found

    nodes = ordered(graph.root, children)
    return _Chain(graph.situation, value or graph.form.value, nodes, leads, open_).distribution()


class _Chain:
    """What policies leave of a graph: its nodes, each after all that lead to it, and what they lead to."""

    def __init__(
        self,
        situation: Situation,
        value: FigureForm,
        nodes: list[Node],
        leads: Mapping[Node, list[Node]],
        open_: Mapping[Choice, tuple[Action, ...]],
    ) -> None:
        self.situation = situation
        self.value = value
        self.nodes = nodes
        self.leads = leads
        self.open = open_

    @cached_property
    def scale(self) -> dict[Node, int]:
        """The denominator of every node: the least in which all chances below it are whole numbers."""
        found: dict[Node, int] = {}
        leads = self.leads
        for node in reversed(self.nodes):
            if isinstance(node, End):
                found[node] = 1
                continue
            below = lcm(*[found[child] for child in leads[node]])
            found[node] = below * len(node.die.faces) if isinstance(node, Roll) else below
        return found

    @cached_property
    def score(self) -> dict[Node, int]:
        """The value played for that every node comes to, over its denominator, as best replies have it."""
        found: dict[Node, int] = {}
        scale, worth = self.scale, self.value.of
        for node in reversed(self.nodes):
            if isinstance(node, End):
                found[node] = int(worth(Ending(self.situation, node.state)))
            elif isinstance(node, Roll):
                below = scale[node] // len(node.die.faces)
                found[node] = sum(
                    [
                        len(faces) * found[child] * (below // scale[child])
                        for _reading, faces, child in node.branches
                    ]
                )
            else:
                found[node] = self._best(node)(self._scores(node, found))
        return found

    def _scores(self, node: Choice, score: Mapping[Node, int]) -> list[int]:
        """What each action comes to that is left open, over the denominator of the decision."""
        scale = self.scale
        return [score[child] * (scale[node] // scale[child]) for child in self.leads[node]]

    def _best(self, node: Choice) -> Callable[[list[int]], int]:
        wants_more = (node.side == self.situation.attacking_side) == self.value.is_welcome
        return max if wants_more else min

    def chosen(self, node: Choice) -> int:
        """Which of the actions left open is taken: the only one, or the first of the best."""
        if len(self.open[node]) == 1:
            return 0
        return self._scores(node, self.score).index(self.score[node])

    def distribution(self) -> Distribution:
        """Chances from the root down, along what is chosen."""
        root = self.nodes[0]
        whole = self.scale[root]
        weight = dict.fromkeys(self.nodes, 0)
        weight[root] = whole
        ends: list[tuple[End, int]] = []
        rolls: list[tuple[Roll, int]] = []
        choices: list[tuple[Choice, int, int]] = []
        for node in self.nodes:
            here = weight[node]
            if not here:
                continue  # only reached by what nobody chooses
            if isinstance(node, End):
                ends.append((node, here))
            elif isinstance(node, Roll):
                share = here // len(node.die.faces)
                for _reading, faces, child in node.branches:
                    weight[child] += share * len(faces)
                rolls.append((node, here))
            else:
                chosen = self.chosen(node)
                weight[self.leads[node][chosen]] += here
                choices.append((node, chosen, here))
        return Distribution(whole, tuple(ends), tuple(rolls), lambda: self._told(choices))

    def _told(self, choices: list[tuple[Choice, int, int]]) -> Iterator[Decided]:
        scale, score = self.scale, self.score
        for node, chosen, weight in choices:
            name, title, _no = node.decision.prompt
            actions = self.open[node]
            worth = tuple(
                (action, Fraction(score[child], scale[child]))
                for action, child in zip(actions, self.leads[node], strict=True)
            )
            chance = Fraction(weight, scale[self.nodes[0]])
            yield Decided(node.state, name, title, node.side, actions[chosen], worth, chance)
