"""The messages that the client acts on, as its ``match`` statements name them."""

import ast
from collections.abc import Iterator

from tests.support.repository import ROOT


def handled_messages() -> set[str]:
    """Return each command and numeric that is in a case about ``message.command``."""
    found: set[str] = set()
    for folder in ("client", "sasl"):
        for path in (ROOT / "pontoon" / "irc" / folder).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_bytes())):
                if isinstance(node, ast.Match) and "message.command" in ast.unparse(node.subject):
                    found.update(*(_commands(case.pattern) for case in node.cases))
    return found


def _commands(pattern: ast.pattern) -> Iterator[str]:
    match pattern:
        case ast.MatchSequence(patterns=[first, *_]):
            yield from _commands(first)
        case ast.MatchAs(pattern=ast.pattern() as inner):
            yield from _commands(inner)
        case ast.MatchOr(patterns=patterns):
            for each in patterns:
                yield from _commands(each)
        case ast.MatchValue(value=ast.Constant(value=str(command))):
            yield command
