"""Tiled's JSON files (`.tmj`, `.tsj`) as the XML tree they stand for, so that one reader serves both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement

_LAYER_TAGS = {
    "tilelayer": "layer",
    "objectgroup": "objectgroup",
    "imagelayer": "imagelayer",
    "group": "group",
}
_FLAGS = ("point", "ellipse")
_LINES = ("polygon", "polyline")
_NOT_ATTRIBUTES = ("data", "image", *_FLAGS)


def map_element(values: Any) -> Element:
    """A `<map>` from the content of a `.tmj` file; KeyError, TypeError or ValueError for anything else."""
    if values["type"] != "map":
        raise ValueError("not a map")
    root = _element("map", values)
    root.extend(_tileset(tileset) for tileset in values.get("tilesets", ()))
    root.extend(_layer(layer) for layer in values["layers"])
    return root


def tileset_element(values: Any) -> Element:
    """A `<tileset>` from the content of a `.tsj` file."""
    if values.get("type", "tileset") != "tileset":
        raise ValueError("not a tileset")
    return _tileset(values)


def _element(tag: str, values: Mapping[str, Any]) -> Element:
    """An element with every plain value as an attribute, and the properties below it."""
    plain = {
        str(key): _text(value)
        for key, value in values.items()
        if isinstance(value, str | int | float | bool) and key not in _NOT_ATTRIBUTES
    }
    element = Element(tag, plain)
    if values.get("properties"):
        element.append(_properties(values["properties"]))
    return element


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _properties(values: Iterable[Mapping[str, Any]]) -> Element:
    found = Element("properties")
    for each in values:
        found.append(_property(str(each["name"]), each["value"]))
    return found


def _property(name: str, value: Any) -> Element:
    element = Element("property", {"name": name})
    if isinstance(value, Mapping):
        inner = SubElement(element, "properties")
        inner.extend(_property(str(key), member) for key, member in value.items())
    else:
        element.set("value", _text(value))
    return element


def _tileset(values: Mapping[str, Any]) -> Element:
    tileset = _element("tileset", values)
    for tile in values.get("tiles", ()):
        element = _element("tile", tile)
        if isinstance(tile.get("image"), str):
            SubElement(element, "image", {"source": tile["image"]})
        tileset.append(element)
    return tileset


def _layer(values: Mapping[str, Any]) -> Element:
    layer = _element(_LAYER_TAGS[values["type"]], values)
    match values["type"]:
        case "tilelayer":
            layer.append(_data(values))
        case "objectgroup":
            layer.extend(_object(each) for each in values["objects"])
        case "group":
            layer.extend(_layer(each) for each in values["layers"])
        case "imagelayer":
            SubElement(layer, "image", {"source": str(values.get("image", ""))})
    return layer


def _data(values: Mapping[str, Any]) -> Element:
    data = Element("data", {"encoding": str(values.get("encoding", "csv"))})
    if values.get("compression"):
        data.set("compression", str(values["compression"]))
    if "chunks" in values:
        for each in values["chunks"]:
            chunk = _element("chunk", each)
            chunk.text = _cells(each["data"])
            data.append(chunk)
    else:
        data.text = _cells(values["data"])
    return data


def _cells(data: Any) -> str:
    return data if isinstance(data, str) else ",".join(str(int(gid)) for gid in data)


def _object(values: Mapping[str, Any]) -> Element:
    element = _element("object", values)
    for flag in _FLAGS:
        if values.get(flag):
            SubElement(element, flag)
    for line in _LINES:
        if line in values:
            points = " ".join(f"{float(at['x'])!r},{float(at['y'])!r}" for at in values[line])
            SubElement(element, line, {"points": points})
    if "text" in values:
        SubElement(element, "text").text = str(values["text"]["text"])
    return element
