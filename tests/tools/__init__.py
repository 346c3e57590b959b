"""Programs that are no tests; run one as `python -m tools.NAME` in the folder tests."""
