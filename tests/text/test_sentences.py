"""Sentences are constants with fields: whoever says one names its fields, all of them."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter

from tests.support.repository import ROOT

MODULES = sorted((ROOT / "pontoon").rglob("*.py"))


def names_in(module: Path, tree: ast.Module) -> dict[str, object]:
    """Return what MODULE takes from ``pontoon.text``, by the names that it has there."""
    if module.parent.name == "text":
        return dict(vars(import_module(f"pontoon.text.{module.stem}")))
    found: dict[str, object] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pontoon.text"):
            source = node.module or ""
            for each in node.names:
                is_module = source == "pontoon.text"
                path = f"{source}.{each.name}" if is_module else source
                known = import_module(path)
                found[each.asname or each.name] = known if is_module else getattr(known, each.name)
    return found


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def said_in(module: Path) -> Iterator[tuple[str, str, set[str | None]]]:
    """Yield the sentences that MODULE fills in: the name, the text, and the fields it names."""
    tree = ast.parse(module.read_text("utf-8"))
    known = names_in(module, tree)
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(ast.Attribute(ast.Name(source), name), "format"), keywords=named
            ):
                text = getattr(known.get(source), name, None)
            case ast.Call(func=ast.Attribute(ast.Name(name), "format"), keywords=named):
                text = known.get(name)
            case _:
                continue
        if isinstance(text, str):
            yield name, text, {each.arg for each in named}


def test_every_field_is_named() -> None:
    said = [each for module in MODULES for each in said_in(module)]
    assert len(said) > 100
    for name, text, named in said:
        assert None in named or fields(text) == named, name
