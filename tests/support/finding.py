"""Settings under which ``hypothesis.find`` gives one example, the same each time."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings

SOME = settings(
    database=None,
    derandomize=True,
    deadline=None,
    max_examples=5000,
    phases=[Phase.generate, Phase.shrink],  # what is drawn last to explain an example would be returned by find
    suppress_health_check=list(HealthCheck),
)
