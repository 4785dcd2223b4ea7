"""Records: small immutable objects that are equal if their type and content are.

>>> @record
... class Point:
...     x: int
...     y: int
>>> Point(1, 2), Point(1, 2) == Point(1, 2)
(Point(x=1, y=2), True)
"""

from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True)
def record(kind: type[Made]) -> type[Made]:
    """Make KIND a dataclass that must not be changed.

    Type checkers treat it as frozen. At run time nothing guards it: the guard makes a dataclass
    three times as slow to create, and took a sixth of the time of a round. All records share their
    other methods, since making them for each of many kinds would slow down the start.
    """
    shared: Any = {"__eq__": _is_same, "__hash__": _hash, "__repr__": _written}
    for name, method in shared.items():
        setattr(kind, name, method)
    return dataclass(slots=True, eq=False, repr=False)(kind)


def content_of(thing: Any) -> tuple[Any, ...]:
    """Return the fields of a record, in order."""
    return tuple(getattr(thing, name) for name in thing.__match_args__)


def _is_same(self: Any, other: object) -> bool:
    return type(self) is type(other) and content_of(self) == content_of(other)


def _hash(self: Any) -> int:
    return hash((type(self), content_of(self)))


def _written(self: Any) -> str:
    fields = zip(self.__match_args__, content_of(self), strict=True)
    return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in fields)})"
