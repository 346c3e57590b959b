"""Exact values: proof-number search, virtual connections, endgames."""
