"""The sequence of play as data: phases, their parts, who is asked, and what may open inside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from game.core.tables import read_model

_MERMAID_WORDS = frozenset(("call", "class", "click", "default", "end", "graph", "href", "style", "subgraph"))

Asks = Literal["nobody", "both", "first", "second", "active", "inactive"]


class Node(BaseModel):
    """A phase (with parts, played in order) or a step (a box that asks or acts)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    title: str
    rule: str = ""
    asks: Asks = "nobody"
    secret: bool = False
    parts: tuple[str, ...] = ()
    repeat: str = ""
    when: str = ""
    opens: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _one_kind(self) -> Node:
        if self.parts and (self.asks != "nobody" or self.opens):
            raise ValueError(f"'{self.id}' has parts, so it neither asks nor opens anything itself")
        if self.repeat and not self.parts:
            raise ValueError(f"'{self.id}' repeats, but has no parts to repeat")
        return self


class Sequence(BaseModel):
    """The whole flow chart."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal[1]
    start: str
    node: tuple[Node, ...]

    @model_validator(mode="after")
    def _names_meet(self) -> Sequence:
        known = self.nodes
        if len(known) != len(self.node):
            raise ValueError("two nodes share an id")
        for node in self.node:
            for name in (*node.parts, *node.opens):
                if name not in known:
                    raise ValueError(f"'{node.id}' names '{name}', which is not described")
        if self.start not in known:
            raise ValueError(f"start names '{self.start}', which is not described")
        return self

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        return {node.id: node for node in self.node}

    def conditions(self) -> frozenset[str]:
        """Names of the questions the ruleset must answer: when to enter, when to repeat."""
        return frozenset(name for node in self.node for name in (node.when, node.repeat) if name)

    def mermaid(self) -> str:
        """The flow chart as Mermaid text."""
        lines = ["flowchart TD"]
        for node in self.node:
            title = mermaid_text(node.title)
            label = f"{title}<br/><small>[{node.rule}]</small>" if node.rule else title
            shape = {"nobody": ('["', '"]')}.get(node.asks, ('{{"', '"}}'))
            if node.parts:
                shape = ('(["', '"])')
            asked = "" if node.asks == "nobody" else f"<br/><i>asks {node.asks}</i>"
            lines.append(f"  {_mermaid_id(node.id)}{shape[0]}{label}{asked}{shape[1]}")
        lines.extend(self._edges())
        return "\n".join(lines) + "\n"

    def _edges(self) -> Iterator[str]:
        nodes = self.nodes
        for node in self.node:
            before = _mermaid_id(node.id)
            for part in node.parts:
                when = f"|if {nodes[part].when.replace('_', ' ')}|" if nodes[part].when else ""
                yield f"  {before} -->{when} {_mermaid_id(part)}"
                before = _mermaid_id(part)
            if node.repeat:
                yield f"  {before} -->|again while {node.repeat.replace('_', ' ')}| {_mermaid_id(node.id)}"
            for opened in node.opens:
                yield f"  {_mermaid_id(node.id)} -.->|opens| {_mermaid_id(opened)}"


def mermaid_text(text: str) -> str:
    """A title as Mermaid draws it: "1. Fire" would be taken for a list, which it refuses to draw."""
    return re.sub(r"^(\d+)\.", r"\1#46;", text.replace("#", "#35;").replace('"', "#quot;"))


def _mermaid_id(id_: str) -> str:
    """A box's name in the chart; Mermaid keeps a few words, "end" above all, for itself."""
    return f"{id_}_" if id_ in _MERMAID_WORDS else id_


def read_sequence(path: Path) -> Sequence:
    """The sequence of play in a ruleset's `sequence.toml`."""
    return read_model(Sequence, path)
