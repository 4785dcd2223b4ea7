"""The small faults that can be made in a line of Python, each a change of one expression."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "pontoon"
"""The folder of the program."""

OPPOSITES: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
}
INVERSES: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.FloorDiv(),
    ast.FloorDiv: ast.Mult(),
}
UNSEEN = (ast.arguments, ast.JoinedStr, ast.Import, ast.ImportFrom, ast.Match)
"""What is left as it is: defaults and annotations, formats, imports, patterns."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A change of a module's text: AFTER stands from byte BEGIN to END, in place of BEFORE."""

    file: str
    line: int
    statement: int
    """The line on which its statement begins."""
    begin: int
    end: int
    before: str
    after: str

    def made_in(self, source: bytes) -> bytes:
        """Return the module's SOURCE with the fault."""
        return source[: self.begin] + self.after.encode() + source[self.end :]


def faults_in(tree: Path, place: str = PROGRAM) -> Iterator[Fault]:
    """Yield all faults that can be made in PLACE, a folder or a module of the program in TREE."""
    for file in sorted((tree / PROGRAM).rglob("*.py")):
        if not file.is_relative_to(tree / place):
            continue
        source = file.read_bytes()
        starts = [0]
        for line in source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        for node, after, statement in _changes(ast.parse(source), 1):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            before = source[begin:end].decode()
            name = str(file.relative_to(tree))
            yield Fault(name, node.lineno, statement, begin, end, before, after)


def _changes(node: ast.AST, statement: int) -> Iterator[tuple[ast.expr | ast.stmt, str, int]]:
    """Yield the nodes below NODE that can be changed, what they become, and their statement's line.

    :param statement: the line on which the statement of NODE begins.
    """
    for child in _seen(node):
        begun = child.lineno if isinstance(child, ast.stmt) else statement
        if isinstance(child, ast.expr | ast.stmt) and (after := _changed(child)) is not None:
            yield child, after, begun
        yield from _changes(child, begun)


def _seen(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the children of NODE that say what the program does."""
    children: Iterable[ast.AST]
    match node:
        case ast.ClassDef(body=body):
            children = body
        case ast.FunctionDef(body=body) | ast.AsyncFunctionDef(body=body):
            children = body
        case ast.AnnAssign(value=value):
            children = [value] if value else []
        case _:
            children = ast.iter_child_nodes(node)
    for child in children:
        is_text_alone = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        if not isinstance(child, UNSEEN) and not is_text_alone:
            yield child


def _changed(node: ast.expr | ast.stmt) -> str | None:
    """Return what stands in NODE's place when it is broken, or None if that is not done."""
    match node:
        case ast.Compare(ops=[operator], left=left, comparators=others):
            return _text(ast.Compare(left, [OPPOSITES[type(operator)]], others))
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in INVERSES:
            return _text(ast.BinOp(left, INVERSES[type(operator)], right))
        case ast.BoolOp(op=operator, values=values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            return _text(ast.BoolOp(other, values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _text(operand)
        case ast.IfExp(test=test, body=body, orelse=other):
            return _text(ast.IfExp(test, other, body))
        case ast.Constant(value=value):
            return _other_value(value)
        case ast.Return(value=value) if value and not isinstance(value, ast.Constant):
            return "return None"
        case ast.Expr(value=ast.Call()):
            return "pass"
        case _:
            return None


def _other_value(value: object) -> str | None:
    match value:
        case bool():
            return str(not value)
        case int():
            return str(value + 1)
        case str() if value:
            return repr(value + "X")
        case bytes() if value:
            return repr(value + b"X")
        case _:
            return None


def _text(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"
