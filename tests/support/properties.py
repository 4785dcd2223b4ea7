"""How many examples hypothesis tries of what always holds: the same few in a run of all tests.

``make fuzz`` tries many more, and other ones each time.
"""

import os

from hypothesis import HealthCheck, settings

EXAMPLES = int(os.environ.get("PONTOON_EXAMPLES", "12"))

SOME = settings(
    max_examples=EXAMPLES,
    derandomize="PONTOON_EXAMPLES" not in os.environ,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
"""What holds where a test says nothing else."""

FEW = settings(SOME, max_examples=EXAMPLES // 2)
"""For examples that take long: whole evenings."""

MANY = settings(SOME, max_examples=EXAMPLES * 3)
"""For examples that take no time, of which the rare ones matter."""
