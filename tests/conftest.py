"""How long Hypothesis looks: shorter here, the same examples every time where CI is set."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "here", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True)
settings.register_profile("nightly", settings.get_profile("here"), max_examples=5000)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "here")
)
