"""Changes of XML elements in place: what an admin wrote around them stays as it was."""

import itertools
from collections.abc import Mapping

from lxml import etree

Element = etree._Element

Values = Mapping[str, "str | Values"]
"""What elements have by name, in the order in which missing ones are added: a text, or more
elements. A name that begins with ``@`` is an attribute's."""


def line_of(element: Element) -> int:
    """Return the line on which ELEMENT begins.

    From line 65535 on the parser knows only the line at the end of a text.
    """
    line = element.sourceline or 0
    if line < 0xFFFF:
        return line
    text = element.text or ("" if len(element) else element.tail) or ""
    return line - text.count("\n")


def text_of(element: Element) -> str:
    """Return the text of ELEMENT without the comments in it."""
    text = element.text or ""
    if len(element):
        text += "".join(inside.tail or "" for inside in element)
    return text.strip()


def child_of(element: Element, name: str) -> Element | None:
    return next(element.iterchildren(name), None)


_STEP = "  "
"""The indentation of the children of an element that has none yet."""


def write(element: Element, values: Values) -> None:
    """Write VALUES into ELEMENT; add what is missing, and keep everything else."""
    _fill(element, values, *_layout(element))


def set_text(element: Element, value: str) -> None:
    """Set the text of ELEMENT to VALUE; keep comments in it."""
    element.text = value or None
    for comment in element:
        comment.tail = None


def add_last(parent: Element, child: Element, values: Values) -> None:
    """Add CHILD with VALUES as the last in PARENT, on its own line if the others have theirs.

    The first one in a PARENT with nothing in it, or blanks alone, has lines of its own.
    """
    is_bare = not len(parent) and "\n" not in (parent.text or "")
    closing, step = ("\n", _STEP) if is_bare else _layout(parent)
    last = _last_in(parent)
    if closing and last is None:
        step = _STEP
    _fill(child, values, closing + step, step or (closing and _STEP))
    space = (parent.text if last is None else last.tail) or ""
    child.tail = (closing if last is None else space) or None
    _set_space_behind(parent, last, closing + step)
    parent.append(child)


def add_behind(parent: Element, previous: Element, child: Element) -> None:
    """Insert CHILD into PARENT behind PREVIOUS and its comment."""
    _insert(parent, child, previous, *_layout(parent))


def remove(child: Element) -> None:
    """Remove CHILD, and the white space before it."""
    parent, last = child.getparent(), child.getprevious()
    assert parent is not None
    tail = child.tail
    parent.remove(child)
    _set_space_behind(parent, last, tail or "")


def _set_space_behind(parent: Element, child: Element | None, space: str) -> None:
    """Set the white space behind CHILD to SPACE; without CHILD, that before all in PARENT."""
    if child is None:
        parent.text = space or None
    else:
        child.tail = space or None


def _layout(element: Element) -> tuple[str, str]:
    """Return the line break before the end tag of ELEMENT, and the indentation of its children."""
    last = _last_in(element)
    closing = _line_break(element.text if last is None else last.tail)
    # Usually the first child has it; there may be thousands.
    spaces = itertools.chain([element.text], (child.tail for child in element))
    opening = next(filter(None, map(_line_break, spaces)), "")
    if not closing or not opening.startswith(closing):
        closing = opening
    return closing, opening.removeprefix(closing)


def _fill(element: Element, values: Values, closing: str, step: str) -> None:
    """Write VALUES into ELEMENT; CLOSING and STEP are its layout (see ``_layout``)."""
    previous: Element | None = None
    known = {each.tag: each for each in element.iterchildren(reversed=True)}
    for name, value in values.items():
        if name.startswith("@") and isinstance(value, str):
            if element.get(name[1:]) != value:
                element.set(name[1:], value)
            continue
        child = known.get(name)
        if child is None:
            child = element.makeelement(name)
            _insert(element, child, previous, closing, step)
        if not isinstance(value, str):
            _fill(child, value, closing + step, step)
        elif text_of(child) != value:
            set_text(child, value)
        previous = child


def _insert(
    parent: Element, child: Element, previous: Element | None, closing: str, step: str
) -> None:
    """Insert CHILD into PARENT behind PREVIOUS and its comment, or as the first."""
    while previous is not None and _has_comment(previous):
        previous = previous.getnext()
    if previous is not None:
        child.tail, previous.tail = previous.tail, closing + step
        parent.insert(parent.index(previous) + 1, child)
    else:
        child.tail = parent.text if len(parent) else closing
        parent.text = closing + step
        parent.insert(0, child)


def _has_comment(element: Element) -> bool:
    """Tell whether a comment follows ELEMENT on the same line."""
    following = element.getnext()
    return isinstance(following, etree._Comment) and "\n" not in (element.tail or "")


def _last_in(element: Element) -> Element | None:
    """Return the last child of ELEMENT without counting them all, as an index of -1 would."""
    return next(element.iterchildren(reversed=True), None)


def _line_break(space: str | None) -> str:
    """Return the last line break in SPACE, with the indentation behind it."""
    _, line_break, indentation = (space or "").rpartition("\n")
    return line_break + indentation
