"""Boards that are played on in a notebook."""
